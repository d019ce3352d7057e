// SPDX-License-Identifier: MIT
// Rules on lines, triangles and squares, of which those of elements are products. Pyramids and triangles are
// collapsed squares, with the power of the height t = 1 − ζ that the collapse brings taken into the weight.
#pragma once

#include "corbel/elements/face_kind.hpp"

#include <vector>

namespace corbel {

struct LinePoint {
  double x, weight;
};
using LineRule = std::vector<LinePoint>;

// Gauss–Legendre on [−1, 1] with n points: degree 2n − 1.
LineRule gauss2();
LineRule gauss3();

/// Two points for ∫ f(t) tᵖ dt over [0, 1], degree 3.
LineRule weighted2(int power);

std::vector<FacePoint> triangle_rule3();  ///< degree 2
std::vector<FacePoint> triangle_rule4();  ///< degree 3
std::vector<FacePoint> square_rule4();    ///< degree 3 in each direction

}  // namespace corbel
