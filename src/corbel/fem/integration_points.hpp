// SPDX-License-Identifier: MIT
// Shape function gradients of all elements at their stiffness points, computed once (Total Lagrangian: they
// never change).
#pragma once

#include "corbel/mesh/mesh.hpp"

#include <span>
#include <vector>

namespace corbel {

/// The nodes of an element, side by side.
struct ElementNodes {
  std::array<Vec3, max_element_nodes> x;
  const ElementKind* kind;
  ElementNodes(const Mesh& mesh, const Element& element);
  std::span<const Vec3> span() const { return {x.data(), static_cast<std::size_t>(kind->node_count)}; }
};

class IntegrationPoints {
 public:
  /// Throws InputError that names an element, and its centre, whose volume is not positive at all points of
  /// the stiffness and mass rules.
  /// rules: per element, where it is not empty in place of its own; empty: none.
  IntegrationPoints(const Mesh& mesh, const std::vector<ElementRule>& rules);

  /// The points of an element with k nodes, one after the other: dN_a/dX of its k nodes, then dN_a/dY, then
  /// dN_a/dZ [1/m], then w det J [m³]: 3k + 1 numbers a point.
  const double* of(std::size_t element) const { return data_.data() + first_[element]; }
  /// Their number, in packs of the size of the kind's stiffness rule: the kernels take one pack at a time, and the last
  /// one is filled up with points of no volume.
  int packs(std::size_t element) const { return packs_[element]; }

 private:
  std::vector<double> data_;
  std::vector<std::size_t> first_;
  std::vector<int> packs_;
};

}  // namespace corbel
