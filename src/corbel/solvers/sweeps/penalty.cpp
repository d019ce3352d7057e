// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/penalty.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/joints/reduced_operator.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

namespace corbel {
namespace {

/// The impulses of all contacts, one after another; true when there are other constraints.
bool solve_contacts(const LocalProblem& problem, PenaltyVariant variant, Impulses& R)
{
  bool joints = false;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const Law& law = problem.laws[i];
    if (const auto own = penalty_impulse(law, problem.W.diagonal(i), problem.B[i], R[i], variant))
      R[i] = *own;
    else if (friction(law))
      throw InputError(
          "the penalty solver needs spring-dashpot contacts, but this problem has rigid contacts");
    else
      joints = true;
  }
  return joints;
}

/// The joints alone, moved by the contacts as well.
LocalProblem joint_problem(const LocalProblem& problem, const Impulses& R)
{
  std::vector<bool> contact(problem.size());
  Impulses R_contacts = R;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    contact[i] = friction(problem.laws[i]).has_value();
    if (!contact[i]) R_contacts[i].setZero();
  }
  LocalProblem joints{without(problem.W, contact), problem.W.multiply(R_contacts), problem.laws};
  for (std::size_t i = 0; i < problem.size(); ++i)
    joints.B[i] = contact[i] ? Vec3(Vec3::Zero()) : Vec3(joints.B[i] + problem.B[i]);
  return joints;
}

}  // namespace

Penalty::Penalty(const PenaltyOptions& options) : options_(options)
{
  check_positive("epsilon", options.epsilon);
  check_positive("max_iterations", options.max_iterations);
}

SolverReport Penalty::solve(const LocalProblem& problem, Impulses& R) const
{
  demand_sound_problem(problem, R);
  const bool joints = solve_contacts(problem, options_.variant, R);
  demand_finite_solution(R);
  if (!joints) return {};
  Impulses R_joints = R;
  GaussSeidelOptions sweeps;
  sweeps.epsilon = options_.epsilon;
  sweeps.max_iterations = options_.max_iterations;
  const GaussSeidel solver(sweeps);
  const SolverReport report = solver.solve(joint_problem(problem, R), R_joints);
  for (std::size_t i = 0; i < problem.size(); ++i)
    if (!friction(problem.laws[i])) R[i] = R_joints[i];
  return report;
}

}  // namespace corbel
