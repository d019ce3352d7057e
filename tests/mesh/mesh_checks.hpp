// SPDX-License-Identifier: MIT
// What every mesh must be: conforming, positive, closed; found without the library's own face search.
#pragma once

#include "geometry/bodies.hpp"

#include "corbel/mesh/mesh.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace corbel::testing {

inline const Vec3& node(const Mesh& mesh, int n) { return mesh.nodes[static_cast<std::size_t>(n)]; }

inline std::vector<int> face_nodes(const BoundaryFace& face)
{
  return {face.node_span().begin(), face.node_span().end()};
}

inline std::vector<Vec3> face_points(const Mesh& mesh, const BoundaryFace& face)
{
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < static_cast<std::size_t>(face.node_count()); ++i)
    points.push_back(node(mesh, face.nodes[i]));
  return points;
}

/// Faces of an element by the manual (1-based there), written down once more.
inline std::vector<std::vector<int>> faces_by_the_manual(const Element& element)
{
  static const std::map<int, std::vector<std::vector<int>>> table = {
      {4, {{1, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}}},
      {5, {{1, 4, 3, 2}, {1, 2, 5}, {2, 3, 5}, {3, 4, 5}, {4, 1, 5}}},
      {6, {{1, 3, 2}, {4, 5, 6}, {1, 2, 5, 4}, {2, 3, 6, 5}, {3, 1, 4, 6}}},
      {8, {{1, 4, 3, 2}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 4, 8, 7}, {1, 5, 8, 4}, {5, 6, 7, 8}}}};
  std::vector<std::vector<int>> faces = table.at(element.node_count());
  for (auto& face : faces)
    for (int& n : face)
      n = element.nodes[static_cast<std::size_t>(n - 1)];
  return faces;
}

/// Smallest determinant of the edges at a corner, over all corners with three edges. The faces that meet at a
/// node, being outward, give its three neighbours in right-handed order.
inline double least_corner_jacobian(const Mesh& mesh, const Element& element)
{
  std::map<int, std::map<int, int>> next;  // node → predecessor → successor in the faces around it
  for (const auto& face : faces_by_the_manual(element))
    for (std::size_t i = 0; i < face.size(); ++i)
      next[face[i]][face[(i + face.size() - 1) % face.size()]] = face[(i + 1) % face.size()];
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [corner, turn] : next) {
    if (turn.size() != 3) continue;  // the apex of a pyramid
    const int a = turn.begin()->first;
    const int b = turn.at(a);
    const int c = turn.at(b);
    const Vec3& x = node(mesh, corner);
    least = std::min(least, (node(mesh, a) - x).dot((node(mesh, b) - x).cross(node(mesh, c) - x)));
  }
  return least;
}

inline double volume(const Mesh& mesh, const std::vector<std::vector<int>>& faces, const Vec3& reference)
{
  SurfaceMoments sum(reference);
  for (const auto& face : faces) {
    std::vector<Vec3> polygon;
    for (const int n : face)
      polygon.push_back(node(mesh, n));
    sum.add(polygon);
  }
  return sum.result().V;
}

inline double area(std::span<const Vec3> polygon)
{
  const Vec3 middle = mean_of(polygon);
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    sum += 0.5 * (polygon[i] - middle).cross(polygon[(i + 1) % polygon.size()] - middle).norm();
  return sum;
}

/// Area of the boundary; of faces with one identifier only, if given.
inline double boundary_area(const Mesh& mesh, std::optional<int> surface_id = std::nullopt)
{
  double sum = 0;
  for (const BoundaryFace& face : mesh.boundary)
    if (!surface_id || face.surface_id == *surface_id) sum += area(face_points(mesh, face));
  return sum;
}

inline std::vector<int> sorted(std::vector<int> v)
{
  std::ranges::sort(v);
  return v;
}

/// Inner faces belong to two elements, which run around them in opposite directions; faces of one element are
/// the boundary, no more and no less.
inline void expect_conforming(const Mesh& mesh)
{
  std::map<std::vector<int>, std::vector<std::vector<int>>> shared;
  for (const Element& element : mesh.elements)
    for (const auto& face : faces_by_the_manual(element))
      shared[sorted(face)].push_back(face);
  std::set<std::vector<int>> outside;
  for (const auto& [key, faces] : shared) {
    ASSERT_LE(faces.size(), 2u);
    if (faces.size() == 1) {
      outside.insert(key);
      continue;
    }
    const auto& first = faces[0];
    const auto& second = faces[1];
    const auto at = std::ranges::find(second, first[0]) - second.begin();
    const std::size_t size = first.size();
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_EQ(first[i], second[(static_cast<std::size_t>(at) + size - i) % size]);
  }
  ASSERT_EQ(outside.size(), mesh.boundary.size());
  int last = -1;
  for (const BoundaryFace& face : mesh.boundary) {
    EXPECT_TRUE(outside.contains(sorted(face_nodes(face))));
    const auto faces = faces_by_the_manual(mesh.elements[static_cast<std::size_t>(face.element)]);
    EXPECT_NE(std::ranges::find(faces, face_nodes(face)), faces.end());
    EXPECT_GE(face.element, last);
    last = face.element;
  }
}

/// What the boundary of a mesh is like.
struct Boundary {
  std::optional<int> euler_characteristic = 2;  ///< 2: a ball, 0: a ring; none: not asked
  bool manifold = true;                         ///< false: pieces may touch along an edge
};

/// Every edge of the boundary belongs to two of its faces, which run along it in opposite directions; nodes,
/// edges and faces add up to the Euler characteristic. A crack inside, between faces that do not match, would
/// add to it.
inline void expect_closed(const Mesh& mesh, const Boundary& expected)
{
  std::map<std::pair<int, int>, int> count;  // of directed edges
  std::set<int> nodes;
  for (const BoundaryFace& face : mesh.boundary)
    for (int i = 0; i < face.node_count(); ++i) {
      const int a = face.nodes[static_cast<std::size_t>(i)];
      const int b = face.nodes[static_cast<std::size_t>((i + 1) % face.node_count())];
      ++count[{a, b}];
      nodes.insert(a);
    }
  for (const auto& [edge, times] : count) {
    EXPECT_EQ((count[{edge.second, edge.first}]), times);
    EXPECT_TRUE(times == 1 || !expected.manifold);
  }
  const auto characteristic =
      static_cast<int>(nodes.size() + mesh.boundary.size()) - static_cast<int>(count.size() / 2);
  EXPECT_EQ(characteristic, expected.euler_characteristic.value_or(characteristic));
}

/// Conforming and closed, all nodes used, all corners of all elements positive, and the elements' volumes add
/// up to what the boundary encloses.
inline void expect_sound(const Mesh& mesh, const Boundary& expected = {})
{
  ASSERT_FALSE(mesh.elements.empty());
  expect_conforming(mesh);
  expect_closed(mesh, expected);
  std::set<int> used;
  double sum = 0;
  for (const Element& element : mesh.elements) {
    used.insert(element.node_span().begin(), element.node_span().end());
    ASSERT_GT(least_corner_jacobian(mesh, element), 0);
    sum += volume(mesh, faces_by_the_manual(element), node(mesh, element.nodes[0]));
  }
  EXPECT_EQ(used.size(), mesh.nodes.size());
  EXPECT_NEAR(sum, moments(mesh).V, 1e-12 * sum);
}

/// Moments of the whole and the sum of the moments of its parts, scaled by the size.
inline void expect_same_moments(const Moments& whole, const Moments& sum, double size)
{
  EXPECT_NEAR(whole.V, sum.V, 1e-12 * whole.V);
  expect_near(whole.center(), sum.center(), 1e-12 * size);
  expect_near(whole.central_euler(), sum.central_euler(), 1e-12 * whole.V * size * size);
}

}  // namespace corbel::testing
