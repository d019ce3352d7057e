// SPDX-License-Identifier: MIT
// One step of a pseudo-rigid body against its equations, written out once more: masses by formula, stress
// from its definition, stiffness by differences, all in twelve numbers.
#include "body_steps.hpp"

#include "corbel/bodies/pseudo_rigid_body.hpp"

#include "../geometry/bodies.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <limits>

namespace corbel::testing {
namespace {

using Vec12 = Eigen::Matrix<double, 12, 1>;
using Mat12 = Eigen::Matrix<double, 12, 12>;

const double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double h = 0.02;
const SaintVenantKirchhoff law = SaintVenantKirchhoff::from_young_poisson(900, 0.3);
const Vec3 low(1, 2, 3), sides(1, 1.5, 0.8);
constexpr double density = 3;

Vec12 numbers(const std::vector<double>& all) { return Eigen::Map<const Vec12>(all.data()); }
std::vector<double> list(const Vec12& all) { return {all.data(), all.data() + 12}; }
Mat3 gradient(const Vec12& q) { return Eigen::Map<const Mat3>(q.data()); }

/// f_int of a box: volume times first Piola stress.
Vec12 internal_force(const Vec12& q)
{
  const Mat3 F = gradient(q);
  const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
  const Mat3 P = F * (law.lambda * E.trace() * Mat3::Identity() + 2 * law.mu * E);
  Vec12 f = Vec12::Zero();
  Eigen::Map<Mat3>(f.data()) = sides.prod() * P;
  return f;
}

/// By central differences: internal forces are cubic, so two of them give the derivative exactly.
Mat12 stiffness(const Vec12& q)
{
  Mat12 K;
  for (int k = 0; k < 12; ++k) {
    const auto slope = [&](double d) -> Vec12 {
      return (internal_force(q + d * Vec12::Unit(k)) - internal_force(q - d * Vec12::Unit(k))) / (2 * d);
    };
    K.col(k) = (4 * slope(0.05) - slope(0.1)) / 3;
  }
  return K;
}

Eigen::Matrix<double, 3, 12> S(const Vec3& X)
{
  const Vec3 a = X - (low + 0.5 * sides);
  Eigen::Matrix<double, 3, 12> s;
  s << a[0] * Mat3::Identity(), a[1] * Mat3::Identity(), a[2] * Mat3::Identity(), Mat3::Identity();
  return s;
}

/// A strained box in motion, with loads and impulses, and the same numbers for the equations.
struct Scene {
  Random random;
  PseudoRigidBody body;
  Vec12 q, u, f = Vec12::Zero(), r = Vec12::Zero();
  Mat12 M = Mat12::Zero();
  Damping damping;
  std::vector<std::pair<Vec3, Vec3>> hits;

  Scene(unsigned seed, DeformableScheme scheme)
      : random(seed), body({make_box(low, low + sides)}, law, density)
  {
    const double m = density * sides.prod();
    for (int i = 0; i < 12; ++i)
      M(i, i) = i < 9 ? m / 12 * sides[i / 3] * sides[i / 3] : m;
    const Mat3 F = exp_map(random.vector(-2, 2)) * (Mat3::Identity() + 0.1 * matrix());
    q << Eigen::Map<const Eigen::Matrix<double, 9, 1>>(F.data()), random.vector(-5, 5);
    const Mat3 G = 2 * matrix();
    u << Eigen::Map<const Eigen::Matrix<double, 9, 1>>(G.data()), random.vector(-3, 3);
    damping = {0.01, 0.7};
    body.scheme = scheme;
    body.set_q(list(q));
    body.set_u(list(u));
    body.set_damping(damping);
  }
  Mat3 matrix()
  {
    Mat3 A;
    A << random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1);
    return A;
  }
  Vec12 q_mid() const { return q + 0.5 * h * u; }
  Mat12 D() const { return damping.stiffness * stiffness(q_mid()) + damping.mass * M; }
  Vec12 b() const { return h * f - h * internal_force(q_mid()) - h * D() * u; }  // TR1 (13)

  void predict()
  {
    half_step(body, h);
    const Vec3 a = random.vector(-5, 5), F = random.vector(-9, 9), X = low + random.vector(0, 1);
    Vec12 general;
    general << random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1);
    body.add_acceleration(a);
    body.add_force({X}, F);
    body.add_callback_force(list(general));
    f += general + S(X).transpose() * F;
    f.tail<3>() += body.mass() * a;
    testing::predict(body, h);
  }
  void hit()
  {
    hits.emplace_back(low + random.vector(0, 1), random.vector(-1, 1));
    r += S(hits.back().first).transpose() * hits.back().second;
  }
  /// As the step does it.
  void solve()
  {
    do {
      body.forget_impulses();
      for (const auto& [X, p] : hits)
        body.apply({X}, p);
      find_end_velocity(body);
    } while (relinearize(body, h));
  }
  Vec12 step()
  {
    predict();
    hit();
    hit();
    solve();
    advance(body, h);
    return numbers(body.u());
  }
};

constexpr std::array all_schemes = {DeformableScheme::def_exp, DeformableScheme::def_lim,
                                    DeformableScheme::def_imp};

class PseudoRigidStep : public ::testing::TestWithParam<unsigned> {};

TEST_P(PseudoRigidStep, DefExp)
{
  Scene s(GetParam(), DeformableScheme::def_exp);
  const Vec12 end = s.step();
  EXPECT_LT((s.M * (end - s.u) - s.b() - s.r).norm(), 1e-11);
  EXPECT_LT((numbers(s.body.q()) - s.q_mid() - 0.5 * h * end).norm(), 1e-13);
}

TEST_P(PseudoRigidStep, DefLim)
{
  Scene s(GetParam(), DeformableScheme::def_lim);
  const Vec12 end = s.step();
  const Mat12 A = (1 + 0.5 * s.damping.mass * h) * s.M +
                  (0.5 * s.damping.stiffness * h + 0.25 * h * h) * stiffness(s.q_mid());
  EXPECT_LT((A * (end - s.u) - s.b() - s.r).norm(), 1e-10);
  EXPECT_LT((numbers(s.body.q()) - s.q_mid() - 0.5 * h * end).norm(), 1e-13);
}

TEST_P(PseudoRigidStep, DefImpMeetsTheMidPointRule)
{
  Scene s(GetParam(), DeformableScheme::def_imp);
  const Vec12 end = s.step();
  const Vec12 mean_q = 0.5 * (s.q + numbers(s.body.q()));
  const Vec12 rest =
      s.M * (end - s.u) - h * s.f + h * internal_force(mean_q) + h * s.D() * (0.5 * (s.u + end));
  EXPECT_LT((rest - s.r).norm(), 1e-9 * (h * internal_force(mean_q)).norm() + 1e-10 * s.r.norm());
  EXPECT_TRUE(s.body.converged());
  EXPECT_GE(s.body.passes(), 1);
  EXPECT_LE(s.body.passes(), 4);  // Newton's speed
}

TEST_P(PseudoRigidStep, ComplianceIsTheEffectOfAUnitImpulse)
{
  for (const DeformableScheme scheme : all_schemes) {
    Scene s(GetParam(), scheme);
    s.predict();
    const MaterialPoint X{low + s.random.vector(0, 1)}, Y{low + s.random.vector(0, 1)};
    for (int k = 0; k < 3; ++k) {
      s.body.forget_impulses();
      s.body.apply(Y, Vec3::Unit(k));
      find_end_velocity(s.body);
      const Vec3 change = s.body.step_velocity(X, Instant::end) - s.body.step_velocity(X, Instant::free);
      expect_near(change, compliance(s.body, X, Y).col(k), 1e-12);
    }
    Eigen::MatrixXd C;
    compliances(s.body, std::vector<MaterialPoint>{X, Y}, C);
    expect_near(Mat3(C.block<3, 3>(0, 3)), compliance(s.body, X, Y), 1e-13);
    expect_near(Mat3(C.block<3, 3>(3, 3)), compliance(s.body, Y, Y), 1e-13);
    EXPECT_LT((C - C.transpose()).norm(), 1e-14);
    EXPECT_EQ(s.body.inverse().factor_width(), 12);
    EXPECT_FALSE(s.body.inverse().has_compliant_part());
  }
}

TEST_P(PseudoRigidStep, WorkOfLoadsAndDamping)
{
  for (const DeformableScheme scheme : all_schemes) {
    Scene s(GetParam(), scheme);
    const Vec12 mean = 0.5 * (s.u + s.step());
    EXPECT_NEAR(s.body.work.external, mean.dot(h * s.f + s.r), 1e-11);
    const bool at_start = scheme == DeformableScheme::def_exp;  // its damping acts on u of the start
    EXPECT_NEAR(s.body.work.damping, -h * mean.dot(s.D() * (at_start ? s.u : mean)), 1e-11);
    if (!at_start) {
      EXPECT_LT(s.body.work.damping, 0);
    }
  }
}

TEST_P(PseudoRigidStep, ExplicitMomentumChangesByTheImpulse)
{
  Scene s(GetParam(), DeformableScheme::def_exp);
  s.body.set_damping({});
  const Vec3 linear = s.body.linear_momentum(), angular = s.body.angular_momentum();
  const MaterialPoint X{low + s.random.vector(0, 1)};
  const Vec3 p = s.random.vector(-2, 2);
  half_step(s.body, h);
  predict(s.body, h);
  s.body.apply(X, p);
  advance(s.body, h);
  expect_near(s.body.linear_momentum() - linear, p, 1e-12);
  expect_near(s.body.angular_momentum() - angular, s.body.mid_position(X).cross(p), 1e-11);
}

TEST_P(PseudoRigidStep, FreeFlightKeepsAngularMomentum)
{
  for (const DeformableScheme scheme : {DeformableScheme::def_exp, DeformableScheme::def_imp}) {
    Scene s(GetParam(), scheme);
    s.body.set_damping({});
    const Vec3 angular = s.body.angular_momentum();
    for (int i = 0; i < 50; ++i) {
      half_step(s.body, 0.2 * h);
      predict(s.body, 0.2 * h);
      do
        find_end_velocity(s.body);
      while (relinearize(s.body, 0.2 * h));
      advance(s.body, 0.2 * h);
    }
    // ε (h/4 ΔḞ residualᵀ) is what Newton leaves of it
    expect_near(s.body.angular_momentum(), angular, 1e-9 * angular.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PseudoRigidStep, ::testing::Values(1u, 2u, 3u));

TEST(PseudoRigidBodies, CharacteristicsOfABox)
{
  const PseudoRigidBody body({make_box(low, low + sides)}, law, density);
  const double m = density * sides.prod();
  EXPECT_EQ(body.kind, BodyKind::pseudo_rigid);
  EXPECT_TRUE(body.responds());
  EXPECT_TRUE(body.deforms());
  EXPECT_NEAR(body.mass(), m, 1e-12);
  EXPECT_NEAR(body.volume(), sides.prod(), 1e-12);
  expect_near(body.center(), low + 0.5 * sides, 1e-12);
  expect_near(body.tensor(), Mat3(sides.cwiseAbs2().asDiagonal()) * (m / 12), 1e-12);
  EXPECT_EQ(body.scheme_name(), "DEF_EXP");
  EXPECT_EQ(body.internal_energy(), 0);
}

TEST(PseudoRigidBodies, EnergyAndMomentumOfASpin)  // those of the rigid body
{
  PseudoRigidBody body({make_box(low, low + sides)}, law, density);
  const Vec3 omega(1, -2, 3), v(0.5, 1, -1), c = body.center();
  body.set_initial_velocity(v, omega);
  const Mat3 J = body.tensor().trace() * Mat3::Identity() - body.tensor();
  EXPECT_NEAR(body.kinetic_energy(), 0.5 * body.mass() * v.squaredNorm() + 0.5 * omega.dot(J * omega), 1e-12);
  expect_near(body.angular_momentum(), c.cross(body.mass() * v) + J * omega, 1e-12);
  const Vec3 X(0.3, 0.2, -4);
  expect_near(body.velocity({X}), v + omega.cross(X - c), 1e-13);
}

TEST(PseudoRigidBodies, StressOfAStretchAndOfARotation)
{
  PseudoRigidBody body({make_box(low, low + sides)}, law, density);
  const double a = 1.1, E = 0.5 * (a * a - 1);
  std::vector<double> q = {a, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
  body.set_q(q);
  const Mat3 stretched =
      Vec3(a * (law.lambda + 2 * law.mu) * E, law.lambda * E / a, law.lambda * E / a).asDiagonal();
  expect_near(*body.stress({}), stretched, 1e-10);
  EXPECT_NEAR(body.internal_energy(), sides.prod() * (0.5 * law.lambda + law.mu) * E * E, 1e-12);
  const Mat3 R = exp_map(Vec3(1, 2, -0.5));
  const Mat3 F = R * Vec3(a, 1, 1).asDiagonal();
  std::copy(F.data(), F.data() + 9, q.begin());
  body.set_q(q);
  expect_near(*body.stress({}), R * stretched * R.transpose(), 1e-10);
  std::copy(R.data(), R.data() + 9, q.begin());
  body.set_q(q);
  expect_near(*body.stress({}), Mat3::Zero(), 1e-12 * 900);
}

TEST(PseudoRigidBodies, PointsAreLocatedWhereTheyArePlaced)
{
  Scene s(4, DeformableScheme::def_exp);
  const std::int64_t before = s.body.mid_revision;
  half_step(s.body, h);
  EXPECT_NE(s.body.mid_revision, before);
  const std::vector<Vec3> X = {low + s.random.vector(0, 1), low + s.random.vector(0, 1)};
  std::vector<Vec3> x(2);
  s.body.place(0, X, x);
  for (std::size_t i = 0; i < 2; ++i) {
    expect_near(x[i], S(X[i]) * s.q_mid(), 1e-12);
    expect_near(x[i], s.body.mid_position({X[i]}), 1e-12);
    expect_near(s.body.position({X[i]}), S(X[i]) * s.q, 1e-12);
    const MaterialPoint found = s.body.locate_mid(x[i], 7);
    expect_near(found.X, X[i], 1e-11);
    EXPECT_EQ(found.object, 7);
  }
  expect_near(s.body.mid_gradient({}), gradient(s.q_mid()), 1e-13);
  expect_near(s.body.locate("point", {9, 9, 9}).X, {9, 9, 9}, 0);
}

/// A cube: stiffness on (F11, F22, F33) is V0 (λ 1⊗1 + 2μ I), on (F12, F21) V0 μ 1⊗1; E0 = ρ L⁵/12 I. So ω²
/// = 12 (3λ + 2μ) / ρL² of the breathing mode is the highest one.
TEST(PseudoRigidBodies, CriticalStepOfACube)
{
  const double L = 0.5;
  PseudoRigidBody body({make_box({0, 0, 0}, {L, L, L})}, law, density);
  const double omega = std::sqrt(12 * (3 * law.lambda + 2 * law.mu) / (density * L * L));
  EXPECT_NEAR(body.max_frequency(), omega, 1e-9 * omega);
  EXPECT_NEAR(body.critical_step(), 0.9 * 2 / omega, 1e-12);
  const double eta = 0.02, alpha = 3;
  const double xi = 0.5 * eta * omega + 0.5 * alpha / omega;
  body.set_damping({eta, alpha});
  EXPECT_NEAR(body.critical_step(), 0.9 * 2 / omega * (std::sqrt(1 + xi * xi) - xi), 1e-12);
  body.scheme = DeformableScheme::def_lim;
  EXPECT_EQ(body.critical_step(), std::numeric_limits<double>::infinity());
}

/// Growth of the breathing mode over many steps, from 1e-10.
double growth(double step, const Damping& damping)
{
  PseudoRigidBody body({make_box({0, 0, 0}, {1, 1, 1})}, law, density);
  body.set_damping(damping);
  body.set_u(std::vector<double>{1e-10, 0, 0, 0, 1e-10, 0, 0, 0, 1e-10, 0, 0, 0});
  for (int i = 0; i < 60; ++i) {
    half_step(body, step);
    predict(body, step);
    advance(body, step);
  }
  return std::abs(body.gradient_velocity()(0, 0)) / 1e-10;
}

TEST(PseudoRigidBodies, ExplicitStepsGrowBeyondTheCriticalOne)
{
  for (const Damping& damping : {Damping{}, Damping{0.004, 0}, Damping{0.002, 5}}) {
    PseudoRigidBody body({make_box({0, 0, 0}, {1, 1, 1})}, law, density);
    body.set_damping(damping);
    const double limit = body.critical_step() / 0.9;
    EXPECT_LT(growth(0.98 * limit, damping), 10);
    EXPECT_GT(growth(1.02 * limit, damping), 100);
  }
}

TEST(PseudoRigidBodies, BadInputIsNamed)
{
  PseudoRigidBody body({make_box(low, low + sides)}, law, density);
  EXPECT_INPUT_ERROR(body.set_q(std::vector<double>(11, 1.0)), "conf", "11 numbers");
  EXPECT_INPUT_ERROR(body.set_q(std::vector<double>(12, 1.0)), "conf", "determinant");
  EXPECT_INPUT_ERROR(body.set_q(std::vector<double>{-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}), "conf",
                     "determinant -1");
  EXPECT_INPUT_ERROR(body.set_q(std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1, nan, 0, 0}), "conf", "NaN");
  EXPECT_INPUT_ERROR(body.set_u(std::vector<double>(6, 1.0)), "velo", "6 numbers");
  EXPECT_INPUT_ERROR(body.set_u(std::vector<double>(12, nan)), "velo", "NaN");
  EXPECT_INPUT_ERROR(body.set_initial_velocity({nan, 0, 0}, {0, 0, 0}), "linear", "NaN");
  EXPECT_INPUT_ERROR(body.set_initial_velocity({0, 0, 0}, {nan, 0, 0}), "angular", "NaN");
  EXPECT_INPUT_ERROR(body.set_scheme("RIG_NEG"), "scheme", "RIG_NEG");
  EXPECT_INPUT_ERROR(body.set_damping({-1, 0}), "damping", "-1");
  EXPECT_INPUT_ERROR(body.set_damping({0, nan}), "mass_damping", "nan");
  EXPECT_INPUT_ERROR(body.locate("point", {0, nan, 0}), "point", "nan");
  EXPECT_INPUT_ERROR(PseudoRigidBody({make_box(low, low + sides)}, law, 0), "density", "0");
  body.set_scheme("DEF_IMP");
  EXPECT_EQ(body.scheme_name(), "DEF_IMP");
  body.set_scheme("DEFAULT");
  EXPECT_EQ(body.scheme_name(), "DEF_EXP");
}

TEST(PseudoRigidBodies, ABodyTurnedInsideOutStopsTheRun)
{
  PseudoRigidBody body({make_box(low, low + sides)}, law, density);
  body.set_u(std::vector<double>{-200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  half_step(body, h);
  predict(body, h);
  EXPECT_THROW(advance(body, h), RunError);
}

/// Compression so strong that M + h²/4 K is indefinite: the positive part of K keeps W positive.
TEST(PseudoRigidBodies, CompressionKeepsCompliancesPositive)
{
  PseudoRigidBody body({make_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})}, law, density);
  body.scheme = DeformableScheme::def_lim;
  body.set_q(std::vector<double>{0.6, 0, 0, 0, 0.6, 0, 0, 0, 0.6, 0, 0, 0});
  const double long_step = 0.5;
  half_step(body, long_step);
  Vec12 q = numbers(body.q());
  EXPECT_LT((stiffness(q) + stiffness(q).transpose()).eigenvalues().real().minCoeff(), -100);
  predict(body, long_step);
  std::vector<MaterialPoint> corners;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      corners.push_back({{x, y, -0.5}});
  Eigen::MatrixXd C;
  compliances(body, corners, C);
  EXPECT_GT(C.eigenvalues().real().minCoeff(), -1e-12);
  EXPECT_GT(C.diagonal().minCoeff(), 0.3);  // 1/m at least
}

TEST(PseudoRigidBodies, NewtonGivesUpAndSaysSo)
{
  PseudoRigidBody body({make_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})}, law, density);
  body.scheme = DeformableScheme::def_imp;
  body.set_q(std::vector<double>{0.6, 0, 0, 0, 0.6, 0, 0, 0, 0.6, 0, 0, 0});
  int unconverged = 0;
  for (const double step : {0.3, 0.5, 1.0, 2.0, 5.0}) {
    half_step(body, step);
    body.add_force({{0.5, 0.4, 0.3}}, {-900, 500, 300});
    predict(body, step);
    int passes = 0;
    do {
      find_end_velocity(body);
      ASSERT_LE(++passes, 21);
    } while (relinearize(body, step));
    unconverged += !body.converged();
    EXPECT_TRUE(body.converged() || body.passes() == 20) << step;
  }
  EXPECT_GT(unconverged, 0);
}

}  // namespace
}  // namespace corbel::testing
