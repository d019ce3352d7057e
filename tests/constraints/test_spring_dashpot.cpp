// SPDX-License-Identifier: MIT
// Spring-dashpot contact: the law as written, closed forms of one block, and its cone form.
#include "random_blocks.hpp"

#include "corbel/constraints/spring_dashpot.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

const BlockOptions options{1e-13, 200};

/// h [s (−g)^m − d (U + V)/2], written a second time.
double impulse(const SpringDashpot& law, double U_N)
{
  const double penetration = -(law.gap + law.eta * (U_N - law.V_N));
  const double force = penetration > 0 ? law.spring * std::pow(penetration, law.power)
                                       : -law.spring * std::pow(-penetration, law.power);
  return law.h * (force - law.dashpot * (U_N + law.V_N) / 2);
}

/// R_N = max(−c, impulse), |R_T| ≤ μ (R_N + c), friction opposite to slip.
void expect_law(const SpringDashpot& law, const Vec3& U, const Vec3& R, double tolerance)
{
  EXPECT_NEAR(R.z(), std::max(-law.cohesion, impulse(law, U.z())), tolerance);
  const double most = law.mu * (R.z() + law.cohesion);
  const Eigen::Vector2d U_T = U.head<2>(), R_T = R.head<2>();
  EXPECT_LE(R_T.norm(), most + 1e-12);
  EXPECT_LE((U_T.norm() * R_T + most * U_T).norm(), tolerance);
}

/// Penetration, damping, friction, bond and warm start at random, springs of 10³ … 10^stiffest N/m^m.
void solve_at_random(unsigned seed, double power, double stiffest)
{
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(0, 1);
  for (int i = 0; i < 1000; ++i) {
    const double h = 1e-3;
    SpringDashpot law{.mu = 0.5 * part(random),
                      .cohesion = i % 2 ? 0 : part(random),
                      .spring = std::pow(10, 3 + (stiffest - 3) * part(random)),
                      .dashpot = i % 3 ? 0 : 100 * part(random),
                      .power = power,
                      .gap = -1e-3 * part(random),
                      .V_N = part(random) - 0.5,
                      .h = h,
                      .eta = h / 4};
    const Mat3 W = random_W(random, 0.3);
    const Vec3 b = random_vector(random), start = random_vector(random);
    const BlockResult result = law.solve_block(W, b, start, options);
    ASSERT_EQ(result.status, BlockStatus::ok) << i;
    const Vec3 U = W * result.R + b;
    expect_law(law, U, result.R, 1e-9 * (1 + result.R.norm()));
    EXPECT_LE(law.natural_residual(U, result.R, 0.5).norm(), 1e-8);
    const Vec3 other = result.R + Vec3(0, 0, 0.1);
    EXPECT_GE(law.natural_residual(W * other + b, other, 0.5).norm(), 1e-4);
  }
}

}  // namespace

TEST(SpringDashpot, LinearSpringInClosedForm)
{
  // m = 1 kg, s = 1000 N/m, h = 0.01 s, gap −0.02, V = b = −1 without other forces:
  // R = h s (0.02 − h/4 R)  ⇒  R = 0.2/(1 + h² s/4) = 0.2/1.025.
  const SpringDashpot law{.spring = 1000, .gap = -0.02, .V_N = -1, .h = 0.01, .eta = 0.0025};
  const BlockResult result = law.solve_block(Mat3::Identity(), {0, 0, -1}, Vec3::Zero(), options);
  EXPECT_NEAR(result.R.z(), 0.2 / 1.025, 1e-15);
}

TEST(SpringDashpot, DashpotInClosedForm)
{
  // d = 10 N s/m alone: R = −h d (U + V)/2, U = R − 1, V = −1: R = 0.05 (2 − R) = 0.1/1.05.
  const SpringDashpot law{.dashpot = 10, .gap = -0.02, .V_N = -1, .h = 0.01, .eta = 0.0025};
  const BlockResult result = law.solve_block(Mat3::Identity(), {0, 0, -1}, Vec3::Zero(), options);
  EXPECT_NEAR(result.R.z(), 0.1 / 1.05, 1e-15);
}

TEST(SpringDashpot, DoesNotPullWithoutABond)
{
  SpringDashpot law{.spring = 1, .dashpot = 1000, .gap = -1e-3, .V_N = 2, .h = 0.01, .eta = 0.0025};
  EXPECT_EQ(law.solve_block(Mat3::Identity(), {0, 0, 2}, {0, 0, 1}, options).R, Vec3(0, 0, 0));
  law.cohesion = 0.5;  // less than the dashpot would give
  EXPECT_NEAR(law.solve_block(Mat3::Identity(), {0, 0, 2}, {0, 0, 1}, options).R.z(), -0.5, 1e-15);
}

TEST(SpringDashpot, RandomBlocksLinear) { solve_at_random(1, 1, 9); }
TEST(SpringDashpot, RandomBlocksHertz) { solve_at_random(2, 1.5, 9); }
TEST(SpringDashpot, RandomBlocksCubic) { solve_at_random(3, 3, 9); }
TEST(SpringDashpot, RandomBlocksBelowOne)
{
  solve_at_random(4, 0.5, 5);  // stiffer ones stop within 1e-12 m, where g has no digits left
}

TEST(SpringDashpot, CriticalDashpotIsThatOfTheBlock)
{
  // Of an oscillator of mass 1/W_NN: 2 √(s m) = 2 √(1000 · 0.25).
  SpringDashpot law{.spring = 1000, .dashpot = -1, .gap = -0.02, .h = 0.01, .eta = 0.0025};
  law.settle(4, -1);
  EXPECT_NEAR(law.dashpot, 2 * std::sqrt(250.0), 1e-12);
  // Of a power law by its tangent at the mean gap −0.02 + 0.0025 (−1 − 0) = −0.0225.
  SpringDashpot hertz{.spring = 1000, .dashpot = -1, .power = 1.5, .gap = -0.02, .h = 0.01, .eta = 0.0025};
  hertz.settle(4, -1);
  EXPECT_NEAR(hertz.dashpot, 2 * std::sqrt(1500 * std::sqrt(0.0225) / 4), 1e-12);
}

TEST(SpringDashpot, ConeFormIsTheTangent)
{
  for (const double power : {1.0, 1.5}) {
    const SpringDashpot law{.mu = 0.3,
                            .cohesion = 0.1,
                            .spring = 1e4,
                            .dashpot = 5,
                            .power = power,
                            .gap = -0.01,
                            .V_N = -1,
                            .h = 0.01,
                            .eta = 0.0025};
    const double U_N = -0.4, delta = 1e-6;
    const ConeForm form = law.cone_form({0, 0, U_N}, Vec3::Zero());
    EXPECT_TRUE(form.contact);
    EXPECT_EQ(form.linearized, power != 1);
    EXPECT_EQ(form.cohesion, 0.1);
    // u_N = U_N + offset + compliance R_N vanishes on the curve, and dR/dU = −1/compliance.
    EXPECT_NEAR(U_N + form.offset.z() + form.compliance.z() * impulse(law, U_N), 0, 1e-12);
    const double slope = (impulse(law, U_N + delta) - impulse(law, U_N - delta)) / (2 * delta);
    EXPECT_NEAR(-1 / form.compliance.z(), slope, 1e-6 * std::abs(slope));
  }
}

TEST(SpringDashpot, NothingThatPushesCarriesNothing)
{
  SpringDashpot law{.mu = 0.5, .cohesion = 1, .gap = -0.1, .V_N = -1, .h = 0.01, .eta = 0.0025};
  law.settle(1, -1);
  const BlockResult result = law.solve_block(Mat3::Identity(), {1, 0, -1}, {0, 0, 1}, options);
  EXPECT_EQ(result.R, Vec3(0, 0, 0));
  EXPECT_FALSE(law.cone_form(Vec3::Zero(), Vec3::Zero()).contact);
}

TEST(SpringDashpot, WithoutSpringAndDashpotNothingBearsCohesion)
{
  SpringDashpot law{.mu = 0.5, .cohesion = 2, .gap = -1e-3, .h = 1e-3, .eta = 2.5e-4};
  law.settle(1, -0.1);
  const Vec3 U(0.3, 0, -0.2);
  EXPECT_EQ(law.cohesion, 0);
  EXPECT_EQ(law.solve_block(Mat3::Identity(), U, Vec3(0, 0, 1), options).R, Vec3::Zero());
  EXPECT_EQ(law.natural_residual(U, Vec3::Zero(), 1), Vec3::Zero());
}
