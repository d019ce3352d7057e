// SPDX-License-Identifier: MIT
// The regular icosahedron in the unit sphere and its finer relatives.
#pragma once

#include "corbel/math/types.hpp"

#include <array>
#include <vector>

namespace corbel {

const std::array<Vec3, 12>& icosahedron_vertices();

/// Twenty triangles, counter-clockwise seen from outside.
std::vector<std::array<int, 3>> icosahedron_faces();

/// Each face a b c is cut into n² triangles between the directions (i a + j b + l c), i + j + l = n, all
/// moved out to the unit sphere. A triangle whose plane is at the distance p from the centre is at most 1 − p
/// away from the sphere. Returns the largest 1 − p; it falls with n, about as 0.29/n².
double largest_sagitta(int n);

}  // namespace corbel
