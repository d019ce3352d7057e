// SPDX-License-Identifier: MIT
#include "corbel/fem/element_groups.hpp"

namespace corbel {

/// Greedy: each group takes the first colour that none of its nodes has met.
ElementGroups::ElementGroups(const Mesh& mesh) : element_count_(mesh.elements.size())
{
  std::vector<std::vector<bool>> met;  // [colour][node]
  const std::size_t count = (element_count_ + group_size - 1) / group_size;
  for (std::size_t group = 0; group < count; ++group) {
    const auto begin = mesh.elements.begin() + static_cast<std::ptrdiff_t>(group * group_size);
    const auto end = mesh.elements.begin() +
                     static_cast<std::ptrdiff_t>(std::min((group + 1) * group_size, element_count_));
    const auto has_met = [&](const std::vector<bool>& nodes) {
      return std::any_of(begin, end, [&](const Element& element) {
        const auto span = element.node_span();
        return std::any_of(span.begin(), span.end(),
                           [&](int n) { return nodes[static_cast<std::size_t>(n)]; });
      });
    };
    std::size_t color = 0;
    while (color < met.size() && has_met(met[color]))
      ++color;
    if (color == met.size()) {
      met.emplace_back(mesh.nodes.size(), false);
      colors_.emplace_back();
    }
    colors_[color].push_back(group);
    for (auto element = begin; element != end; ++element)
      for (const int n : element->node_span())
        met[color][static_cast<std::size_t>(n)] = true;
  }
}

}  // namespace corbel
