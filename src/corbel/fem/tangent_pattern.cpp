// SPDX-License-Identifier: MIT
#include "corbel/fem/tangent_pattern.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <limits>

namespace corbel {
namespace {

std::vector<std::vector<int>> neighbours_of_nodes(const Mesh& mesh)
{
  std::vector<std::vector<int>> neighbours(mesh.nodes.size());
  for (const Element& element : mesh.elements)
    for (const int n : element.node_span()) {
      auto& list = neighbours[static_cast<std::size_t>(n)];
      list.insert(list.end(), element.node_span().begin(), element.node_span().end());
    }
  for (auto& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return neighbours;
}

}  // namespace

TangentPattern::TangentPattern(const Mesh& mesh)
{
  start_.push_back(0);
  for (const std::vector<int>& list : neighbours_of_nodes(mesh)) {
    neighbours_.insert(neighbours_.end(), list.begin(), list.end());
    if (neighbours_.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 9)
      throw_input_error("mesh", mesh.nodes.size(), "fewer nodes: its stiffness has more than 2^31 entries");
    start_.push_back(static_cast<int>(neighbours_.size()));
  }
  for (const Element& element : mesh.elements) {
    first_block_.push_back(blocks_.size());
    for (const int column : element.node_span()) {
      const auto c = static_cast<std::size_t>(column);
      const auto begin = neighbours_.begin() + start_[c], end = neighbours_.begin() + start_[c + 1];
      for (const int row : element.node_span())
        blocks_.push_back(9 * start_[c] + 3 * static_cast<int>(std::lower_bound(begin, end, row) - begin));
    }
  }
}

Eigen::SparseMatrix<double> TangentPattern::zeros() const
{
  const int nodes = static_cast<int>(start_.size()) - 1;
  Eigen::SparseMatrix<double> K(3 * nodes, 3 * nodes);
  K.resizeNonZeros(9 * static_cast<Eigen::Index>(neighbours_.size()));
  int position = 0;
  for (int node = 0; node < nodes; ++node)
    for (int component = 0; component < 3; ++component) {
      K.outerIndexPtr()[3 * node + component] = position;
      for (int i = start_[static_cast<std::size_t>(node)]; i < start_[static_cast<std::size_t>(node) + 1];
           ++i)
        for (int row = 0; row < 3; ++row)
          K.innerIndexPtr()[position++] = 3 * neighbours_[static_cast<std::size_t>(i)] + row;
    }
  K.outerIndexPtr()[3 * nodes] = position;
  std::fill_n(K.valuePtr(), position, 0.0);
  return K;
}

bool TangentPattern::fits(const Eigen::SparseMatrix<double>& K) const
{
  const auto nodes = static_cast<Eigen::Index>(start_.size()) - 1;
  return K.isCompressed() && K.rows() == 3 * nodes && K.cols() == 3 * nodes &&
         K.nonZeros() == 9 * static_cast<Eigen::Index>(neighbours_.size());
}

}  // namespace corbel
