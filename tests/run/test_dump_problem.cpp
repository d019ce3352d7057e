// SPDX-License-Identifier: MIT
// A step's problem in a file: read back, its solution solves it.
#include "corbel/core/error.hpp"
#include "corbel/fclib/fclib.hpp"
#include "corbel/run/simulation.hpp"
#include "corbel/solvers/residual.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"
#include "runs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

using namespace corbel;

namespace {

std::string path_for(const std::string& name)
{
  return (std::filesystem::temp_directory_path() / (name + std::to_string(::getpid()) + ".hdf5")).string();
}

GaussSeidel tight()
{
  GaussSeidelOptions options;
  options.epsilon = 1e-13;
  options.residual_tolerance = 1e-11;
  options.max_iterations = 10000;
  return GaussSeidel(options);
}

/// A cube on the ground; with a joint when asked.
struct CubeOnGround {
  Simulation s{1e-3};
  double m = 0;  ///< [kg]

  explicit CubeOnGround(bool held)
  {
    s.model.gravity = {0.0, 0.0, -10.0};
    s.model.surface_materials.add({"rough", {}, {}, 0.5, 0});
    corbel::testing::add_box(s.model, {-2, -2, -1}, {2, 2, 0}, BodyKind::obstacle);
    RigidBody& cube = corbel::testing::add_box(s.model, {0, 0, 0}, {1, 1, 1}, BodyKind::rigid);
    m = cube.mass();
    if (held) s.model.add_fixed_direction(cube, {0.5, 0.5, 0.5}, {1, 0, 0});
    s.run(tight(), 3e-3, {});
  }
};

double weight(const Impulses& R)
{
  double sum = 0;
  for (const Vec3& r : R)
    sum += r.z();
  return sum;
}

}  // namespace

/// Contacts at rest carry m g h.
TEST(DumpProblem, HoldsTheStepAndItsSolution)
{
  const CubeOnGround scene(false);
  const std::string path = path_for("corbel_dump_");
  scene.s.dump_problem(path);
  const FclibProblem file = read_fclib(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(file.solution.has_value());
  EXPECT_EQ(file.problem.size(), scene.s.constraints().size());
  EXPECT_NEAR(weight(*file.solution), scene.m * 10 * 1e-3, 1e-9 * scene.m);
  EXPECT_LT(residual(file.problem, *file.solution).scaled, 1e-9);
  EXPECT_EQ(std::get<SignoriniCoulomb>(file.problem.laws[0]).mu, 0.5);
  EXPECT_EQ(file.info.description.find("joints"), std::string::npos);
}

TEST(DumpProblem, SaysThatJointsWereEliminated)
{
  const CubeOnGround scene(true);
  const std::string path = path_for("corbel_dump_joint_");
  scene.s.dump_problem(path);
  const FclibProblem file = read_fclib(path);
  std::filesystem::remove(path);
  EXPECT_EQ(file.problem.size() + 1, scene.s.constraints().size());
  EXPECT_NE(file.info.description.find("1 joint equations were eliminated"), std::string::npos)
      << file.info.description;
  EXPECT_NEAR(weight(*file.solution), scene.m * 10 * 1e-3, 1e-9 * scene.m);
  EXPECT_LT(residual(file.problem, *file.solution).scaled, 1e-9);
}

/// A cube that falls on the ground with Poisson's restitution: the file has the part with forces, from the
/// velocity e v after the impact. Contacts that part carry nothing; at rest they carry m g h.
TEST(DumpProblem, HoldsASolutionAfterImpactsToo)
{
  for (const double v : {2.0, 0.0}) {
    Simulation s(1e-3);
    s.model.gravity = {0.0, 0.0, -10.0};
    SurfaceMaterial rough{"rough", {}, {}, 0.5, 0.5};
    rough.impact = ImpactLaw::poisson;
    s.model.surface_materials.add(rough);
    corbel::testing::add_box(s.model, {-2, -2, -1}, {2, 2, 0}, BodyKind::obstacle);
    RigidBody& cube = corbel::testing::add_box(s.model, {0, 0, 0}, {1, 1, 1}, BodyKind::rigid);
    cube.set_initial_velocity({0, 0, -v}, Vec3::Zero());
    s.run(tight(), 1e-3, {});
    const std::string path = path_for("corbel_dump_impact_");
    s.dump_problem(path);
    const FclibProblem file = read_fclib(path);
    std::filesystem::remove(path);
    ASSERT_TRUE(file.solution.has_value());
    EXPECT_LT(residual(file.problem, *file.solution).scaled, 1e-9);
    // The rebound is kept against gravity: both carry the weight of one step.
    EXPECT_NEAR(weight(*file.solution), cube.mass() * 10 * 1e-3, 1e-9 * cube.mass());
    EXPECT_NEAR(cube.velocity({cube.center()}).z(), 0.5 * v, 1e-9);
    EXPECT_EQ(file.info.description.find("impacts") != std::string::npos, v > 0);
  }
}

TEST(DumpProblem, NothingToDumpBeforeARun)
{
  EXPECT_THROW(Simulation(1e-3).dump_problem(path_for("corbel_no_dump_")), InputError);
}
