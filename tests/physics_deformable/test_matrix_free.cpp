// SPDX-License-Identifier: MIT
// Runs with W by products through the bodies (locdyn 'OFF' of the language) against runs with blocks.
#include "deformable_helpers.hpp"

#include "corbel/solvers/portfolio/newton_first.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// The default of Newton's method. Below it depends on the processor (kernels of OpenBLAS) whether these runs get there: near a
/// contact that is neither loaded nor open all methods of the portfolio stall at 1.5e-9.
constexpr double tolerance = 1e-8;
const BulkMaterial rubber = {.label = "", .young = 2e6, .poisson = 0.3, .density = 1100};

/// As the input language has it. Matrix-free, one or two of the fifteen steps need the portfolio to end.
NewtonFirst newton(LocalForm form)
{
  NewtonFirstOptions options{.newton = {.tolerance = tolerance}};
  options.newton.form = form;
  return NewtonFirst(options);
}

FiniteElementBody& add_brick(Simulation& simulation, const Vec3& corner, const Vec3& size,
                             const std::string& form, int layers = 2)
{
  const int n = layers > 2 ? 3 : 2;
  FiniteElementBody& brick = add_elastic(simulation, grid(corner, corner + size, n, n, layers), rubber, form);
  brick.set_initial_velocity({0.1, 0, -0.5}, {0.2, 0.1, 0});
  brick.set_damping({1e-4, 0});
  return brick;
}

/// Elastic bricks of both forms, one too large for a dense inverse, and a rigid one on top, all falling with
/// 0.5 m/s; the first elastic one is held at two points, the rigid one hangs from two.
void build(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4);
  add_floor(simulation, 4);
  FiniteElementBody& held = add_brick(simulation, {0, 0, 0.0001}, {0.2, 0.2, 0.1}, "BC");
  add_brick(simulation, {0.02, 0.01, 0.1002}, {0.2, 0.2, 0.1}, "TL");
  add_brick(simulation, {0.3, 0, 0.0001}, {0.2, 0.2, 0.3}, "BC", 21);
  add_brick(simulation, {0.6, 0, 0.0001}, {0.2, 0.2, 0.1}, "TL").set_scheme("DEF_IMP");
  simulation.model.add_fixed_point(held, {0, 0, 0.0501});
  simulation.model.add_fixed_point(held, {0, 0.2, 0.0501});
  RigidBody& hanging = add_rigid(simulation, box({0.4, 0.1, 0.3499}, {0.1, 0.1, 0.1}), 1000);
  simulation.model.add_fixed_point(hanging, {0.44, 0.06, 0.35});
  simulation.model.add_fixed_point(hanging, {0.44, 0.14, 0.35});
}

constexpr int steps = 15;

struct Outcome {
  std::vector<double> numbers;  ///< of the last frame
  std::vector<double> velocities;
  std::size_t most_constraints = 0;
};

Outcome run_bricks(const Solver& with, int threads = 1)
{
  Simulation simulation(1e-3);
  simulation.threads = threads;
  build(simulation);
  Outcome outcome;
  RunHooks hooks;
  hooks.callback = [&] {
    outcome.most_constraints = std::max(outcome.most_constraints, simulation.constraints().size());
    return true;
  };
  const RunReport report = simulation.run(with, steps * simulation.h(), hooks);
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_LE(report.worst_residual, tolerance);
  outcome.numbers = numbers(simulation.frame());
  for (const auto& body : simulation.model.bodies())
    for (const double v : body->u())
      outcome.velocities.push_back(v);
  return outcome;
}

}  // namespace

TEST(Products, StepsAreThoseWithBlocks)
{
  const Outcome blocks = run_bricks(newton(LocalForm::blocks)),
                products = run_bricks(newton(LocalForm::matrix_free));
  EXPECT_GT(blocks.most_constraints, 20u);
  EXPECT_EQ(products.most_constraints, blocks.most_constraints);
  const Eigen::VectorXd expected = vector(blocks.velocities);
  EXPECT_LE((vector(products.velocities) - expected).norm(), 1e-6 * expected.norm());
  EXPECT_FALSE(same_bits(products.numbers, blocks.numbers));  // the way there was another
}

TEST(Products, NightlySameBitsForOneAndTwoThreads)
{
  const Outcome one = run_bricks(newton(LocalForm::matrix_free), 1),
                two = run_bricks(newton(LocalForm::matrix_free), 2);
  EXPECT_TRUE(same_bits(one.numbers, two.numbers));
}

/// One step of Newton's method is not enough: the portfolio goes on, with blocks that it asks for.
TEST(Products, FallingBackAssembles)
{
  NewtonFirstOptions options{.newton = {.tolerance = tolerance, .max_iterations = 1}};
  options.newton.form = LocalForm::matrix_free;
  const Outcome products = run_bricks(NewtonFirst(options)), blocks = run_bricks(newton(LocalForm::blocks));
  const Eigen::VectorXd expected = vector(blocks.velocities);
  EXPECT_LE((vector(products.velocities) - expected).norm(), 1e-6 * expected.norm());
}

/// A plate with 46 × 46 contacts with the floor, whose blocks would take 320 MB, and Newton's factors far
/// more.
TEST(Products, NightlyThousandsOfContactsOnOneBody)
{
  const int n = instrumented ? 12 : 45;
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4);
  add_floor(simulation, 4);
  FiniteElementBody& plate =
      add_elastic(simulation, grid({-0.5, -0.5, -1e-5}, {0.5, 0.5, 0.04}, n, n, 1), rubber, "BC");
  plate.set_initial_velocity({0.5, 0, -0.5}, {0, 0, 0});
  NewtonOptions options{.tolerance = 1e-6};
  options.form = LocalForm::matrix_free;
  const RunReport report = simulation.run(Newton(options), simulation.h(), {});
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_EQ(simulation.constraints().size(), static_cast<std::size_t>((n + 1) * (n + 1)));  // at the nodes
  // Contacts slide, nearly all along x: the impact brings 0.4 of its momentum along the normal.
  const double m = plate.mass();
  const Vec3 p = plate.linear_momentum();
  const double normal = p.z() + m * (0.5 + 9.81e-3), along = 0.5 * m - p.x();
  EXPECT_GT(normal, 0.5 * m * 0.5);
  EXPECT_LE(along, 0.4 * normal * (1 + 1e-6));
  EXPECT_GE(along, 0.4 * normal * 0.99);
}

/// Joints of bodies whose W is matrix-free are not eliminated, so their impulses start from the last ones: at
/// rest those are forces, and scaled with the step they solve the next problem.
TEST(Products, ImpulsesOfJointsKeepTheirForceWhenTheStepIsHalved)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -9.81});
  FiniteElementBody& brick = add_elastic(simulation, grid({0, 0, 0}, {0.2, 0.2, 0.1}, 2, 2, 2), rubber, "BC");
  brick.set_damping({1e-2, 200});
  for (const Vec3& X : {Vec3(0, 0, 0.1), Vec3(0.2, 0, 0.1), Vec3(0, 0.2, 0.1)})
    simulation.model.add_fixed_point(brick, X);
  NewtonOptions options{.tolerance =
                            1e-9};  // at rest: whether the next step needs an iteration is not left to chance
  options.form = LocalForm::matrix_free;
  const auto steps = [&](int count) { return simulation.run(Newton(options), count * simulation.h(), {}); };
  EXPECT_GT(steps(2000).max_iterations, 1);
  EXPECT_LT(brick.kinetic_energy(), 1e-15);
  options.tolerance = 1e-6;
  EXPECT_EQ(steps(1).max_iterations, 0);
  for (const double h : {0.5e-3, 2e-3}) {
    simulation.set_h(h);
    EXPECT_LE(steps(1).max_iterations, 1) << h;
  }
}

TEST(Products, FactorizationsNeedBlocks)
{
  NewtonOptions options{.inner = InnerSolver::direct};
  options.form = LocalForm::matrix_free;
  EXPECT_THROW(Newton{options}, InputError);
  options.form = LocalForm::by_size;
  EXPECT_EQ(Newton(options).local_form(), LocalForm::blocks);
}

/// Gauss–Seidel takes rows of blocks: it is refused, not wrong.
TEST(Products, SweepsAreRefused)
{
  class Sweeping : public Solver {
   public:
    SolverReport solve(const LocalProblem& problem, Impulses& R) const override
    {
      return GaussSeidel().solve(problem, R);
    }
    LocalForm local_form() const override { return LocalForm::matrix_free; }
  };
  Simulation simulation(1e-3);
  build(simulation);
  EXPECT_THROW(simulation.run(Sweeping(), simulation.h(), {}), InternalError);
}
