// SPDX-License-Identifier: MIT
// Every public problem, as it is and changed, solved to both residuals.
#include "corbel/fclib/fclib.hpp"
#include "corbel/solvers/make_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

using namespace corbel;

namespace {

constexpr const char* names[] = {"Box_Stacks-i0122-82-5",
                                 "Confeti-ex13-Fc3D-SBM",
                                 "CubeH8",
                                 "KaplasTower-i1061-4",
                                 "LMGC_100_PR_PerioBox-i00361-60-03000",
                                 "LMGC_GlobalFrictionContactProblem00046",
                                 "NESpheres_30_1",
                                 "OneObject-i100000-499",
                                 "Spheres-i099-356-679",
                                 "local_problem_test"};

class PublicProblem : public ::testing::TestWithParam<const char*> {
 protected:
  const FclibProblem file_ = read_fclib(std::string(CORBEL_TEST_DATA "/fclib/") + GetParam() + ".hdf5");

  /// Friction of contact i changed by change(i, μ).
  LocalProblem with_friction(const std::function<double(std::size_t, double)>& change) const
  {
    LocalProblem problem = file_.problem;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      auto& law = std::get<SignoriniCoulomb>(problem.laws[i]);
      law.mu = change(i, law.mu);
    }
    return problem;
  }
};

void expect_solved(const LocalProblem& problem, const char* what)
{
  Impulses R(problem.size(), Vec3::Zero());
  const SolverReport report = make_solver("auto", {.tolerance = 1e-8})->solve(problem, R);
  const Residual found = residual(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok) << what;
  EXPECT_LE(found.absolute, 1e-8) << what;
  EXPECT_LE(found.scaled, 1e-8) << what;
}

}  // namespace

TEST_P(PublicProblem, AsItIs) { expect_solved(file_.problem, "as it is"); }

TEST_P(PublicProblem, FrictionScaled)
{
  for (const double factor : {0.1, 0.3, 2.0, 3.0, 5.0})
    expect_solved(with_friction([&](auto, double mu) { return factor * mu; }),
                  std::to_string(factor).c_str());
}

TEST_P(PublicProblem, SomeContactsSmooth)
{
  expect_solved(with_friction([](auto i, double mu) { return i % 3 == 0 ? 0 : mu; }), "a third smooth");
  expect_solved(with_friction([](auto, double) { return 0; }), "all smooth");
}

INSTANTIATE_TEST_SUITE_P(Fclib, PublicProblem, ::testing::ValuesIn(names), [](const auto& made) {
  std::string name = made.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});
