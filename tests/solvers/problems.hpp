// SPDX-License-Identifier: MIT
// Small contact problems with known answers, written directly in letters: every solver's test can use them.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <array>
#include <cmath>
#include <random>
#include <utility>

namespace corbel::testing {

constexpr double gravity = 9.81;  // [m/s²]
constexpr double h = 0.01;        // [s]

/// A rigid body in letters: mass [kg] and principal inertia [kg m²].
struct Inertia {
  double mass = 1;
  Vec3 moments = Vec3::Ones();
};

/// Cuboid of the given edges [m] and mass.
inline Inertia cuboid(double mass, const Vec3& edge)
{
  const Vec3 s = edge.cwiseAbs2();
  return {mass, mass / 12 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y())};
}

/// G of a body at the arm x [m] from its mass centre: S(x) M^{-1/2}, S(x) = [I, −skew(x)].
inline Mat36 arm(const Inertia& body, const Vec3& x)
{
  Mat36 G;
  G << Mat3::Identity() / std::sqrt(body.mass),
      -skew(x) * body.moments.cwiseSqrt().cwiseInverse().asDiagonal();
  return G;
}

/// A particle: no rotation.
inline Mat36 particle(double mass)
{
  Mat36 G = Mat36::Zero();
  G.leftCols<3>() = Mat3::Identity() / std::sqrt(mass);
  return G;
}

/// Constraint of body c against the ground.
inline LocalOperator::Row on_ground(int c, const FactorBlock& G)
{
  return {{c, LocalOperator::none}, {G, FactorBlock()}};
}

/// Constraint between the master and the slave: velocity of the master minus that of the slave.
inline LocalOperator::Row between(int master, const FactorBlock& G_master, int slave,
                                  const FactorBlock& G_slave)
{
  return {{master, slave}, {G_master, -G_slave}};
}

inline LocalProblem problem_of(std::vector<LocalOperator::Row> rows, int columns, std::vector<Vec3> B,
                               std::vector<Law> laws)
{
  return {LocalOperator(std::move(rows), columns), std::move(B), std::move(laws)};
}

/// The four lower corners of a cuboid of edges `edge` about its mass centre.
inline std::array<Vec3, 4> lower_corners(const Vec3& edge)
{
  const Vec3 a = edge / 2;
  return {Vec3(-a.x(), -a.y(), -a.z()), Vec3(a.x(), -a.y(), -a.z()), Vec3(a.x(), a.y(), -a.z()),
          Vec3(-a.x(), a.y(), -a.z())};
}

/// A tower of equal cuboids, four contacts in each joint, all moving with v in the plane and falling for one
/// step. Rank-deficient: 12 impulses per joint on 6 freedoms.
inline LocalProblem tower(int storeys, double mu_foot, double mu, const Vec3& v)
{
  const Vec3 edge(1, 0.8, 0.5);
  const Inertia body = cuboid(2, edge);
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  for (int c = 0; c < storeys; ++c)
    for (const Vec3& x : lower_corners(edge)) {
      const Vec3 x_below = x + Vec3(0, 0, edge.z());
      rows.push_back(c == 0 ? on_ground(c, arm(body, x))
                            : between(c, arm(body, x), c - 1, arm(body, x_below)));
      problem.B.push_back(c == 0 ? Vec3(v - h * gravity * Vec3::UnitZ()) : Vec3(Vec3::Zero()));
      problem.laws.push_back(SignoriniCoulomb{c == 0 ? mu_foot : mu, 0});
    }
  problem.W = LocalOperator(std::move(rows), storeys);
  return problem;
}

/// Contacts between bodies of different masses at random arms, most of them approaching: full rank (at most
/// six impulse components per body), anisotropic, all three cases.
inline LocalProblem random_problem(std::size_t contacts, unsigned seed)
{
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  const int bodies = static_cast<int>(contacts);
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  for (int c = 0; c < bodies; ++c) {
    const Inertia body = {0.5 + uniform(random), Vec3(0.5, 1, 0.7)};
    const Mat36 G = arm(body, 0.5 * vector());
    rows.push_back(c == 0 ? on_ground(c, G) : between(c, G, (c - 1) / 2, arm(body, 0.5 * vector())));
    problem.B.push_back(vector() - Vec3(0, 0, 0.7));
    problem.laws.push_back(SignoriniCoulomb{0.1 + 0.7 * uniform(random), 0});
  }
  problem.W = LocalOperator(std::move(rows), bodies);
  return problem;
}

/// W R + B
inline std::vector<Vec3> velocities(const LocalProblem& problem, const Impulses& R)
{
  std::vector<Vec3> U = problem.W.multiply(R);
  for (std::size_t i = 0; i < U.size(); ++i)
    U[i] += problem.B[i];
  return U;
}

inline Impulses zeros(const LocalProblem& problem) { return Impulses(problem.size(), Vec3::Zero()); }

}  // namespace corbel::testing
