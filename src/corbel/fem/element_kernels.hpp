// SPDX-License-Identifier: MIT
// What assembly does with one element, compiled for its numbers of nodes and points where these are common,
// else for any: a new kind of element works without a change here, and an entry in the list of
// element_kernels.cpp makes it fast. The bits are the same.
#pragma once

#include "corbel/fem/bulk_law.hpp"
#include "corbel/fem/strain_limits.hpp"
#include "corbel/fem/tangent_pattern.hpp"

#include <functional>

namespace corbel {

/// The derivative of the internal force, or its part that is never negative: without the stiffness that
/// compression takes away. Newton's method for equilibrium then always goes downhill.
enum class Tangent { exact, positive };

/// An element of a solid.
struct SolidElement {
  const Element& element;
  const BulkLaw& law;
  const double* points;  ///< integration_points.hpp
  int packs;
};

struct ElementKernels {
  /// ∫ Ψ dV [J]
  double (*energy)(const SolidElement& e, const Eigen::VectorXd& q);
  /// Adds ∫ P dN_a/dX dV to f; the worst state of the points.
  StrainState (*add_force)(const SolidElement& e, const Eigen::VectorXd& q, Eigen::VectorXd& f);
  /// Adds the same, and its derivative to the values of a matrix of this pattern, in which the element has
  /// these blocks.
  StrainState (*add_tangent)(const SolidElement& e, const Eigen::VectorXd& q, Tangent kind,
                             Eigen::VectorXd& f, const TangentPattern& pattern, const int* blocks,
                             double* values);
  /// use(H) with the displacement gradient at each point.
  void (*for_each_gradient)(const SolidElement& e, const Eigen::VectorXd& q,
                            const std::function<void(const Mat3&)>& use);
};

/// Those compiled for the numbers of nodes and points of this kind, else general_kernels().
const ElementKernels& kernels_for(const ElementKind& kind);

/// For any kind.
const ElementKernels& general_kernels();

}  // namespace corbel
