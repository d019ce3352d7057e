// SPDX-License-Identifier: MIT
#include "corbel/bodies/nodal_kinematics.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/index.hpp"
#include "corbel/elements/shape_functions.hpp"
#include "corbel/geometry/check_points.hpp"

#include <Eigen/LU>

#include <cmath>

namespace corbel {

NodalKinematics::NodalKinematics(const TemplateMatch& match, const ContactSurface& surface,
                                 const Shape& shape)
    : match_(match)
{
  find_vertices(surface, shape);
}

Vec3 NodalKinematics::reference_node(std::size_t node) const
{
  return match_.Q * mesh().nodes[node] + match_.t;
}

/// Vertices of a mesh that is its own shape are its nodes; those of other convexes lie somewhere in its
/// elements.
void NodalKinematics::find_vertices(const ContactSurface& surface, const Shape& shape)
{
  const bool own_mesh = shape.size() == 1 && std::holds_alternative<Mesh>(shape[0]);
  for (std::size_t i = 0; i < surface.convexes.size(); ++i) {
    const Convex& convex = surface.convexes[i];
    first_vertex_.push_back(static_cast<int>(vertices_.size()));
    for (std::size_t v = 0; v < convex.vertices.size(); ++v) {
      if (own_mesh) {
        vertices_.push_back({mesh().elements[index(surface.element_of[i])].nodes[v], {}});
        continue;
      }
      const auto point = locate(convex.vertices[v]);
      if (!point)
        throw_input_error("shape", text(convex.vertices[v]), "points inside of the mesh",
                          "The mesh has to contain the shape.");
      vertices_.push_back({-1, *point});
    }
    if (own_mesh)
      elements_.push_back({surface.element_of[i]});
    else
      elements_.push_back(elements_near(object_box(surface, i)));
  }
}

/// Elements whose boxes overlap a referential box.
std::vector<int> NodalKinematics::elements_near(const Aabb& box) const
{
  std::vector<int> found;
  for (std::size_t e = 0; e < mesh().elements.size(); ++e) {
    Aabb own;
    for (const int node : mesh().elements[e].node_span())
      own.extend(reference_node(index(node)));
    own.inflate(1e-6 * size_of(own));
    if (own.overlaps(box)) found.push_back(static_cast<int>(e));
  }
  return found;
}

MaterialPoint NodalKinematics::located(const MaterialPoint& X) const
{
  if (X.element >= 0) return X;
  if (auto found = locate(X.X)) {
    found->direction = X.direction;
    return *found;
  }
  throw_input_error("point", text(X.X), "a referential point of the body",
                    "The point lies outside the mesh of the body.");
}

NodeWeights NodalKinematics::weights(const MaterialPoint& X) const
{
  if (X.element < 0) return weights(located(X));
  const MaterialPoint& point = X;
  const Element& element = mesh().elements[index(point.element)];
  std::array<double, max_element_nodes> N;
  if (point.direction)
    slopes(element, point.xi, *point.direction, N);
  else
    element.kind->shape_values(point.xi, N);
  NodeWeights w;
  for (std::size_t a = 0; a < index(element.node_count()); ++a) {
    if (N[a] == 0) continue;
    w.node[index(w.count)] = element.nodes[a];
    w.N[index(w.count++)] = N[a];
  }
  return w;
}

/// ∂N_a/∂X · D = dN_a/dξ · (J⁻¹ D), J = ∂X/∂ξ
void NodalKinematics::slopes(const Element& element, const Vec3& xi, const Vec3& D, std::span<double> N) const
{
  std::array<Vec3, max_element_nodes> X, dN;
  for (std::size_t a = 0; a < index(element.node_count()); ++a)
    X[a] = reference_node(index(element.nodes[a]));
  element.kind->shape_gradients(xi, dN);
  const Vec3 along = jacobian(*element.kind, X, xi).inverse() * D;
  for (std::size_t a = 0; a < index(element.node_count()); ++a)
    N[a] = dN[a].dot(along);
}

std::vector<int> NodalKinematics::nodes_around(std::span<const MaterialPoint> points) const
{
  std::vector<int> nodes;
  for (const MaterialPoint& point : points) {
    const NodeWeights w = weights(point);
    nodes.insert(nodes.end(), w.node.begin(), w.node.begin() + w.count);
  }
  return nodes;
}

MaterialPoint NodalKinematics::point_in(int element, const Vec3& xi, int object) const
{
  const Element& e = mesh().elements[index(element)];
  std::array<Vec3, max_element_nodes> X;
  for (std::size_t a = 0; a < index(e.node_count()); ++a)
    X[a] = reference_node(index(e.nodes[a]));
  return {interpolate(*e.kind, X, xi), object, element, xi};
}

/// The element in which x lies deepest, of those the object can lie in.
MaterialPoint NodalKinematics::nearest(const Vec3& x, int object, const NodePositions& x_of) const
{
  int best = -1;
  double least = 1e100;
  Vec3 best_xi = Vec3::Zero();
  for (const int candidate : elements_[index(object)]) {
    const Element& element = mesh().elements[index(candidate)];
    std::array<Vec3, max_element_nodes> nodes;
    for (std::size_t a = 0; a < index(element.node_count()); ++a)
      nodes[a] = x_of(element.nodes[a]);
    const auto xi = natural_coordinates(*element.kind, nodes, x);
    if (!xi) continue;
    const double outside = element.kind->outside_by(*xi);
    if (outside >= least) continue;
    best = candidate;
    least = outside;
    best_xi = *xi;
    if (outside <= 0) break;
  }
  // An element so distorted that the point has no coordinates in it: its middle, which is near enough to
  // carry an impulse, and the run goes on.
  if (best < 0) {
    best = elements_[index(object)].front();
    best_xi = reference_center(*mesh().elements[index(best)].kind);
  }
  return point_in(best, best_xi, object);
}

std::optional<MaterialPoint> NodalKinematics::locate(const Vec3& X) const
{
  const Vec3 Z = match_.Q.transpose() * (X - match_.t);
  // A little slack: decks give corners with rounded coordinates.
  const auto found = solid().locate(Z, 1e-5 * std::cbrt(solid().volume()));
  if (!found) return std::nullopt;
  return MaterialPoint{X, -1, found->element, found->xi};
}

Mat3 NodalKinematics::gradient(const MaterialPoint& X, const NodePositions& x_of) const
{
  const MaterialPoint point = located(X);
  const Element& element = mesh().elements[index(point.element)];
  std::array<Vec3, max_element_nodes> at_first, x;
  for (std::size_t a = 0; a < index(element.node_count()); ++a) {
    at_first[a] = reference_node(index(element.nodes[a]));
    x[a] = x_of(element.nodes[a]);
  }
  return jacobian(*element.kind, x, point.xi) * jacobian(*element.kind, at_first, point.xi).inverse();
}

NodeWeights NodalKinematics::vertex(int object, std::size_t v) const
{
  const VertexPlace& place = vertices_[index(first_vertex_[index(object)]) + v];
  if (place.node < 0) return weights(place.point);
  NodeWeights w;
  w.node[0] = place.node;
  w.N[0] = 1;
  w.count = 1;
  return w;
}

void NodalKinematics::place(int object, std::span<const Vec3> /*X*/, Coordinates q, std::span<Vec3> x) const
{
  for (std::size_t v = 0; v < x.size(); ++v) {
    const VertexPlace& vertex = vertices_[index(first_vertex_[index(object)]) + v];
    x[v] = vertex.node >= 0 ? Vec3(q.segment<3>(3 * vertex.node)) : weights(vertex.point).gather(q);
  }
}

Vec3 NodalKinematics::net_force(Coordinates load) const
{
  Vec3 sum = Vec3::Zero();
  for (Eigen::Index i = 0; i < load.size(); i += 3)
    sum += load.segment<3>(i);
  return sum;
}

}  // namespace corbel
