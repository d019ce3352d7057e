// SPDX-License-Identifier: MIT
#include "corbel/contact/shape_overlap.hpp"

#include "corbel/contact/detect.hpp"
#include "corbel/core/check.hpp"

#include <Eigen/Geometry>

namespace corbel {
namespace {

/// X lies below the mean planes of all faces.
bool contains(const Mesh& mesh, const Element& element, const Vec3& X)
{
  const auto x = [&](int local) -> const Vec3& {
    return mesh.nodes[static_cast<std::size_t>(element.nodes[static_cast<std::size_t>(local)])];
  };
  for (const auto& face : element_faces(element.node_count)) {
    const bool quad = face[0] == 4;
    const Vec3 a = x(face[1]), b = x(face[2]), c = x(face[3]), d = quad ? x(face[4]) : a;
    const Vec3 normal = quad ? (c - a).cross(d - b) : (b - a).cross(c - a);
    const Vec3 middle = quad ? Vec3(0.25 * (a + b + c + d)) : Vec3((a + b + c) / 3);
    if (normal.dot(X - middle) > 0) return false;
  }
  return true;
}

/// Contact detection does not see the elements within a mesh.
bool is_within(const Mesh& mesh, std::span<const Vec3> points)
{
  std::vector<char> at_boundary(mesh.elements.size(), 0);
  for (const BoundaryFace& face : mesh.boundary)
    at_boundary[static_cast<std::size_t>(face.element)] = 1;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    if (at_boundary[e]) continue;
    for (const Vec3& X : points)
      if (contains(mesh, mesh.elements[e], X)) return true;
  }
  return false;
}

bool is_within(const Shape& shape, std::span<const Vec3> points)
{
  for (const ShapePart& part : shape)
    if (const auto* mesh = std::get_if<Mesh>(&part); mesh && is_within(*mesh, points)) return true;
  return false;
}

/// A point of each object: an object that meets no element at the boundary of a mesh is within it or outside
/// as a whole.
std::vector<Vec3> sample(const ContactSurface& surface)
{
  std::vector<Vec3> points;
  for (const Convex& convex : surface.convexes)
    points.push_back(convex.vertices.front());
  for (const Sphere& sphere : surface.spheres)
    points.push_back(sphere.center);
  return points;
}

}  // namespace

/// The obstacles become one body that touches each of many obstacles, which do not touch each other.
std::vector<bool> overlapping_shapes(const Shape& obstacles, const std::vector<Shape>& shapes, double gap,
                                     double epsilon)
{
  if (!(std::isfinite(gap) && gap <= 0)) throw_input_error("gap", gap, "a finite number <= 0");
  if (obstacles.empty()) throw_input_error("obstacles", "an empty list", "at least one shape");
  Model model;
  model.contact.epsilon = check_not_negative("epsilon", epsilon);
  const Body& against = model.add_body(BodyKind::rigid, obstacles, {}, "");
  for (const Shape& shape : shapes)
    model.add_body(BodyKind::obstacle, shape, {}, "");
  for (const auto& body : model.bodies())
    body->half_step(0);

  std::vector<bool> overlaps(shapes.size(), false);
  for (const Contact& contact : ContactDetector().find_all(model)) {
    const Body& shape = contact.slave == &against ? *contact.master : *contact.slave;
    if (contact.gap <= gap) overlaps[static_cast<std::size_t>(shape.index - 1)] = true;
  }
  const std::vector<Vec3> obstacle_points = sample(against.surface);
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (!overlaps[i])
      overlaps[i] = is_within(obstacles, sample(model.bodies()[i + 1]->surface)) ||
                    is_within(shapes[i], obstacle_points);
  return overlaps;
}

}  // namespace corbel
