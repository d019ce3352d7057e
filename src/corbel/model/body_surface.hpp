// SPDX-License-Identifier: MIT
// The faces of a body that carry a surface identifier, with their corners as material points.
#pragma once

#include "corbel/bodies/body.hpp"

#include <array>
#include <set>
#include <variant>

namespace corbel {

/// The outward normal; the steepest descent in the face (global x when the face is horizontal); and the one
/// that makes (tangent1, tangent2, normal) right-handed (manual §3.2).
enum class SurfaceAxis { normal, tangent1, tangent2 };
SurfaceAxis surface_axis(std::string_view name);  ///< 'NORMAL', 'TANGENT1', 'TANGENT2'; throws InputError

/// A vector of any length > 0, or a direction that depends on the face.
using SurfaceDirection = std::variant<Vec3, SurfaceAxis>;

/// Unit directions of a face with the unit outward normal n.
Vec3 first_tangent(const Vec3& n);
Vec3 axis_direction(SurfaceAxis axis, const Vec3& n);

/// A face of an element, or a triangle or a quadrilateral of a convex; nodes in the order of its kind.
struct BodyFace {
  const FaceKind* kind;
  std::array<MaterialPoint, max_face_nodes> nodes;
  std::span<const MaterialPoint> node_span() const
  {
    return {nodes.data(), static_cast<std::size_t>(kind->node_count)};
  }
};

/// The faces with this identifier on the boundary of convexes and meshes; a polygon comes as a fan of
/// triangles. Throws InputError when there are none, listing the identifiers the body has, and for spheres
/// and ellipsoids.
std::vector<BodyFace> faces_of(const Body& body, int surface_id);

/// All surface identifiers of a body, of spheres and ellipsoids too.
std::set<int> surface_ids(const Body& body);

/// A point of a surface, listed once however many faces meet there.
struct SurfacePoint {
  MaterialPoint point;
  Vec3 normal;  ///< unit mean of the faces around it in q, weighted by their areas
};

/// Nodes of the faces. A body whose motion is affine needs only those that span the surface: of a rigid
/// body three, of a pseudo-rigid one a fourth off their plane.
std::vector<SurfacePoint> surface_points(const Body& body, int surface_id);

}  // namespace corbel
