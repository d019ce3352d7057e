// SPDX-License-Identifier: MIT
// Which elements may contain a point: a tree of their boxes, halved at the median of the longest edge.
#pragma once

#include "corbel/geometry/aabb.hpp"
#include "corbel/mesh/mesh.hpp"

#include <array>
#include <vector>

namespace corbel {

class ElementTree {
 public:
  explicit ElementTree(const Mesh& mesh);

  /// found(element) for all whose box is not further than `margin` from the point in any coordinate.
  template<class Found>
  void query(const Vec3& point, double margin, const Found& found) const
  {
    std::array<std::size_t, 64> stack;  // one waiting sibling per level
    std::size_t top = 0;
    Aabb around{point, point};
    around.inflate(margin);
    if (!nodes_.empty()) stack[top++] = 0;
    while (top > 0) {
      const Node& node = nodes_[stack[--top]];
      if (!node.box.overlaps(around)) continue;
      if (node.element >= 0) {
        found(node.element);
        continue;
      }
      stack[top++] = node.second;
      stack[top++] = static_cast<std::size_t>(&node - nodes_.data()) + 1;
    }
  }

 private:
  struct Node {
    Aabb box;
    int element;         ///< of a leaf, else −1: the first child is the next node
    std::size_t second;  ///< the other child
  };

  void build(std::vector<int>& elements, std::size_t begin, std::size_t end, const std::vector<Aabb>& boxes);

  std::vector<Node> nodes_;
};

}  // namespace corbel
