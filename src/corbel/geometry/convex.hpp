// SPDX-License-Identifier: MIT
// A convex polyhedron: vertices and outward faces, each with a surface identifier.
#pragma once

#include "corbel/geometry/aabb.hpp"
#include "corbel/math/types.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace corbel {

/// n·x = offset, n unit and outward.
struct Plane {
  Vec3 n;
  double offset;
  double distance(const Vec3& x) const { return n.dot(x) - offset; }
};

struct Convex {
  std::vector<Vec3> vertices;  ///< [m]
  std::vector<int>
      face_begin;  ///< size faces + 1: face f has the vertices face_vertex[face_begin[f] … face_begin[f+1])
  std::vector<int> face_vertex;   ///< flat, counter-clockwise seen from outside
  std::vector<int> face_surface;  ///< surface identifier per face
  std::vector<char>
      face_boundary;  ///< 0: a face inside a mesh, which never gives a normal or a surface identifier
  /// Of an element of a mesh, per vertex: the least cosine between normals of boundary faces of the mesh that
  /// meet there (vertex_spread.hpp), referential. 1 in a flat part of the surface, 2 inside of the mesh.
  /// Empty: the convex stands alone.
  std::vector<float> vertex_spread;
  int volume_id = 0;

  std::size_t face_count() const { return face_surface.size(); }
  std::span<const int> face(std::size_t f) const
  {
    return {face_vertex.data() + face_begin[f], static_cast<std::size_t>(face_begin[f + 1] - face_begin[f])};
  }
};

/// Checked construction in the manual's format (manual §3.1.1): vertices flat x0 y0 z0 x1 …, faces flat
/// records n, v1 … vn, surface. Throws InputError: counts, indices, repeated or unused vertices, not closed,
/// not convex, flat, inverted, NaN.
Convex make_convex(std::span<const double> vertices, std::span<const int> faces, int volume_id);

/// Convex hull of at least four points, flat x0 y0 z0 …, by Qhull; coplanar facets merged into polygons; one
/// surface identifier for all faces. Throws InputError for NaN, too few or coplanar points.
Convex convex_hull(std::span<const double> points, int volume_id, int surface_id);

/// Planes of all faces of a convex whose vertices are placed at x (size of convex.vertices); Newell normals,
/// so slightly warped faces get their mean plane, moved out to the farthest of the face's vertices.
void compute_planes(const Convex& convex, std::span<const Vec3> x, std::span<Plane> planes);

/// Outside of none of the planes.
inline bool is_inside(std::span<const Plane> planes, const Vec3& x)
{
  return std::ranges::all_of(planes, [&](const Plane& plane) { return plane.distance(x) <= 0; });
}

/// Every edge is shared by exactly two faces, which run along it in opposite directions. Throws InputError on
/// 'faces'.
void check_closed(const Convex& convex);

/// Counter-clockwise faces, some volume, planar faces and no vertex outside any of them. Call after
/// check_closed. Throws InputError on 'faces' or 'vertices'.
void check_convex(const Convex& convex);

}  // namespace corbel
