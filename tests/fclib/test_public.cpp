// SPDX-License-Identifier: MIT
// Problems that other codes wrote (tests/data/fclib).
#include "corbel/core/error.hpp"
#include "corbel/fclib/fclib.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

using namespace corbel;

namespace {

FclibProblem read(const std::string& name) { return read_fclib(CORBEL_TEST_DATA "/fclib/" + name + ".hdf5"); }

}  // namespace

TEST(FclibPublic, ALocalProblemWithUnsymmetricW)
{
  const FclibProblem file = read("OneObject-i100000-499");
  ASSERT_EQ(file.problem.size(), 24u);
  EXPECT_GT(file.asymmetry, 1e-5);
  EXPECT_LT(file.asymmetry, 1e-3);
  EXPECT_EQ(std::get<SignoriniCoulomb>(file.problem.laws[5]).mu, 0.3);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> rank(72, 72);
  rank.setThreshold(1e-9);
  EXPECT_EQ(rank.compute(file.problem.W.assemble().to_dense()).rank(), 49);  // as its authors say
}

TEST(FclibPublic, StacksOfRigidBodies)
{
  const FclibProblem file = read("Box_Stacks-i0122-82-5");
  ASSERT_EQ(file.problem.size(), 82u);
  EXPECT_TRUE(file.global);
  EXPECT_GT(file.problem.W.columns(), 0);
  EXPECT_EQ(file.problem.W.blocks().n, 0u);
  EXPECT_EQ(file.info.title, "Box_stacks");
  EXPECT_EQ(file.guesses.size(), 1u);
  EXPECT_FALSE(file.solution.has_value());  // zeros in the file
  Impulses R(82, Vec3::Zero());
  const SolverReport report = make_solver("gauss_seidel", {.tolerance = 1e-8})->solve(file.problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(residual(file.problem, R).scaled, 1e-8);
}

TEST(FclibPublic, FiniteElementsAndATitleThatIsNoUtf8)
{
  const FclibProblem file = read("CubeH8");
  ASSERT_EQ(file.problem.size(), 1u);
  EXPECT_EQ(file.info.description.substr(0, 10), "?Rewriting");
  EXPECT_EQ(file.notes.size(), 1u);
}

TEST(FclibPublic, RollingFrictionIsRefusedByName)
{
  try {
    read("Chute-ndof-768-nc-4-3");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("rolling friction"), std::string::npos);
  }
}
