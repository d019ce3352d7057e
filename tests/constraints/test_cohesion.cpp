// SPDX-License-Identifier: MIT
// Cohesion: the cone with its apex at −c e_N.
#include "law_check.hpp"
#include "random_blocks.hpp"

#include "corbel/constraints/signorini_coulomb.hpp"

using namespace corbel;
using namespace corbel::testing;

namespace {

const BlockOptions options;
const Mat3 unit = Mat3::Identity();  // W of a particle of 1 kg

BlockResult solve(double mu, double c, const Vec3& b)
{
  return SignoriniCoulomb{mu, 0, c}.solve_block(unit, b, Vec3::Zero(), options);
}

}  // namespace

TEST(Cohesion, HoldsAgainstAPullBelowItsStrength)
{
  // U = R + b = 0 takes R_N = −1.5, and the bond bears 2.
  const BlockResult result = solve(0, 2, {0, 0, 1.5});
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_LE((result.R - Vec3(0, 0, -1.5)).norm(), 1e-15);
}

TEST(Cohesion, GivesNoMoreThanItsStrength)
{
  // b_N = 3: R_N = −2 and the particle leaves with 1 m/s.
  const BlockResult result = solve(0.5, 2, {0, 0, 3});
  EXPECT_EQ(result.R, Vec3(0, 0, -2));
}

TEST(Cohesion, ShearStrengthIsFrictionTimesTheDistanceToTheApex)
{
  // Without load μ c = 1 along T1: below it sticks, above it slips with R_T = −1 and U_T = b_T − 1.
  EXPECT_LE((solve(0.5, 2, {0.9, 0, 0}).R - Vec3(-0.9, 0, 0)).norm(), 1e-15);
  EXPECT_LE((solve(0.5, 2, {1.4, 0, 0}).R - Vec3(-1, 0, 0)).norm(), 1e-14);
}

TEST(Cohesion, NoneIsTheLawWithoutIt)
{
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) {
    const Mat3 W = random_W(random, 0.3);
    const Vec3 b = random_vector(random);
    EXPECT_EQ(SignoriniCoulomb(0.4, 0, 0).solve_block(W, b, b, options).R,
              SignoriniCoulomb(0.4, 0).solve_block(W, b, b, options).R);
  }
}

TEST(Cohesion, RandomBlocksSatisfyTheShiftedLaw)
{
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    const Mat3 W = random_W(random, 0.5);
    const Vec3 b = random_vector(random);
    const SignoriniCoulomb law{0.6, -0.1, 0.5};
    const BlockResult result = law.solve_block(W, b, Vec3::Zero(), options);
    ASSERT_EQ(result.status, BlockStatus::ok);
    const Vec3 U = W * result.R + b, r = result.R + Vec3(0, 0, law.cohesion);
    const Vec3 clean(r.x(), r.y(), std::max(0.0, r.z()));  // −c + c
    expect_signorini_coulomb(law.mu, law.shift, U, clean, 1e-9, {b.norm() + 1, 1});
    EXPECT_LE(law.natural_residual(U, result.R, 0.7).norm(), 1e-9);
    const Vec3 other = result.R + Vec3(0, 0, 0.1);
    EXPECT_GE(law.natural_residual(W * other + b, other, 0.7).norm(), 1e-3);
    EXPECT_LE((law.admissible(result.R) - result.R).norm(), 1e-14);
  }
}

TEST(Cohesion, ConeFormSaysIt)
{
  const ConeForm form = SignoriniCoulomb{0.6, -0.1, 0.5}.cone_form(Vec3::Zero(), Vec3::Zero());
  EXPECT_TRUE(form.contact);
  EXPECT_EQ(form.mu, 0.6);
  EXPECT_EQ(form.cohesion, 0.5);
  EXPECT_EQ(form.offset, Vec3(0, 0, -0.1));
  EXPECT_FALSE(form.linearized);
}
