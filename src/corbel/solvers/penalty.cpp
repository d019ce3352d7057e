// SPDX-License-Identifier: MIT
#include "corbel/solvers/penalty.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/gauss_seidel.hpp"
#include "corbel/solvers/reduced_operator.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

namespace corbel {
namespace {

constexpr std::array variants = {PenaltyVariant::manual, PenaltyVariant::implicit, PenaltyVariant::explicit_};

/// [N] s (−g)^m; in tension only where a bond carries it.
double spring_force(const SpringDashpot& law, double g)
{
  if (g > 0 && !(law.cohesion > 0)) return 0;
  return law.spring * std::copysign(std::pow(std::abs(g), law.power), -g);
}

/// [N/m] s m |g|^(m−1)
double spring_slope(const SpringDashpot& law, double g)
{
  if (g == 0 || (g > 0 && !(law.cohesion > 0))) return law.power == 1 ? law.spring : 0;
  return law.spring * law.power * std::pow(std::abs(g), law.power - 1);
}

/// R_N before its bounds.
double normal_impulse(const SpringDashpot& law, double W_NN, double B, PenaltyVariant variant)
{
  const double h = law.h, d = law.dashpot;
  if (variant == PenaltyVariant::explicit_) return h * (spring_force(law, law.gap) - d * law.V_N);
  if (variant == PenaltyVariant::manual)
    return h * (spring_force(law, law.gap) - 0.5 * d * (B + law.V_N)) / (1 + 0.5 * h * d * W_NN);
  const double g = law.gap + law.eta * (B - law.V_N);
  const double slope = law.eta * spring_slope(law, g) + 0.5 * d;
  return h * (spring_force(law, g) - 0.5 * d * (B + law.V_N)) / (1 + h * slope * W_NN);
}

/// The impulses of all contacts, one after another; true when there are other constraints.
bool solve_contacts(const LocalProblem& problem, PenaltyVariant variant, Impulses& R)
{
  bool joints = false;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (const auto* contact = std::get_if<SpringDashpot>(&problem.laws[i]))
      R[i] = penalty_impulse(*contact, problem.W.diagonal(i), problem.B[i], R[i], variant);
    else if (std::holds_alternative<SignoriniCoulomb>(problem.laws[i]))
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
    contact[i] = std::holds_alternative<SpringDashpot>(problem.laws[i]);
    if (!contact[i]) R_contacts[i].setZero();
  }
  LocalProblem joints{without(problem.W, contact), problem.W.multiply(R_contacts), problem.laws};
  for (std::size_t i = 0; i < problem.size(); ++i)
    joints.B[i] = contact[i] ? Vec3(Vec3::Zero()) : Vec3(joints.B[i] + problem.B[i]);
  return joints;
}

}  // namespace

std::string_view to_string(PenaltyVariant variant)
{
  switch (variant) {
  case PenaltyVariant::manual:
    return "MANUAL";
  case PenaltyVariant::implicit:
    return "IMPLICIT";
  case PenaltyVariant::explicit_:
    return "EXPLICIT";
  }
  return "";
}

PenaltyVariant penalty_variant(std::string_view name)
{
  for (const PenaltyVariant variant : variants)
    if (name == to_string(variant)) return variant;
  throw_input_error("variant", fmt::format("'{}'", name), "'IMPLICIT', 'EXPLICIT' or 'MANUAL'");
}

Vec3 penalty_impulse(const SpringDashpot& law, const Mat3& W, const Vec3& B, const Vec3& R,
                     PenaltyVariant variant)
{
  using Vec2 = Eigen::Vector2d;
  const double c = law.cohesion;
  if (!(c > 0) && law.gap >= 0) return Vec3::Zero();
  const double free = B.z() + W.block<1, 2>(2, 0).dot(R.head<2>());
  const double R_N = std::max(-c, normal_impulse(law, W(2, 2), free, variant));
  if (!(c > 0) && R_N <= 0) return Vec3::Zero();

  const Eigen::Matrix2d W_TT = W.block<2, 2>(0, 0);
  const double limit = law.mu * (R_N + c), determinant = W_TT.determinant();
  if (!(limit > 0) || !(determinant > 0)) return {0, 0, R_N};
  const Vec2 a = B.head<2>() + W.block<2, 1>(0, 2) * R_N;
  Vec2 R_T = -(W_TT.inverse() * a);
  if (const double length = R_T.norm(); length > limit) R_T *= limit / length;
  return {R_T.x(), R_T.y(), R_N};
}

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
    if (!std::holds_alternative<SpringDashpot>(problem.laws[i])) R[i] = R_joints[i];
  return report;
}

}  // namespace corbel
