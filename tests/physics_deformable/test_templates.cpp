// SPDX-License-Identifier: MIT
// Equal bodies share what is equal: one factorization for all, the motion of each as if it were alone, and
// contact compliances that are those of the inverse operator.
#include "deformable_helpers.hpp"

#include "body_steps.hpp"
#include <Eigen/Dense>

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double h = 1e-3;
const BulkMaterial clay = {.label = "", .young = 1e7, .poisson = 0.2, .density = 1800};
const Damping some_damping = {1e-3, 0.5};

/// 4 × 4 × 9 nodes, 432 unknowns, at the origin.
Mesh brick() { return grid({0, 0, 0}, {0.1, 0.12, 0.3}, 3, 3, 8); }

/// The i-th of a hundred: turned and shifted.
Mesh copy_of_brick(int i)
{
  ShapePart part = brick();
  rotate(part, {0, 0, 0}, Vec3(1 + i % 3, i % 5 - 2, i % 7), 3.7 * i);
  translate(part, Vec3(i % 10, i / 10, 0.01 * i));
  return std::get<Mesh>(part);
}

FiniteElementBody& add_copy(Simulation& simulation, int i)
{
  FiniteElementBody& body = add_elastic(simulation, copy_of_brick(i), clay, "BC");
  body.set_damping(some_damping);
  body.set_initial_velocity({0, 0, 0.1 * i}, {1, 0.1 * i, -2});
  return body;
}

void prepare(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.3);
}

}  // namespace

TEST(Templates, AHundredBricksTakeOneFactorization)
{
  Simulation simulation(h);
  prepare(simulation);
  constexpr int count = instrumented ? 10 : 100;
  std::vector<FiniteElementBody*> bodies;
  for (int i = 0; i < count; ++i)
    bodies.push_back(&add_copy(simulation, i));
  ASSERT_EQ(simulation.model.templates.templates().size(), 1U);
  ASSERT_EQ(bodies[0]->node_count(), 144U);
  run_steps(simulation, 50);
  EXPECT_EQ(bodies.back()->body_template().factorizations(), 1);

  for (const int i : {0, 1, 37 % count, count - 1}) {
    Simulation alone(h);
    prepare(alone);
    FiniteElementBody& body = add_copy(alone, i);
    run_steps(alone, 50);
    const Eigen::VectorXd shared = vector(bodies[static_cast<std::size_t>(i)]->q());
    EXPECT_LT((shared - vector(body.q())).cwiseAbs().maxCoeff(), 1e-11) << "brick " << i;
  }
}

TEST(Templates, CompliancesAreThoseOfTheInverse)
{
  // (1 + αh/2) M + (ηh/2 + h²/4) K of the copy itself, assembled in its own place and inverted as a dense
  // matrix.
  Simulation simulation(h), own(h);
  add_copy(simulation, 0);
  FiniteElementBody& body = add_copy(simulation, 41);
  const BodyTemplate& alone = add_elastic(own, copy_of_brick(41), clay, "BC").body_template();
  Eigen::MatrixXd A = (some_damping.stiffness * h / 2 + h * h / 4) * Eigen::MatrixXd(alone.K0());
  A.diagonal() += (1 + some_damping.mass * h / 2) * alone.mass();
  const Eigen::MatrixXd inverse = A.inverse();

  const std::array nodes = {0, 3, 77, 143};
  std::vector<MaterialPoint> points;
  for (const int node : nodes)
    points.push_back(body.locate("node", body.reference_node(static_cast<std::size_t>(node))));
  body.begin_step();
  body.set_u(std::vector<double>(432, 0.0));
  half_step(body, h);
  predict(body, h);
  Eigen::MatrixXd C;
  compliances(body, points, C);
  for (Eigen::Index a = 0; a < 4; ++a)
    for (Eigen::Index b = 0; b < 4; ++b) {
      const Mat3 expected =
          inverse.block<3, 3>(3 * nodes[static_cast<std::size_t>(a)], 3 * nodes[static_cast<std::size_t>(b)]);
      EXPECT_LT((C.block<3, 3>(3 * a, 3 * b) - expected).norm(), 1e-9 * inverse.diagonal().maxCoeff());
    }
}

namespace {

/// Two posts of 1125 unknowns, too many for a dense inverse, fall on the floor and on each other.
std::vector<double> fall(std::size_t budget, std::size_t& columns)
{
  Simulation simulation(h);
  simulation.model.templates.set_budget(budget);
  prepare(simulation);
  add_floor(simulation, 2);
  for (int i = 0; i < 2; ++i) {
    const double x = 0.02 * i, z = 0.001 + 0.502 * i;
    FiniteElementBody& body =
        add_elastic(simulation, grid({x, 0, z}, {x + 0.1, 0.1, z + 0.5}, 4, 4, 14), clay, "BC");
    body.set_initial_velocity({0, 0, -1}, {0.1 * i, 0, 0});
    body.set_damping({1e-4, 0});
  }
  std::size_t most = 0;
  run_steps(
      simulation, 12, [&] { most = std::max(most, simulation.constraints().size()); }, solver(1e-6, 100));
  EXPECT_GT(most, 20U);
  EXPECT_EQ(simulation.model.templates.templates().size(), 1U);
  columns = simulation.model.templates.templates()[0]->columns();
  return numbers(simulation.frame());
}

}  // namespace

TEST(Templates, ASmallBudgetOfMemoryGivesTheSameBits)
{
  std::size_t large_columns = 0, small_columns = 0;
  const std::vector<double> large = fall(std::size_t{1} << 30, large_columns);
  const std::vector<double> small = fall(100000, small_columns);
  EXPECT_TRUE(same_bits(large, small));
  EXPECT_GT(large_columns, 20U);
  EXPECT_LE(small_columns, 100000 / (1125 * 3 * sizeof(double)));
}
