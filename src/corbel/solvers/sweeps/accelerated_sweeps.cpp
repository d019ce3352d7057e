// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/accelerated_sweeps.hpp"

#include "corbel/solvers/residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double growth = 1.2;   ///< of the step, at which the pairs mislead
constexpr int plain_sweeps = 2;  ///< before the first acceleration, not counting fast ones
constexpr double fast = 0.3;     ///< change of a sweep, relative to the last one: acceleration gains nothing

}  // namespace

AcceleratedSweeps::AcceleratedSweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                                     const BlockOptions& options, int memory, SweepOrder order)
    : problem_(problem), sweeps_(problem, proximal, options, order), anderson_(memory),
      last_step_(std::numeric_limits<double>::infinity())
{
}

void AcceleratedSweeps::set_weights()
{
  weight_.resize(3 * static_cast<Index>(problem_.size()));
  for (std::size_t i = 0; i < problem_.size(); ++i)
    weight_.segment<3>(3 * static_cast<Index>(i))
        .setConstant(std::sqrt(std::max(0.0, mobility(problem_, i))));
}

VectorXd AcceleratedSweeps::weighted(const Impulses& R) const
{
  VectorXd x(weight_.size());
  for (std::size_t i = 0; i < R.size(); ++i)
    x.segment<3>(3 * static_cast<Index>(i)) = R[i];
  return x.cwiseProduct(weight_);
}

Sweep AcceleratedSweeps::sweep(Impulses& R)
{
  if (moved_) sweeps_.start(R);
  moved_ = false;
  const Sweep swept = sweeps_(false, R);
  const double change = std::sqrt(swept.scaled2);
  fast_ = change <= fast * last_change_;
  last_change_ = change;
  return swept;
}

bool AcceleratedSweeps::accelerate(Impulses& R)
{
  if (plain_ < plain_sweeps) {
    if (!fast_ && ++plain_ == plain_sweeps) {
      set_weights();
      x_ = weighted(R);
    }
    return true;
  }
  const VectorXd g = weighted(R);
  const double step = (g - x_).norm();
  if (!std::isfinite(step)) return false;
  if (step > growth * last_step_) anderson_.restart();
  last_step_ = step;
  x_ = anderson_.next(x_, g);
  moved_ = true;
  // Constraints without weight keep their R, which is zero.
  for (Index k = 0; k < weight_.size(); ++k)
    if (weight_[k] > 0) R[static_cast<std::size_t>(k / 3)][k % 3] = x_[k] / weight_[k];
  return true;
}

}  // namespace corbel
