// SPDX-License-Identifier: MIT
// What a narrow-phase test of two placed shapes a and b gives.
#pragma once

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/ellipsoid.hpp"
#include "corbel/geometry/sphere.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace corbel {

struct ConvexEdges;

/// A contact of two shapes. The normal points out of a into b; so a's body is the slave, b's body the master.
struct PairGeometry {
  Vec3 point;     ///< where the impulse acts on both bodies: one point, so angular momentum is conserved [m]
  Vec3 normal;    ///< unit, outward from a
  double gap;     ///< ≤ 0, minus the penetration depth [m]
  double area;    ///< of the contact patch [m²]; 1 where spheres or ellipsoids take part
  int surface_a;  ///< surface identifier on a
  int surface_b;  ///< surface identifier on b
};

/// One point of a contact patch.
struct PatchPoint {
  Vec3 point;   ///< where the impulse acts on both bodies [m]
  double gap;   ///< of the two surfaces here, not above 0 [m]
  double area;  ///< its share of the area of the patch [m²]
  std::int32_t
      feature;  ///< names what meets here: a vertex of a, one of b, or an edge of each; 0: the only point
};

/// A contact of two shapes through up to four points with a common normal, ascending in feature.
struct ContactPatch {
  static constexpr std::size_t most = 4;

  Vec3 normal;  ///< unit, outward from a
  double area;  ///< [m²]; 0 for an edge or a vertex, 1 where spheres or ellipsoids take part
  int surface_a, surface_b;
  std::size_t count;
  std::array<PatchPoint, most> points;
};

/// The patch of a contact through a single point.
ContactPatch single_point(const PairGeometry& pair);

/// A convex in its current position.
struct PlacedConvex {
  const Convex& convex;
  std::span<const Vec3> x;                               ///< current vertices
  std::span<const Plane> planes;                         ///< current planes, one per face
  const ConvexEdges* edges = nullptr;                    ///< of the convex; only `patch` needs them
  std::span<const float> spread = convex.vertex_spread;  ///< in the current configuration
};

/// Convex–convex (manual §5.1): point, normal, gap and area of the overlap polyhedron; shapes closer than
/// epsilon count as touching. See overlap.cpp for the construction.
std::optional<PairGeometry> touch(const PlacedConvex& a, const PlacedConvex& b, double epsilon);

/// The point that touch() gives with this epsilon.
std::optional<Vec3> overlap_centroid(const PlacedConvex& a, const PlacedConvex& b, double epsilon);

/// Convex–convex: the corners of the contact area of the two facing faces, at most four
/// of them, the extreme ones. Surfaces closer than epsilon count as touching. See patch.cpp for the
/// construction.
std::optional<ContactPatch> patch(const PlacedConvex& a, const PlacedConvex& b, double epsilon);

/// Convex a, sphere b placed at its current centre: the closest point of the convex gives point_a, point_b =
/// c − r n. A centre inside the convex leaves through the nearest boundary face with its full depth.
std::optional<PairGeometry> touch(const PlacedConvex& a, const Sphere& b, double epsilon);

std::optional<PairGeometry> touch(const Sphere& a, const Sphere& b, double epsilon);

/// Convex a, ellipsoid b: the direction of least penetration, but never through an interior face of a mesh. The
/// point is the middle between the lowest point of the ellipsoid and the convex.
std::optional<PairGeometry> touch(const PlacedConvex& a, const PlacedEllipsoid& b, double epsilon);

/// Ellipsoids, or a sphere as one: the direction of least penetration; the point is the middle between
/// the two surfaces.
std::optional<PairGeometry> touch(const PlacedEllipsoid& a, const PlacedEllipsoid& b, double epsilon);

}  // namespace corbel
