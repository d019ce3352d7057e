// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/product_visits.hpp"

#include "corbel/solvers/residual.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr int power_iterations = 6;
constexpr double above = 1.05;  ///< λ beyond what was seen: power iterations come from below

}  // namespace

ProductVisits::ProductVisits(const LocalProblem& problem, const std::vector<Mat3>& proximal)
    : problem_(problem), rho_(problem.size()), w_(problem.size())
{
  for (std::size_t i = 0; i < problem.size(); ++i) {
    rho_[i] = step_length(problem, proximal, i);
    w_[i] = mobility(problem, i);
  }
  find_lambda();
}

/// From normal impulses of about one size: neighbours that push together are what makes λ large.
void ProductVisits::find_lambda()
{
  Impulses x(problem_.size(), Vec3::Zero());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::sqrt(rho_[i]) * Vec3(0.1, 0.2, 1 + 0.01 * static_cast<double>(i % 7));
  for (int k = 0; k < power_iterations; ++k) {
    const std::vector<Vec3> Wx = problem_.W.multiply(x);
    double xWx = 0, xx = 0, next2 = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!(rho_[i] > 0)) continue;
      xWx += x[i].dot(Wx[i]);
      xx += x[i].squaredNorm() / rho_[i];
      next2 += rho_[i] * Wx[i].squaredNorm();
    }
    if (!(xx > 0 && next2 > 0)) return;
    lambda_ = std::max(lambda_, above * xWx / xx);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = rho_[i] / std::sqrt(next2) * Wx[i];
  }
}

void ProductVisits::start(const Impulses& R)
{
  x_ = x_last_ = R;
  Wx_ = Wx_last_ = problem_.W.multiply(R);
}

VisitSums ProductVisits::sweep(double beta, bool /*all*/)
{
  const std::size_t n = problem_.size();
  VisitSums sums;
  Impulses next = x_;
  std::vector<Vec3> d(n, Vec3::Zero()), Wy(n);
  for (std::size_t i = 0; i < n; ++i) {
    Wy[i] = Wx_[i] + beta * (Wx_[i] - Wx_last_[i]);
    if (!(rho_[i] > 0)) continue;
    const Vec3 y = x_[i] + beta * (x_[i] - x_last_[i]);
    next[i] = y - natural_residual(problem_.laws[i], problem_.B[i] + Wy[i], y, rho_[i] / lambda_);
    d[i] = next[i] - y;
    sums.e2 += w_[i] * d[i].squaredNorm();
    sums.s -= w_[i] * d[i].dot(next[i] - x_[i]);
  }
  sums.e2 *= lambda_ * lambda_;  // as if the step were of full length
  std::swap(x_last_, x_);
  std::swap(Wx_last_, Wx_);
  x_ = std::move(next);
  Wx_ = problem_.W.multiply(x_);
  double dWd = 0, dd = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (rho_[i] > 0) {
      dWd += d[i].dot(Wx_[i] - Wy[i]);
      dd += d[i].squaredNorm() / rho_[i];
    }
  if (dd > 0 && dWd > lambda_ * dd) lambda_ = above * dWd / dd;
  return sums;
}

}  // namespace corbel
