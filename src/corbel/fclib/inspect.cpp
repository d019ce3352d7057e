// SPDX-License-Identifier: MIT
#include "corbel/fclib/inspect.hpp"

#include <fmt/format.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// A block is singular when its determinant is below this part of (tr/3)³.
constexpr double singular_tolerance = 1e-13;

bool row_is_zero(const LocalOperator& W, std::size_t i)
{
  if (!W.factor().block(i, 0).isZero(0) || !W.factor().block(i, 1).isZero(0)) return false;
  const BlockSparse& C = W.blocks();
  if (C.n == 0) return true;
  return std::all_of(C.block.begin() + C.row_begin[i], C.block.begin() + C.row_begin[i + 1],
                     [](const Mat3& block) { return block.isZero(0); });
}

double asymmetry(const LocalOperator& W)
{
  const BlockSparse& C = W.blocks();
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < C.n; ++i)
    for (auto k = static_cast<std::size_t>(C.row_begin[i]); k < static_cast<std::size_t>(C.row_begin[i + 1]);
         ++k) {
      const Mat3* other = C.find(static_cast<std::size_t>(C.column[k]), i);
      // An entry without partner is met once and counts for both.
      if (other)
        difference += (C.block[k] - other->transpose()).squaredNorm();
      else
        difference += 2 * C.block[k].squaredNorm();
      norm += C.block[k].squaredNorm();
    }
  return norm > 0 ? std::sqrt(difference / norm) : 0;
}

bool is_singular(const Mat3& W_ii)
{
  const double mean = W_ii.trace() / 3;
  return W_ii.determinant() <= singular_tolerance * mean * mean * mean;
}

}  // namespace

ContactInspection inspect_contacts(const LocalOperator& W)
{
  ContactInspection found;
  for (std::size_t i = 0; i < W.size() && found.fault.empty(); ++i) {
    const Mat3& W_ii = W.diagonal(i);
    if (row_is_zero(W, i))
      found.immovable.push_back(i);
    else if (!W_ii.allFinite())
      found.fault = fmt::format("an overflow in W of contact {}", i);
    else if (!(W_ii(2, 2) > 0))
      found.fault = fmt::format("W_NN = {} of contact {}", W_ii(2, 2), i);
    else if (is_singular(W_ii))
      found.singular_blocks.push_back(i);
  }
  found.asymmetry = asymmetry(W);
  return found;
}

}  // namespace corbel
