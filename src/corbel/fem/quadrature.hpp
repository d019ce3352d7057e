// SPDX-License-Identifier: MIT
// Integration over the reference elements and their faces; k is the node count.
#pragma once

#include "corbel/math/types.hpp"

#include <span>

namespace corbel {

struct QuadraturePoint {
  Vec3 xi;
  double weight;
};

/// For internal forces and tangents: tetrahedron 4 points (degree 2), pyramid 8 (degree 3), wedge 6 (degree 2
/// across, 3 along), hexahedron 2×2×2.
std::span<const QuadraturePoint> stiffness_rule(int k);

/// For masses: hexahedron 3×3×3 (∫N N dV has degree 4 in each direction), the others as for the stiffness. ∫N
/// dV is exact for elements of any shape.
std::span<const QuadraturePoint> mass_rule(int k);

/// For volume moments: ∫ x ⊗ x dV is exact for elements of any shape (tetrahedron 4, pyramid 18, wedge 12,
/// hexahedron 27).
std::span<const QuadraturePoint> moment_rule(int k);

struct FacePoint {
  double xi, eta, weight;
};

/// k = 3: triangle ξ, η ≥ 0, ξ + η ≤ 1, 3 points (degree 2); k = 4: square |ξ|, |η| ≤ 1, 2×2.
std::span<const FacePoint> face_rule(int k);

void face_shape_values(int k, double xi, double eta, std::span<double> N);
void face_shape_gradients(int k, double xi, double eta, std::span<Eigen::Vector2d> dN);

}  // namespace corbel
