// SPDX-License-Identifier: MIT
// Step 2 of cutting a mesh: tetrahedra that the plane crosses.
//
// With a nodes on one side, b on the other and c on the plane, a + b + c = 4, the piece on the side of the a
// nodes is, the new nodes being those on cut edges:
//
//   a = 1           a tetrahedron: the node, those on the plane, the new ones
//   a = 2, c = 1    a pyramid over the quadrilateral of the two nodes and the two new ones
//   a = 2, c = 0    a wedge between the triangles at the two nodes
//   a = 3           a wedge between the triangle of the nodes and the new triangle
//
// A face is cut by its own nodes alone, so neighbours agree; quadrilaterals that arise are plane.
#include "corbel/mesh/element.hpp"
#include "corbel/mesh/remesh.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// Nodes of a face or an element by side.
struct Sides {
  std::vector<int> below, on, above;
};

class Cutter {
 public:
  explicit Cutter(MeshUnderCut& mesh) : mesh_(mesh) {}

  void run()
  {
    cut_surface();
    std::vector<Element> old;
    old.swap(mesh_.elements);
    for (const Element& element : old)
      if (mesh_.is_cut(element))
        cut(element);
      else
        mesh_.elements.push_back(element);
  }

 private:
  Sides sides_of(std::span<const int> nodes) const
  {
    Sides sides;
    for (const int n : nodes) {
      const double h = mesh_.height[static_cast<std::size_t>(n)];
      (h < 0 ? sides.below : h > 0 ? sides.above : sides.on).push_back(n);
    }
    return sides;
  }

  /// The node where the plane cuts an edge.
  int between(int a, int b)
  {
    if (a > b) std::swap(a, b);
    const auto [entry, is_new] = on_edge_.emplace(std::pair(a, b), -1);
    if (is_new) {
      const double h_a = mesh_.height[static_cast<std::size_t>(a)];
      const double h_b = mesh_.height[static_cast<std::size_t>(b)];
      const Vec3 x_a = mesh_.nodes[static_cast<std::size_t>(a)];
      const Vec3 x_b = mesh_.nodes[static_cast<std::size_t>(b)];
      entry->second = mesh_.add_node(x_a + (h_a / (h_a - h_b)) * (x_b - x_a), 0);
    }
    return entry->second;
  }

  /// Pieces of boundary triangles keep their identifier. Faces of four nodes here are of elements that were
  /// divided, so they are faces no more.
  void cut_surface()
  {
    std::vector<std::pair<FaceKey, int>> pieces;
    for (const auto& [key, id] : mesh_.surface) {
      if (key[0] >= 0) continue;
      const std::span<const int> triangle(key.data() + 1, 3);
      if (!mesh_.is_cut(triangle)) continue;
      const Sides sides = sides_of(triangle);
      pieces.emplace_back(face_piece(sides.below, sides.on, sides.above), id);
      pieces.emplace_back(face_piece(sides.above, sides.on, sides.below), id);
    }
    mesh_.surface.insert(pieces.begin(), pieces.end());
  }
  FaceKey face_piece(const std::vector<int>& own, const std::vector<int>& on, const std::vector<int>& other)
  {
    std::vector<int> nodes = own;
    nodes.insert(nodes.end(), on.begin(), on.end());
    for (const int a : own)
      for (const int b : other)
        nodes.push_back(between(a, b));
    // with one node on the own side and none on the plane: the node and two new ones
    return face_key(nodes);
  }

  void cut(const Element& element)
  {
    const Sides sides = sides_of(element.node_span());
    add_piece(sides.below, sides.on, sides.above, element.volume_id);
    add_piece(sides.above, sides.on, sides.below, element.volume_id);
  }
  void add_piece(const std::vector<int>& own, const std::vector<int>& on, const std::vector<int>& other,
                 int volume_id)
  {
    std::vector<int> n;
    const ElementKind* kind = &wedge6();
    if (own.size() == 1) {
      kind = &tet4();
      n = own;
      n.insert(n.end(), on.begin(), on.end());
      for (const int b : other)
        n.push_back(between(own[0], b));
    } else if (own.size() == 2 && on.size() == 1) {
      kind = &pyramid5();
      n = {own[0], own[1], between(own[1], other[0]), between(own[0], other[0]), on[0]};
    } else if (own.size() == 2) {
      for (const int a : own)
        n.insert(n.end(), {a, between(a, other[0]), between(a, other[1])});
    } else {
      n = own;
      for (const int a : own)
        n.push_back(between(a, other[0]));
    }
    add(*kind, n, volume_id);
  }
  void add(const ElementKind& kind, const std::vector<int>& nodes, int volume_id)
  {
    Element element = make_element(kind, nodes, volume_id);
    if (orientation(mesh_.nodes, element) == Orientation::negative) turn_over(element);
    mesh_.elements.push_back(element);
  }

  MeshUnderCut& mesh_;
  std::map<std::pair<int, int>, int> on_edge_;
};

}  // namespace

void cut_tetrahedra(MeshUnderCut& mesh) { Cutter(mesh).run(); }

}  // namespace corbel
