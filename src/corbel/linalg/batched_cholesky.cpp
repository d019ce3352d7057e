// SPDX-License-Identifier: MIT
#include "corbel/linalg/batched_cholesky.hpp"

#include <algorithm>

namespace corbel {

BatchedCholesky::BatchedCholesky(const SparseCholesky& factor)
    : factor_(factor.supernodes()), inverse_diagonal_(factor.size())
{
  for (std::size_t s = 0; s + 1 < factor_.column.size(); ++s) {
    const int width = factor_.column[s + 1] - factor_.column[s],
              rows = factor_.row_begin[s + 1] - factor_.row_begin[s];
    for (int j = 0; j < width; ++j) {
      inverse_diagonal_[factor_.column[s] + j] =
          1 / factor_.value[static_cast<std::size_t>(factor_.value_begin[s] + j * rows + j)];
      flops_ += 4.0 * (rows - j);
    }
  }
}

void BatchedCholesky::solve_in_place(LaneArray& x, LaneArray& work) const
{
  const std::vector<int>& P = factor_.permutation;
  work.resize(P.size());
  for (std::size_t i = 0; i < P.size(); ++i)
    work[i] = x[static_cast<std::size_t>(P[i])];
  lane_kernels().solve({factor_.column.size() - 1, factor_.column.data(), factor_.row_begin.data(),
                        factor_.value_begin.data(), factor_.row.data(), factor_.value.data(),
                        inverse_diagonal_.data()},
                       work.data());
  for (std::size_t i = 0; i < P.size(); ++i)
    x[static_cast<std::size_t>(P[i])] = work[i];
}

void BatchedCholesky::solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const
{
  constexpr auto width = static_cast<Eigen::Index>(lane_count);
  demand(B.rows() == size(), "batched Cholesky: the right-hand side has another size");
  LaneArray x(factor_.permutation.size()), work;
  for (Eigen::Index begin = 0; begin < B.cols(); begin += width) {
    const Eigen::Index count = std::min(width, B.cols() - begin);
    for (Eigen::Index j = 0; j < count; ++j)
      set_lane(x, static_cast<std::size_t>(j), B.col(begin + j));
    solve_in_place(x, work);
    for (Eigen::Index j = 0; j < count; ++j)
      get_lane(x, static_cast<std::size_t>(j), B.col(begin + j));
  }
}

std::size_t BatchedCholesky::bytes() const
{
  const std::size_t integers = factor_.permutation.size() + factor_.column.size() + factor_.row_begin.size() +
                               factor_.value_begin.size() + factor_.row.size();
  return integers * sizeof(int) +
         (factor_.value.size() + static_cast<std::size_t>(inverse_diagonal_.size())) * sizeof(double);
}

}  // namespace corbel
