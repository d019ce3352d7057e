// SPDX-License-Identifier: MIT
// Pseudo-rigid bodies in free flight and in contact, against closed forms and a Runge–Kutta integration.
//
// A cube with E0 = (m L²/12) I, linearized about F = I: (F11, F22, F33) breathe together with
// ω_b² = V0 (3λ + 2μ)/E0 and change their shape at constant volume with ω_s² = V0 2μ/E0.
#include "physics/scene_helpers.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr std::array schemes = {DeformableScheme::def_exp, DeformableScheme::def_lim,
                                DeformableScheme::def_imp};
const BulkMaterial rubber = {.label = "rubber", .young = 2e5, .poisson = 0.3, .density = 1000};

PseudoRigidBody& add_soft(Simulation& simulation, const ShapePart& part, DeformableScheme scheme,
                          const BulkMaterial& material = rubber)
{
  PseudoRigidBody& body = simulation.model.add_pseudo_rigid({part}, material, "");
  body.scheme = scheme;
  return body;
}

/// The state of a free body, E0 F̈ = −V0 P(F): by the classical Runge–Kutta scheme.
struct Motion {
  Mat3 F, G;  ///< G = Ḟ
};

Motion runge_kutta(const PseudoRigidBody& body, double duration, int steps)
{
  const Mat3 scaled = body.volume() * body.tensor().inverse();
  const auto rate = [&](const Motion& m) -> Motion {
    const Mat3 E = 0.5 * (m.F.transpose() * m.F - Mat3::Identity());
    const Mat3 S = body.law.lambda * E.trace() * Mat3::Identity() + 2 * body.law.mu * E;
    return {m.G, -m.F * S * scaled};
  };
  const auto plus = [](const Motion& m, double s, const Motion& d) -> Motion {
    return {m.F + s * d.F, m.G + s * d.G};
  };
  Motion m = {body.gradient(), body.gradient_velocity()};
  const double h = duration / steps;
  for (int i = 0; i < steps; ++i) {
    const Motion a = rate(m), b = rate(plus(m, h / 2, a)), c = rate(plus(m, h / 2, b)),
                 d = rate(plus(m, h, c));
    m = plus(plus(plus(plus(m, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
  }
  return m;
}

/// A spinning, stretching brick.
PseudoRigidBody& add_tumbler(Simulation& simulation, DeformableScheme scheme)
{
  PseudoRigidBody& body = add_soft(simulation, box({0, 0, 0}, {1, 0.7, 0.5}), scheme);
  body.set_u(std::vector<double>{2, 9, -4, -8, 3, 5, 3, -6, -2, 1, 2, 3});
  return body;
}

double energy(const PseudoRigidBody& body) { return body.kinetic_energy() + body.internal_energy(); }

}  // namespace

// u_n = v cos(ω_d n h) and q_n = (v h/2) / tan(ω_d h/2) sin(ω_d n h) of a linear mode, where the scheme makes
// sin(ω_d h/2) = ωh/2 (DEF_EXP) or tan(ω_d h/2) = ωh/2 (the others) of its frequency ω.
TEST(PseudoRigid, StretchingAlongOneAxisVibratesInTwoModes)
{
  for (const DeformableScheme scheme : schemes) {
    const double h = 2e-3, v = 1e-7, L = 0.5;
    Simulation simulation(h);
    PseudoRigidBody& body = add_soft(simulation, box({0, 0, 0}, {L, L, L}), scheme);
    body.set_u(std::vector<double>{v, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    const double per_mass = 12 / (rubber.density * L * L);  // V0 / E0
    const auto mode = [&](double stiffness, double t) {
      const double half = 0.5 * h * std::sqrt(per_mass * stiffness);
      const double turned = scheme == DeformableScheme::def_exp ? std::asin(half) : std::atan(half);
      return v * 0.5 * h / std::tan(turned) * std::sin(2 * turned * t / h);
    };
    const double lambda = body.law.lambda, mu = body.law.mu;
    double error = 0, largest = 0;
    run_steps(simulation, 400, [&] {
      const double t = static_cast<double>(simulation.steps()) * h;
      const double breathing = mode(3 * lambda + 2 * mu, t), shape = mode(2 * mu, t);
      const Mat3 H = body.gradient() - Mat3::Identity();
      error = std::max(error, std::abs(H(0, 0) - breathing / 3 - shape * 2 / 3));
      error = std::max(error, std::abs(H(1, 1) - breathing / 3 + shape / 3));
      largest = std::max(largest, std::abs(H(0, 0)));
    });
    EXPECT_GT(largest, 1e-10);
    EXPECT_LT(error, 1e-5 * largest) << to_string(scheme);  // round-off of F and the square of its amplitude
  }
}

TEST(PseudoRigid, ConvergesWithTheSquareOfTheStep)
{
  const double duration = 0.2;
  for (const DeformableScheme scheme : schemes) {
    std::array<double, 3> error;
    for (std::size_t k = 0; k < 3; ++k) {
      Simulation simulation(2e-3 / (1 << k));
      PseudoRigidBody& body = add_tumbler(simulation, scheme);
      const Motion exact = runge_kutta(body, duration, 20000);
      run_steps(simulation, 100 << k);
      error[k] = (body.gradient() - exact.F).norm();
    }
    EXPECT_LT(error[2], 0.02) << to_string(scheme);
    EXPECT_GT(order(error[1], error[2]), 1.9) << to_string(scheme);
  }
}

TEST(PseudoRigid, EnergyOfATumblerStaysBounded)
{
  for (const DeformableScheme scheme : schemes) {
    Simulation simulation(1e-3);
    PseudoRigidBody& body = add_tumbler(simulation, scheme);
    const double start = energy(body);
    double early = 0, late = 0;
    run_steps(simulation, 10000, [&] {  // some 100 periods
      double& worst = simulation.steps() <= 2000 ? early : late;
      worst = std::max(worst, std::abs(energy(body) - start) / start);
    });
    EXPECT_LT(early, 2e-4) << to_string(scheme);
    EXPECT_LT(late, 1.2 * early) << to_string(scheme);  // no drift
  }
}

// A stiff cube that spins, h some 6 times the limit 2/ω of explicit steps: F stays near a rotation whatever
// the step does to stiff modes.
TEST(PseudoRigid, StiffSpinWithLongStepsStaysARotation)
{
  const BulkMaterial stiff = {.label = "", .young = 1e10, .poisson = 0.2, .density = 1000};
  for (const DeformableScheme scheme : {DeformableScheme::def_lim, DeformableScheme::def_imp}) {
    Simulation simulation(1e-3);
    PseudoRigidBody& body = add_soft(simulation, box({0, 0, 0}, {1, 1, 1}), scheme, stiff);
    body.set_initial_velocity({0, 0, 0}, {0, 0, 10});
    const double start = energy(body);
    double off = 0, strain = 0;
    run_steps(simulation, 6283, [&] {
      off = std::max(off, std::abs(energy(body) - start) / start);
      const Mat3 C = body.gradient().transpose() * body.gradient();
      strain = std::max(strain, 0.5 * (C - Mat3::Identity()).norm());
    });
    EXPECT_LT(strain, 1e-4) << to_string(scheme);  // (hω)²: a straight half step stretches
    EXPECT_LT(off, 5e-3) << to_string(scheme);     // which the stiff modes keep
  }
}
