// SPDX-License-Identifier: MIT
// The rule BACKWARD_EULER (bodies/step_rule.hpp): against its own recurrence, closed forms, and its order.
#include "physics/scene_helpers.hpp"

#include "corbel/bodies/step_rule.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double m = 2, k = 50, c = 1.2;  // [kg], [N/m], [N s/m]: ω = 5 rad/s, 6 % of critical damping

SpringData spring_and_dashpot()
{
  SpringData data;
  data.force = [](double stroke, double rate) { return -k * stroke - c * rate; };
  return data;
}

/// A particle at (1, 0, 0) on a spring and a dashpot from the origin, with velocity 1 m/s along x.
struct Oscillator {
  Simulation simulation;
  RigidBody& particle;

  explicit Oscillator(double h) : simulation(h), particle(add_particle(simulation, {1, 0, 0}, 0.05, m))
  {
    simulation.model.rule = RuleKind::backward_euler;
    simulation.model.add_spring(particle, {1, 0, 0}, nullptr, {0, 0, 0}, spring_and_dashpot());
    particle.set_initial_velocity({1, 0, 0}, {0, 0, 0});
  }
  double x() const { return particle.current_center().x() - 1; }
};

/// x = e^{−δt} sin(ω_d t)/ω_d
double damped_oscillation(double t)
{
  const double delta = c / (2 * m), omega = std::sqrt(k / m - delta * delta);
  return std::exp(-delta * t) * std::sin(omega * t) / omega;
}

double error_of_oscillator(double h)
{
  Oscillator o(h);
  double worst = 0;
  run(o.simulation, 3,
      [&] { worst = std::max(worst, std::abs(o.x() - damped_oscillation(o.simulation.time()))); });
  return worst;
}

}  // namespace

/// m (u⁺ − u) = −h (k x⁺ + c u⁺), x⁺ = x + h u⁺: a linear spring is met exactly.
TEST(BackwardEuler, OscillatorFollowsItsRecurrence)
{
  const double h = 0.02;
  Oscillator o(h);
  double x = 0, u = 1;
  run_steps(o.simulation, 200, [&] {
    u = (m * u - h * k * x) / (m + h * c + h * h * k);
    x += h * u;
    ASSERT_NEAR(o.x(), x, 1e-9);
  });
  EXPECT_EQ(o.simulation.steps(), 200);
}

TEST(BackwardEuler, DampedOscillatorIsOfFirstOrder)
{
  const double coarse = error_of_oscillator(2e-3), fine = error_of_oscillator(1e-3),
               finest = error_of_oscillator(5e-4);
  EXPECT_LE(finest, 2e-3);
  EXPECT_NEAR(order(coarse, fine), 1, 0.1);
  EXPECT_NEAR(order(fine, finest), 1, 0.05);
}

/// Motion that steps do not resolve dies out, whatever the step: the recurrence has the eigenvalues |λ|² = m/(m + hc + h²k),
/// here 0.01. The mid-point rule would keep such motion for ever.
TEST(BackwardEuler, DampsWhatStepsDoNotResolve)
{
  const double h = 2;  // 1.6 periods
  Oscillator o(h);
  run_steps(o.simulation, 6);
  EXPECT_LE(std::abs(o.x()), std::pow(m / (m + h * c + h * h * k), 3));
}

/// A bar that stands on a floor when gravity sets in. Its layers of elements, ν = 0, are a chain of masses and springs
/// on a fixed base as long as the floor presses, up to t = 4L/c: the reaction grows as ρ A c g t to twice the weight, and
/// falls again. The exact motion of the chain comes from its modes.
TEST(BackwardEuler, BarOnAFloorIsOfFirstOrder)
{
  const double L = 1, E = 1e7, rho = 1000, g = 10, speed = std::sqrt(E / rho);
  const int n = 8;
  const double end = 1.2 * L / speed;
  const auto top = [&](double h) {
    Simulation simulation(h);
    simulation.model.rule = RuleKind::backward_euler;
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, 0);
    add_floor(simulation);
    std::vector<double> corners;
    for (const double z : {0.0, L})
      for (const auto& [x, y] : {std::pair(-0.1, -0.1), {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}})
        corners.insert(corners.end(), {x, y, z});
    const Mesh mesh = make_hex_mesh(corners, 1, 1, n, 0, std::vector<int>(6, 0), {}, {}, {});
    FiniteElementBody& bar = simulation.model.add_finite_element(
        mesh, {.label = "", .young = E, .poisson = 0, .density = rho}, FiniteElementForm::linear, "");
    run(simulation, end - 0.5 * h);
    EXPECT_NEAR(simulation.time(), end, 1e-9 * end);
    const MaterialPoint X = bar.locate("top", {0, 0, L});
    EXPECT_NEAR(bar.position(bar.locate("base", {0, 0, 0})).z(), 0, 1e-6 * rho * g * L * L / E);
    return bar.position(X).z() - L;
  };

  // Masses 1, …, 1, ½ above the base, springs between neighbours, in units of ρAL/n and EAn/L.
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    K(i, i) = i + 1 < n ? 2 : 1;
    if (i + 1 < n) K(i, i + 1) = K(i + 1, i) = -1;
  }
  Eigen::VectorXd M = Eigen::VectorXd::Ones(n);
  M[n - 1] = 0.5;
  const double unit = E * n * n / (rho * L * L);  // squared frequency
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(K, Eigen::MatrixXd(M.asDiagonal()));
  double exact = 0;
  for (int j = 0; j < n; ++j) {
    const double omega2 = unit * modes.eigenvalues()[j];
    const Eigen::VectorXd phi = modes.eigenvectors().col(j);
    exact -= phi[n - 1] * phi.dot(M) * g / omega2 * (1 - std::cos(std::sqrt(omega2) * end));
  }
  const double h = end / 400;
  const double e1 = std::abs(top(h) - exact), e2 = std::abs(top(h / 2) - exact),
               e3 = std::abs(top(h / 4) - exact);
  EXPECT_LE(e3, 2e-3 * std::abs(exact));
  EXPECT_NEAR(order(e1, e2), 1, 0.1);
  EXPECT_NEAR(order(e2, e3), 1, 0.05);
}

/// (7′) of bodies/rigid_scheme.hpp.
TEST(BackwardEuler, FreeBodiesKeepTheirMomentum)
{
  Simulation simulation(0.01);
  simulation.model.rule = RuleKind::backward_euler;
  RigidBody& body = add_rigid(simulation, box({1, 2, 3}, {1, 2, 4}), 700);
  body.set_initial_velocity({1, -2, 0.5}, {3, 0.2, -1});
  const Momentum start = body.momentum();
  const double E = body.kinetic_energy();
  run_steps(simulation, 500);
  EXPECT_LE((body.momentum().linear - start.linear).norm(), 1e-12 * start.linear.norm());
  EXPECT_LE((body.momentum().angular - start.angular).norm(), 1e-11 * start.angular.norm());
  EXPECT_TRUE(is_rotation(body.rotation(), 1e-12));
  EXPECT_LE(body.kinetic_energy(), E * (1 + 1e-12));
}

/// Joints under a rule whose positions end at q + h U: held points stay, links keep their length, driven points are
/// where they are driven to.
TEST(BackwardEuler, JointsHold)
{
  Simulation simulation(1e-3);
  simulation.model.rule = RuleKind::backward_euler;
  set_gravity(simulation, {0, 0, -9.81});
  RigidBody& pendulum = add_rigid(simulation, box({1, 0, 0}, {2, 0.2, 0.2}), 1000);
  simulation.model.add_fixed_point(pendulum, {0, 0, 0});
  RigidBody& linked = add_particle(simulation, {0, 5, 0});
  simulation.model.add_rigid_link(&linked, nullptr, {0, 5, 0}, {0.6, 5, 0.8});
  RigidBody& driven = add_particle(simulation, {0, -5, 0});
  simulation.model.add_prescribed_motion(driven, {0, -5, 0}, {1, 0, 0}, MotionKind::displacement,
                                         series({0, 1, 2}, {0, 0.5, 0.5}));
  run(simulation, 1.0, [&] {
    // The arm turns by h ω in a step: second order in a step, corrected in the next.
    EXPECT_LE(pendulum.position({Vec3(0, 0, 0)}).norm(), 1e-4);
    EXPECT_NEAR((linked.current_center() - Vec3(0.6, 5, 0.8)).norm(), 1, 1e-9);
    EXPECT_NEAR(driven.current_center().x(), 0.5 * std::min(simulation.time(), 1.0), 1e-9);
  });
}

/// A point of a spinning body that is held back along one direction has the velocity that is prescribed, not one that
/// lags behind the rotation.
TEST(BackwardEuler, DrivenPointsOfSpinningBodies)
{
  Simulation simulation(1e-3);
  simulation.model.rule = RuleKind::backward_euler;
  RigidBody& body = add_rigid(simulation, box({0, 0, 0}, {2, 0.1, 0.1}), 1000);
  body.set_initial_velocity({0, 0, 0}, {0, 0, 10});
  simulation.model.add_prescribed_motion(body, {1, 0, 0}, {1, 0, 0}, MotionKind::velocity, Amplitude(0.0));
  double fastest = 0, farthest = 0;
  run(simulation, 0.05, [&] {
    fastest = std::max(fastest, std::abs(body.velocity({Vec3(1, 0, 0)}).x()));
    farthest = std::max(farthest, std::abs(body.position({Vec3(1, 0, 0)}).x() - 1));
  });
  EXPECT_LE(fastest, 0.02);  // h ω² r = 0.1 m/s with velocities seen through q
  EXPECT_LE(farthest, 4e-3);
}

/// Bodies stop before they are in an obstacle: the penetration that is told is that of where they end.
TEST(BackwardEuler, PenetrationIsThatAtTheEnd)
{
  Simulation simulation(1e-2);
  simulation.model.rule = RuleKind::backward_euler;
  set_gravity(simulation, {0, 0, -10});
  set_material(simulation, 0.5);
  add_floor(simulation);
  RigidBody& ball_ = add_rigid(simulation, ball({0, 0, 0.6}, 0.1), 1000);
  double deepest = 0, lowest = 1;
  run(simulation, 1, [&] {
    for (const ConstraintRecord& c : simulation.constraints())
      deepest = std::max(deepest, -c.gap);
    lowest = std::min(lowest, ball_.current_center().z() - 0.1);
  });
  EXPECT_GE(lowest, -1e-9);
  EXPECT_NEAR(deepest, std::max(0.0, -lowest), 1e-9);
  EXPECT_LE(std::abs(velocity(ball_).z()), 1e-9);
}

/// A dashpot that a step does not resolve stops a body; on the mean of V and U it would make the velocity alternate.
TEST(BackwardEuler, StiffDashpotsOfContacts)
{
  Simulation simulation(1e-2);
  simulation.model.rule = RuleKind::backward_euler;
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ball({0, 0, 0.1 - 1e-3}, 0.1), 1000);
  const double d = 100 * body.mass() / simulation.h();
  simulation.model.surface_materials.add({.label = "soft",
                                          .surface1 = 0,
                                          .surface2 = 0,
                                          .friction = 0,
                                          .spring = 1e-3,
                                          .dashpot = d,
                                          .model = ContactModel::spring_dashpot});
  body.set_initial_velocity({0, 0, -1e-3}, {0, 0, 0});
  run_steps(simulation, 2);
  EXPECT_LE(velocity(body).z(), 1e-12);              // no rebound
  EXPECT_GE(velocity(body).z(), -1e-3 / 100 / 100);  // 1/(1 + hd/m) a step
}

TEST(BackwardEuler, IsRefusedInQuasiStaticAnalysis)
{
  Simulation simulation(1);
  simulation.analysis = Analysis::quasi_static;
  simulation.model.rule = RuleKind::backward_euler;
  try {
    run_steps(simulation, 1);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("BACKWARD_EULER"), std::string::npos) << error.what();
  }
  EXPECT_THROW(step_rule_kind("EULER"), InputError);
  EXPECT_EQ(step_rule_kind(to_string(RuleKind::backward_euler)), RuleKind::backward_euler);
}
