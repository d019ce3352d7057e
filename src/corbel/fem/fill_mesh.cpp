// SPDX-License-Identifier: MIT
#include "corbel/fem/fill_mesh.hpp"

#include "corbel/core/error.hpp"
#include "corbel/elements/shape_functions.hpp"
#include "corbel/fem/element_distance.hpp"
#include "corbel/fem/integration_points.hpp"
#include "corbel/fem/reduce_rule.hpp"
#include "corbel/fem/tetrahedra.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/mesh/boundary.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <map>

namespace corbel {
namespace {

constexpr double all_inside = 1e-9;    ///< part of the volume of a convex that may be missing: round-off
constexpr double same_volume = 1e-11;  ///< an element is filled
constexpr double nothing = 1e-12;      ///< part of an element that is as good as empty

/// The planes around a part of an element.
using CellPlanes = std::vector<CutPlane>;

/// An element as a set of convex parts: itself, or tetrahedra when its faces are warped. Neighbours agree.
struct Cell {
  Aabb box;
  std::vector<CellPlanes> parts;
  double volume = 0;
};

Convex faces_of_element(const ElementNodes& nodes)
{
  Convex convex;
  convex.vertices.assign(nodes.span().begin(), nodes.span().end());
  convex.face_begin.push_back(0);
  for (const LocalFace& face : nodes.kind->faces) {
    convex.face_vertex.insert(convex.face_vertex.end(), face.corners().begin(), face.corners().end());
    convex.face_begin.push_back(static_cast<int>(convex.face_vertex.size()));
    convex.face_surface.push_back(0);
  }
  return convex;
}

CellPlanes planes_of(const Convex& convex)
{
  CellPlanes planes;
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    std::vector<Vec3> x;
    for (const int vertex : convex.face(f))
      x.push_back(convex.vertices[static_cast<std::size_t>(vertex)]);
    planes.push_back({x[0], twice_area(x).normalized()});
  }
  return planes;
}

CellPlanes planes_of(const Tetrahedron& t)
{
  CellPlanes planes;
  for (std::size_t i = 0; i < 4; ++i) {  // opposite to corner i
    const Vec3 &a = t[(i + 1) % 4], &b = t[(i + 2) % 4], &c = t[(i + 3) % 4];
    const Vec3 n = (b - a).cross(c - a).normalized();
    planes.push_back({a, n.dot(t[i] - a) > 0 ? Vec3(-n) : n});
  }
  return planes;
}

Cell cell_of(const ElementNodes& nodes)
{
  const Convex convex = faces_of_element(nodes);
  Cell cell;
  for (const Vec3& x : nodes.span())
    cell.box.extend(x);
  const bool plane = has_plane_faces(convex);
  if (plane) cell.parts.push_back(planes_of(convex));
  for (const Tetrahedron& t : cut_into_tetrahedra(convex)) {
    cell.volume += volume(t);
    if (!plane) cell.parts.push_back(planes_of(t));
  }
  return cell;
}

Aabb box_of(std::span<const Vec3> points)
{
  Aabb box;
  for (const Vec3& x : points)
    box.extend(x);
  return box;
}

/// Appends what is inside of the cell.
void clip(const Tetrahedron& t, const Cell& cell, std::vector<Tetrahedron>& out)
{
  std::vector<Tetrahedron> pieces, next;
  for (const CellPlanes& planes : cell.parts) {
    pieces = {t};
    for (const CutPlane& plane : planes) {
      next.clear();
      for (const Tetrahedron& piece : pieces)
        corbel::clip(piece, plane, next);
      pieces.swap(next);
    }
    for (const Tetrahedron& piece : pieces)
      if (volume(piece) != 0) out.push_back(piece);
  }
}

double total(const std::vector<Tetrahedron>& pieces)
{
  double sum = 0;
  for (const Tetrahedron& t : pieces)
    sum += std::abs(volume(t));
  return sum;
}

/// Warped faces bulge beyond the tetrahedra: a point may be a little outside of the element in natural
/// coordinates, where shape functions are negative. It goes back along the way to the middle.
Vec3 pulled_inside(const ElementKind& kind, const Vec3& xi)
{
  if (kind.outside_by(xi) <= 1e-12) return xi;
  const Vec3 middle = reference_center(kind);
  double inside = 0, outside = 1;
  for (int i = 0; i < 50; ++i) {
    const double s = 0.5 * (inside + outside);
    (kind.outside_by(middle + s * (xi - middle)) <= 0 ? inside : outside) = s;
  }
  return middle + inside * (xi - middle);
}

ElementRule rule_of(const ElementNodes& nodes, const std::vector<Tetrahedron>& pieces)
{
  ElementRule rule;
  for (const Tetrahedron& t : pieces)
    for (const QuadraturePoint& point : tet4().stiffness_rule) {
      const Vec3 X = interpolate(tet4(), t, point.xi);
      const auto xi = natural_coordinates(*nodes.kind, nodes.span(), X);
      demand(xi.has_value(), "fill_mesh: a point inside of an element has no natural coordinates");
      rule.push_back({pulled_inside(*nodes.kind, *xi), 6 * point.weight * std::abs(volume(t))});
    }
  rule = reduce_rule(*nodes.kind, rule);
  for (QuadraturePoint& point : rule)
    point.weight /= jacobian(*nodes.kind, nodes.span(), point.xi).determinant();
  return rule;
}

double distance(const ElementNodes& nodes, const Vec3& X)
{
  const auto xi = natural_coordinates(*nodes.kind, nodes.span(), X);
  return xi && is_inside(*nodes.kind, *xi, 1e-9) ? 0 : distance_to_element(nodes, X);
}

[[noreturn]] void refuse(const Mesh& mesh, const Convex& convex, std::size_t number, double missing)
{
  double farthest = 0;
  Vec3 worst = convex.vertices[0];
  for (const Vec3& X : convex.vertices) {
    double least = std::numeric_limits<double>::infinity();
    for (const Element& element : mesh.elements)
      least = std::min(least, distance(ElementNodes(mesh, element), X));
    if (least > farthest) worst = X;
    farthest = std::max(farthest, least);
  }
  const double size = size_of(box_of(convex.vertices));
  const std::string vertex = farthest > all_inside * size
                                 ? fmt::format("; its vertex {} is {:.3g} m outside", text(worst), farthest)
                                 : "";
  throw_input_error("mesh", "a mesh that does not contain its shape",
                    "one whose elements cover all convexes of the shape",
                    fmt::format("{1:.3g} % of the volume of convex {0} is outside the mesh{2}.", number,
                                100 * missing, vertex));
}

/// The elements that are kept, with their nodes; faces that were on the boundary keep their surface
/// identifier.
Mesh part_of(const Mesh& mesh, const std::vector<char>& keep)
{
  Mesh part;
  std::vector<int> number(mesh.nodes.size(), -1);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    for (const int n : mesh.elements[e].node_span())
      if (keep[e]) number[static_cast<std::size_t>(n)] = 0;
  for (std::size_t n = 0; n < number.size(); ++n)
    if (number[n] == 0) {
      number[n] = static_cast<int>(part.nodes.size());
      part.nodes.push_back(mesh.nodes[n]);
    }
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    if (!keep[e]) continue;
    part.elements.push_back(mesh.elements[e]);
    for (int& n : part.elements.back().node_span())
      n = number[static_cast<std::size_t>(n)];
  }
  std::map<FaceKey, int> surface_of;
  for (BoundaryFace face : mesh.boundary) {
    if (!keep[static_cast<std::size_t>(face.element)]) continue;
    for (int& n : face.node_span())
      n = number[static_cast<std::size_t>(n)];
    surface_of[face_key(face.corners())] = face.surface_id;
  }
  for (const FaceOfElement& face : find_boundary(part)) {
    const auto known = surface_of.find(face.key);
    part.boundary.push_back(boundary_face(part, face, known == surface_of.end() ? 0 : known->second));
  }
  return part;
}

}  // namespace

FilledMesh fill_mesh(const Mesh& mesh, std::span<const Convex> convexes)
{
  demand_linear(mesh, "a shape apart from its mesh");
  std::vector<Cell> cells;
  for (const Element& element : mesh.elements)
    cells.push_back(cell_of(ElementNodes(mesh, element)));
  std::vector<std::vector<Tetrahedron>> pieces(cells.size());
  for (std::size_t i = 0; i < convexes.size(); ++i) {
    const std::vector<Tetrahedron> whole = cut_into_tetrahedra(convexes[i]);
    std::vector<Tetrahedron> inside;
    double covered = 0;
    for (std::size_t e = 0; e < cells.size(); ++e) {
      if (!cells[e].box.overlaps(box_of(convexes[i].vertices))) continue;
      inside.clear();
      for (const Tetrahedron& t : whole)
        if (cells[e].box.overlaps(box_of(t))) clip(t, cells[e], inside);
      covered += total(inside);
      pieces[e].insert(pieces[e].end(), inside.begin(), inside.end());
    }
    const double missing = 1 - covered / total(whole);
    if (!(std::abs(missing) <= all_inside)) refuse(mesh, convexes[i], i, missing);
  }
  std::vector<char> keep;
  FilledMesh filled;
  for (std::size_t e = 0; e < cells.size(); ++e) {
    const double part = total(pieces[e]) / cells[e].volume;
    keep.push_back(part > nothing);
    if (!keep.back()) continue;
    const bool full = std::abs(part - 1) <= same_volume;
    filled.rules.push_back(full ? ElementRule() : rule_of(ElementNodes(mesh, mesh.elements[e]), pieces[e]));
  }
  filled.mesh = part_of(mesh, keep);
  return filled;
}

}  // namespace corbel
