// SPDX-License-Identifier: MIT
// The two residuals of a LocalProblem.
#include "corbel/solvers/residual.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

Impulses admissible(const LocalProblem& problem, const Impulses& R)
{
  Impulses projected(problem.size(), Vec3::Zero());
  for (std::size_t i = 0; i < problem.size(); ++i)
    if (mobility(problem, i) > 0) projected[i] = admissible(problem.laws[i], R[i]);
  return projected;
}

/// W R; without a product where R is zero, as at every cold start.
std::vector<Vec3> product(const LocalOperator& W, const Impulses& R)
{
  const bool zero = std::all_of(R.begin(), R.end(), [](const Vec3& r) { return r.squaredNorm() == 0; });
  return zero ? std::vector<Vec3>(R.size(), Vec3::Zero()) : W.multiply(R);
}

double ratio(double squared, double reference)
{
  return std::sqrt(squared) / (reference > 0 ? std::sqrt(reference) : 1);
}

}  // namespace

Residual residual(const LocalProblem& problem, const Impulses& R)
{
  demand(R.size() == problem.size(), "residual: not one impulse per constraint");
  const Impulses projected = admissible(problem, R);
  const std::vector<Vec3> WR = product(problem.W, projected);
  double absolute2 = 0, scaled2 = 0, B2 = 0, B2_scaled = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double w = mobility(problem, i);
    if (!(w > 0)) continue;
    const Vec3 U = WR[i] + problem.B[i];
    const double noise2 = w * round_off2(projected[i]);
    absolute2 += natural_residual(problem.laws[i], U, projected[i], 1).squaredNorm() + w * noise2;
    scaled2 += w * natural_residual(problem.laws[i], U, projected[i], 1 / w).squaredNorm() + noise2;
    B2 += problem.B[i].squaredNorm();
    B2_scaled += problem.B[i].squaredNorm() / w;
  }
  return {ratio(absolute2, B2), ratio(scaled2, B2_scaled)};
}

double scaled_reference(const LocalProblem& problem)
{
  double sum = 0;
  for (std::size_t i = 0; i < problem.size(); ++i)
    if (const double w = mobility(problem, i); w > 0) sum += problem.B[i].squaredNorm() / w;
  return sum > 0 ? std::sqrt(sum) : 1;
}

}  // namespace corbel
