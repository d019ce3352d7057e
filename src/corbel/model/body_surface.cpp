// SPDX-License-Identifier: MIT
#include "corbel/model/body_surface.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/error.hpp"
#include "corbel/core/names.hpp"
#include "corbel/geometry/coincident_points.hpp"

#include <Eigen/Geometry>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace corbel {
namespace {

constexpr double same_place = 1e-9;  ///< of the size of the body

/// Vertices of elements are nodes, whose natural coordinates are known.
MaterialPoint vertex_point(const Body& body, std::size_t object, int vertex)
{
  const Convex& convex = body.surface.convexes[object];
  const auto v = static_cast<std::size_t>(vertex);
  const int element = body.surface.element_of[object];
  MaterialPoint point{convex.vertices[v]};
  if (element >= 0) {
    point.element = element;
    point.xi = body.surface.kind_of[object]->reference_nodes[v];
  } else {
    point = body.locate("shape", point.X);
  }
  point.object = static_cast<int>(object);
  return point;
}

class FaceCollector {
 public:
  FaceCollector(const Body& body, int surface_id) : body_(body), surface_id_(surface_id)
  {
    for (std::size_t i = 0; i < body.surface.convexes.size(); ++i)
      body.surface.element_of[i] < 0 ? add_convex(i) : add_element(i);
  }
  std::vector<BodyFace> faces;
  std::set<int> seen;  ///< surface identifiers of the body

 private:
  bool wanted(const Convex& convex, std::size_t face)
  {
    if (!convex.face_boundary[face]) return false;
    seen.insert(convex.face_surface[face]);
    return convex.face_surface[face] == surface_id_;
  }

  void add_convex(std::size_t object)
  {
    const Convex& convex = body_.surface.convexes[object];
    for (std::size_t f = 0; f < convex.face_count(); ++f) {
      if (!wanted(convex, f)) continue;
      const std::span<const int> v = convex.face(f);
      if (v.size() == 4) add(object, quadrilateral4(), v);
      for (std::size_t i = 2; v.size() != 4 && i < v.size(); ++i)
        add(object, triangle3(), std::array{v[0], v[i - 1], v[i]});
    }
  }

  /// Contact detection has faces of elements in facets, and warped ones of these as two triangles; here they
  /// are whole again.
  void add_element(std::size_t object)
  {
    const Convex& convex = body_.surface.convexes[object];
    std::size_t f = 0;
    for (const LocalFace& local : body_.surface.kind_of[object]->faces) {
      if (wanted(convex, f)) add(object, *local.kind, local.node_span());
      for (const Facet& facet : local.kind->facets)
        f += facet.count == 4 && convex.face(f).size() == 3 ? 2 : 1;
    }
  }

  void add(std::size_t object, const FaceKind& kind, std::span<const int> vertices)
  {
    BodyFace face{&kind, {}};
    for (std::size_t i = 0; i < vertices.size(); ++i)
      face.nodes[i] = vertex_point(body_, object, vertices[i]);
    faces.push_back(face);
  }

  const Body& body_;
  int surface_id_;
};

void refuse_round(const Body& body, int surface_id)
{
  const auto refuse = [&](const char* what) {
    throw_input_error("surface", fmt::format("{} of {} of {}", surface_id, what, name_of(body)),
                      "a surface of convexes or meshes", "Use a mesh as shape, or forces at points.");
  };
  for (const Sphere& sphere : body.surface.spheres)
    if (sphere.surface_id == surface_id) refuse("a sphere");
  for (const Ellipsoid& ellipsoid : body.surface.ellipsoids)
    if (ellipsoid.surface_id == surface_id) refuse("an ellipsoid");
}

/// Twice the vector area in q, that of its corners.
Vec3 area(const Body& body, const BodyFace& face)
{
  std::vector<Vec3> x;
  for (const MaterialPoint& corner :
       face.node_span().first(static_cast<std::size_t>(face.kind->corner_count)))
    x.push_back(body.position(corner));
  return twice_area(x);
}

/// Up to `most` points far apart: each next one is the farthest from the span of those before.
std::vector<SurfacePoint> spanning(const std::vector<SurfacePoint>& points, std::size_t most,
                                   double tolerance)
{
  std::vector<SurfacePoint> chosen = {points.front()};
  std::vector<Vec3> axes;  // orthonormal, of the span
  while (chosen.size() < most) {
    const auto off = [&](const SurfacePoint& p) {
      Vec3 d = p.point.X - chosen.front().point.X;
      for (const Vec3& a : axes)
        d -= a.dot(d) * a;
      return d;
    };
    const auto farthest = std::max_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
      return off(a).squaredNorm() < off(b).squaredNorm();
    });
    const Vec3 d = off(*farthest);
    if (d.norm() <= tolerance) break;
    chosen.push_back(*farthest);
    axes.push_back(d.normalized());
  }
  return chosen;
}

constexpr auto surface_axes = names<SurfaceAxis>({{SurfaceAxis::normal, "NORMAL"},
                                                  {SurfaceAxis::tangent1, "TANGENT1"},
                                                  {SurfaceAxis::tangent2, "TANGENT2"}});

}  // namespace

SurfaceAxis surface_axis(std::string_view name)
{
  return surface_axes.value("direction", name, "", "three numbers, ");
}

Vec3 first_tangent(const Vec3& n)
{
  constexpr double horizontal = 1e-6;  // sine of the slope
  const Vec3 descent = n.z() * n - Vec3::UnitZ();
  if (descent.norm() > horizontal) return descent.normalized();
  return (Vec3::UnitX() - n.x() * n).normalized();
}

Vec3 axis_direction(SurfaceAxis axis, const Vec3& n)
{
  if (axis == SurfaceAxis::normal) return n;
  return axis == SurfaceAxis::tangent1 ? first_tangent(n) : n.cross(first_tangent(n));
}

std::vector<BodyFace> faces_of(const Body& body, int surface_id)
{
  refuse_round(body, surface_id);
  FaceCollector collector(body, surface_id);
  if (collector.faces.empty())
    throw_input_error("surface", surface_id,
                      fmt::format("a surface identifier of a face of {}", name_of(body)),
                      collector.seen.empty()
                          ? "It has no faces."
                          : fmt::format("Its surface identifiers are {}.", fmt::join(collector.seen, ", ")));
  return std::move(collector.faces);
}

std::set<int> surface_ids(const Body& body)
{
  std::set<int> ids;
  for (const Convex& convex : body.surface.convexes)
    for (std::size_t f = 0; f < convex.face_count(); ++f)
      if (convex.face_boundary[f]) ids.insert(convex.face_surface[f]);
  for (const Sphere& sphere : body.surface.spheres)
    ids.insert(sphere.surface_id);
  for (const Ellipsoid& ellipsoid : body.surface.ellipsoids)
    ids.insert(ellipsoid.surface_id);
  return ids;
}

std::vector<SurfacePoint> surface_points(const Body& body, int surface_id)
{
  std::vector<Vec3> X;
  std::vector<SurfacePoint> all;
  for (const BodyFace& face : faces_of(body, surface_id))
    for (const MaterialPoint& node : face.node_span()) {
      X.push_back(node.X);
      all.push_back({node, area(body, face)});
    }
  const double size = size_of(surface_box(body.surface));
  const std::vector<int> group = group_coincident(X, same_place * size);
  std::vector<SurfacePoint> points;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto g = static_cast<std::size_t>(group[i]);
    if (g == points.size())
      points.push_back(all[i]);
    else
      points[g].normal += all[i].normal;
  }
  for (SurfacePoint& p : points)
    p.normal.normalize();
  if (body.kind == BodyKind::finite_element) return points;
  return spanning(points, body.kind == BodyKind::pseudo_rigid ? 4 : 3, 1e-6 * size);
}

}  // namespace corbel
