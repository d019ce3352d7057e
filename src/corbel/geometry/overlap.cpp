// SPDX-License-Identifier: MIT
// Contact of two convexes from the surface of their overlap.
//
// Both objects are seen through the other one grown by epsilon (its planes moved outward), so that faces
// which touch exactly, or nearly, have an overlap with area:
//
//   patch of a   faces of a, clipped by the planes of b + epsilon
//   patch of b   faces of b, clipped by the planes of a + epsilon
//
// The two patches together are the surface of the overlap polyhedron, up to slivers of width epsilon.
// With A the area of a piece of a patch and n its outward normal:
//
//   point    area-weighted centroid of both patches
//   normal   Σ A² n over boundary faces in a's patch minus the same over b's, normalised
//   area     half of the area of both patches
//   gap      −(extent of the overlap along the normal), not above 0
//
// The extent runs from the lowest point of b's patch, or lower vertex of a inside b, to the highest point of
// a's patch, or higher vertex of b inside a. These are points on the true surfaces, so epsilon does not
// enter: faces that touch exactly have gap 0, a face that is d deep in a face has −d.
//
// Squared areas favour large pieces (Solfec's choice), at a price: where unequal corners or edges meet, a few
// pieces of one object can outweigh the many of the other, and the normal would drive b through a to the far
// side. Then the sum takes A instead of A²: that is the direction in which the volume of the overlap shrinks
// fastest when b moves.
//
// Where the sum of normals is undetermined, b leaves a along the boundary face normal of least penetration,
// and the gap is minus that penetration: when one object is wholly inside the other, and when the normals cancel, as for a
// bar that pierces a plate.
//
// Elements of a mesh whose inner faces part the two, or nearly so, leave the contact to their neighbours: two
// parts of one mesh side by side have elements that share an edge and no boundary face along it.
#include "corbel/geometry/pair_geometry.hpp"

#include "corbel/geometry/closest_point.hpp"
#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/extremes.hpp"
#include "corbel/geometry/separation.hpp"
#include "corbel/geometry/surface_cut.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Normals that cancel to less than this fraction of Σ A² are taken as no direction.
constexpr double least_normal = 1e-6;

/// The part of one object's surface that lies in the other object.
struct Patch {
  double area = 0;                   // [m²]
  Vec3 first_moment = Vec3::Zero();  // ∫ x dA [m³]
  Vec3 normals = Vec3::Zero();       // Σ A² n over boundary faces [m⁴]
  Vec3 vector_area = Vec3::Zero();   // Σ A n over boundary faces [m²]
  double weight = 0;                 // Σ A² over boundary faces [m⁴]
  SmallBuffer<Vec3, 128> points;     // vertices of all pieces
};

struct ExitDirection {
  Vec3 normal;
  double gap;
};

/// Adds a planar piece with unit normal n. Triangles of a fan around its first vertex; areas keep their sign,
/// so the slightly reflex corners that round-off makes cancel.
void add_piece(const Polygon& piece, const Vec3& n, bool boundary, Patch& patch)
{
  double area = 0;
  Vec3 moment = Vec3::Zero();  // ∫ (x − x0) dA
  const Vec3& x0 = piece[0];
  Vec3 previous = piece[1] - x0;
  for (std::size_t i = 2; i < piece.size(); ++i) {
    const Vec3 next = piece[i] - x0;
    const double triangle = 0.5 * n.dot(previous.cross(next));
    area += triangle;
    moment += (triangle / 3) * (previous + next);
    previous = next;
  }
  if (!(area > 0)) return;
  patch.area += area;
  patch.first_moment += moment + area * x0;
  for (const Vec3& x : piece)
    patch.points.push_back(x);
  if (!boundary) return;
  patch.vector_area += area * n;
  patch.normals += (area * area) * n;
  patch.weight += area * area;
}

void clip_surface(const PlacedConvex& placed, const Cuts& cuts, Patch& patch)
{
  Polygon polygon;
  Polygon scratch;
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    const Polygon& piece = clip_face(placed, placed.convex.face(f), cuts, polygon, scratch);
    if (piece.size() >= 3) add_piece(piece, placed.planes[f].n, placed.convex.face_boundary[f] != 0, patch);
  }
}

/// Lowest point along n of the overlap, from one object's patch and the vertices x of the other that lie
/// inside its planes.
double lowest_of_overlap(const Vec3& n, const Patch& patch, std::span<const Plane> planes,
                         std::span<const Vec3> x)
{
  double lowest = lowest_along(n, {patch.points.begin(), patch.points.size()});
  for (const Vec3& vertex : x)
    if (const double height = n.dot(vertex); height < lowest && is_inside(planes, vertex)) lowest = height;
  return lowest;
}

/// How far b must go along n to leave a.
double way_out(const Vec3& n, const PlacedConvex& a, const PlacedConvex& b)
{
  return -lowest_along(-n, a.x) - lowest_along(n, b.x);
}

/// Unit sum of the normals; nothing when they cancel.
std::optional<Vec3> normal_of_patches(const PlacedConvex& a, const PlacedConvex& b, const Patch& patch_a,
                                      const Patch& patch_b)
{
  const Vec3 sum = patch_a.normals - patch_b.normals;
  const double length = sum.norm();
  if (!(length > least_normal * (patch_a.weight + patch_b.weight))) return std::nullopt;
  const Vec3 n = sum / length;
  if (way_out(n, a, b) <= way_out(-n, a, b)) return n;
  const Vec3 gradient = patch_a.vector_area - patch_b.vector_area;
  const double size = gradient.norm();
  return size > least_normal * (patch_a.area + patch_b.area) ? Vec3(gradient / size) : n;
}

/// How far the points x must move along the normal of a boundary face to leave `placed`; the face with the
/// least way.
ExitDirection least_exit(const PlacedConvex& placed, std::span<const Vec3> x)
{
  ExitDirection best{Vec3::Zero(), -std::numeric_limits<double>::infinity()};
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    if (!placed.convex.face_boundary[f]) continue;
    const double gap = lowest_along(placed.planes[f].n, x) - placed.planes[f].offset;
    if (gap > best.gap) best = {placed.planes[f].n, gap};
  }
  return best;
}

ExitDirection direction_of_least_exit(const PlacedConvex& a, const PlacedConvex& b)
{
  const ExitDirection out_of_a = least_exit(a, b.x);
  const ExitDirection out_of_b = least_exit(b, a.x);
  const ExitDirection best =
      out_of_a.gap >= out_of_b.gap ? out_of_a : ExitDirection{-out_of_b.normal, out_of_b.gap};
  return {best.normal, std::min(0.0, best.gap)};
}

/// Largest gap along the normal of a face inside a mesh; −∞ without one.
double gap_along_inner_faces(const PlacedConvex& placed, std::span<const Vec3> x)
{
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < placed.planes.size(); ++f)
    if (!placed.convex.face_boundary[f])
      most = std::max(most, lowest_along(placed.planes[f].n, x) - placed.planes[f].offset);
  return most;
}

/// The surface of the overlap.
struct OverlapSurface {
  Patch of_a, of_b;
  bool contained = false;  // one object is inside the other

  double area() const { return of_a.area + of_b.area; }
  Vec3 centroid() const { return (of_a.first_moment + of_b.first_moment) / area(); }
};

/// False: the objects are farther apart than epsilon.
bool find_overlap(const PlacedConvex& a, const PlacedConvex& b, double epsilon, OverlapSurface& overlap)
{
  Cuts cuts_a;  // planes of b that cut a
  Cuts cuts_b;  // planes of a that cut b
  if (!collect_cuts(b.planes, a.x, epsilon, cuts_a)) return false;
  if (!collect_cuts(a.planes, b.x, epsilon, cuts_b)) return false;

  // Objects closer than epsilon show a patch on both sides. A patch on one side alone means that they are
  // apart, or that one is inside the other: then no plane cuts it.
  overlap.contained = cuts_a.planes.empty() || cuts_b.planes.empty();
  clip_surface(a, cuts_a, overlap.of_a);
  if (!overlap.contained && !(overlap.of_a.area > 0)) return false;
  clip_surface(b, cuts_b, overlap.of_b);
  return overlap.contained || overlap.of_b.area > 0;
}

}  // namespace

std::optional<Vec3> overlap_centroid(const PlacedConvex& a, const PlacedConvex& b, double epsilon)
{
  OverlapSurface overlap;
  if (!find_overlap(a, b, epsilon, overlap) || !(overlap.area() > 0)) return std::nullopt;
  const Vec3 point = overlap.centroid();
  if (!all_finite(point)) return std::nullopt;
  return point;
}

std::optional<PairGeometry> touch(const PlacedConvex& a, const PlacedConvex& b, double epsilon)
{
  OverlapSurface overlap;
  if (!find_overlap(a, b, epsilon, overlap)) return std::nullopt;
  const Patch &patch_a = overlap.of_a, &patch_b = overlap.of_b;

  ExitDirection direction;
  if (const auto n = overlap.contained ? std::nullopt : normal_of_patches(a, b, patch_a, patch_b)) {
    const double highest = -lowest_of_overlap(-*n, patch_a, a.planes, b.x);
    const double lowest = lowest_of_overlap(*n, patch_b, b.planes, a.x);
    direction = {*n, std::min(0.0, lowest - highest)};
  } else {
    direction = direction_of_least_exit(a, b);
  }
  const double inner = std::max(gap_along_inner_faces(a, b.x), gap_along_inner_faces(b, a.x));
  if (is_of_a_neighbour(direction.gap, inner, epsilon)) return std::nullopt;

  const double area = overlap.area();
  const Vec3 point = overlap.centroid();
  const int face_a = nearest_boundary_face(a, point);
  const int face_b = nearest_boundary_face(b, point);
  const bool usable =
      area > 0 && all_finite(point) && all_finite(direction.normal) && std::isfinite(direction.gap);
  if (!usable || face_a < 0 || face_b < 0) return std::nullopt;

  return PairGeometry{.point = point,
                      .normal = direction.normal,
                      .gap = direction.gap,
                      .area = 0.5 * area,
                      .surface_a = a.convex.face_surface[static_cast<std::size_t>(face_a)],
                      .surface_b = b.convex.face_surface[static_cast<std::size_t>(face_b)]};
}

}  // namespace corbel
