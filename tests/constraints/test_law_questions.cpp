// SPDX-License-Identifier: MIT
// Every question put to every law: answers have to hold at the solutions of the law's own block problem.
#include "law_check.hpp"
#include "random_blocks.hpp"

#include "corbel/constraints/law.hpp"

#include <Eigen/LU>

#include <array>
#include <set>
#include <vector>

using namespace corbel;
using namespace corbel::testing;

namespace {

const BlockOptions options;
constexpr int trials = 50;

/// A law with the questions it is expected to answer.
struct Case {
  const char* name;
  Law law;
  bool contact = false, linear = false, prescribed = false, spring = false, rebounds = false;
  double penalty = 0;  ///< h s |gap|^m [N s] of a contact that can be evaluated by itself
};

std::vector<Case> all_cases()
{
  const SpringDashpot soft{.mu = 0.4, .spring = 50, .dashpot = 3, .gap = -0.01, .h = 0.1, .eta = 0.025};
  SpringDashpot power = soft;
  power.power = 1.5;
  return {
      {.name = "rebounding contact", .law = SignoriniCoulomb{0.4, -0.2}, .contact = true, .rebounds = true},
      {.name = "bond", .law = SignoriniCoulomb{0.4, 0, 0.3}, .contact = true, .rebounds = true},
      {.name = "fixed point",
       .law = PrescribedVelocity{{0.1, -0.2, 0.3}},
       .linear = true,
       .prescribed = true},
      {.name = "fixed direction", .law = PrescribedNormalVelocity{0.5}, .linear = true, .prescribed = true},
      {.name = "axis of a hinge",
       .law = PrescribedTangentVelocity{{0.1, -0.4}},
       .linear = true,
       .prescribed = true},
      {.name = "link", .law = RigidLink{{0.1, -0.05, 1}, 0.01, 1.008}},
      {.name = "soft contact", .law = soft, .contact = true, .penalty = 0.05},
      {.name = "power law", .law = power, .contact = true, .penalty = 0.005},
      {.name = "spring", .law = Spring{.impulse = 0.3, .stiffness = 2}, .linear = true, .spring = true},
      {.name = "spring with stops", .law = Spring{0.3, 2, -0.1, 0.1}, .spring = true},
      {.name = "expansion", .law = Expansion{0.4, 0.6}, .contact = true}};
}

/// A block problem and its solution by the law.
struct Solved {
  Mat3 W;
  Vec3 b, R, U;
};

Solved solved(const Law& law, const Mat3& W, const Vec3& b)
{
  const BlockResult result = solve_block(law, W, b, Vec3::Zero(), options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  return {W, b, result.R, W * result.R + b};
}

Solved solved_at_random(const Law& law, std::mt19937& random)
{
  const Mat3 W = random_W(random, 0.2);
  return solved(law, W, random_vector(random));
}

/// check(case, solution) for all laws and several solutions of each.
template<class Check>
void for_all(const Check& check)
{
  std::mt19937 random(5);
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.name);
    for (int i = 0; i < trials; ++i)
      check(c, solved_at_random(c.law, random));
  }
}

/// The same solution for both, bit by bit.
void expect_same_law(const Law& a, const Law& b, const Solved& s)
{
  EXPECT_EQ(solved(a, s.W, s.b).R, solved(b, s.W, s.b).R);
}

/// Answers what every law has to, and nothing else: R = −c U.
struct Damper {
  double c = 2;  ///< [kg]

  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& /*R*/, const BlockOptions& /*o*/) const
  {
    return {-c * (Mat3::Identity() + c * W).inverse() * b, BlockStatus::ok};
  }
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const { return rho * (U + R / c); }
  Vec3 admissible(const Vec3& R) const { return R; }
  ConeForm cone_form(const Vec3& /*U*/, const Vec3& /*R*/) const
  {
    return {.contact = false, .compliance = Vec3::Constant(1 / c), .held = {true, true, true}};
  }
};

using LawsWithDamper = std::variant<SignoriniCoulomb, Expansion, Damper>;

static_assert(LawOfConstraint<Damper> && !LawOfConstraint<Vec3>);

}  // namespace

TEST(LawQuestions, AreAskedOfEveryLawOfTheList)
{
  std::set<std::size_t> kinds;
  for (const Case& c : all_cases())
    kinds.insert(c.law.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<Law>);
}

TEST(LawQuestions, ResidualAndProjectionAgreeWithTheBlockSolve)
{
  for_all([](const Case& c, const Solved& s) {
    for (const double rho : {0.3, 2.0}) {
      EXPECT_LE(natural_residual(c.law, s.U, s.R, rho).norm(), 1e-8);
      const Vec3 other = s.R + Vec3(0.2, -0.1, 0.7);
      EXPECT_GE(natural_residual(c.law, s.W * other + s.b, other, rho).norm(), 1e-3);
    }
    EXPECT_LE((admissible(c.law, s.R) - s.R).norm(), 1e-14);
  });
}

TEST(LawQuestions, ConeFormHoldsAtTheSolution)
{
  for_all([](const Case& c, const Solved& s) {
    const ConeForm form = cone_form(c.law, s.U, s.R);
    const Vec3 u = s.U + form.offset + form.compliance.cwiseProduct(s.R);
    EXPECT_EQ(form.contact, c.contact);
    if (form.contact) {
      const double r_N = s.R.z() + form.cohesion;
      EXPECT_GE(r_N, -1e-15);
      // The compliance of a bond acts on R, the cone on r = R + c e_N.
      expect_signorini_coulomb(form.mu, 0, u, {s.R.x(), s.R.y(), std::max(0.0, r_N)}, 1e-7);
    } else {
      for (int k = 0; k < 3; ++k)
        EXPECT_LE(std::abs(form.held.at(static_cast<std::size_t>(k)) ? u[k] : s.R[k]), 1e-8);
    }
  });
}

TEST(LawQuestions, ARigidContactIsASignoriniCoulombLawWithItsNumbers)
{
  for_all([](const Case& c, const Solved& s) {
    const auto contact = rigid_contact(c.law);
    EXPECT_EQ(contact.has_value(), c.rebounds);
    if (contact)
      expect_same_law(c.law, SignoriniCoulomb{contact->mu, contact->offset.z(), contact->cohesion}, s);
  });
}

TEST(LawQuestions, FrictionBoundsTheTangentialImpulseOfContacts)
{
  int slips = 0;
  for_all([&](const Case& c, const Solved& s) {
    const auto mu = friction(c.law);
    ASSERT_EQ(mu.has_value(), c.contact);
    if (!mu) return;
    const double bound = *mu * (s.R.z() + cone_form(c.law, s.U, s.R).cohesion);
    EXPECT_LE(s.R.head<2>().norm(), bound + 1e-14);
    slips += bound > 0 && s.R.head<2>().norm() >= (1 - 1e-12) * bound;
  });
  EXPECT_GT(slips, trials);
}

TEST(LawQuestions, LinearEquationsHoldAtTheSolution)
{
  for_all([](const Case& c, const Solved& s) {
    const std::vector<LinearEquation> equations = linear_equations(c.law);
    EXPECT_EQ(!equations.empty(), c.linear);
    if (equations.empty()) return;
    std::array<bool, 3> acts = {false, false, false};
    for (const LinearEquation& e : equations) {
      EXPECT_NEAR(s.U[e.axis] + e.compliance * s.R[e.axis], e.target, 1e-12);
      acts.at(static_cast<std::size_t>(e.axis)) = true;
    }
    for (int k = 0; k < 3; ++k)
      EXPECT_TRUE(acts.at(static_cast<std::size_t>(k)) || s.R[k] == 0);
  });
}

TEST(LawQuestions, LinearLawsAreThoseWhoseImpulseIsAffineInTheFreeVelocity)
{
  std::mt19937 random(6);
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(c.name);
    double bend = 0;
    for (int i = 0; i < trials; ++i) {
      const Mat3 W = random_W(random, 0.2);
      const Vec3 a = random_vector(random), b = random_vector(random);
      const Vec3 mean = 0.5 * (solved(c.law, W, a).R + solved(c.law, W, b).R);
      bend = std::max(bend, (solved(c.law, W, 0.5 * (a + b)).R - mean).norm());
    }
    EXPECT_EQ(bend < 1e-10, !linear_equations(c.law).empty());
  }
}

TEST(LawQuestions, PrescribedVelocitiesAreMetWhateverTheMass)
{
  for_all([](const Case& c, const Solved& s) {
    const std::vector<LinearEquation> prescribed = prescribed_velocities(c.law);
    EXPECT_EQ(!prescribed.empty(), c.prescribed);
    const Solved heavy = solved(c.law, 1e-3 * s.W, s.b);
    for (const LinearEquation& e : prescribed)
      EXPECT_NEAR(heavy.U[e.axis], e.target, 1e-12);
  });
}

TEST(LawQuestions, ALinearizedConditionIsNewtonsMethodForIt)
{
  int asked = 0;
  for_all([&](const Case& c, const Solved& s) {
    if (!linearized_condition(c.law, s.b)) return;
    ++asked;
    Vec3 U = s.b;
    for (int i = 0; i < 4; ++i) {
      const auto at = linearized_condition(c.law, U);
      U += at->missing / at->n.squaredNorm() * at->n;
    }
    EXPECT_LE(natural_residual(c.law, U, Vec3::Zero(), 1).norm(), 1e-10);
    EXPECT_LE(std::abs(linearized_condition(c.law, s.U)->missing), 1e-10);
    // n is the gradient: central differences.
    const auto at = linearized_condition(c.law, s.U);
    for (int k = 0; k < 3; ++k) {
      const Vec3 d = 1e-4 * Vec3::Unit(k);
      const double change =
          linearized_condition(c.law, s.U - d)->missing - linearized_condition(c.law, s.U + d)->missing;
      EXPECT_NEAR(change / 2e-4, at->n[k], 1e-7);
    }
  });
  EXPECT_EQ(asked, trials);  // the link
}

TEST(LawQuestions, SpringFormHoldsAtTheSolution)
{
  for_all([](const Case& c, const Solved& s) {
    const auto spring = spring_form(c.law);
    ASSERT_EQ(spring.has_value(), c.spring);
    if (!spring) return;
    const double lambda = s.R.z() - spring->impulse + spring->stiffness * s.U.z();
    EXPECT_NEAR(spring->stop_impulse(s.U, s.R), lambda, 1e-12);
    EXPECT_GE(s.U.z(), spring->lower - 1e-12);
    EXPECT_LE(s.U.z(), spring->upper + 1e-12);
  });
}

TEST(LawQuestions, OnlySpringContactsCanBeEvaluatedByThemselves)
{
  for_all([](const Case& c, const Solved& s) {
    const auto R = penalty_impulse(c.law, s.W, s.b, Vec3::Zero(), PenaltyVariant::explicit_);
    ASSERT_EQ(R.has_value(), c.penalty > 0);
    EXPECT_NEAR(R.value_or(Vec3::Zero()).z(), c.penalty, 1e-15);
  });
}

TEST(LawQuestions, SettlingMakesAConstantForceASpringAndADashpotCritical)
{
  std::mt19937 random(7);
  const Mat3 W = random_W(random, 0.2);
  const Vec3 b = random_vector(random);
  Law force = Spring{.impulse = 3};
  settle(force, W, b);
  EXPECT_GT(cone_form(force, b, Vec3::Zero()).compliance.z(), 0);
  EXPECT_NEAR(solved(force, W, b).R.z(), 3, 1e-7);

  // d = 2 √(s/W_NN), and k = h (η s + d/2) is the inverse of the compliance
  Law contact = SpringDashpot{.spring = 50, .dashpot = -1, .gap = -0.01, .h = 0.1, .eta = 0.025};
  settle(contact, W, b);
  const double k = 0.1 * (0.025 * 50 + std::sqrt(50 / W(2, 2)));
  EXPECT_NEAR(cone_form(contact, b, Vec3::Zero()).compliance.z(), 1 / k, 1e-12 / k);
}

TEST(LawQuestions, SettlingLeavesCompleteLawsAlone)
{
  for_all([](const Case& c, const Solved& s) {
    Law law = c.law;
    settle(law, s.W, s.b);
    expect_same_law(law, c.law, s);
  });
}

TEST(LawQuestions, CompressionIsPlasticAndKnowsNoForces)
{
  for_all([](const Case& c, const Solved& s) {
    const Law law = in_compression(c.law);
    if (c.rebounds) {
      const Solved plastic = solved(law, s.W, s.b);
      expect_signorini_coulomb(*friction(c.law), 0, plastic.U, plastic.R, 1e-8);
    } else if (c.spring || c.penalty > 0) {
      EXPECT_EQ(solved(law, s.W, s.b).R, Vec3(0, 0, 0));
    } else {
      expect_same_law(law, c.law, s);
    }
  });
}

TEST(LawQuestions, ExpansionGivesBackWhatWasStored)
{
  constexpr double p = 0.8;
  for_all([&](const Case& c, const Solved& s) {
    ASSERT_EQ(can_rebound(c.law), c.rebounds);
    const Law law = in_expansion(c.law, p);
    if (!c.rebounds) return expect_same_law(law, c.law, s);
    const Solved expanded = solved(law, s.W, s.b);
    EXPECT_GE(expanded.R.z(), p);
    EXPECT_GE(expanded.U.z(), -1e-12);
    EXPECT_LE(std::min(expanded.R.z() - p, expanded.U.z()), 1e-12);
    EXPECT_LE(expanded.R.head<2>().norm(), *friction(c.law) * expanded.R.z() + 1e-12);
  });
}

TEST(LawQuestions, AReboundIsKeptByContactsOnly)
{
  constexpr double V_N = 0.7;
  for_all([&](const Case& c, const Solved& s) {
    Law law = c.law;
    keep_rebound(law, V_N);
    if (!c.rebounds) return expect_same_law(law, c.law, s);
    const Solved kept = solved(law, s.W, s.b);
    EXPECT_GE(kept.U.z(), V_N - 1e-12);
    EXPECT_TRUE(kept.R.z() <= 0 || kept.U.z() <= V_N + 1e-12);
  });
}

TEST(LawQuestions, ALawNeedsNoOtherAnswersThanTheFour)
{
  std::mt19937 random(8);
  const Mat3 W = random_W(random, 0.2);
  const Vec3 b = random_vector(random);
  LawsWithDamper law = Damper{};
  const Vec3 R = solve_block(law, W, b, Vec3::Zero(), options).R;
  const Vec3 U = W * R + b;
  EXPECT_LE((R + 2 * U).norm(), 1e-14);
  EXPECT_LE(natural_residual(law, U, R, 1).norm(), 1e-14);
  EXPECT_EQ(admissible(law, R), R);
  EXPECT_EQ(cone_form(law, U, R).compliance.x(), 0.5);

  EXPECT_FALSE(rigid_contact(law) || friction(law) || spring_form(law) || linearized_condition(law, U));
  EXPECT_TRUE(linear_equations(law).empty() && prescribed_velocities(law).empty());
  EXPECT_FALSE(penalty_impulse(law, W, b, R, PenaltyVariant::manual));
  EXPECT_FALSE(can_rebound(law));
  settle(law, W, b);
  keep_rebound(law, 1);
  for (const LawsWithDamper& same : {law, in_compression(law), in_expansion(law, 1)})
    EXPECT_EQ(solve_block(same, W, b, Vec3::Zero(), options).R, R);
}
