// SPDX-License-Identifier: MIT
#include "corbel/mesh/bend.hpp"

#include "corbel/core/check.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/mesh/element.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace corbel {
namespace {

using Vec2 = Eigen::Vector2d;

/// Distances below this fraction of the mesh's size are zero.
constexpr double tolerance = 1e-9;

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Is the origin in the triangle, of either orientation?
bool covers_origin(const Vec2& a, const Vec2& b, const Vec2& c)
{
  const double ab = cross(a, b);
  const double bc = cross(b, c);
  const double ca = cross(c, a);
  return (ab > 0 && bc > 0 && ca > 0) || (ab < 0 && bc < 0 && ca < 0);
}

Vec2 nearest_to_origin(const Vec2& a, const Vec2& b)
{
  const Vec2 e = b - a;
  const double length2 = e.squaredNorm();
  if (!(length2 > 0)) return a;
  return a + std::clamp(-a.dot(e) / length2, 0.0, 1.0) * e;
}

/// The mesh seen along the axis, which is the origin then. The point of a face nearest to the origin is on
/// one of its edges, unless the face covers the origin; the first of equals is taken.
struct View {
  Vec2 nearest = Vec2::Constant(std::numeric_limits<double>::infinity());
  bool stabbed = false;

  View(const Mesh& mesh, const std::vector<Vec2>& x, double size)
  {
    for (const BoundaryFace& face : mesh.boundary)
      for (const Facet& local : face.kind->facets)
        look_at(face.facet(local), x, size);
    stabbed |= nearest.norm() <= tolerance * size;
  }

 private:
  void look_at(const Facet& facet, const std::vector<Vec2>& x, double size)
  {
    const auto at = [&](int i) -> const Vec2& {
      return x[static_cast<std::size_t>(facet.nodes[static_cast<std::size_t>(i % facet.count)])];
    };
    for (int i = 0; i < facet.count; ++i) {
      const Vec2 candidate = nearest_to_origin(at(i), at(i + 1));
      if (candidate.norm() < nearest.norm() - tolerance * size) nearest = candidate;
    }
    for (int i = 1; i + 1 < facet.count; ++i)
      stabbed |= covers_origin(at(0), at(i), at(i + 1));
  }
};

/// Axis, radius and angle of the bend.
struct Arc {
  Vec3 point, a, r, t;
  double R;      ///< [m]
  double theta;  ///< [rad]

  /// New position; nothing for a node that would be bent from behind the axis.
  std::optional<Vec3> operator()(const Vec3& x) const
  {
    const Vec3 d = x - point;
    const double s = t.dot(d);
    if (s <= tolerance * R) return x;
    const double rho = r.dot(d);
    const double phi = std::min(s / R, theta);
    if (rho <= 0 && phi < theta) return std::nullopt;
    const Vec3 out = std::cos(phi) * r + std::sin(phi) * t;
    const Vec3 along = std::cos(phi) * t - std::sin(phi) * r;
    return point + a.dot(d) * a + rho * out + (s - R * phi) * along;
  }
};

double size_of(const Mesh& mesh)
{
  Aabb box;
  for (const Vec3& x : mesh.nodes)
    box.extend(x);
  return box.size().maxCoeff();
}

Arc find_arc(const Mesh& mesh, const Vec3& point, const Vec3& a, double theta)
{
  const Vec3 u = a.unitOrthogonal();
  const Vec3 v = a.cross(u);
  std::vector<Vec2> seen;
  for (const Vec3& x : mesh.nodes)
    seen.emplace_back(u.dot(x - point), v.dot(x - point));
  const View view(mesh, seen, size_of(mesh));
  if (view.stabbed)
    throw_input_error("point", "an axis that touches or intersects the mesh", "an axis outside the mesh",
                      "Move the point outside the mesh, to the side towards which it is to be bent.");
  const double R = view.nearest.norm();
  const Vec3 r = (view.nearest.x() * u + view.nearest.y() * v) / R;
  return {point, a, r, a.cross(r), R, theta};
}

}  // namespace

Mesh bend(const Mesh& mesh, const Vec3& point, const Vec3& direction, double angle_degrees)
{
  check_point("point", point);
  const Vec3 a = check_direction("direction", direction);
  if (!(angle_degrees > 0 && angle_degrees <= 360))
    throw_input_error("angle", angle_degrees, "degrees in (0, 360]");
  const Arc arc = find_arc(mesh, point, a, angle_degrees * std::numbers::pi / 180);

  Mesh bent = mesh;
  for (std::size_t n = 0; n < bent.nodes.size(); ++n) {
    const std::optional<Vec3> x = arc(mesh.nodes[n]);
    if (!x)
      throw_input_error("point", fmt::format("an axis with node {} on its far side", n),
                        "the bent part of the mesh on one side of the axis",
                        "Move the axis farther away, or bend by a smaller angle.");
    bent.nodes[n] = *x;
  }
  for (std::size_t e = 0; e < bent.elements.size(); ++e)
    if (orientation(bent, bent.elements[e]) != Orientation::positive)
      throw_input_error("point", fmt::format("a bend of radius {:.3g} that inverts element {}", arc.R, e),
                        "elements short enough to follow the bend",
                        "Use more elements along the bend, or a larger radius.");
  return bent;
}

}  // namespace corbel
