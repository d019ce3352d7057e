// SPDX-License-Identifier: MIT
// Every public problem, as it is and changed, solved to both residuals, and each contact by the law itself.
#include "../constraints/law_check.hpp"

#include "corbel/fclib/fclib.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

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

/// Signorini's and Coulomb's law as they are written (constraints/law_check.hpp), contact by contact, with U
/// from the dense W: nothing of the residual that solvers go by. A solver certifies norms over all contacts;
/// what that leaves to one of them is its part of the sum, `tolerance` of the largest velocity and impulse
/// there are.
void expect_law(const LocalProblem& problem, const Impulses& R, double tolerance, const char* what)
{
  SCOPED_TRACE(what);
  const auto n = static_cast<Eigen::Index>(3 * problem.size());
  const Eigen::VectorXd r = Eigen::Map<const Eigen::VectorXd>(R[0].data(), n);
  const Eigen::VectorXd U =
      problem.W.assemble().to_dense() * r + Eigen::Map<const Eigen::VectorXd>(problem.B[0].data(), n);
  corbel::testing::Scale scale{0, 0};
  for (std::size_t i = 0; i < problem.size(); ++i) {
    scale.U = std::max({scale.U, problem.B[i].norm(), U.segment<3>(static_cast<Eigen::Index>(3 * i)).norm()});
    scale.R = std::max(scale.R, R[i].norm());
  }
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const auto& law = std::get<SignoriniCoulomb>(problem.laws[i]);
    EXPECT_EQ(law.cohesion, 0);
    corbel::testing::expect_signorini_coulomb(
        law.mu, law.shift, U.segment<3>(static_cast<Eigen::Index>(3 * i)), R[i], tolerance, scale);
  }
}

void expect_solved(const LocalProblem& problem, const char* what)
{
  Impulses R(problem.size(), Vec3::Zero());
  const SolverReport report = make_solver("auto", {.tolerance = 1e-8})->solve(problem, R);
  const Residual found = residual(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok) << what;
  EXPECT_LE(found.absolute, 1e-8) << what;
  EXPECT_LE(found.scaled, 1e-8) << what;
  expect_law(problem, R, 1e-6, what);
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
