// SPDX-License-Identifier: MIT
#include "corbel/fem/element_tree.hpp"

#include <algorithm>
#include <numeric>

namespace corbel {

ElementTree::ElementTree(const Mesh& mesh)
{
  std::vector<Aabb> boxes(mesh.elements.size());
  for (std::size_t e = 0; e < boxes.size(); ++e)
    for (const int n : mesh.elements[e].node_span())
      boxes[e].extend(mesh.nodes[static_cast<std::size_t>(n)]);
  std::vector<int> elements(boxes.size());
  std::iota(elements.begin(), elements.end(), 0);
  nodes_.reserve(2 * boxes.size());
  if (!elements.empty()) build(elements, 0, elements.size(), boxes);
}

void ElementTree::build(std::vector<int>& elements, std::size_t begin, std::size_t end,
                        const std::vector<Aabb>& boxes)
{
  const auto box_of = [&](int element) -> const Aabb& { return boxes[static_cast<std::size_t>(element)]; };
  const std::size_t self = nodes_.size();
  Node node{{}, end - begin == 1 ? elements[begin] : -1, 0};
  for (std::size_t i = begin; i < end; ++i)
    node.box.extend(box_of(elements[i]));
  nodes_.push_back(node);
  if (end - begin == 1) return;
  int axis = 0;
  node.box.size().maxCoeff(&axis);
  const auto first = elements.begin();
  const std::size_t middle = begin + (end - begin) / 2;
  std::nth_element(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(middle),
                   first + static_cast<std::ptrdiff_t>(end), [&](int a, int b) {
                     const double ca = box_of(a).center()[axis], cb = box_of(b).center()[axis];
                     return ca != cb ? ca < cb : a < b;
                   });
  build(elements, begin, middle, boxes);
  nodes_[self].second = nodes_.size();
  build(elements, middle, end, boxes);
}

}  // namespace corbel
