// SPDX-License-Identifier: MIT
// Which rigid motions of a body nothing holds: what makes a static problem singular.
#pragma once

#include "corbel/local_dynamics/localize.hpp"

#include <string>
#include <vector>

namespace corbel {

/// Directions n in which constraints support a body at points x: rows a = (n, (x − c)/ℓ × n) of a motion made of
/// a translation and a rotation about the middle c of the points, scaled by the size ℓ of the body; a direction d
/// that cannot turn towards n gives (0, d/ℓ × n). A motion is free when it is in the null space of Σ a aᵀ.
class Supports {
 public:
  explicit Supports(const Body& body);

  /// At a point of the body, or on a direction of it.
  void add(const Bodies& bodies, const Attachment& at, const Vec3& n)
  {
    rows_.push_back({at.position(bodies), n, at.point.weight()});
  }

  bool hold_all() const { return free_motions().empty(); }
  /// "translation along x", "rotation about (0.71, 0.71, 0)", …; empty: the body is held.
  std::vector<std::string> free_motions() const;

 private:
  struct Row {
    Vec3 x, n;      ///< x: the point, or d
    double weight;  ///< MaterialPoint::weight
  };
  double size_;
  std::vector<Row> rows_;
};

/// What joints of the body hold, without springs.
Supports supports_by_joints(const Model& model, const Body& body);
/// The same, and springs that resist motion.
Supports supports_by_joints_and_springs(const Model& model, const Body& body);
/// The same, and contacts that carry.
Supports supports_by_all(const Bodies& bodies, const LocalDynamics& dynamics, const Impulses& reactions,
                         const Body& body);

}  // namespace corbel
