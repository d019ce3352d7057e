// SPDX-License-Identifier: MIT
// Are two convexes apart? All face normals and products of edges, nothing clever.
#pragma once

#include "corbel/geometry/pair_geometry.hpp"

namespace corbel::testing {

struct Separation {
  double by_faces;  ///< largest gap along a face normal; below 0: they overlap along all of them [m]
  double by_any;    ///< largest gap along a face normal or a product of edges: > 0 if and only if apart [m]
};
Separation separation(const PlacedConvex& a, const PlacedConvex& b);

}  // namespace corbel::testing
