// SPDX-License-Identifier: MIT
#include "corbel/solvers/cone_solver.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/joint_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace corbel {
namespace {

/// Times that laws are linearized again: rigid links take two or three.
constexpr int most_linearizations = 8;

/// The residual of a reduced problem has other denominators than that of the whole one: where they do not
/// agree, the reduced problem is solved again, more closely.
constexpr int most_rounds = 3;
constexpr double closer = 0.03;

/// What a law asks of joint equations that were eliminated, in velocities relative to those of the problem.
constexpr double joint_tolerance = 1e-8;

double relative_change(const Impulses& from, const Impulses& to)
{
  double change2 = 0, all2 = 0;
  for (std::size_t i = 0; i < to.size(); ++i) {
    change2 += (to[i] - from[i]).squaredNorm();
    all2 += to[i].squaredNorm();
  }
  return all2 > 0 ? std::sqrt(change2 / all2) : std::sqrt(change2);
}

bool within(const Residual& residual, double tolerance) { return Search::worst(residual) <= tolerance; }

}  // namespace

ConeSolver::ConeSolver(double tolerance) : tolerance_(check_positive("tolerance", tolerance)) {}

bool ConeSolver::attempt(const LocalProblem& /*problem*/, const std::vector<Mat3>& /*proximal*/,
                         double /*tolerance*/, Impulses& /*R*/, std::vector<SolverStage>& /*stages*/) const
{
  return false;
}

bool ConeSolver::last_resort(const LocalProblem& /*problem*/, const std::vector<Mat3>& /*proximal*/,
                             double /*tolerance*/, Impulses& /*R*/,
                             std::vector<SolverStage>& /*stages*/) const
{
  return false;
}

SolverReport ConeSolver::solve(const LocalProblem& problem, Impulses& R) const
{
  if (problem.W.implicit() && local_form() == LocalForm::blocks)
    return solve({problem.W.with_blocks(), problem.B, problem.laws}, R);
  demand_sound_problem(problem, R);
  clear_immobile(problem, R);
  const Impulses start = R;
  SolverReport report;
  report.residual = residual(problem, R);  // what the answer may not be worse than
  if (!within(report.residual, tolerance_)) {
    const JointElimination joints(problem);
    double tolerance = tolerance_;
    for (int round = 0; round < most_rounds; ++round, tolerance *= closer) {
      const bool reduced_solved = improve(problem, joints, tolerance, R, report);
      if (within(report.residual, tolerance_) || !reduced_solved || joints.empty()) break;
    }
  }
  report.relative_change = relative_change(start, R);
  for (const SolverStage& stage : report.stages)
    report.iterations += stage.iterations;
  report.status = within(report.residual, tolerance_) ? SolverStatus::ok : SolverStatus::diverged;
  return report;
}

/// R and its residual become those of a better point, if one is found. True when the problem without its
/// joints was solved to the tolerance.
bool ConeSolver::improve(const LocalProblem& problem, const JointElimination& joints, double tolerance,
                         Impulses& R, SolverReport& report) const
{
  Impulses found = R;
  std::optional<Residual> known;
  bool reduced_solved = true;
  if (joints.empty()) {
    known = solve_without_joints(problem, {}, tolerance, found, report);
  } else {
    Impulses R_C = joints.restrict(found);
    solve_without_joints(joints.reduced(), joints.proximal(), tolerance, R_C, report);
    reduced_solved = within(residual(joints.reduced(), R_C), tolerance);
    joints.recover(R_C, joint_tolerance, found);
  }
  demand_finite_solution(found);
  const Residual reached = known ? *known : residual(problem, found);
  if (Search::worst(reached) < Search::worst(report.residual)) {
    R = std::move(found);
    report.residual = reached;
  }
  return reduced_solved;
}

/// The residual of R in this problem, where that is known at the end.
std::optional<Residual> ConeSolver::solve_without_joints(const LocalProblem& problem,
                                                         const std::vector<Mat3>& proximal, double tolerance,
                                                         Impulses& R, SolverReport& report) const
{
  if (attempt(problem, proximal, tolerance, R, report.stages)) return report.stages.back().residual;
  Residual reached = residual(problem, R);
  for (int k = 0; k < most_linearizations; ++k) {
    const ConeProblem cones = cone_problem(problem, R);
    if (cones.size() == 0) {
      R.assign(problem.size(), Vec3::Zero());
      return {};
    }
    Search search(cones, tolerance, cones.scaled(R));
    if (!search.solved()) look(search);
    Impulses found = cones.unscaled(search.best(), problem.size());
    std::vector<SolverStage> stages = search.take_stages();
    report.stages.insert(report.stages.end(), stages.begin(), stages.end());
    report.residual_history.insert(report.residual_history.end(), search.history().begin(),
                                   search.history().end());
    const Residual now = residual(problem, found);
    const bool better = Search::worst(now) < Search::worst(reached);
    if (better) {
      R = std::move(found);
      reached = now;
    }
    if (within(reached, tolerance)) return reached;
    if (!cones.linearized || !better) break;
  }
  last_resort(problem, proximal, tolerance, R, report.stages);
  return {};
}

}  // namespace corbel
