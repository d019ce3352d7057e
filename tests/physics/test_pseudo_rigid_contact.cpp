// SPDX-License-Identifier: MIT
// Pseudo-rigid bodies that touch: what contacts keep, what they take, and that runs repeat.
#include "physics/scene_helpers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <optional>
#include <random>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr std::array schemes = {DeformableScheme::def_exp, DeformableScheme::def_lim,
                                DeformableScheme::def_imp};
const BulkMaterial rubber = {.label = "rubber", .young = 1e5, .poisson = 0.3, .density = 1000};

PseudoRigidBody& add_soft(Simulation& simulation, const ShapePart& part, DeformableScheme scheme,
                          const BulkMaterial& material = rubber)
{
  PseudoRigidBody& body = simulation.model.add_pseudo_rigid({part}, material, "");
  body.scheme = scheme;
  return body;
}

/// Boxes, balls and ellipsoids that fly towards the middle and spin.
void build_cloud(Simulation& simulation, DeformableScheme scheme, int n)
{
  std::mt19937 engine(3);
  const auto uniform = [&](double size) {
    return size * (2 * (static_cast<double>(engine()) / 4294967296.0) - 1);
  };
  const auto vector = [&](double size) { return Vec3(uniform(size), uniform(size), uniform(size)); };
  for (int i = 0; i < n * n * n; ++i) {
    const Vec3 x = 1.1 * (Vec3(i % n, i / n % n, i / n / n) - Vec3::Constant(0.5 * (n - 1)));
    const ShapePart part = i % 3 == 0   ? ShapePart(ball(x, 0.4))
                           : i % 3 == 1 ? ShapePart(box(x, Vec3::Constant(0.65) + vector(0.15)))
                                        : ShapePart(make_ellipsoid(x, Vec3(0.4, 0.3, 0.35), 0, 0));
    PseudoRigidBody& body = add_soft(simulation, part, scheme);
    body.set_initial_velocity(-0.9 * x + vector(0.4), vector(2));
  }
}

struct Totals {
  Vec3 p = Vec3::Zero(), L = Vec3::Zero();
  double p_scale = 0, L_scale = 0;
};

Totals totals(const Model& model)
{
  Totals t;
  for (const auto& body : model.bodies()) {
    t.p += body->linear_momentum();
    t.L += body->angular_momentum();
    t.p_scale += body->linear_momentum().norm();
    t.L_scale += body->angular_momentum().norm();
  }
  return t;
}

struct Drift {
  double p = 0, L = 0;
  std::int64_t impacts = 0;
};

Drift fly_cloud(DeformableScheme scheme, double h)
{
  Simulation simulation(h);
  set_material(simulation, 0.4);
  build_cloud(simulation, scheme, 3);
  const Totals start = totals(simulation.model);
  Drift drift;
  run(
      simulation, 1,
      [&] {
        for (const ConstraintRecord& c : simulation.constraints())
          drift.impacts += c.impulse[2] > 0;
        const Totals now = totals(simulation.model);
        drift.p = std::max(drift.p, (now.p - start.p).norm() / start.p_scale);
        drift.L = std::max(drift.L, (now.L - start.L).norm() / start.L_scale);
      },
      solver(1e-6, 500));
  return drift;
}

}  // namespace

// DEF_EXP: the impulse of a contact is a torque at q½, where both bodies have the same contact point. The
// others feel it at q½ + h/4 (u⁺ − u), where the two points are apart by O(h²).
TEST(PseudoRigidCloud, KeepsMomentum)
{
  for (const DeformableScheme scheme : schemes) {
    const Drift drift = fly_cloud(scheme, 1e-3);
    EXPECT_GT(drift.impacts, 5000);
    EXPECT_LT(drift.p, 1e-14) << to_string(scheme);
    EXPECT_LT(drift.L, scheme == DeformableScheme::def_exp ? 1e-12 : 1e-5) << to_string(scheme);
    if (scheme == DeformableScheme::def_exp) continue;
    EXPECT_GT(order(drift.L, fly_cloud(scheme, 5e-4).L), 1.5) << to_string(scheme);
  }
}

// A ball with ν = 0 that flies along −z, s = F33 − 1. In contact its lowest point stands: v = r ṡ. With
// E0 = m r²/5 the impulse p of the impact makes m (v + V) = p and E0 ṡ = −r p, so v = −5/6 V. Then
// (m r² + E0) s̈ + V0 E s = 0 until s = 0, where the ball leaves with v = 5/6 V.
TEST(PseudoRigidImpact, OfABallIsAHalfOscillation)
{
  const double r = 0.2, V = 0.002;
  const BulkMaterial cork = {.label = "", .young = 1e5, .poisson = 0, .density = 500};
  for (const DeformableScheme scheme : schemes) {
    Simulation simulation(5e-5);
    set_material(simulation, 0);
    add_floor(simulation);
    PseudoRigidBody& body = add_soft(simulation, ball({0, 0, r + 1e-5}, r), scheme, cork);
    body.set_initial_velocity({0, 0, -V}, Vec3::Zero());
    const double m = body.mass(), omega = std::sqrt(body.volume() * cork.young / (1.2 * m * r * r));
    double impulse = 0, in_contact = 0, least = 0;
    run(simulation, 1e-5 / V + 1.3 * pi / omega, [&] {
      for (const ConstraintRecord& c : simulation.constraints()) {
        if (!(c.impulse[2] > 0)) continue;
        impulse += c.impulse[2];
        in_contact += simulation.h();
      }
      least = std::min(least, body.gradient()(2, 2) - 1);
    });
    EXPECT_NEAR(body.center_velocity().z(), 5.0 / 6 * V, 0.01 * V) << to_string(scheme);
    EXPECT_NEAR(impulse, 11.0 / 6 * m * V, 0.01 * m * V) << to_string(scheme);
    EXPECT_NEAR(in_contact, pi / omega, 0.02 * pi / omega) << to_string(scheme);
    EXPECT_NEAR(least, -5.0 / 6 * V / (r * omega), 0.01 * V / (r * omega)) << to_string(scheme);
    const double kept = body.kinetic_energy() + body.internal_energy();
    EXPECT_NEAR(kept, 5.0 / 6 * 0.5 * m * V * V, 0.01 * 0.5 * m * V * V) << to_string(scheme);
    EXPECT_NEAR(kept, 0.5 * m * V * V + body.work.contact, 0.005 * 0.5 * m * V * V) << to_string(scheme);
    EXPECT_NEAR(body.work.external, 0, 1e-12 * m * V * V);
  }
}

namespace {

std::vector<double> cloud_bits(DeformableScheme scheme, int threads, std::optional<int> restart_at)
{
  const int steps = 300;
  const GaussSeidel coarse = solver(1e-3, 20);
  Simulation first(2e-3);
  first.threads = threads;
  set_material(first, 0.4);
  build_cloud(first, scheme, 4);
  run_steps(first, restart_at.value_or(steps), {}, coarse);
  EXPECT_GT(first.constraints().size(), 20U);
  if (!restart_at) return numbers(first.frame());
  Simulation second(2e-3);
  second.threads = threads;
  set_material(second, 0.4);
  build_cloud(second, scheme, 4);
  second.restore(first.frame());
  run_steps(second, steps - *restart_at, {}, coarse);
  return numbers(second.frame());
}

}  // namespace

TEST(PseudoRigidBits, AreThoseOfOtherThreadsAndOfARestart)
{
  for (const DeformableScheme scheme : schemes) {
    const std::vector<double> one = cloud_bits(scheme, 1, {});
    EXPECT_TRUE(same_bits(one, cloud_bits(scheme, 4, {}))) << to_string(scheme);
    EXPECT_TRUE(same_bits(one, cloud_bits(scheme, 1, 250))) << to_string(scheme);
  }
}

// A step of 30 periods of a crushed body under a load: Newton gives up, and the run counts the step.
TEST(PseudoRigidRun, CountsStepsThatDidNotConverge)
{
  for (const double load : {0.0, 115.0}) {
    Simulation simulation(1);
    PseudoRigidBody& body = add_soft(simulation, box({0, 0, 0}, {1, 1, 1}), DeformableScheme::def_imp,
                                     {.label = "", .young = 900, .poisson = 0.3, .density = 3});
    body.set_q(std::vector<double>{0.6, 0, 0, 0, 0.6, 0, 0, 0, 0.6, 0, 0, 0});
    simulation.model.add_force(body, LoadKind::spatial, {0.5, 0.4, 0.3}, {-1, 0.5, 0.3}, Amplitude(load));
    EXPECT_EQ(run_steps(simulation, 1).unconverged_steps, load > 0 ? 1 : 0);
    EXPECT_EQ(body.converged(), load == 0);
  }
}
