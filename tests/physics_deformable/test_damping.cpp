// SPDX-License-Identifier: MIT
// Mass-proportional damping in closed form, and the critical step of bodies under stretch.
#include "deformable_helpers.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

using namespace corbel;
using namespace corbel::testing;

namespace {

const BulkMaterial rubber = {.label = "", .young = 1e6, .poisson = 0.3, .density = 1000};

}  // namespace

/// In translation nothing but −α M u acts: u⁺ = u (1 − αh/2) / (1 + αh/2) in the mid-point schemes, u (1 −
/// αh) in DEF_EXP. All energy that is lost is work of damping, and the time integration makes none.
TEST(MassDamping, TranslationSlowsByAConstantRatio)
{
  const double alpha = 50, h = 2e-3, v = 3;
  for (const auto& [form, scheme] : {std::pair("TL", "DEF_LIM"),
                                     {"TL", "DEF_IMP"},
                                     {"TL", "DEF_EXP"},
                                     {"BC", "DEF_LIM"},
                                     {"BC", "DEF_EXP"}}) {
    Simulation simulation(h);
    FiniteElementBody& body = add_elastic(simulation, grid({0, 0, 0}, {1, 1, 1}, 2, 2, 2), rubber, form);
    body.set_scheme(scheme);
    body.set_damping({0, alpha});
    body.set_initial_velocity({v, 0, -v}, {0, 0, 0});
    const double E = body.kinetic_energy();
    EXPECT_EQ(run_steps(simulation, 10).unconverged_steps, 0);
    EXPECT_EQ(simulation.h(), h);  // DEF_EXP needs no shorter one
    const double ratio =
        scheme == std::string("DEF_EXP") ? 1 - alpha * h : (1 - alpha * h / 2) / (1 + alpha * h / 2);
    const Vec3 u = body.velocity(body.locate("corner", {1, 1, 1}));
    EXPECT_NEAR(u.x(), v * std::pow(ratio, 10), 1e-10 * v) << form << " " << scheme;
    EXPECT_NEAR(u.z(), -v * std::pow(ratio, 10), 1e-10 * v) << form << " " << scheme;
    const EnergyRecord energy = simulation.energy(body);
    EXPECT_LT(std::abs(energy.numerical()), 1e-12 * E) << form << " " << scheme;
    EXPECT_NEAR(energy.damping, -E * (1 - std::pow(ratio, 20)), 1e-10 * E) << form << " " << scheme;
  }
}

/// h₀ / √(3/2 s² − 1/2) at a stretch s along one axis; along all three the tension is larger, by λ of the
/// other two. With the frequencies of the tangent there, no step is longer than 0.9 of the stable one.
TEST(CriticalStep, FallsWithTheStretchOfTheBody)
{
  Simulation simulation(1);
  FiniteElementBody& body = add_elastic(simulation, grid({0, 0, 0}, {1, 0.8, 0.9}, 2, 2, 2), rubber, "TL");
  body.set_scheme("DEF_EXP");
  const Eigen::VectorXd X = vector(body.q()), M = body.body_template().mass();
  const Solid& solid = body.body_template().solid();
  const double h0 = body.critical_step();
  const auto stretched = [&](const Vec3& s) {
    Eigen::VectorXd x = X;
    for (Eigen::Index i = 0; i < x.size(); i += 3)
      x.segment<3>(i) = s.cwiseProduct(X.segment<3>(i));
    return x;
  };
  const auto frequency = [&](const Eigen::VectorXd& x) {
    Eigen::SparseMatrix<double> K = solid.tangent_pattern();
    solid.tangent(x - X, K);
    const Eigen::VectorXd scale = M.cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd A = scale.asDiagonal() * Eigen::MatrixXd(K) * scale.asDiagonal();
    return std::sqrt(
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff());
  };
  EXPECT_NEAR(h0, 0.9 * 2 / frequency(X), 0.01 * h0);
  for (const Vec3& s : {Vec3(1.2, 1, 1), Vec3(1, 1, 1.5), Vec3(1, 2, 1), Vec3(1.3, 1.3, 1.3),
                        Vec3(1.8, 1.8, 1.8), Vec3(2, 0.9, 1)}) {
    body.set_q(flat(stretched(s)));
    const double h = body.critical_step(), largest = s.maxCoeff();
    if (s.sum() == largest + 2) {
      EXPECT_NEAR(h, h0 / std::sqrt(1.5 * largest * largest - 0.5), 1e-12 * h0) << s.transpose();
    }
    EXPECT_LE(h, 0.9 * 2 / frequency(stretched(s)) * 1.02) << s.transpose();
    EXPECT_GE(h, 0.7 * 0.9 * 2 / frequency(stretched(s))) << s.transpose();
  }
  body.set_q(flat(stretched({0.9, 0.95, 1})));  // compression softens, and gives nothing away
  EXPECT_NEAR(body.critical_step(), h0, 1e-12 * h0);
}
