// SPDX-License-Identifier: MIT
// The shape of a body: what contact detection sees of it, its moments, and how it is moved.
#include "corbel/bodies/shape.hpp"

#include "corbel/core/check.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/geometry/coincident_points.hpp"
#include "corbel/math/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace corbel {
namespace {

template<class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template<class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// Applies x ← map(x) to the points of a part; the centre of a sphere or an ellipsoid.
template<class Map>
void map_points(ShapePart& part, const Map& map)
{
  std::visit(Overloaded{[&](Sphere& sphere) { sphere.center = map(sphere.center); },
                        [&](Ellipsoid& ellipsoid) { ellipsoid.center = map(ellipsoid.center); },
                        [&](Convex& convex) {
                          std::ranges::transform(convex.vertices, convex.vertices.begin(), map);
                        },
                        [&](Mesh& mesh) { std::ranges::transform(mesh.nodes, mesh.nodes.begin(), map); }},
             part);
}

/// Largest plane distance: below zero inside. At edges and corners it is less than the distance to the
/// convex.
double distance_to(const Convex& convex, const Vec3& X)
{
  std::vector<Plane> planes(convex.face_count());
  compute_planes(convex, convex.vertices, planes);
  double distance = -std::numeric_limits<double>::infinity();
  for (const Plane& plane : planes)
    distance = std::max(distance, plane.distance(X));
  return distance;
}

double distance_to(const Sphere& sphere, const Vec3& X) { return (X - sphere.center).norm() - sphere.radius; }
double distance_to(const Ellipsoid& ellipsoid, const Vec3& X) { return distance_to(placed(ellipsoid), X); }

/// Collects which objects meet at which points; a point is a node of a mesh or a vertex position of convexes.
class Meetings {
 public:
  void add_mesh(const Mesh& mesh, std::span<const int> element_of, int first_object)
  {
    const std::size_t first_point = objects_at_.size();
    objects_at_.resize(first_point + mesh.nodes.size());
    for (std::size_t i = 0; i < element_of.size(); ++i)
      for (const int node : mesh.elements[static_cast<std::size_t>(element_of[i])].node_span())
        objects_at_[first_point + static_cast<std::size_t>(node)].push_back(first_object +
                                                                            static_cast<int>(i));
  }
  void add_convex(const Convex& convex, int object)
  {
    vertices_.insert(vertices_.end(), convex.vertices.begin(), convex.vertices.end());
    objects_.resize(vertices_.size(), object);
  }
  /// Per object, ascending: the others that meet it somewhere.
  std::vector<std::vector<int>> neighbours(std::size_t object_count)
  {
    join_convexes();
    std::vector<std::vector<int>> result(object_count);
    for (const auto& objects : objects_at_)
      for (const int a : objects)
        for (const int b : objects)
          if (a != b) result[static_cast<std::size_t>(a)].push_back(b);
    for (auto& list : result) {
      std::ranges::sort(list);
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return result;
  }

 private:
  /// Vertices coincide when they differ by less than 1e-9 of the size of all convexes: exact, up
  /// to round-off.
  void join_convexes()
  {
    Aabb box;
    for (const Vec3& x : vertices_)
      box.extend(x);
    const std::vector<int> point = group_coincident(vertices_, 1e-9 * box.size().maxCoeff());
    const std::size_t first_point = objects_at_.size();
    for (std::size_t i = 0; i < point.size(); ++i) {
      const std::size_t p = first_point + static_cast<std::size_t>(point[i]);
      if (p >= objects_at_.size()) objects_at_.resize(p + 1);
      objects_at_[p].push_back(objects_[i]);
    }
  }

  std::vector<std::vector<int>> objects_at_;  // per place
  std::vector<Vec3> vertices_;                // of all convexes
  std::vector<int> objects_;                  // object of each vertex
};

void add_mesh(const Mesh& mesh, ContactSurface& surface, Meetings& meetings)
{
  surface.renumbered += mesh.renumbered;
  std::vector<int> element_of;
  std::vector<Convex> convexes = boundary_convexes(mesh, element_of);
  meetings.add_mesh(mesh, element_of, static_cast<int>(surface.convexes.size()));
  for (const int e : element_of) {
    const Element& element = mesh.elements[static_cast<std::size_t>(e)];
    const auto nodes = element.node_span();
    surface.kind_of.push_back(element.kind);
    surface.node_of.emplace_back(nodes.begin(), nodes.end());
    for (int& node : surface.node_of.back())
      node += surface.node_count;
  }
  surface.node_count += static_cast<int>(mesh.nodes.size());
  std::ranges::move(convexes, std::back_inserter(surface.convexes));
  std::ranges::copy(element_of, std::back_inserter(surface.element_of));
}

}  // namespace

ContactSurface contact_surface(const Shape& shape)
{
  ContactSurface surface;
  Meetings meetings;
  for (const ShapePart& part : shape)
    std::visit(Overloaded{[&](const Sphere& sphere) { surface.spheres.push_back(sphere); },
                          [&](const Ellipsoid& ellipsoid) { surface.ellipsoids.push_back(ellipsoid); },
                          [&](const Convex& convex) {
                            meetings.add_convex(convex, static_cast<int>(surface.convexes.size()));
                            surface.convexes.push_back(convex);
                            surface.element_of.push_back(-1);
                            surface.kind_of.push_back(nullptr);
                            surface.node_of.emplace_back();
                          },
                          [&](const Mesh& mesh) { add_mesh(mesh, surface, meetings); }},
               part);
  surface.neighbours = meetings.neighbours(surface.object_count());
  return surface;
}

Moments moments(const Shape& shape)
{
  Moments sum;
  for (const ShapePart& part : shape)
    sum += std::visit([](const auto& p) { return moments(p); }, part);
  return sum;
}

/// The object that X lies deepest in; the first of equals.
int find_object(const ContactSurface& surface, const Vec3& X, double tolerance)
{
  int best = -1;
  double least = tolerance;
  const auto offer = [&](double distance, std::size_t candidate) {
    if (!(best < 0 ? distance <= least : distance < least)) return;
    least = distance;
    best = static_cast<int>(candidate);
  };
  std::size_t object = 0;
  for (const Convex& convex : surface.convexes)
    offer(distance_to(convex, X), object++);
  for (const Sphere& sphere : surface.spheres)
    offer(distance_to(sphere, X), object++);
  for (const Ellipsoid& ellipsoid : surface.ellipsoids)
    offer(distance_to(ellipsoid, X), object++);
  return best;
}

void translate(ShapePart& part, const Vec3& v)
{
  check_point("vector", v);
  map_points(part, [&](const Vec3& x) -> Vec3 { return x + v; });
}

void rotate(ShapePart& part, const Vec3& point, const Vec3& axis, double angle_degrees)
{
  check_point("point", point);
  check_point("vector", axis);
  check_finite("angle", angle_degrees);
  const double length = axis.stableNorm();
  if (!(length > 0)) throw_input_error("vector", "a zero vector", "the direction of the axis of rotation");
  const Mat3 R = exp_map((axis / length) * (angle_degrees * std::numbers::pi / 180));
  map_points(part, [&](const Vec3& x) -> Vec3 { return point + R * (x - point); });
  if (auto* ellipsoid = std::get_if<Ellipsoid>(&part))
    ellipsoid->rotation = orthonormalized(R * ellipsoid->rotation);
}

/// Coefficients > 0 only: a mirror image would turn all faces and elements inside out.
void scale(ShapePart& part, const Vec3& coefficients)
{
  for (const double c : coefficients)
    if (!(std::isfinite(c) && c > 0)) throw_input_error("coefs", c, "three finite numbers > 0");
  if (auto* sphere = std::get_if<Sphere>(&part))
    sphere->radius *= coefficients.x();
  else if (auto* ellipsoid = std::get_if<Ellipsoid>(&part))
    *ellipsoid = scaled(*ellipsoid, coefficients);
  else
    map_points(part, [&](const Vec3& x) -> Vec3 { return x.cwiseProduct(coefficients); });
}

}  // namespace corbel
