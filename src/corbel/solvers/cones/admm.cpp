// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/admm.hpp"

#include "corbel/core/check.hpp"
#include "corbel/linalg/anderson.hpp"
#include "corbel/solvers/cones/cone_systems.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int iterations_per_residual =
    5;                             ///< iterations between residuals, each the cost of a product with W
constexpr int balance_after = 20;  ///< iterations before ρ may change again: the acceleration has to restart
constexpr double out_of_balance = 5;  ///< ratio of the two changes at which ρ is changed
constexpr double most_change = 10;    ///< of ρ at once
constexpr double least_rho = 1e-6, most_rho = 1e6;
constexpr double step_grows = 2;  ///< the acceleration restarts when the step |T(v) − v| grows by this
constexpr int patience = 80;      ///< iterations in which the best residual has to fall
constexpr double enough = 0.3;    ///< to this part
constexpr double asymmetry_of_use = 0.1;  ///< beyond it W + ρ I may not even be definite

/// v of (2) that belongs to an r in the cones.
VectorXd state_of(const ConeProblem& p, const VectorXd& r, double rho)
{
  const VectorXd u = p.velocities(r);
  VectorXd v(r.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    Vec3 dual = part(u, i);
    const Cone& cone = p.cones[i];
    if (cone.contact)
      dual.z() += cone.mu * dual.head<2>().norm();
    else
      for (int k = 0; k < 3; ++k)
        if (cone.held[static_cast<std::size_t>(k)]) dual[k] = 0;
    part(v, i) = part(r, i) - dual / rho;
  }
  return v;
}

/// ρ (z − y) − q − s e_N of (1).
VectorXd right_side(const ConeProblem& p, const VectorXd& z, const VectorXd& y, double rho)
{
  VectorXd b = rho * (z - y) - p.q;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.cones[i].contact) part(b, i).z() -= p.cones[i].mu * rho * part(y, i).head<2>().norm();
  return b;
}

/// How much more r and z differ than û changes, both relative: ρ should grow by its root.
double imbalance(const VectorXd& r, const VectorXd& z, const VectorXd& z_next, const VectorXd& y)
{
  constexpr double tiny = 1e-300;
  const double apart = (r - z).norm() / std::max({r.norm(), z.norm(), tiny});
  const double change = (z_next - z).norm() / std::max(y.norm(), tiny);
  return apart / std::max(change, tiny);
}

/// False when W + ρ I is not positive definite: W has negative eigenvalues, from its file or from round-off.
bool factorized(ShiftedSystem& system, double rho)
{
  try {
    system.factorize(rho);
    return true;
  } catch (const NotPositiveDefinite&) {
    return false;
  }
}

/// Has the residual fallen enough of late?
class Progress {
 public:
  explicit Progress(double now) : mark_(now) {}
  bool stalls(double best, int iteration)
  {
    if (best > enough * mark_) return iteration - at_ >= patience;
    mark_ = best;
    at_ = iteration;
    return false;
  }

 private:
  double mark_;
  int at_ = 0;
};

}  // namespace

void admm(Search& search, const AdmmOptions& options, bool patient)
{
  const ConeProblem& p = search.problem();
  search.begin("admm");
  if (p.W.asymmetry() > asymmetry_of_use) return;
  double rho = options.rho;
  ShiftedSystem system(p.W);
  if (!factorized(system, rho)) return;
  VectorXd v = state_of(p, search.best(), rho);
  Anderson anderson(options.memory);
  Progress progress(std::numeric_limits<double>::infinity());
  double best = std::numeric_limits<double>::infinity();
  double last_step = best;
  int since_balance = 0;

  for (int k = 0; k < options.max_iterations; ++k) {
    const VectorXd z = p.project(v);
    const VectorXd y = v - z;
    if (k % iterations_per_residual == 0) {
      best = std::min(best, search.offer(z));
      if (search.solved() || (!patient && progress.stalls(best, k))) return;
    }
    search.count_iteration();
    const VectorXd r = system.solve(right_side(p, z, y, rho));
    const VectorXd next = options.relaxation * r + (1 - options.relaxation) * z + y;
    const double step = (next - v).norm();
    if (!std::isfinite(step)) return;

    const VectorXd z_next = p.project(next);
    const double ratio = imbalance(r, z, z_next, y);
    if (++since_balance > balance_after && (ratio > out_of_balance || ratio < 1 / out_of_balance)) {
      const double wanted = rho * std::clamp(std::sqrt(ratio), 1 / most_change, most_change);
      const double factor = std::clamp(wanted, least_rho, most_rho) / rho;
      rho *= factor;
      if (!factorized(system, rho)) return;
      v = z_next + (next - z_next) / factor;  // ρ y = −û stays
      anderson.restart();
      last_step = std::numeric_limits<double>::infinity();
      since_balance = 0;
    } else if (step > step_grows * last_step) {
      anderson.restart();
      v = next;
      last_step = step;
    } else {
      v = anderson.next(v, next);
      last_step = step;
    }
  }
  search.offer(p.project(v));
}

Admm::Admm(const AdmmOptions& options) : ConeSolver(options.tolerance), options_(options)
{
  check_positive("max_iterations", options.max_iterations);
  check_positive("rho", options.rho);
  check_positive("memory", options.memory);
  if (!(options.relaxation > 0 && options.relaxation < 2))
    throw_input_error("relaxation", options.relaxation, "a number between 0 and 2");
}

void Admm::iterate(Search& search) const { admm(search, options_, true); }

}  // namespace corbel
