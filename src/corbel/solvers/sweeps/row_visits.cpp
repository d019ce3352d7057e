// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/row_visits.hpp"

#include "corbel/solvers/residual.hpp"

namespace corbel {

RowVisits::RowVisits(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                     const SweepKernel& kernel)
    : problem_(problem), multiply_row_(kernel.multiply_row)
{
  const std::size_t n = problem.size();
  rho_.resize(n);
  w_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    rho_[i] = step_length(problem, proximal, i);
    w_[i] = mobility(problem, i);
    if (rho_[i] > 0) mobile_.push_back(i);
  }
}

void RowVisits::start(const Impulses& R)
{
  x_ = x_last_ = z_ = R;
  carrying_.clear();
  refresh();
}

void RowVisits::refresh()
{
  v_ = problem_.W.gather(x_);
  v_last_ = problem_.W.gather(x_last_);
}

VisitSums RowVisits::sweep(double beta, bool all)
{
  std::swap(v_, v_last_);
  v_ = v_last_ + beta * (v_last_ - v_);
  VisitSums sums;
  // Constraints that are not visited carry nothing, before and now.
  const std::vector<std::size_t>& visited = all ? mobile_ : carrying_;
  for (const std::size_t i : visited)
    z_[i] = x_[i] + beta * (x_[i] - x_last_[i]);
  for (const std::size_t i : visited)
    visit(i, sums);
  if (all) {
    carrying_.clear();
    for (const std::size_t i : mobile_)
      if (x_[i].squaredNorm() > 0 || x_last_[i].squaredNorm() > 0) carrying_.push_back(i);
  }
  return sums;
}

/// (W z)_i
Vec3 RowVisits::row_product(std::size_t i) const
{
  const BlockSparse& C = problem_.W.blocks();
  Vec3 u = problem_.W.factor().row_product(i, v_);
  if (C.n == 0) return u;
  const auto begin = static_cast<std::size_t>(C.row_begin[i]),
             end = static_cast<std::size_t>(C.row_begin[i + 1]);
  if (begin == end) return u;
  double of_blocks[4];
  multiply_row_(C.block[begin].data(), C.column.data() + begin, end - begin, z_.front().data(), of_blocks);
  return u + Vec3(of_blocks[0], of_blocks[1], of_blocks[2]);
}

void RowVisits::visit(std::size_t i, VisitSums& sums)
{
  const Vec3 y = z_[i];
  const Vec3 u = problem_.B[i] + row_product(i);
  const Vec3 next = y - natural_residual(problem_.laws[i], u, y, rho_[i]);
  const Vec3 d = next - y;
  if (d.squaredNorm() > 0) problem_.W.scatter(i, d, v_);
  sums.e2 += w_[i] * d.squaredNorm();
  sums.s -= w_[i] * d.dot(next - x_[i]);
  x_last_[i] = x_[i];
  x_[i] = z_[i] = next;
}

}  // namespace corbel
