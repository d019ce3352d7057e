// SPDX-License-Identifier: MIT
// The part of one convex's surface that lies in another one.
#pragma once

#include "corbel/geometry/clip.hpp"
#include "corbel/geometry/pair_geometry.hpp"

#include <cstdint>

namespace corbel {

/// The planes of one object, moved outward by epsilon, that cut the other one, and which vertices of that
/// other one lie outside of which of them: a face with all vertices outside of one plane is gone, and a plane
/// with none of them outside need not clip it. That leaves little to clip: two of 72 face–plane pairs for a
/// cube on a cube.
struct Cuts {
  static constexpr std::size_t masked = 64;  // planes that have a bit; later ones clip every face

  Planes planes;
  SmallBuffer<std::uint64_t, 32> outside;  // per vertex, one bit per plane
};

/// Collects the planes, moved outward by epsilon, that cut the points x. False when a plane has all of them
/// outside: the objects are apart.
bool collect_cuts(std::span<const Plane> planes, std::span<const Vec3> x, double epsilon, Cuts& cuts);

/// The part of a face inside of all planes; empty if there is none. The result lies in one of the two
/// buffers.
const Polygon& clip_face(const PlacedConvex& placed, std::span<const int> face, const Cuts& cuts,
                         Polygon& polygon, Polygon& scratch);

}  // namespace corbel
