// SPDX-License-Identifier: MIT
// Body by body: all compliances between the points where constraints touch it in one call, and then row by
// row into the sparse matrix.
#include "corbel/local_dynamics/compliant_part.hpp"

#include "corbel/core/index.hpp"
#include "corbel/core/threads.hpp"

#include <algorithm>
#include <span>

namespace corbel {
namespace {

/// Per body the compliances of its points in the frames of the constraints.
std::vector<Eigen::MatrixXd> compliances(const TouchedBodies& touched)
{
  std::vector<Eigen::MatrixXd> all(touched.bodies.size());
  for (const TouchedBody& b : touched.bodies)
    b.inverse->need(b.points, PointUse::blocks);
  parallel_for(all.size(), 1, [&](std::size_t k) {
    const TouchedBody& b = touched.bodies[k];
    std::vector<Mat3> E(b.touches.size());
    for (std::size_t j = 0; j < E.size(); ++j)
      E[j] = b.touches[j].E;
    b.inverse->blocks(b.points, E, all[k]);
  });
  return all;
}

void lay_out(const TouchedBodies& touched, BlockSparse& C)
{
  C.n = touched.size();
  C.row_begin.assign(1, 0);
  C.column.clear();
  const auto touches_of = [&](const BodySide& side) {
    return side.body >= 0 ? std::span<const BodyConstraint>(touched.bodies[index(side.body)].touches)
                          : std::span<const BodyConstraint>();
  };
  for (const auto& [master, slave] : touched.sides) {
    auto m = touches_of(master), s = touches_of(slave);
    for (; !m.empty() || !s.empty();) {
      std::span<const BodyConstraint>& next =
          s.empty() || (!m.empty() && m.front().row <= s.front().row) ? m : s;
      C.column.push_back(next.front().row);
      next = next.subspan(1);
    }
    // a row of both bodies comes twice, in self-contact more often
    const auto begin = C.column.begin() + C.row_begin.back();
    C.column.erase(std::unique(begin, C.column.end()), C.column.end());
    C.row_begin.push_back(static_cast<int>(C.column.size()));
  }
  C.block.assign(C.column.size(), Mat3::Zero());
}

/// Both lists ascend in columns.
void add_row(const TouchedBody& b, const Eigen::MatrixXd& of_body, int touch, std::size_t i, BlockSparse& C)
{
  std::size_t k = index(C.row_begin[i]);
  for (std::size_t j = 0; j < b.touches.size(); ++j) {
    while (C.column[k] != b.touches[j].row)
      ++k;
    C.block[k] += of_body.block<3, 3>(3 * touch, static_cast<Eigen::Index>(3 * j));
  }
}

}  // namespace

BlockSparse compliant_part(const TouchedBodies& touched, BlockSparse used)
{
  if (touched.empty()) return {};
  const std::vector<Eigen::MatrixXd> of_bodies = compliances(touched);
  BlockSparse C = std::move(used);
  lay_out(touched, C);
  parallel_for(C.n, 64, [&](std::size_t i) {
    for (const BodySide& side : touched.sides[i])
      if (side.body >= 0)
        add_row(touched.bodies[index(side.body)], of_bodies[index(side.body)], side.touch, i, C);
  });
  return C;
}

}  // namespace corbel
