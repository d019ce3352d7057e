// SPDX-License-Identifier: MIT
// Which rigid motions of a body nothing holds: what makes a static problem singular.
#pragma once

#include "corbel/local_dynamics/localize.hpp"

#include <string>
#include <vector>

namespace corbel {

/// Directions in which constraints hold a body, gathered as a 6×6 matrix Σ a aᵀ over rows a = (n, (x − c)/ℓ ×
/// n): translations of the mass centre c and rotations about it, scaled by the size ℓ of the body.
class Supports {
 public:
  explicit Supports(const Body& body);

  void add(const Vec3& x, const Vec3& n);

  bool hold_all() const { return free_motions().empty(); }
  /// "translation along x", "rotation about (0.71, 0.71, 0)", …; empty: the body is held.
  std::vector<std::string> free_motions() const;

 private:
  Vec3 center_;
  double size_;
  Eigen::Matrix<double, 6, 6> sum_ = Eigen::Matrix<double, 6, 6>::Zero();
};

/// What joints of the body hold.
Supports supports_by_joints(const Model& model, const Body& body);
/// The same, and contacts that carry.
Supports supports_by_all(const LocalDynamics& dynamics, const Body& body);

}  // namespace corbel
