// SPDX-License-Identifier: MIT
// Contacts of convexes with ellipsoids.
//
// Along a unit vector n the gap between the convex P and the ellipsoid E is
//
//   s(n) = n·c − |Aᵀn| − max over the vertices of n·x .
//
// Any n gives a lower bound of the distance (or an upper bound of the depth), so it is enough to find good
// directions. The highest s lies at the normal of a face, at a direction normal to an edge (a problem in the
// plane seen along it), or at the direction of a vertex (a point against an ellipsoid). Where E is the unit
// ball, in y = A⁻¹(x − c), the point of P nearest to the origin tells which of them is touched first.
#include "corbel/geometry/closest_point.hpp"
#include "corbel/geometry/gap_ascent.hpp"
#include "corbel/geometry/mass_properties.hpp"
#include "corbel/geometry/separation.hpp"
#include "corbel/geometry/small_buffer.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// In the metric of the ellipsoid: a centre nearer than this to the surface gives no direction of its own.
constexpr double no_nearest_point = 1e-12;

using Plane2 = Eigen::Matrix<double, 3, 2>;  ///< two orthonormal columns

/// Vertices relative to the centre, so that positions far from the origin lose no accuracy.
class Search {
 public:
  Search(const PlacedConvex& a, const PlacedEllipsoid& b) : a_(a), A_(b.A), c_(b.center)
  {
    for (const Vec3& x : a.x)
      size_ = std::max(size_, (x - c_).norm());
  }

  /// All face planes; false if one of them has the ellipsoid farther than epsilon outside.
  bool offer_faces(double epsilon);
  bool is_outside() const { return is_outside_; }        ///< the centre, of any face
  bool sees_boundary() const { return sees_boundary_; }  ///< outside of a boundary face
  double touched_gap() const;  ///< at the direction of the feature that is touched first
  bool settles_on_face() const;
  bool settles_on_touched_feature();
  void offer_edges_and_vertices();

  const Vec3& direction() const { return n_; }
  double gap() const { return gap_; }
  int face() const { return face_; }  ///< whose normal the direction is, or −1

 private:
  double tolerance() const { return 1e-9 * size_; }
  Vec3 vertex(int v) const { return a_.x[static_cast<std::size_t>(v)] - c_; }
  int farthest(const Vec3& n) const;
  double gap_at(const Vec3& n) const { return -(A_.transpose() * n).norm() - n.dot(vertex(farthest(n))); }
  void offer(const Vec3& n, double gap, int face);
  Vec3 touched_direction() const;
  Vec3 thin_across(const Vec3& edge) const;
  Vec3 climb_vertex(int v, Vec3 n) const;
  Vec3 climb_edge(int v, int w, const Vec3& n) const;

  const PlacedConvex& a_;
  const Mat3& A_;
  const Vec3& c_;
  double size_ = 0;
  bool is_outside_ = false, sees_boundary_ = false;
  Vec3 n_ = Vec3::Zero();
  double gap_ = -std::numeric_limits<double>::infinity();
  int face_ = -1;
};

int Search::farthest(const Vec3& n) const
{
  int best = 0;
  double most = n.dot(vertex(0));
  for (int v = 1; v < static_cast<int>(a_.x.size()); ++v) {
    const double reach = n.dot(vertex(v));
    if (reach <= most) continue;
    most = reach;
    best = v;
  }
  return best;
}

void Search::offer(const Vec3& n, double gap, int face)
{
  if (!(gap > gap_)) return;
  n_ = n;
  gap_ = gap;
  face_ = face;
}

bool Search::offer_faces(double epsilon)
{
  for (std::size_t f = 0; f < a_.planes.size(); ++f) {
    const Plane& plane = a_.planes[f];
    const double height = plane.distance(c_), gap = height - (A_.transpose() * plane.n).norm();
    if (!(gap < epsilon)) return false;
    if (height > 0) is_outside_ = true;
    if (!a_.convex.face_boundary[f]) continue;
    if (height > 0) sees_boundary_ = true;
    offer(plane.n, gap, static_cast<int>(f));
  }
  return true;
}

/// Plane n·(x − c) = o becomes (Aᵀn)·y = o. The centre is outside. Zero if it is on the surface.
Vec3 Search::touched_direction() const
{
  Mat3 A = A_;
  if (A.determinant() < 0) A.col(0) *= -1;  // the same ellipsoid; a mirror image would turn faces inside out
  const Mat3 inverse = A.inverse();
  SmallBuffer<Vec3, 32> y;
  SmallBuffer<Plane, 32> planes;
  for (const Vec3& x : a_.x)
    y.push_back(inverse * (x - c_));
  for (const Plane& plane : a_.planes) {
    const Vec3 n = A.transpose() * plane.n;
    const double length = n.norm();
    planes.push_back(length > 0 ? Plane{n / length, -plane.distance(c_) / length} : plane);
  }
  const PlacedConvex round{a_.convex, {y.begin(), y.size()}, {planes.begin(), planes.size()}};
  const Vec3 nearest = closest_point_from_outside(round, Vec3::Zero());
  if (!(nearest.norm() > no_nearest_point)) return Vec3::Zero();
  return -(inverse.transpose() * nearest).normalized();
}

double Search::touched_gap() const
{
  const Vec3 n = touched_direction();
  return n.isZero() ? -std::numeric_limits<double>::infinity() : gap_at(n);
}

/// The direction normal to the edge in which the ellipsoid, seen along the edge, is thinnest.
Vec3 Search::thin_across(const Vec3& edge) const
{
  Plane2 U;
  U.col(0) = edge.unitOrthogonal();
  U.col(1) = edge.normalized().cross(U.col(0));
  const Eigen::Matrix<double, 2, 3> shadow = U.transpose() * A_;
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes;
  axes.computeDirect(shadow * shadow.transpose());
  return U * axes.eigenvectors().col(0);
}

Vec3 Search::climb_vertex(int v, Vec3 n) const
{
  GapAscent<3>(-vertex(v), Mat3::Zero(), A_).climb(n, std::numeric_limits<double>::infinity());
  return n;
}

/// Among directions normal to the edge, from the one nearest to n.
Vec3 Search::climb_edge(int v, int w, const Vec3& n) const
{
  const Vec3 edge = (vertex(w) - vertex(v)).normalized(), across = n - edge.dot(n) * edge;
  Plane2 U;
  U.col(0) = across.norm() > 1e-6 ? across.normalized() : edge.unitOrthogonal();
  U.col(1) = edge.cross(U.col(0));
  Eigen::Vector2d k(1, 0);
  GapAscent<2>(-U.transpose() * vertex(v), Eigen::Matrix<double, 2, 3>::Zero(), U.transpose() * A_)
      .climb(k, std::numeric_limits<double>::infinity());
  return U * k;
}

/// Whether the lowest point of the ellipsoid lies over the polygon of the best face.
bool Search::settles_on_face() const
{
  if (face_ < 0) return false;
  const Vec3 lowest = c_ - A_ * (A_.transpose() * n_).normalized();
  const Vec3 nearest = closest_point_on_face(a_, static_cast<std::size_t>(face_), lowest);
  return (lowest - gap_ * n_ - nearest).norm() <= tolerance();
}

/// From the touched feature, exact where the surfaces just touch, to the highest gap: a vertex gives way to
/// the edge towards a vertex that turns out to lie higher, an edge to its end where the foot is beyond it.
/// False if the gap found is not a maximum.
bool Search::settles_on_touched_feature()
{
  Vec3 n = touched_direction();
  if (n.isZero()) return false;
  int v = farthest(n), w = -1;
  const double reach = n.dot(vertex(v));
  for (int u = 0; u < static_cast<int>(a_.x.size()); ++u) {
    if (u == v || n.dot(vertex(u)) < reach - tolerance()) continue;
    if (w >= 0) return false;  // a face
    w = u;
  }
  offer(n, gap_at(n), -1);
  for (int i = 0; i < 8; ++i) {
    n = w < 0 ? climb_vertex(v, n) : climb_edge(v, w, n);
    offer(n, gap_at(n), -1);
    const int u = farthest(n);
    const bool holds = n.dot(vertex(u)) <= n.dot(vertex(v)) + tolerance();
    if (w < 0) {
      if (holds) return true;
      w = u;
      continue;
    }
    if (!holds) return false;  // a face, or another edge beyond it
    const Vec3 lowest = -A_ * (A_.transpose() * n).normalized(), edge = vertex(w) - vertex(v);
    const double t = edge.dot(lowest - vertex(v)) / edge.squaredNorm();
    if (t >= 0 && t <= 1) return true;
    if (t > 1) v = w;
    w = -1;
  }
  return false;
}

/// Climbs on each of them from the best direction so far, and from where the ellipsoid is thin: there it may
/// leave by a shorter translation than through any face. Outward is away from the middle of the convex.
void Search::offer_edges_and_vertices()
{
  const Vec3 best = n_, thin = principal_axes({c_, A_}).directions.col(0);
  const Vec3 middle = mean_of(a_.x) - c_;
  const auto outward = [&](const Vec3& n, int v) -> Vec3 { return n.dot(vertex(v) - middle) < 0 ? -n : n; };

  for (int v = 0; v < static_cast<int>(a_.x.size()); ++v)
    for (const Vec3& start : {best, outward(thin, v)}) {
      const Vec3 n = climb_vertex(v, start);
      offer(n, gap_at(n), -1);
    }
  for (std::size_t f = 0; f < a_.convex.face_count(); ++f) {
    const auto face = a_.convex.face(f);
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int v = face[i], w = face[(i + 1) % face.size()];
      if (v > w) continue;  // seen from the other face
      for (const Vec3& start : {best, outward(thin_across(vertex(w) - vertex(v)), v)}) {
        const Vec3 n = climb_edge(v, w, start);
        offer(n, gap_at(n), -1);
      }
    }
  }
}

}  // namespace

/// As for spheres: a centre that no boundary face sees leaves through a boundary face, even where faces
/// inside a mesh see it. A depth beyond the ball that rolls inside the ellipsoid may have a smaller penetration
/// elsewhere (see ellipsoid_contact.cpp).
std::optional<PairGeometry> touch(const PlacedConvex& a, const PlacedEllipsoid& b, double epsilon)
{
  Search search(a, b);
  if (!search.offer_faces(epsilon)) return std::nullopt;
  if (!search.sees_boundary() && search.is_outside() && !(search.touched_gap() < epsilon))
    return std::nullopt;
  const bool settled =
      search.sees_boundary() && (search.settles_on_face() || search.settles_on_touched_feature());
  const auto apart = [&] { return !(search.gap() < epsilon); };
  if (apart()) return std::nullopt;
  const bool shallow = search.gap() > -principal_axes(b).rolling_radius();
  const bool alone = std::ranges::all_of(a.convex.face_boundary, [](char boundary) { return boundary != 0; });
  if (alone && !(settled && shallow)) search.offer_edges_and_vertices();
  if (apart()) return std::nullopt;

  const Vec3& n = search.direction();
  if (search.face() < 0 && !is_exposed(a, n, 0)) return std::nullopt;  // over a neighbour in a flat part
  const auto gap_along = [&](const Plane& plane) {
    return plane.distance(b.center) - (b.A.transpose() * plane.n).norm();
  };
  if (on_far_side(a, n, search.gap(), gap_along)) return std::nullopt;
  const Vec3 lowest = b.center - b.support(n);
  const int face = search.face() >= 0 ? search.face() : nearest_boundary_face(a, lowest - search.gap() * n);
  if (face < 0) return std::nullopt;
  return PairGeometry{.point = lowest - 0.5 * search.gap() * n,
                      .normal = n,
                      .gap = std::min(0.0, search.gap()),
                      .area = 1.0,
                      .surface_a = a.convex.face_surface[static_cast<std::size_t>(face)],
                      .surface_b = b.surface_id};
}

}  // namespace corbel
