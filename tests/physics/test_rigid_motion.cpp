// SPDX-License-Identifier: MIT
// Bodies in free motion: a projectile with drag, a heavy top, and rotation without torque.
#include "physics/scene_helpers.hpp"

#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr RigidScheme schemes[] = {RigidScheme::rig_pos, RigidScheme::rig_neg, RigidScheme::rig_imp};

// --- projectile -------------------------------------------------------------------------------------

constexpr double flight_time = 1.976;

/// Marion & Thornton, Classical Dynamics (1988), pp. 60–63, in the numbers of Solfec's test: drag −m k v, k =
/// 1/s.
Vec3 fly(int steps)
{
  const double T = flight_time, m = 0.45359237, k = 1;
  Simulation simulation(T / steps);
  set_gravity(simulation, {0, 0, -9.81456});
  RigidBody& body = add_particle(simulation, Vec3::Zero(), 0.05, m);
  body.set_initial_velocity({2.54, 0, 12.7}, Vec3::Zero());
  simulation.model.add_callback_force(body, [=](const auto&, const std::vector<double>& u, double, double) {
    return std::vector<double>{-m * k * u[3], -m * k * u[4], -m * k * u[5], 0, 0, 0, 0, 0, 0};
  });
  run_steps(simulation, steps);
  return body.current_center();
}

/// x(t) = v_x/k (1 − e^{−kt}),  z(t) = −g t/k + (k v_z + g)/k² (1 − e^{−kt})    (Marion &
/// Thornton 2.24, 2.42)
Vec3 exact_flight(double t)
{
  const double g = 9.81456, decay = 1 - std::exp(-t);
  return {2.54 * decay, 0, -g * t + (12.7 + g) * decay};
}

// --- heavy top --------------------------------------------------------------------------------------

/// A body of inertia J without forces, turned by exp[ψ].
RigidBody& add_top(Simulation& simulation, const Vec3& J, const Vec3& psi, const Vec3& w, RigidScheme scheme)
{
  RigidBody& top = add_rigid(simulation, ball(Vec3::Zero(), 1));
  top.set_characteristics({1, 1, Vec3::Zero(), J.asDiagonal()});
  const Mat3 R = exp_map(psi);
  std::vector<double> q(R.data(), R.data() + 9);
  q.resize(12);
  top.set_q(q);
  top.set_initial_velocity(Vec3::Zero(), w);
  top.scheme = scheme;
  return top;
}

/// Errors of the Hamiltonian ½ ω·Jω + 20 R₃₃ relative to its exact value, over 10 s.
struct HamiltonianError {
  double last = 0;
  double largest_half = 0, largest = 0;  ///< absolute, in the first 5 s and in all
};

/// Simo & Wong 1991, IJNME 31, section 5.2, in the numbers of Solfec's validation manual.
HamiltonianError spin_heavy_top(RigidScheme scheme, double h)
{
  Simulation simulation(h);
  RigidBody& top = add_top(simulation, {5, 5, 1}, {0.05, 0, 0}, {0, 0, 50}, scheme);
  simulation.model.add_callback_force(top, [](const std::vector<double>& q, const auto&, double, double) {
    const Vec3 torque = -20 * Vec3(q[6], q[7], q[8]).cross(Vec3::UnitZ());
    return std::vector<double>{0, 0, 0, torque.x(), torque.y(), torque.z(), 0, 0, 0};
  });
  const double exact = 0.5 * 50 * 50 + 20 * std::cos(0.05);  // 1269.975
  HamiltonianError error;
  run(simulation, 10, [&] {
    error.last = (top.kinetic_energy() + 20 * top.rotation()(2, 2)) / exact - 1;
    error.largest = std::max(error.largest, std::abs(error.last));
    if (simulation.time() < 5) error.largest_half = error.largest;
  });
  return error;
}

// --- rotation without torque ------------------------------------------------------------------------

/// Largest change of the spatial angular momentum R J ω, relative, over 20 s of tumbling (h |ω| = 0.1).
double momentum_drift(RigidScheme scheme)
{
  Simulation simulation(0.01);
  RigidBody& body = add_top(simulation, {1, 2, 3}, {0.3, -0.2, 0.5}, {4, 5, -7}, scheme);
  const Vec3 before = body.angular_momentum();
  double drift = 0;
  run(simulation, 20, [&] { drift = std::max(drift, (body.angular_momentum() - before).norm()); });
  return drift / before.norm();
}

/// First zero of ω₂ for J = diag(1, 2, 3), ω(0) = (0.01, 10, 0): the intermediate axis flips.
double flip_time(RigidScheme scheme, double h)
{
  Simulation simulation(h);
  RigidBody& body = add_top(simulation, {1, 2, 3}, Vec3::Zero(), {0.01, 10, 0}, scheme);
  double t = 0, before = 10, zero = 0;
  run(simulation, 2, [&] {
    const double now = omega(body).y();
    if (zero == 0 && now <= 0)
      zero = t + simulation.h() * before / (before - now);  // ω₂'' = 0 there: error O(h³)
    t = simulation.time();
    before = now;
  });
  return zero;
}

/// Landau & Lifshitz, Mechanics, §37. M² < 2E J₂ here, so with 1 and 3 exchanged ω₂ = ω₂(0) sn(K − τ),
///   τ = t √((J₂ − J₁)(2E J₃ − M²) / J₁J₂J₃),   k² = (J₃ − J₂)(M² − 2E J₁) / ((J₂ − J₁)(2E J₃ − M²))
double exact_flip_time()
{
  const double a = 0.01, b = 10, E2 = a * a + 2 * b * b, M2 = a * a + 4 * b * b;
  const double rate = std::sqrt((3 * E2 - M2) / 6);
  const double complement = ((3 * E2 - M2) - (M2 - E2)) / (3 * E2 - M2);  // 1 − k²
  return pi / (2 * agm(1, std::sqrt(complement))) / rate;
}

}  // namespace

TEST(Projectile, WithDragLandsWhereMarionAndThorntonSay)
{
  EXPECT_NEAR(fly(1024).x() / 0.0254, 86.138, 0.005 * 86.138);  // inches, tolerance of the source
}

TEST(Projectile, ConvergesToTheClosedForm)
{
  // A callback sees the velocity at the start of the step (manual §3.2), so drag is explicit and of first
  // order.
  const Vec3 coarse = fly(512), fine = fly(1024), exact = exact_flight(flight_time);
  EXPECT_GT(order((coarse - exact).norm(), (fine - exact).norm()), 0.98);
  const Vec3 extrapolated = 2 * fine - coarse;  // Richardson takes the first-order term away
  EXPECT_LT((extrapolated - exact).norm(), 1e-5);
}

TEST(Projectile, SolvesItsDifferenceEquation)
{
  // v' = (1 − kh) v and x' = x + h/2 (v + v') sum to x = v/k (1 − kh/2) (1 − (1 − kh)^N).
  const double h = flight_time / 1024;
  EXPECT_NEAR(fly(1024).x(), 2.54 * (1 - h / 2) * (1 - std::pow(1 - h, 1024)), 1e-12);
}

TEST(Projectile, WithoutDragIsExact)
{
  // Constant acceleration: x½ and the mean velocity make the parabola without error.
  Simulation simulation(0.01);
  set_gravity(simulation, {0, 0, -9.81});
  RigidBody& body = add_particle(simulation, {1, 2, 3});
  body.set_initial_velocity({3, -1, 10}, {1, 2, 3});
  run(simulation, 2, [&] {
    const double t = simulation.time();
    const Vec3 exact = Vec3(1, 2, 3) + t * Vec3(3, -1, 10) - Vec3(0, 0, 0.5 * 9.81 * t * t);
    EXPECT_LT((body.current_center() - exact).norm(), 1e-12);
  });
}

TEST(HeavyTop, KeepsItsHamiltonianToATenthOfAPercent)
{
  // Solfec's validation manual: with h = 0.009 (26° of rotation per step) less than 0.1 % is lost, less with
  // smaller steps.
  for (const RigidScheme scheme : schemes) {
    SCOPED_TRACE(to_string(scheme));
    const double e1 = spin_heavy_top(scheme, 0.001).largest;
    const double e3 = spin_heavy_top(scheme, 0.003).largest;
    const double e9 = spin_heavy_top(scheme, 0.009).largest;
    EXPECT_LT(e9, 1e-3);
    EXPECT_GT(order(e9, e3, 3), 1.9);
    EXPECT_GT(order(e3, e1, 3), 1.9);
  }
}

TEST(HeavyTop, DriftsUpDownOrNotAtAll)
{
  // manual table 3.12: positive drift of RIG_POS, negative of RIG_NEG, none of RIG_IMP: a drift grows in
  // time, a ripple not.
  const HamiltonianError up = spin_heavy_top(RigidScheme::rig_pos, 0.009);
  EXPECT_GT(up.last, 0);
  EXPECT_NEAR(up.largest / up.largest_half, 2, 0.3);
  const HamiltonianError down = spin_heavy_top(RigidScheme::rig_neg, 0.009);
  EXPECT_LT(down.last, 0);
  EXPECT_NEAR(down.largest / down.largest_half, 2, 0.3);
  const HamiltonianError ripple = spin_heavy_top(RigidScheme::rig_imp, 0.009);
  EXPECT_NEAR(ripple.largest / ripple.largest_half, 1, 0.1);
}

TEST(TorqueFree, AngularMomentumIsKeptToRoundOff)
{
  // manual table 3.12: RIG_NEG and RIG_IMP keep R J ω exactly, RIG_POS does not.
  EXPECT_LT(momentum_drift(RigidScheme::rig_neg), 1e-12);
  EXPECT_LT(momentum_drift(RigidScheme::rig_imp), 1e-12);
  EXPECT_GT(momentum_drift(RigidScheme::rig_pos), 1e-6);
}

TEST(TorqueFree, TheIntermediateAxisFlipsInTimeWithSecondOrder)
{
  const double exact = exact_flip_time();
  EXPECT_NEAR(exact, 1.4365712, 1e-7);
  for (const RigidScheme scheme : schemes) {
    SCOPED_TRACE(to_string(scheme));
    const double e1 = std::abs(flip_time(scheme, 2e-3) - exact);
    const double e2 = std::abs(flip_time(scheme, 1e-3) - exact);
    const double e3 = std::abs(flip_time(scheme, 0.5e-3) - exact);
    EXPECT_GT(order(e1, e2), 1.9);
    EXPECT_GT(order(e2, e3), 1.9);
  }
}
