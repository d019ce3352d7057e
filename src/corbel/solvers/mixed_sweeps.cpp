// SPDX-License-Identifier: MIT
#include "corbel/solvers/mixed_sweeps.hpp"

#include "corbel/solvers/residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double growth = 1.2;  ///< of the step, at which the pairs mislead

}  // namespace

MixedSweeps::MixedSweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                         const BlockOptions& options, int memory, SweepOrder order)
    : sweeps_(problem, proximal, options, order), mixing_(memory),
      weight_(3 * static_cast<Index>(problem.size())), last_step_(std::numeric_limits<double>::infinity())
{
  for (std::size_t i = 0; i < problem.size(); ++i)
    weight_.segment<3>(3 * static_cast<Index>(i)).setConstant(std::sqrt(std::max(0.0, mobility(problem, i))));
}

VectorXd MixedSweeps::weighted(const Impulses& R) const
{
  VectorXd x(weight_.size());
  for (std::size_t i = 0; i < R.size(); ++i)
    x.segment<3>(3 * static_cast<Index>(i)) = R[i];
  return x.cwiseProduct(weight_);
}

void MixedSweeps::start(const Impulses& R)
{
  mixing_.restart();
  last_step_ = std::numeric_limits<double>::infinity();
  x_ = weighted(R);
}

Sweep MixedSweeps::sweep(Impulses& R)
{
  sweeps_.start(R);
  return sweeps_(false, R);
}

bool MixedSweeps::mix(Impulses& R)
{
  const VectorXd g = weighted(R);
  const double step = (g - x_).norm();
  if (!std::isfinite(step)) return false;
  if (step > growth * last_step_) mixing_.restart();
  last_step_ = step;
  x_ = mixing_.next(x_, g);
  // Constraints without weight keep their R, which is zero.
  for (Index k = 0; k < weight_.size(); ++k)
    if (weight_[k] > 0) R[static_cast<std::size_t>(k / 3)][k % 3] = x_[k] / weight_[k];
  return true;
}

}  // namespace corbel
