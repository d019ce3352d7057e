// SPDX-License-Identifier: MIT
// Problems with many joints, in letters, and what their solutions are measured with.
#pragma once

#include "sliding_stack.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <random>

namespace corbel::testing {

using Eigen::Index;
using Eigen::MatrixXd;

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  double normal() { return normal_(random_); }
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  Vec3 vector() { return {normal(), normal(), normal()}; }
  MatrixXd matrix(Index rows, Index columns)
  {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(); });
  }

 private:
  std::mt19937 random_;
  std::normal_distribution<double> normal_;
};

inline BlockSparse full_blocks(const MatrixXd& A)
{
  BlockSparse C;
  C.n = static_cast<std::size_t>(A.rows() / 3);
  for (Index i = 0; i < A.rows() / 3; ++i) {
    for (Index j = 0; j < A.rows() / 3; ++j) {
      C.column.push_back(static_cast<int>(j));
      C.block.push_back(A.block<3, 3>(3 * i, 3 * j));
    }
    C.row_begin.push_back(static_cast<int>(C.column.size()));
  }
  return C;
}

inline Law random_joint(Dice& dice)
{
  if (dice.uniform() < 0.5) return PrescribedVelocity{dice.vector()};
  return PrescribedNormalVelocity{dice.normal()};
}

/// Laws of so many joints and contacts, in a scattered order.
inline void fill_laws(LocalProblem& problem, std::size_t joints, std::size_t contacts, Dice& dice)
{
  for (std::size_t i = 0; i < joints + contacts; ++i) {
    const bool joint = (i * 7) % (joints + contacts) < joints;
    problem.laws.push_back(joint ? random_joint(dice) : Law(SignoriniCoulomb{0.1 + 0.3 * dice.uniform(), 0}));
    problem.B.push_back(dice.vector() - Vec3(0, 0, 0.7));
  }
}

/// One elastic body: W = I + F Fᵀ/n, all rows coupled.
inline LocalProblem elastic(std::size_t joints, std::size_t contacts, unsigned seed)
{
  Dice dice(seed);
  LocalProblem problem;
  const auto n = static_cast<Index>(joints + contacts);
  const MatrixXd F = dice.matrix(3 * n, 3 * n) / std::sqrt(3.0 * static_cast<double>(n));
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(joints + contacts), 0,
                            full_blocks(0.5 * MatrixXd::Identity(3 * n, 3 * n) + F * F.transpose()));
  fill_laws(problem, joints, contacts, dice);
  return problem;
}

/// Rigid bodies in a chain over G, each row between neighbours, on top of a compliant part that all share.
inline LocalProblem mixed(std::size_t joints, std::size_t contacts, unsigned seed)
{
  LocalProblem problem = elastic(joints, contacts, seed);
  Dice dice(seed + 1000);
  std::vector<LocalOperator::Row> rows;
  const int bodies = static_cast<int>(joints + contacts) / 2 + 2;
  for (std::size_t i = 0; i < joints + contacts; ++i) {
    const int c = static_cast<int>(i) / 2;
    const Inertia body = {2 + dice.uniform(), Vec3(2, 3, 2.5)};
    const Mat36 G = arm(body, 0.4 * dice.vector());
    rows.push_back(i % 3 == 0 ? on_ground(c, G) : between(c, G, c + 1, arm(body, 0.4 * dice.vector())));
  }
  problem.W = LocalOperator(std::move(rows), bodies, problem.W.take_blocks());
  return problem;
}

/// Row by row over the dense matrix, as the definition of Gauss–Seidel has it, to 1e-14 of change.
inline Impulses row_by_row(const LocalProblem& problem)
{
  const MatrixXd W = problem.W.assemble().to_dense();
  Eigen::VectorXd R = Eigen::VectorXd::Zero(W.rows());
  double change = 1;
  for (int k = 0; k < 100000 && change > 1e-14 * R.norm(); ++k) {
    change = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Index at = 3 * static_cast<Index>(i);
      const Mat3 W_ii = W.block<3, 3>(at, at);
      const Vec3 old = R.segment<3>(at);
      const Vec3 b = problem.B[i] + W.middleRows<3>(at) * R - W_ii * old;
      const BlockResult result =
          std::visit([&](const auto& law) { return law.solve_block(W_ii, b, old, {}); }, problem.laws[i]);
      R.segment<3>(at) = result.R;
      change = std::max(change, (result.R - old).norm());
    }
  }
  Impulses blocks(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i)
    blocks[i] = R.segment<3>(3 * static_cast<Index>(i));
  return blocks;
}

inline double largest(const std::vector<Vec3>& a)
{
  double norm = 0;
  for (const Vec3& v : a)
    norm = std::max(norm, v.norm());
  return norm;
}

/// Largest |U_k − U*_k| over all joints, and |R_T| where no impulse may act.
inline double joint_error(const LocalProblem& problem, const Impulses& R)
{
  const std::vector<Vec3> U = velocities(problem, R);
  double error = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (!(problem.W.diagonal(i).trace() > 0)) continue;
    if (const auto* law = std::get_if<PrescribedVelocity>(&problem.laws[i]))
      error = std::max(error, (U[i] - law->U_star).norm());
    if (const auto* law = std::get_if<PrescribedNormalVelocity>(&problem.laws[i]))
      error = std::max({error, std::abs(U[i].z() - law->U_star), R[i].head<2>().norm()});
  }
  return error;
}

/// Largest error of W R that rounding R to double makes, 1.1e-16 |W||R|.
inline double round_off(const LocalProblem& problem, const Impulses& R)
{
  const MatrixXd W = problem.W.assemble().to_dense();
  Eigen::VectorXd impulse(W.rows());
  for (std::size_t i = 0; i < R.size(); ++i)
    impulse.segment<3>(3 * static_cast<Index>(i)) = R[i];
  return 1.1e-16 * (W.cwiseAbs() * impulse.cwiseAbs()).maxCoeff();
}

/// n points of one body that is 1e8 times softer in its six rigid motions than elastically, all joints.
inline LocalProblem nearly_free(std::size_t joints, std::size_t contacts, unsigned seed)
{
  LocalProblem problem = elastic(joints, contacts, seed);
  Dice dice(seed + 2000);
  MatrixXd W = problem.W.assemble().to_dense();
  MatrixXd S(W.rows(), 6);
  for (Index i = 0; i < W.rows() / 3; ++i)
    S.middleRows<3>(3 * i) << Mat3::Identity(), -skew(dice.vector());
  W += 1e8 * S * S.transpose();
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0,
                            full_blocks(0.5 * (W + W.transpose())));
  return problem;
}

/// A cuboid held at the given corners, falling and turning for one step.
inline LocalProblem pinned_cuboid(std::size_t pins, std::size_t contacts_of_others)
{
  const Vec3 edge(1, 0.8, 0.5);
  const Inertia body = cuboid(2, edge);
  const auto corners = lower_corners(edge);
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  for (std::size_t k = 0; k < pins; ++k) {
    rows.push_back(on_ground(0, arm(body, corners.at(k))));
    problem.B.push_back(Vec3(0, 0, -gravity * h) + Vec3(0.1, 0.2, 0.3).cross(corners.at(k)));
    problem.laws.push_back(PrescribedVelocity{Vec3::Zero()});
  }
  for (std::size_t k = 0; k < contacts_of_others; ++k) {  // one cuboid on top of it
    rows.push_back(between(1, arm(body, corners.at(k)), 0, arm(body, corners.at(k) + Vec3(0, 0, edge.z()))));
    problem.B.push_back(Vec3::Zero() - Vec3(0.1, 0.2, 0.3).cross(corners.at(k) + Vec3(0, 0, edge.z())));
    problem.laws.push_back(SignoriniCoulomb{0.5, 0});
  }
  problem.W = LocalOperator(std::move(rows), 2);
  return problem;
}

/// Particles joined each to the next, the first to the ground: a band of 3 n unknowns.
inline LocalProblem particle_chain(int n)
{
  const auto mass = [](int c) { return c % 2 == 0 ? 1.0 : 20.0; };
  std::vector<LocalOperator::Row> rows = {on_ground(0, particle(mass(0)))};
  for (int c = 1; c < n; ++c)
    rows.push_back(between(c, particle(mass(c)), c - 1, particle(mass(c - 1))));
  Dice dice(4);
  LocalProblem problem;
  problem.W = LocalOperator(std::move(rows), n);
  for (int c = 0; c < n; ++c) {
    problem.B.push_back(dice.vector());
    problem.laws.push_back(PrescribedVelocity{dice.vector()});
  }
  return problem;
}

}  // namespace corbel::testing
