// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/cone_solver.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/joints/joint_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace corbel {
namespace {

/// Times that laws are linearized again: rigid links take two or three.
constexpr int most_linearizations = 8;

/// The residual of a reduced problem has other denominators than that of the whole one: where they do not
/// agree, the reduced problem is solved again, more closely.
constexpr int most_rounds = 3;
constexpr double closer = 0.03;

double relative_change(const Impulses& from, const Impulses& to)
{
  double change2 = 0, all2 = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    change2 += (to[i] - from[i]).squaredNorm();
    all2 += to[i].squaredNorm();
  }
  return all2 > 0 ? std::sqrt(change2 / all2) : std::sqrt(change2);
}

/// A cold start is rarely good enough to be worth evaluating.
bool is_warm(const Impulses& R)
{
  return std::any_of(R.begin(), R.end(), [](const Vec3& r) { return r.squaredNorm() > 0; });
}

/// Where the next search begins, and with which tolerance. Laws are linearized there: again at what was found
/// while that gets better, and once more from the best point of all. A search that ended while the problem
/// itself is not solved, by round-off or other denominators, is made again more closely.
class Linearizations {
 public:
  Linearizations(const Impulses& start, double tolerance) : point_(start), tolerance_(tolerance) {}

  bool go_on() const { return go_on_ && count_ < most_linearizations; }
  const Impulses& point() const { return point_; }
  double tolerance() const { return tolerance_; }

  void next(bool linearized, bool solved, double residual, Impulses found, const Impulses& best)
  {
    ++count_;
    if (!linearized) {
      go_on_ = solved && count_ < most_rounds;
      tolerance_ *= closer;
      point_ = std::move(found);
    } else if (residual < last_) {
      last_ = residual;
      point_ = std::move(found);
    } else {
      go_on_ = !from_best_;
      from_best_ = true;
      last_ = std::numeric_limits<double>::infinity();
      point_ = best;
    }
  }

 private:
  Impulses point_;
  double tolerance_;
  double last_ = std::numeric_limits<double>::infinity();  ///< residual after the last search
  int count_ = 0;
  bool go_on_ = true, from_best_ = false;
};

bool within(const Residual& residual, double tolerance) { return Search::worst(residual) <= tolerance; }

}  // namespace

ConeSolver::ConeSolver(double tolerance) : tolerance_(check_positive("tolerance", tolerance)) {}

void ConeSolver::attempt(const LocalProblem& /*problem*/, const std::vector<Mat3>& /*proximal*/,
                         double /*tolerance*/, Impulses& /*R*/, std::vector<SolverStage>& /*stages*/) const
{
}

void ConeSolver::last_resort(const LocalProblem& /*problem*/, const std::vector<Mat3>& /*proximal*/,
                             double /*tolerance*/, Impulses& /*R*/,
                             std::vector<SolverStage>& /*stages*/) const
{
}

SolverReport ConeSolver::solve(const LocalProblem& problem, Impulses& R) const
{
  if (problem.W.implicit() && local_form() == LocalForm::blocks)
    return solve({problem.W.with_blocks(), problem.B, problem.laws, problem.impacts}, R);
  demand_sound_problem(problem, R);
  clear_immobile(problem, R);
  const Impulses start = R;
  SolverReport report;
  report.tolerance = tolerance_for(problem);
  if (const JointElimination joints(problem); joints.empty())
    report.residual = solve_without_joints(problem, {}, report.tolerance, start, R, report);
  else
    solve_by_elimination(problem, joints, R, report);
  demand_finite_solution(R);
  report.relative_change = relative_change(start, R);
  for (const SolverStage& stage : report.stages)
    report.iterations += stage.iterations;
  report.status = within(report.residual, report.tolerance) ? SolverStatus::ok : SolverStatus::diverged;
  return report;
}

void ConeSolver::solve_by_elimination(const LocalProblem& problem, const JointElimination& joints,
                                      Impulses& R, SolverReport& report) const
{
  report.residual = residual(problem, R);  // what the answer may not be worse than
  double tolerance = report.tolerance;
  for (int round = 0; round < most_rounds && !within(report.residual, report.tolerance); ++round) {
    Impulses found = R;
    const Impulses start = joints.restrict(found);
    Impulses R_C = start;
    const Residual reduced =
        solve_without_joints(joints.reduced(), joints.proximal(), tolerance, start, R_C, report);
    joints.recover(R_C, joint_tolerance, found);
    demand_finite_solution(found);
    const Residual reached = residual(problem, found);
    if (Search::worst(reached) < Search::worst(report.residual)) {
      R = std::move(found);
      report.residual = reached;
    }
    if (!within(reduced, tolerance)) return;
    tolerance *= closer;
  }
}

/// R, `start` at first, becomes a better point, if one is found. Returns its residual.
Residual ConeSolver::solve_without_joints(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                                          double tolerance, const Impulses& start, Impulses& R,
                                          SolverReport& report) const
{
  if (is_warm(R))
    if (const Residual at_start = residual(problem, R); within(at_start, tolerance)) return at_start;
  const std::size_t stages = report.stages.size();
  attempt(problem, proximal, tolerance, R, report.stages);
  Residual reached = report.stages.size() > stages ? report.stages.back().residual : residual(problem, R);
  Linearizations rounds(start, tolerance);
  while (!within(reached, tolerance) && rounds.go_on()) {
    const ConeProblem cones = cone_problem(problem, rounds.point());
    Found found = search_cones(cones, problem.size(), rounds.tolerance(), rounds.point(), report);
    const Residual now = residual(problem, found.R);
    if (Search::worst(now) < Search::worst(reached)) {
      R = found.R;
      reached = now;
    }
    rounds.next(cones.linearized, found.solved, Search::worst(now), std::move(found.R), R);
  }
  if (within(reached, tolerance)) return reached;
  last_resort(problem, proximal, tolerance, R, report.stages);
  return residual(problem, R);
}

ConeSolver::Found ConeSolver::search_cones(const ConeProblem& cones, std::size_t size, double tolerance,
                                           const Impulses& from, SolverReport& report) const
{
  if (cones.size() == 0) return {Impulses(size, Vec3::Zero()), true};
  Search search(cones, tolerance, cones.scaled(from));
  if (!search.solved()) iterate(search);
  std::vector<SolverStage> stages = search.take_stages();
  report.stages.insert(report.stages.end(), stages.begin(), stages.end());
  report.residual_history.insert(report.residual_history.end(), search.history().begin(),
                                 search.history().end());
  return {cones.unscaled(search.best(), size), search.solved()};
}

}  // namespace corbel
