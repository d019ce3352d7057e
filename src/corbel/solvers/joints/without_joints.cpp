// SPDX-License-Identifier: MIT
#include "corbel/solvers/joints/without_joints.hpp"

#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/joints/joint_elimination.hpp"

#include <algorithm>

namespace corbel {
namespace {

SolverReport solve_reduced(const LocalProblem& problem, const JointElimination& joints, double tolerance,
                           const Iteration& iterate, Impulses& R)
{
  const Measure measure = [&](const Impulses& R_C) {
    Impulses all(problem.size());
    joints.recover(R_C, tolerance, all);
    return residual(problem, all);
  };
  Impulses R_C = joints.restrict(R);
  SolverReport report = iterate(joints.reduced(), joints.proximal(), measure, R_C);
  const bool met = joints.recover(R_C, tolerance, R);
  if (report.status == SolverStatus::ok && !met) report.status = SolverStatus::diverged;
  report.iterations = std::max(report.iterations, 1);
  return report;
}

}  // namespace

SolverReport solve_without_joints(const LocalProblem& problem, double tolerance, const Iteration& iterate,
                                  Impulses& R)
{
  demand_sound_problem(problem, R);
  const JointElimination joints(problem);
  const Measure measure = [&](const Impulses& at) { return residual(problem, at); };
  SolverReport report =
      joints.empty() ? iterate(problem, {}, measure, R)
                     : solve_reduced(problem, joints, std::max(tolerance, joint_tolerance), iterate, R);
  demand_finite_solution(R);
  report.residual = residual(problem, R);
  return report;
}

}  // namespace corbel
