// SPDX-License-Identifier: MIT
// Coulomb's law: blocks that stay, slide and stop, a ball that begins to roll.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

/// A block on a plane tilted by 30°; the x axis points up the slope before the tilt.
struct Incline {
  explicit Incline(double friction) : simulation(1e-3)
  {
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, friction);
    ShapePart plane = box({0, 0, -0.5}, {20, 2, 1});
    ShapePart brick = block({0, 0, 0.05}, {0.3, 0.3, 0.1});
    for (ShapePart* part : {&plane, &brick})
      corbel::rotate(*part, Vec3::Zero(), Vec3::UnitY(), -30);
    add_obstacle(simulation, plane);
    body = &add_rigid(simulation, brick, 100);
  }
  Simulation simulation;
  RigidBody* body;
  const Vec3 down_slope = {-std::cos(pi / 6), 0, -std::sin(pi / 6)};
};

/// A block sliding on the floor with v0 until it rests; the distance it made.
double slide(double v0, double mu, double h)
{
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, mu);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, block({0, 0, 0.05}, {0.3, 0.3, 0.1}), 100);
  body.set_initial_velocity({v0, 0, 0}, Vec3::Zero());
  run(simulation, 1.2 * v0 / (mu * g) + 2 * h);
  EXPECT_LT(velocity(body).norm(), 1e-12);
  return body.current_center().x();
}

// --- Potra's block ----------------------------------------------------------------------------------

/// A block of 1 kg under 8 cos t N with μ m g = 7.848 N. It sticks while |8 cos t| ≤ 7.848; from an instant a
/// where it lets go to the next halt, with s the sign of the force there,
///   v = 8 (sin t − sin a) − 7.848 s (t − a),   x = x_a + 8 (cos a − cos t − (t − a) sin a) − 3.924 s (t −
///   a)²
class PotraBlock {
 public:
  PotraBlock()
  {
    const double limit = 0.8 * g, early = std::acos(limit / 8);
    double x = 3;
    for (int half_turn = 0; half_turn < 4; ++half_turn) {
      Slide slide;
      slide.sign = half_turn % 2 ? -1 : 1;
      slide.start = half_turn == 0 ? 0 : half_turn * pi - early;
      slide.x = x;
      double low = slide.start + (half_turn == 0 ? 1e-3 : early),
             high = slide.start + 1.5;  // v > 0 at low, < 0 at high
      for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (slide.sign * slide.v_at(middle) > 0 ? low : high) = middle;
      }
      slide.end = low;
      x = slide.x_at(slide.end);
      slides_.push_back(slide);
    }
  }
  double v(double t) const
  {
    for (const Slide& slide : slides_)
      if (t > slide.start && t < slide.end) return slide.v_at(t);
    return 0;
  }
  double x(double t) const
  {
    double x = 3;
    for (const Slide& slide : slides_)
      if (t > slide.start) x = slide.x_at(std::min(t, slide.end));
    return x;
  }

 private:
  struct Slide {
    double start = 0, end = 0, x = 0, sign = 1;
    double v_at(double t) const { return 8 * (std::sin(t) - std::sin(start)) - sign * 0.8 * g * (t - start); }
    double x_at(double t) const
    {
      const double d = t - start;
      return x + 8 * (std::cos(start) - std::cos(t) - d * std::sin(start)) - 0.5 * sign * 0.8 * g * d * d;
    }
  };
  std::vector<Slide> slides_;
};

/// x and v after each step of 10 s.
struct PotraRun {
  std::vector<double> x, v;
};

PotraRun run_potra(const GaussSeidel& with)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.8);
  add_obstacle(simulation, box({3, 0, -0.05}, {1, 0.3, 0.1}));
  RigidBody& body = add_rigid(simulation, block({3, 0, 0.05}, {0.3, 0.3, 0.1}), 1 / (0.3 * 0.3 * 0.1));
  simulation.model.add_callback_force(body, [](const auto&, const auto&, double t, double) {
    return std::vector<double>{8 * std::cos(t), 0, 0, 0, 0, 0, 0, 0, 0};
  });
  PotraRun result;
  run(
      simulation, 10,
      [&] {
        result.x.push_back(body.current_center().x());
        result.v.push_back(velocity(body).x());
      },
      with);
  return result;
}

}  // namespace

TEST(Incline, HoldsTheBlockJustAboveTheFrictionAngle)
{
  Incline incline(std::tan(pi / 6) + 1e-4);
  const Vec3 start = incline.body->current_center();
  double moved = 0;
  const auto look = [&] { moved = std::max(moved, (incline.body->current_center() - start).norm()); };
  const RunReport report =
      run(incline.simulation, 1, look, solver(1e-14, 50000));  // so near to slip Gauss–Seidel is slow
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_LT(moved, 1e-15);
}

TEST(Incline, LetsTheBlockSlideBelowTheFrictionAngle)
{
  // a = g (sin θ − μ cos θ); constant forces are integrated without error.
  for (const double mu : {std::tan(pi / 6) - 1e-3, 0.3, 0.0}) {
    SCOPED_TRACE(mu);
    Incline incline(mu);
    const Vec3 start = incline.body->current_center();
    const double t = 0.5;
    run(incline.simulation, t);
    const double a = g * (std::sin(pi / 6) - mu * std::cos(pi / 6));
    EXPECT_LT((velocity(*incline.body) - a * t * incline.down_slope).norm(), 1e-10);
    EXPECT_LT((incline.body->current_center() - start - 0.5 * a * t * t * incline.down_slope).norm(), 1e-10);
  }
}

TEST(SlidingBlock, StopsAfterTheDistanceOfTheClosedForm)
{
  // v²/2μg. In the last step v = s μ g h, 0 < s < 1, it makes v h/2 instead of v²/2μg: an excess of μ g h²/2
  // s(1 − s) ≤ μ g h²/8.
  const double v0 = 2, mu = 0.4, exact = v0 * v0 / (2 * mu * g);
  for (const double h : {1e-2, 3e-3, 1e-3}) {
    const double excess = slide(v0, mu, h) - exact;
    EXPECT_GE(excess, -1e-11);
    EXPECT_LE(excess, mu * g * h * h / 8 + 1e-11);
  }
}

TEST(SlidingBlock, StopsWithSecondOrder)
{
  // With s = ½ at all steps the excess is μ g h²/8 itself.
  const double v0 = 2, mu = 0.4, exact = v0 * v0 / (2 * mu * g), h = v0 / (mu * g) / 20.5;
  const double e1 = slide(v0, mu, h) - exact, e2 = slide(v0, mu, h / 3) - exact;
  EXPECT_NEAR(e1, mu * g * h * h / 8, 1e-10);
  EXPECT_NEAR(order(e1, e2, 3), 2, 1e-4);
}

TEST(RollingBall, SlidesThenRolls)
{
  // m v' = −μ m g, (2/5) m r² ω' = μ m g r: rolling sets in at t = 2 v0 / 7 μ g with 5/7 v0 (Feynman's
  // billiard ball).
  const double v0 = 5, mu = 0.2, r = 0.5, h = 1e-3;
  const double t_roll = 2 * v0 / (7 * mu * g), v_roll = 5 * v0 / 7;
  EXPECT_NEAR(t_roll, 0.72812, 1e-5);
  EXPECT_NEAR(v_roll, 3.571429, 1e-6);
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, mu);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ball({0, 0, r}, r));
  body.set_initial_velocity({v0, 0, 0}, Vec3::Zero());
  run(simulation, 2, [&] {
    const double t = simulation.time(), v = velocity(body).x(), w = (body.rotation() * omega(body)).y();
    if (t < t_roll)
      EXPECT_NEAR(v, v0 - mu * g * t, 1e-11);
    else if (t > t_roll + h) {
      EXPECT_NEAR(v, v_roll, 1e-11);
      EXPECT_NEAR(r * w, v_roll, 1e-11);
    }
  });
  // Distance: 12 v0²/49 μg until it rolls, the step of the change adds at most μ g h²/8.
  const double exact = 12 * v0 * v0 / (49 * mu * g) + v_roll * (2 - t_roll);
  EXPECT_NEAR(body.current_center().x(), exact, mu * g * h * h);
}

TEST(PotraBlock, HasThePlacesAndSpeedsOfSolfec)
{
  // Solfec's test block-sliding (after Potra et al. 2006, IJNME 66): its numbers, solver and tolerance.
  const PotraRun result = run_potra(solver(1e-3, 1000));
  for (const auto& [index, x] : {std::pair(2000, 3.00435081), {5000, 2.99129121}, {8000, 3.00441870}})
    EXPECT_NEAR(result.x[static_cast<std::size_t>(index)], x, 1e-3 * x);
  for (const auto& [index, v] : {std::pair(150, 0.01836992), {3150, -0.02122328}, {6150, 0.00288767}})
    EXPECT_NEAR(result.v[static_cast<std::size_t>(index)], v, 1e-3);
}

TEST(PotraBlock, FollowsTheClosedForm)
{
  const PotraRun result = run_potra(tight_solver());
  const PotraBlock exact;
  double x_error = 0, v_error = 0;
  for (std::size_t i = 0; i < result.x.size(); ++i) {
    const double t = 1e-3 * static_cast<double>(i + 1);
    x_error = std::max(x_error, std::abs(result.x[i] - exact.x(t)));
    v_error = std::max(v_error, std::abs(result.v[i] - exact.v(t)));
  }
  EXPECT_LT(x_error, 1e-6);
  EXPECT_LT(v_error, 1e-6);
}
