// SPDX-License-Identifier: MIT
// Prescribed motion: bodies and obstacles follow their series, and what stands on them follows by friction.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

struct Driven {
  double x_error = 0, v_error = 0;  ///< largest, along the direction
  double aside = 0;                 ///< largest motion in other directions, and rotation
};

using Function = std::function<double(double)>;

/// A box driven along a direction; what it does is compared with x(t), v(t).
Driven drive(BodyKind kind, const Vec3& direction, MotionKind motion, const Amplitude& value, double h,
             double duration, const Function& x, const Function& v)
{
  Simulation simulation(h);
  RigidBody& body = simulation.model.add_body(kind, {box({1, 2, 3}, {0.4, 0.5, 0.6})}, {.label = ""}, "");
  simulation.model.add_prescribed_motion(body, {1, 2, 3}, direction, motion, value);
  const Vec3 n = direction.normalized();
  Driven result;
  run(simulation, duration, [&] {
    const double t = simulation.time();
    const Vec3 moved = body.current_center() - Vec3(1, 2, 3);
    result.x_error = std::max(result.x_error, std::abs(moved.dot(n) - x(t)));
    result.v_error = std::max(result.v_error, std::abs(velocity(body).dot(n) - v(t)));
    result.aside = std::max({result.aside, (moved - moved.dot(n) * n).norm(), omega(body).norm()});
  });
  return result;
}

const BodyKind both_kinds[] = {BodyKind::rigid, BodyKind::obstacle};
const Vec3 skew_direction(1, -2, 0.5);

/// 1 − cos 3t and its derivatives.
double wave(double t) { return 1 - std::cos(3 * t); }
double wave_v(double t) { return 3 * std::sin(3 * t); }
double wave_a(double t) { return 9 * std::cos(3 * t); }

/// Where the driven body is after each of the first steps.
std::vector<double> track(const Vec3& direction, const Amplitude& displacement, double h, int steps)
{
  Simulation simulation(h);
  RigidBody& body = add_obstacle(simulation, box(Vec3::Zero(), {1, 1, 1}));
  simulation.model.add_prescribed_motion(body, Vec3::Zero(), direction, MotionKind::displacement,
                                         displacement);
  std::vector<double> x;
  run_steps(simulation, steps, [&] { x.push_back(body.current_center().x()); });
  return x;
}

/// A block at rest on a table 10 × 10 × 1 m with its upper face at z = 0.
struct Table {
  Table(double h, double friction) : simulation(h)
  {
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, friction);
    table = &add_obstacle(simulation, box({0, 0, -0.5}, {10, 10, 1}));
    brick = &add_rigid(simulation, block({0, 0, 0.05}, {0.3, 0.3, 0.1}), 100);
  }
  Simulation simulation;
  RigidBody* table;
  RigidBody* brick;
};

}  // namespace

TEST(Prescribed, LinearVelocityGivesTheParabolaExactly)
{
  // U = v(t + h) and x⁺ = x + h/2 (V + U): the trapezoidal rule, exact here.
  for (const BodyKind kind : both_kinds) {
    const Driven driven = drive(
        kind, skew_direction, MotionKind::velocity, series({0, 2}, {0, 3}), 0.01, 2,
        [](double t) { return 0.75 * t * t; }, [](double t) { return 1.5 * t; });
    EXPECT_LT(driven.x_error, 1e-12);
    EXPECT_LT(driven.v_error, 1e-12);
    EXPECT_LT(driven.aside, 1e-12);
  }
}

TEST(Prescribed, TwoPointAccelerationGivesVelocityEqualToTime)
{
  for (const BodyKind kind : both_kinds) {
    const Driven driven = drive(
        kind, {1, 0, 0}, MotionKind::acceleration, series({0, 10}, {1, 1}), 0.01, 2,
        [](double t) { return 0.5 * t * t; }, [](double t) { return t; });
    EXPECT_LT(driven.x_error, 1e-12);
    EXPECT_LT(driven.v_error, 1e-12);
  }
}

TEST(Prescribed, AccelerationStartsFromTheVelocityOfTheBody)
{
  Simulation simulation(0.01);
  RigidBody& body = add_rigid(simulation, ball(Vec3::Zero(), 1));
  body.set_initial_velocity({-2, 0, 0}, Vec3::Zero());
  simulation.model.add_prescribed_motion(body, Vec3::Zero(), {1, 0, 0}, MotionKind::acceleration, 3.0);
  run(simulation, 1);
  EXPECT_NEAR(velocity(body).x(), -2 + 3, 1e-12);
  EXPECT_NEAR(body.current_center().x(), -2 + 1.5, 1e-12);
}

TEST(Prescribed, AfterTheEndOfAnAccelerationTheVelocityStays)
{
  // 2 m/s² for a second, recorded from 0.5 s on: zero before and after it, as a velocity that is its integral
  // says (manual §3.1.11: prescribed accelerations are converted into velocities).
  for (const BodyKind kind : both_kinds) {
    const auto v = [](double t) { return 2 * std::clamp(t - 0.5, 0.0, 1.0); };
    const auto x = [&](double t) {
      return t < 0.5 ? 0 : t < 1.5 ? (t - 0.5) * (t - 0.5) : 1 + 2 * (t - 1.5);
    };
    const Driven driven =
        drive(kind, {1, 0, 0}, MotionKind::acceleration, series({0.5, 1.5}, {2, 2}), 0.01, 3, x, v);
    EXPECT_LT(driven.v_error, 1e-12);
    EXPECT_LT(driven.x_error, 1e-12);
  }
}

TEST(Prescribed, ADisplacementThatBeginsLateStartsFromWhereTheBodyIs)
{
  // Series t, joint made at 0.5 s: no jump by 0.5 m, but x = t − 0.5 up to the lag of a sudden start (at most
  // h).
  const double h = 0.01;
  for (const BodyKind kind : both_kinds) {
    Simulation simulation(h);
    RigidBody& body = simulation.model.add_body(kind, {box(Vec3::Zero(), {1, 1, 1})}, {.label = ""}, "");
    run(simulation, 0.5);
    simulation.model.add_prescribed_motion(body, Vec3::Zero(), {1, 0, 0}, MotionKind::displacement,
                                           series({0, 5}, {0, 5}));
    run(simulation, 0.5, [&] {
      EXPECT_LT(std::abs(body.current_center().x() - (simulation.time() - 0.5)), h);
      EXPECT_LT(velocity(body).x(), 1.2);
    });
    EXPECT_NEAR(body.current_center().x(), 0.5, 1e-9);
  }
}

TEST(Prescribed, SmoothMotionIsFollowedWithSecondOrder)
{
  // The series are sampled so finely (0.1 ms) that their own error, 1e-8, does not count.
  const struct {
    MotionKind kind;
    Function f;
  } cases[] = {
      {MotionKind::displacement, wave}, {MotionKind::velocity, wave_v}, {MotionKind::acceleration, wave_a}};
  for (const auto& c : cases)
    for (const BodyKind kind : both_kinds) {
      SCOPED_TRACE(::testing::Message() << static_cast<int>(c.kind) << to_string(kind));
      const Amplitude value = sampled(c.f, 3, 1e-4);
      const Driven coarse = drive(kind, skew_direction, c.kind, value, 0.02, 2, wave, wave_v);
      const Driven fine = drive(kind, skew_direction, c.kind, value, 0.01, 2, wave, wave_v);
      EXPECT_GT(order(coarse.x_error, fine.x_error), 1.9);
      EXPECT_LT(fine.x_error, 0.01 * 0.01 * 9);  // h² max|v'|
      if (c.kind == MotionKind::displacement)
        EXPECT_GT(order(coarse.v_error, fine.v_error), 1.9);
      else
        EXPECT_LT(fine.v_error, 1e-7);
    }
}

TEST(Prescribed, TheLengthOfTheDirectionDoesNotMatter)
{
  const Amplitude value = sampled(wave, 3, 1e-3);
  EXPECT_EQ(track({1, 0, 0}, value, 0.01, 100), track({2, 0, 0}, value, 0.01, 100));
  for (const MotionKind motion : {MotionKind::velocity, MotionKind::acceleration}) {
    const Driven driven = drive(
        BodyKind::rigid, {0, -7, 0}, motion, motion == MotionKind::velocity ? series({0, 2}, {0, 2}) : 1.0,
        0.01, 1, [](double t) { return 0.5 * t * t; }, [](double t) { return t; });
    EXPECT_LT(driven.x_error, 1e-12);
  }
}

TEST(Prescribed, DisplacementWithKinksSettlesAndDoesNotRing)
{
  // A ramp of 1 m/s from 0.1 s to 0.3 s. After a kink the lag ℓ obeys ℓ_{n+1} = ℓ_n − k/2 (ℓ_n + ℓ_{n−1}), k
  // = 6 − 4√2, with the double root λ = √2 − 1: |ℓ_n| ≤ (|ℓ_0| + n (|ℓ_0| + |ℓ_1|/λ)) λⁿ, and ℓ_0, ℓ_1 ≤ h ×
  // the jump of slope.
  const double h = 0.01, lambda = std::sqrt(2.0) - 1;
  const std::vector<double> x = track({1, 0, 0}, series({0, 0.1, 0.3, 1}, {0, 0, 0.2, 0.2}), h, 60);
  const auto lag = [&](int step) {
    const double t = step * h;
    return std::clamp(t - 0.1, 0.0, 0.2) - x[static_cast<std::size_t>(step - 1)];
  };
  for (const int kink : {10, 30}) {
    for (int n = 1; n < 20; ++n) {
      const double bound = h * (1 + n * (1 + 1 / lambda)) * std::pow(lambda, n);
      EXPECT_LT(std::abs(lag(kink + n)), bound + 1e-12) << kink << " + " << n;
    }
    EXPECT_LT(std::abs(lag(kink + 6)), 0.05 * h);
  }
  for (int step = 31; step < 60; ++step)
    EXPECT_LT(x[static_cast<std::size_t>(step)], 0.2 + 0.5 * h);  // hardly any overshoot
}

TEST(MovingTable, CarriesABlockBelowTheFrictionLimit)
{
  // a < μ g: the block moves with the table.
  const double mu = 0.3, a = 0.9 * mu * g;
  Table scene(1e-3, mu);
  scene.simulation.model.add_prescribed_motion(*scene.table, {0, 0, -0.5}, {1, 0, 0},
                                               MotionKind::acceleration, a);
  run(scene.simulation, 1);
  EXPECT_NEAR(velocity(*scene.brick).x(), a, 1e-9);
  EXPECT_NEAR(scene.brick->current_center().x(), 0.5 * a, 1e-9);
  EXPECT_NEAR(scene.table->current_center().x(), 0.5 * a, 1e-12);
}

TEST(MovingTable, SlipsUnderABlockAboveTheFrictionLimit)
{
  // a > μ g: friction has its full size, v = μ g t.
  const double mu = 0.3, a = 1.5 * mu * g;
  Table scene(1e-3, mu);
  scene.simulation.model.add_prescribed_motion(*scene.table, {0, 0, -0.5}, {1, 0, 0},
                                               MotionKind::acceleration, a);
  run(scene.simulation, 1);
  EXPECT_NEAR(velocity(*scene.brick).x(), mu * g, 1e-9);
  EXPECT_NEAR(scene.brick->current_center().x(), 0.5 * mu * g, 1e-9);
}

TEST(MovingTable, LiftsABlockUpAndDown)
{
  // Amplitude 0.1 m at 1 Hz: at most 3.95 m/s² < g, the block never leaves the table.
  const double w = 2 * pi;
  Table scene(1e-3, 0.3);
  const Amplitude v = sampled([=](double t) { return 0.1 * w * std::sin(w * t); }, 3, 1e-4);
  scene.simulation.model.add_prescribed_motion(*scene.table, {0, 0, -0.5}, {0, 0, 1}, MotionKind::velocity,
                                               v);
  double apart = 0, from_exact = 0, reaction_error = 0;
  run(scene.simulation, 2, [&] {
    const double t = scene.simulation.time(), z = scene.brick->current_center().z() - 0.05;
    apart = std::max(apart, std::abs(z - (scene.table->current_center().z() + 0.5)));
    from_exact = std::max(from_exact, std::abs(z - 0.1 * (1 - std::cos(w * t))));
    double R = 0;
    for (const ConstraintRecord& c : scene.simulation.constraints())
      if (c.kind == ConstraintKind::contact) R += c.impulse[2] / scene.simulation.h();
    const double exact =
        scene.brick->mass() * (g + 0.1 * w * w * std::cos(w * (t - 0.5 * scene.simulation.h())));
    reaction_error = std::max(reaction_error, std::abs(R / exact - 1));
  });
  EXPECT_LT(apart, 1e-9);
  EXPECT_LT(from_exact, 1e-6);
  EXPECT_LT(reaction_error, 1e-4);  // m (g + z̈)
}

TEST(MovingTable, ThatFallsFasterThanTheBlockLosesIt)
{
  Table scene(1e-3, 0.3);
  scene.simulation.model.add_prescribed_motion(*scene.table, {0, 0, -0.5}, {0, 0, -1},
                                               MotionKind::acceleration, 1.2 * g);
  run(scene.simulation, 0.5);
  EXPECT_NEAR(velocity(*scene.brick).z(), -0.5 * g, 1e-12);
  EXPECT_NEAR(scene.brick->current_center().z(), 0.05 - 0.125 * g, 1e-12);
}
