// SPDX-License-Identifier: MIT
// Compression, expansion, and the search for the share of the expansion that the energy allows.
#include "corbel/step/impact.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace corbel {
namespace {

constexpr double energy_tolerance = 1e-12;  ///< of |E| of its terms: round-off
constexpr double share_tolerance = 1e-3;    ///< s is sought no closer
constexpr int most_shares = 12;

/// [-] An approach of less than this part of the largest velocity of the problem is rest.
constexpr double negligible_approach = 1e-10;

/// The problem with other velocities and laws, as long as this lives.
class Borrowed {
 public:
  explicit Borrowed(LocalProblem& problem) : problem_(problem), B_(problem.B), laws_(problem.laws) {}
  ~Borrowed()
  {
    problem_.B = std::move(B_);
    problem_.laws = std::move(laws_);
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

 private:
  LocalProblem& problem_;
  std::vector<Vec3> B_;
  std::vector<Law> laws_;
};

void add(std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] += b[i];
}

double dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i].dot(b[i]);
  return sum;
}

/// Sums and worst values of solves one after the other.
void append(const SolverReport& next, SolverReport& report)
{
  report.status = std::max(report.status, next.status);
  report.iterations += next.iterations;
  report.relative_change = std::max(report.relative_change, next.relative_change);
  report.residual.absolute = std::max(report.residual.absolute, next.residual.absolute);
  report.residual.scaled = std::max(report.residual.scaled, next.residual.scaled);
  report.change_history.insert(report.change_history.end(), next.change_history.begin(),
                               next.change_history.end());
  report.residual_history.insert(report.residual_history.end(), next.residual_history.begin(),
                                 next.residual_history.end());
  report.stages.insert(report.stages.end(), next.stages.begin(), next.stages.end());
}

/// E of (5) from U = V + W R; rounding: the size of its round-off.
struct ImpactWork {
  double value = 0, rounding = 0;
};

ImpactWork work_of(const std::vector<Vec3>& V, const std::vector<Vec3>& U, const Impulses& R)
{
  const double before = 0.5 * dot(R, V), after = 0.5 * dot(R, U);  // E = ½ Rᵀ (V + U)
  return {before + after, energy_tolerance * (std::abs(before) + std::abs(after))};
}

/// The laws of (3).
void make_plastic(std::vector<Law>& laws)
{
  for (Law& law : laws)
    law = in_compression(law);
}

/// The expansion of one impact for any share s.
class ExpansionPhase {
 public:
  ExpansionPhase(const Solver& solver, LocalProblem& problem, std::span<const double> e, Impulses R_c,
                 std::vector<Vec3> V, SolverReport& report)
      : solver_(solver), problem_(problem), R_c_(std::move(R_c)), V_(std::move(V)), report_(report),
        plastic_(problem.laws), U_c_(velocities(R_c_)), compression_(work_of(V_, U_c_, R_c_)),
        stored_(V_.size(), 0)
  {
    double largest = 0;
    for (const Vec3& v : V_)
      largest = std::max(largest, v.norm());
    for (std::size_t i = 0; i < V_.size(); ++i)
      if (can_rebound(plastic_[i]) &&
          problem.W.diagonal(i)(2, 2) * R_c_[i].z() > negligible_approach * largest)
        stored_[i] = e[i] * R_c_[i].z();
  }

  bool stores_energy() const
  {
    return std::any_of(stored_.begin(), stored_.end(), [](double p) { return p > 0; });
  }

  double compression_work() const { return compression_.value; }
  const Impulses& plastic_impulses() const { return R_c_; }

  /// (4): R_c + R_e.
  Impulses impulses(double s) const
  {
    Impulses R(R_c_.size(), Vec3::Zero());
    problem_.B = U_c_;
    problem_.laws = plastic_;
    for (std::size_t i = 0; i < R.size(); ++i)
      if (stored_[i] > 0) {
        const double p = s * stored_[i];
        problem_.laws[i] = in_expansion(plastic_[i], p);
        R[i] = p / R_c_[i].z() * R_c_[i];
      }
    append(solver_.solve(problem_, R), report_);
    add(R, R_c_);
    return R;
  }

  /// What E is above its bound: 0, or what joints that drive have done in compression.
  double excess(const Impulses& R, double& work) const
  {
    const ImpactWork total = work_of(V_, velocities(R), R);
    work = total.value;
    return total.value - std::max(0.0, compression_.value) - total.rounding - compression_.rounding;
  }

 private:
  std::vector<Vec3> velocities(const Impulses& R) const
  {
    std::vector<Vec3> U = problem_.W.multiply(R);
    add(U, V_);
    return U;
  }

  const Solver& solver_;
  LocalProblem& problem_;
  Impulses R_c_;
  std::vector<Vec3> V_;
  SolverReport& report_;
  std::vector<Law> plastic_;
  std::vector<Vec3> U_c_;
  ImpactWork compression_;
  std::vector<double> stored_;  ///< e R_cN of each constraint, nothing where that is round-off [N s]
};

/// The largest s with E ≤ 0: 1, or by false position between the plastic solution and the first excess.
void expand(const ExpansionPhase& phase, Impact& impact)
{
  impact.R = phase.impulses(1);
  double above = phase.excess(impact.R, impact.work);
  if (above <= 0) return;

  double low = 0, high = 1;
  double below = std::min(0.0, phase.compression_work());
  impact.share = 0;
  impact.R = phase.plastic_impulses();
  impact.work = phase.compression_work();
  for (int k = 0; k < most_shares && high - low > share_tolerance; ++k) {
    const double guess = k % 2 == 0 ? low - below * (high - low) / (above - below) : 0.5 * (low + high);
    const double s = std::clamp(guess, low + 0.1 * (high - low), high - 0.1 * (high - low));
    double work = 0;
    Impulses R = phase.impulses(s);
    const double excess = phase.excess(R, work);
    if (excess > 0) {
      high = s;
      above = excess;
      continue;
    }
    low = s;
    below = excess;
    impact.share = s;
    impact.work = work;
    impact.R = std::move(R);
  }
}

/// (2): contacts that rebound keep the velocity V⁺_N = (V + W R_i)_N.
void keep_rebounds(const LocalDynamics& dynamics, const Impulses& R, const std::vector<Vec3>& WR,
                   std::vector<Law>& laws)
{
  for (std::size_t i = 0; i < R.size(); ++i)
    if (dynamics.poisson[i] * R[i].z() > 0 && dynamics.V[i].z() < 0)
      keep_rebound(laws[i], std::max(0.0, dynamics.V[i].z() + WR[i].z()));
}

/// A contact of Poisson's law comes closer.
bool impact_ahead(const LocalDynamics& dynamics)
{
  double approach = 0, largest = 0;
  for (std::size_t i = 0; i < dynamics.poisson.size(); ++i) {
    largest = std::max({largest, dynamics.V[i].norm(), dynamics.problem.B[i].norm()});
    if (dynamics.poisson[i] > 0) approach = std::max(approach, -dynamics.V[i].z());
  }
  return approach > negligible_approach * largest;
}

}  // namespace

Impact solve_impact(const Solver& solver, LocalProblem& problem, std::span<const Vec3> V,
                    std::span<const double> e)
{
  demand(V.size() == problem.size() && e.size() == problem.size(), "impact: not one V and e per constraint");
  const Borrowed restored(problem);
  Impact impact;
  impact.R.assign(problem.size(), Vec3::Zero());
  make_plastic(problem.laws);
  problem.B.assign(V.begin(), V.end());
  append(solver.solve(problem, impact.R), impact.report);

  const ExpansionPhase phase(solver, problem, e, impact.R, problem.B, impact.report);
  impact.work = phase.compression_work();
  if (phase.stores_energy()) expand(phase, impact);
  return impact;
}

SolverReport solve_with_impacts(const Solver& solver, LocalDynamics& dynamics, Impulses& R)
{
  LocalProblem& problem = dynamics.problem;
  if (!impact_ahead(dynamics)) return solver.solve(problem, R);
  Impact impact = solve_impact(solver, problem, dynamics.V, dynamics.poisson);
  const Borrowed restored(problem);
  const std::vector<Vec3> WR = problem.W.multiply(impact.R);
  keep_rebounds(dynamics, impact.R, WR, problem.laws);
  add(problem.B, WR);
  append(solver.solve(problem, R), impact.report);
  dynamics.last_part = LastPart{problem.B, problem.laws, R};
  add(R, impact.R);
  return impact.report;
}

}  // namespace corbel
