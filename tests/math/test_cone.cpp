// SPDX-License-Identifier: MIT
// Projection on the Coulomb cone: by hand, and by the three properties that define it.
#include "corbel/math/cone.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace corbel;

namespace {

Vec3 random_vector(std::mt19937& random)
{
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

/// A point of K(μ), some of them on its surface.
Vec3 random_in_cone(std::mt19937& random, double mu)
{
  std::uniform_real_distribution<double> uniform(0, 1);
  const double R_N = 3 * uniform(random);
  const double R_T = mu * R_N * std::min(1.0, 1.5 * uniform(random));
  const double angle = 2 * M_PI * uniform(random);
  return {R_T * std::cos(angle), R_T * std::sin(angle), R_N};
}

}  // namespace

TEST(Cone, ByHand)
{
  EXPECT_EQ(project_on_cone({0.3, 0.4, 1}, 0.5), Vec3(0.3, 0.4, 1));  // on the surface: |a_T| = 0.5
  EXPECT_EQ(project_on_cone({0.1, 0, 1}, 0.5), Vec3(0.1, 0, 1));      // inside
  EXPECT_EQ(project_on_cone({1, 0, -0.5}, 0.5), Vec3(0, 0, 0));       // surface of the polar: 0.5·1 = 0.5
  EXPECT_EQ(project_on_cone({0, 0, -2}, 0.5), Vec3(0, 0, 0));
  // μ = 1, a = (2, 0, 0): the foot on the line (1, 0, 1)/√2 is (1, 0, 1).
  EXPECT_TRUE(project_on_cone({2, 0, 0}, 1).isApprox(Vec3(1, 0, 1), 1e-15));
  // μ = 3/4, a = (6, 0, 3): on the line e = (0.6, 0, 0.8) a·e = 3.6 + 2.4 = 6, foot (3.6, 0, 4.8).
  EXPECT_TRUE(project_on_cone({6, 0, 3}, 0.75).isApprox(Vec3(3.6, 0, 4.8), 1e-15));
}

TEST(Cone, WithoutFrictionIsTheHalfLine)
{
  EXPECT_EQ(project_on_cone({3, -4, 2}, 0), Vec3(0, 0, 2));
  EXPECT_EQ(project_on_cone({3, -4, -2}, 0), Vec3(0, 0, 0));
  EXPECT_EQ(project_on_cone({0, 0, -2}, 0), Vec3(0, 0, 0));  // |a_T| ≤ μ a_N holds as 0 ≤ −0: not inside
  EXPECT_EQ(project_on_cone({0, 0, 2}, 0), Vec3(0, 0, 2));
  EXPECT_EQ(project_on_cone({0, 0, 0}, 0), Vec3(0, 0, 0));
}

TEST(Cone, ProjectionIsInsideIdempotentOrthogonalAndNearest)
{
  std::mt19937 random(20240501);
  for (const double mu : {0.0, 0.1, 0.5, 1.0, 3.0})
    for (int k = 0; k < 400; ++k) {
      const Vec3 a = 2 * random_vector(random);
      const Vec3 p = project_on_cone(a, mu);
      EXPECT_LE(p.head<2>().norm(), mu * p.z() + 1e-14);               // inside
      EXPECT_LE((project_on_cone(p, mu) - p).norm(), 1e-14);           // idempotent
      EXPECT_NEAR((a - p).dot(p), 0, 1e-13);                           // Moreau: a − p ⟂ p …
      EXPECT_LE(mu * (a - p).head<2>().norm(), -(a - p).z() + 1e-13);  // … and a − p in the polar cone
      for (int s = 0; s < 20; ++s)                                     // nearest
        EXPECT_LE((a - p).norm(), (a - random_in_cone(random, mu)).norm() + 1e-14);
    }
}

TEST(NaturalMap, IsTheDifferenceItStandsFor)
{
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 2000; ++k) {
    const double mu = k % 4 == 0 ? 0 : std::abs(normal(random));
    const Vec3 a(normal(random), normal(random), normal(random));
    const Vec3 R = corbel::project_on_cone(Vec3(normal(random), normal(random), normal(random)), mu);
    const Vec3 expected = R - corbel::project_on_cone(R - a, mu);
    EXPECT_LE((corbel::natural_map(R, a, mu) - expected).norm(), 1e-14 * (1 + R.norm() + a.norm())) << k;
  }
}

TEST(NaturalMap, KeepsWhatIsBelowTheRoundOffOfR)
{
  // Far inside the cone, and on its surface: the error of 1e-3 in the velocity does not get lost beside 1e15.
  const Vec3 a(0, 0, -1e-3);
  EXPECT_EQ(corbel::natural_map({0, 0, 1e15}, a, 0.5), a);
  EXPECT_NEAR(corbel::natural_map({0, 0, 1e15}, {1, 0, -1e-3}, 0).z(), -1e-3, 1e-18);
}
