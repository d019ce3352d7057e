// SPDX-License-Identifier: MIT
// One step of a rigid body against the equations of its header, written out once more with Eigen's rotations.
#include "body_steps.hpp"

#include <Eigen/LU>

#include "corbel/bodies/rigid_body.hpp"

#include "../geometry/bodies.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <limits>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double h = 0.05;
constexpr double round_off = 1e-12;

Mat3 turn(const Vec3& psi) { return Eigen::AngleAxisd(psi.norm(), psi.normalized()).toRotationMatrix(); }

std::vector<double> numbers(const Mat3& R, const Vec3& x)
{
  std::vector<double> q(R.data(), R.data() + 9);
  q.insert(q.end(), x.data(), x.data() + 3);
  return q;
}

/// A body in random motion under random loads and impulses, and the same numbers for the equations.
struct Scene {
  Random random;
  RigidBody body;
  Mat3 R, J;
  Vec3 x, omega, v, X0;
  double m;
  Vec3 f = Vec3::Zero(), T_spatial = Vec3::Zero(), T_ref = Vec3::Zero();  ///< loads, about the mass centre
  Vec3 r_lin = Vec3::Zero(), r_rot = Vec3::Zero();                        ///< impulses

  explicit Scene(unsigned seed) : random(seed), body(BodyKind::rigid, {random.hull(12, 2)}, 3)
  {
    R = turn(random.vector(-2, 2));
    x = random.vector(-5, 5);
    omega = random.vector(-4, 4);
    v = random.vector(-3, 3);
    m = body.mass();
    J = body.tensor();
    X0 = body.center();
    body.set_q(numbers(R, x));
    body.set_initial_velocity(v, omega);
  }
  Mat3 R_mid() const { return R * turn(0.5 * h * omega); }
  Vec3 x_mid() const { return x + 0.5 * h * v; }
  Vec3 torque() const { return T_ref + R_mid().transpose() * T_spatial; }         // (2)
  Vec3 spin() const { return turn(-0.5 * h * omega) * (J * omega); }              // of (3), (6)
  Vec3 omega_mid() const { return J.inverse() * (spin() + 0.5 * h * torque()); }  // (3)
  Vec3 omega_free() const
  {
    return omega + h * J.inverse() * (torque() - omega_mid().cross(J * omega_mid()));  // (4)
  }
  Vec3 v_free() const { return v + h / m * f; }
  Vec3 omega_1() const { return omega_free() + J.inverse() * r_rot; }  // (5)
  Vec3 v_end() const { return v_free() + r_lin / m; }
  Vec3 A() const { return spin() + h * torque() + r_rot; }  // (6)

  void load()
  {
    const Vec3 a = random.vector(-5, 5), F = random.vector(-9, 9), X = random.vector(-1, 1);
    const Vec3 spatial = random.vector(-2, 2), referential = random.vector(-2, 2);
    body.add_acceleration(a);
    body.add_force({X}, F);
    body.add_torque(spatial, referential);
    f += m * a + F;
    T_spatial += spatial + (R_mid() * (X - X0)).cross(F);
    T_ref += referential;
  }
  void hit()
  {
    const Vec3 X = random.vector(-1, 1), p = random.vector(-2, 2);
    body.apply({X}, p);
    r_lin += p;
    r_rot += (X - X0).cross(R_mid().transpose() * p);
  }
  /// Everything of a step up to `advance`.
  void predict_and_hit()
  {
    half_step(body, h);
    load();
    load();
    predict(body, h);
    hit();
    hit();
  }
  void expect_step_velocity(Instant instant, const Vec3& linear, const Vec3& angular)
  {
    for (int i = 0; i < 4; ++i) {
      const Vec3 X = random.vector(-1, 1);
      expect_near(body.step_velocity({X}, instant), linear + R_mid() * angular.cross(X - X0), round_off);
    }
  }
  void expect_state(const Mat3& R_end, const Vec3& x_end, const Vec3& omega_end, const Vec3& v_at_end)
  {
    const std::vector<double> u = body.u();
    expect_near(body.rotation(), R_end, round_off);
    expect_near(body.current_center(), x_end, round_off);
    expect_near(Eigen::Map<const Vec3>(u.data()), omega_end, round_off);
    expect_near(Eigen::Map<const Vec3>(u.data() + 3), v_at_end, round_off);
  }
};

class RigidStep : public ::testing::TestWithParam<unsigned> {
 protected:
  Scene scene_{GetParam()};
};

TEST_P(RigidStep, HalfStepMovesToTheMiddle)  // (1)
{
  half_step(scene_.body, h);
  EXPECT_EQ(scene_.body.mid_q().size(), 12u);
  expect_near(Eigen::Map<const Mat3>(scene_.body.mid_q().data()), scene_.R_mid(), round_off);
  expect_near(Eigen::Map<const Vec3>(scene_.body.mid_q().data() + 9), scene_.x_mid(), round_off);
  const Vec3 a = scene_.random.vector(-1, 1);
  expect_near(Vec3(scene_.body.mid_gradient({}) * a), scene_.R_mid() * a, round_off);
  expect_near(scene_.body.mid_position({a}), scene_.x_mid() + scene_.R_mid() * (a - scene_.X0), round_off);
  expect_near(scene_.body.position({a}), scene_.x + scene_.R * (a - scene_.X0), round_off);  // q itself stays
}

TEST_P(RigidStep,
       TorquesAreSummedInReferentialAxes)  // (2): without spin only h J⁻¹ T and its own gyration remain
{
  scene_.omega.setZero();
  scene_.body.set_initial_velocity(scene_.v, Vec3::Zero());
  half_step(scene_.body, h);
  scene_.load();
  predict(scene_.body, h);
  const Vec3 T = scene_.T_ref + scene_.R.transpose() * scene_.T_spatial;
  const Vec3 gained = scene_.J.inverse() * (h * T);
  const Vec3 gyration = (0.5 * gained).cross(scene_.J * (0.5 * gained));
  scene_.expect_step_velocity(Instant::free, scene_.v_free(), gained - h * scene_.J.inverse() * gyration);
}

TEST_P(RigidStep, FreeSpinFeelsTheGyroscopicTermAtTheMiddle)  // (3), (4) without loads
{
  half_step(scene_.body, h);
  predict(scene_.body, h);
  const Vec3 mid = scene_.J.inverse() * (turn(-0.5 * h * scene_.omega) * (scene_.J * scene_.omega));
  scene_.expect_step_velocity(Instant::free, scene_.v,
                              scene_.omega - h * scene_.J.inverse() * mid.cross(scene_.J * mid));
}

TEST_P(RigidStep, FreeVelocity)  // (2)–(4)
{
  half_step(scene_.body, h);
  scene_.load();
  scene_.load();
  predict(scene_.body, h);
  scene_.expect_step_velocity(Instant::start, scene_.v, scene_.omega);
  scene_.expect_step_velocity(Instant::free, scene_.v_free(), scene_.omega_free());
  scene_.expect_step_velocity(Instant::end, scene_.v_free(), scene_.omega_free());  // nothing was applied
}

TEST_P(RigidStep, ImpulsesChangeTheEndVelocity)  // (5)
{
  scene_.predict_and_hit();
  find_end_velocity(scene_.body);
  scene_.expect_step_velocity(Instant::free, scene_.v_free(), scene_.omega_free());
  scene_.expect_step_velocity(Instant::end, scene_.v_end(), scene_.omega_1());
}

TEST_P(RigidStep, RigPos)  // (5)–(7)
{
  scene_.body.scheme = RigidScheme::rig_pos;
  scene_.predict_and_hit();
  advance(scene_.body, h);
  scene_.expect_state(scene_.R_mid() * turn(0.5 * h * scene_.omega_1()),
                      scene_.x_mid() + 0.5 * h * scene_.v_end(), scene_.omega_1(), scene_.v_end());
  scene_.expect_step_velocity(Instant::end, scene_.v_end(), scene_.omega_1());
}

TEST_P(RigidStep, RigNeg)
{
  ASSERT_EQ(scene_.body.scheme, RigidScheme::rig_neg);
  scene_.predict_and_hit();
  advance(scene_.body, h);
  const Vec3 omega_1 = scene_.omega_1();
  scene_.expect_state(scene_.R_mid() * turn(0.5 * h * omega_1), scene_.x_mid() + 0.5 * h * scene_.v_end(),
                      scene_.J.inverse() * (turn(-0.5 * h * omega_1) * scene_.A()), scene_.v_end());
}

TEST_P(RigidStep, RigImp)
{
  scene_.body.scheme = RigidScheme::rig_imp;
  scene_.predict_and_hit();
  advance(scene_.body, h);
  const std::vector<double> u = scene_.body.u();
  const Vec3 omega = Eigen::Map<const Vec3>(u.data());
  expect_near(turn(0.5 * h * omega) * (scene_.J * omega), scene_.A(), round_off);
  EXPECT_GT((omega - scene_.omega_1()).norm(), 1e-6);  // not the explicit answer
  scene_.expect_state(scene_.R_mid() * turn(0.5 * h * omega), scene_.x_mid() + 0.5 * h * scene_.v_end(),
                      omega, scene_.v_end());
}

TEST_P(RigidStep, RigImpSurvivesAFastSpin)
{
  scene_.body.scheme = RigidScheme::rig_imp;
  scene_.omega *= 5;  // up to 1.7 rad a step
  scene_.body.set_initial_velocity(scene_.v, scene_.omega);
  half_step(scene_.body, h);
  predict(scene_.body, h);
  advance(scene_.body, h);
  const std::vector<double> u = scene_.body.u();
  const Vec3 omega = Eigen::Map<const Vec3>(u.data());
  expect_near(turn(0.5 * h * omega) * (scene_.J * omega), scene_.A(), 1e-11);
}

TEST_P(RigidStep, ComplianceIsTheEffectOfAUnitImpulse)
{
  const Vec3 X = scene_.random.vector(-1, 1), Y = scene_.random.vector(-1, 1);
  for (int k = 0; k < 3; ++k) {
    half_step(scene_.body, h);
    predict(scene_.body, h);
    scene_.body.apply({Y}, Vec3::Unit(k));
    find_end_velocity(scene_.body);
    const Vec3 change =
        scene_.body.step_velocity({X}, Instant::end) - scene_.body.step_velocity({X}, Instant::free);
    expect_near(change, compliance(scene_.body, {X}, {Y}).col(k), round_off);
  }
}

TEST_P(RigidStep, ComplianceIsFactored)
{
  half_step(scene_.body, h);
  const MaterialPoint X{scene_.random.vector(-1, 1)}, Y{scene_.random.vector(-1, 1)};
  const auto S = [&](const MaterialPoint& point) {  // of ω
    return Mat3(scene_.body.mid_gradient(point) * skew(point.X - scene_.body.center()).transpose());
  };
  const Mat3 expected =
      Mat3::Identity() / scene_.body.mass() + S(X) * scene_.body.tensor().inverse() * S(Y).transpose();
  EXPECT_EQ(scene_.body.inverse().factor_width(), 6);
  EXPECT_FALSE(scene_.body.inverse().has_compliant_part());
  expect_near(compliance(scene_.body, X, Y), expected, round_off);
  expect_near(compliance(scene_.body, Y, X), expected.transpose(), round_off);
}

TEST_P(RigidStep, PointsAreLocatedWhereTheyArePlaced)
{
  half_step(scene_.body, h);
  const std::vector<Vec3> X = {scene_.random.vector(-1, 1), scene_.random.vector(-1, 1)};
  std::vector<Vec3> x(2);
  scene_.body.place(0, X, x);
  for (std::size_t i = 0; i < 2; ++i) {
    expect_near(x[i], scene_.body.mid_position({X[i]}), round_off);
    const MaterialPoint found = scene_.body.locate_mid(x[i], 7);
    expect_near(found.X, X[i], round_off);
    EXPECT_EQ(found.object, 7);
  }
}

TEST_P(RigidStep, VelocityOfAPointIsTheRateOfItsPosition)
{
  const MaterialPoint X{scene_.random.vector(-1, 1)};
  const double d = 1e-6;
  Vec3 moved[2];
  for (int side = 0; side < 2; ++side) {
    const double t = side == 0 ? -d : d;
    const Mat3 R = scene_.R * turn(t * scene_.omega);
    moved[side] = scene_.x + t * scene_.v + R * (X.X - scene_.X0);
  }
  expect_near(scene_.body.velocity(X), (moved[1] - moved[0]) / (2 * d), 1e-7);
}

TEST_P(RigidStep, MomentumChangesByTheImpulse)
{
  for (const RigidScheme scheme : {RigidScheme::rig_neg, RigidScheme::rig_imp}) {
    scene_.body.scheme = scheme;
    const Vec3 X = scene_.random.vector(-1, 1), p = scene_.random.vector(-2, 2);
    const Vec3 linear = scene_.body.linear_momentum(), angular = scene_.body.angular_momentum();
    half_step(scene_.body, h);
    predict(scene_.body, h);
    scene_.body.apply({X}, p);
    advance(scene_.body, h);
    expect_near(scene_.body.linear_momentum() - linear, p, 1e-11);
    expect_near(scene_.body.angular_momentum() - angular, scene_.body.mid_position({X}).cross(p), 1e-11);
  }
}

TEST_P(RigidStep, MomentumIsKeptInFreeFlight)
{
  for (const RigidScheme scheme : {RigidScheme::rig_neg, RigidScheme::rig_imp}) {
    scene_.body.scheme = scheme;
    const Vec3 angular = scene_.body.angular_momentum();
    for (int step = 0; step < 200; ++step) {
      half_step(scene_.body, h);
      predict(scene_.body, h);
      advance(scene_.body, h);
    }
    expect_near(scene_.body.angular_momentum(), angular, 1e-10 * (1 + angular.norm()));
    EXPECT_TRUE(is_rotation(scene_.body.rotation(), 1e-14));
  }
}

TEST_P(RigidStep, MomentumIsThatOfTheFormula)
{
  expect_near(scene_.body.linear_momentum(), scene_.m * scene_.v, round_off);
  expect_near(scene_.body.angular_momentum(),
              scene_.m * scene_.x.cross(scene_.v) + scene_.R * (scene_.J * scene_.omega), 1e-11);
  EXPECT_NEAR(scene_.body.kinetic_energy(),
              0.5 * scene_.m * scene_.v.squaredNorm() + 0.5 * scene_.omega.dot(scene_.J * scene_.omega),
              1e-11);
  EXPECT_EQ(scene_.body.internal_energy(), 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RigidStep, ::testing::Values(1u, 2u, 3u));

/// With J = j I nothing gyrates: every scheme turns work into kinetic energy to the last digit.
TEST(RigidWork, OfACubeIsItsKineticEnergy)
{
  for (const RigidScheme scheme : {RigidScheme::rig_pos, RigidScheme::rig_neg, RigidScheme::rig_imp}) {
    Random random(5);
    RigidBody body(BodyKind::rigid, {make_box({-1, -1, -1}, {1, 1, 1})}, 2);
    body.scheme = scheme;
    body.set_initial_velocity({1, 2, 3}, {3, -2, 1});
    const double start = body.kinetic_energy();
    for (int step = 0; step < 10; ++step) {
      half_step(body, h);
      body.add_acceleration({0, 0, -9.81});
      body.add_force({random.vector(-1, 1)}, random.vector(-50, 50));
      body.add_torque(random.vector(-9, 9), random.vector(-9, 9));
      predict(body, h);
      body.apply({random.vector(-1, 1)}, random.vector(-5, 5));
      advance(body, h);
    }
    EXPECT_GT(std::abs(body.work.external), 1);
    EXPECT_NEAR(body.kinetic_energy() - start, body.work.external, 1e-10) << to_string(scheme);
    EXPECT_EQ(body.work.contact, 0);
    EXPECT_EQ(body.work.friction, 0);
  }
}

TEST(RigidWork, OfAWeightIsExact)  // m g times the height it fell, step by step
{
  RigidBody body(BodyKind::rigid, {make_sphere({0, 0, 10}, 0.5, 0, 0)}, 2);
  for (int step = 0; step < 20; ++step) {
    half_step(body, h);
    body.add_acceleration({0, 0, -9.81});
    predict(body, h);
    advance(body, h);
  }
  EXPECT_NEAR(body.current_center().z(), 10 - 0.5 * 9.81,
              1e-12);  // after 1 s; the scheme is exact for parabolas
  EXPECT_NEAR(body.work.external, body.mass() * 9.81 * (10 - body.current_center().z()), 1e-11);
}

TEST(RigidBodies, CharacteristicsOfABox)
{
  const RigidBody body(BodyKind::rigid, {make_box({1, 2, 3}, {3, 5, 7})}, 10);
  EXPECT_NEAR(body.volume(), 24, 1e-12);
  EXPECT_NEAR(body.mass(), 240, 1e-11);
  expect_near(body.center(), {2, 3.5, 5}, 1e-13);
  expect_near(body.tensor(), Mat3(Vec3(9 + 16, 4 + 16, 4 + 9).asDiagonal()) * (240.0 / 12), 1e-10);
  EXPECT_TRUE(body.responds());
  EXPECT_FALSE(RigidBody(BodyKind::obstacle, {make_box({1, 2, 3}, {3, 5, 7})}, 10).responds());
}

TEST(RigidBodies, NewCharacteristicsLeaveMaterialPointsInPlace)
{
  Scene scene(7);
  const std::vector<Vec3> points = {{0, 0, 0}, {1, -2, 3}, {-4, 1, 0}};
  std::vector<Vec3> before;
  for (const Vec3& X : points)
    before.push_back(scene.body.position({X}));
  Mat3 J = Mat3(Vec3(1, 2, 2.5).asDiagonal());
  J(0, 1) = J(1, 0) = 0.1;
  scene.body.set_characteristics({5, 0.5, {0.3, -0.2, 0.1}, J});
  EXPECT_EQ(scene.body.mass(), 5);
  EXPECT_EQ(scene.body.volume(), 0.5);
  EXPECT_EQ(scene.body.center(), Vec3(0.3, -0.2, 0.1));
  EXPECT_EQ(scene.body.tensor(), J);
  for (std::size_t i = 0; i < points.size(); ++i)
    expect_near(scene.body.position({points[i]}), before[i], round_off);
  half_step(scene.body, 0);
  for (std::size_t i = 0; i < points.size(); ++i)
    expect_near(scene.body.mid_position({points[i]}), before[i], round_off);
  const Mat3 C = compliance(scene.body, {points[1]}, {points[1]});
  const Mat3 S = scene.R * skew(points[1] - Vec3(0.3, -0.2, 0.1));
  expect_near(C, Mat3::Identity() / 5 + S * J.inverse() * S.transpose(), round_off);
}

TEST(RigidBodies, BadCharacteristicsAreNamed)
{
  RigidBody body(BodyKind::rigid, {make_box({0, 0, 0}, {1, 1, 1})}, 1);
  const RigidCharacteristics good = {1, 1, Vec3::Zero(), Mat3::Identity()};
  const auto with = [&](const auto& change) {
    RigidCharacteristics c = good;
    change(c);
    body.set_characteristics(c);
  };
  EXPECT_INPUT_ERROR(with([](auto& c) { c.mass = 0; }), "mass", "got 0");
  EXPECT_INPUT_ERROR(with([](auto& c) { c.mass = nan; }), "mass", "nan");
  EXPECT_INPUT_ERROR(with([](auto& c) { c.volume = -1; }), "volume", "got -1");
  EXPECT_INPUT_ERROR(with([](auto& c) { c.center.x() = nan; }), "center", "NaN");
  EXPECT_INPUT_ERROR(with([](auto& c) { c.tensor(1, 2) = nan; }), "tensor", "NaN");
  EXPECT_INPUT_ERROR(with([](auto& c) { c.tensor(1, 2) = 0.1; }), "tensor", "symmetric");
  EXPECT_INPUT_ERROR(with([](auto& c) { c.tensor(2, 2) = -1; }), "tensor", "positive definite");
  EXPECT_INPUT_ERROR(with([](auto& c) { c.tensor(2, 2) = 0; }), "tensor", "positive definite");
  EXPECT_DOUBLE_EQ(body.mass(), 1);  // nothing was changed
}

TEST(RigidBodies, BadDensityIsNamed)
{
  for (const double density : {0.0, -1.0, nan})
    EXPECT_INPUT_ERROR(RigidBody(BodyKind::rigid, {make_box({0, 0, 0}, {1, 1, 1})}, density), "density",
                       "> 0");
}

TEST(RigidBodies, DisabledRotationLeavesTranslationOnly)
{
  Scene scene(9);
  scene.body.set_rotation_enabled(false);
  EXPECT_FALSE(scene.body.rotation_enabled());
  for (const RigidScheme scheme : {RigidScheme::rig_pos, RigidScheme::rig_neg, RigidScheme::rig_imp}) {
    scene.body.scheme = scheme;
    scene.body.set_initial_velocity({1, 2, 3}, {9, 9, 9});
    const Vec3 x = scene.body.current_center();
    half_step(scene.body, h);
    scene.body.add_force({{5, 5, 5}}, {scene.m, 0, 0});
    scene.body.add_torque({1, 2, 3}, {4, 5, 6});
    predict(scene.body, h);
    const Mat3 C = compliance(scene.body, {{1, 2, 3}}, {{-3, 2, 1}});
    expect_near(C, Mat3::Identity() / scene.m, round_off);
    scene.body.apply({{1, 1, 1}}, {0, scene.m, 0});
    advance(scene.body, h);
    expect_near(scene.body.rotation(), scene.R, 1e-14);
    const std::vector<double> u = scene.body.u();
    EXPECT_EQ(Vec3(u[0], u[1], u[2]), Vec3::Zero());
    const Vec3 v_end(1 + h, 3, 3);
    expect_near(Vec3(u[3], u[4], u[5]), v_end, round_off);
    expect_near(scene.body.current_center(), x + 0.5 * h * (Vec3(1, 2, 3) + v_end), round_off);
  }
  scene.body.set_rotation_enabled(true);
  EXPECT_GT(compliance(scene.body, {{1, 2, 3}}, {{1, 2, 3}}).trace(), 3 / scene.m);
}

TEST(RigidBodies, SchemesHaveNames)
{
  EXPECT_EQ(rigid_scheme("DEFAULT"), RigidScheme::rig_neg);
  for (const RigidScheme scheme : {RigidScheme::rig_pos, RigidScheme::rig_neg, RigidScheme::rig_imp})
    EXPECT_EQ(rigid_scheme(to_string(scheme)), scheme);
  EXPECT_EQ(to_string(RigidScheme::rig_imp), "RIG_IMP");
  EXPECT_INPUT_ERROR(rigid_scheme("DEF_LIM"), "scheme", "'DEF_LIM'");
  EXPECT_INPUT_ERROR(rigid_scheme("rig_neg"), "scheme", "'RIG_NEG'");
  EXPECT_EQ(to_string(BodyKind::rigid), "RIGID");
  EXPECT_EQ(to_string(BodyKind::obstacle), "OBSTACLE");
}

TEST(RigidBodies, StateIsReadBackBitForBit)
{
  Scene scene(3);
  const std::vector<double> q = scene.body.q(), u = scene.body.u();
  EXPECT_EQ(q, numbers(scene.R, scene.x));
  RigidBody other(BodyKind::rigid, {make_box({0, 0, 0}, {1, 1, 1})}, 1);
  other.set_q(q);
  other.set_u(u);
  EXPECT_EQ(other.q(), q);
  EXPECT_EQ(other.u(), u);
}

TEST(RigidBodies, BadStatesAreNamed)
{
  RigidBody body(BodyKind::rigid, {make_box({0, 0, 0}, {1, 1, 1})}, 1);
  const std::vector<double> q = body.q(), u = body.u();
  EXPECT_INPUT_ERROR(body.set_q(std::vector<double>(11, 0.0)), "conf", "11 numbers");
  Mat3 mirror = Mat3::Identity();
  mirror(2, 2) = -1;
  EXPECT_INPUT_ERROR(body.set_q(numbers(mirror, Vec3::Zero())), "conf", "not a rotation");
  EXPECT_INPUT_ERROR(body.set_q(numbers(1.001 * Mat3::Identity(), Vec3::Zero())), "conf", "not a rotation");
  EXPECT_INPUT_ERROR(body.set_q(numbers(nan * Mat3::Identity(), Vec3::Zero())), "conf", "NaN");
  EXPECT_INPUT_ERROR(body.set_q(numbers(Mat3::Identity(), {0, nan, 0})), "conf", "NaN");
  EXPECT_INPUT_ERROR(body.set_u(std::vector<double>(7, 0.0)), "velo", "7 numbers");
  EXPECT_THROW(body.set_u(std::vector<double>{0, nan, 0, 0, 0, 0}), InputError);
  EXPECT_THROW(body.set_u(std::vector<double>{0, 0, 0, 0, 0, nan}), InputError);
  EXPECT_INPUT_ERROR(body.set_initial_velocity({nan, 0, 0}, Vec3::Zero()), "linear", "NaN");
  EXPECT_INPUT_ERROR(body.set_initial_velocity(Vec3::Zero(), {0, nan, 0}), "angular", "NaN");
  EXPECT_EQ(body.q(), q);  // nothing was changed
  EXPECT_EQ(body.u(), u);
}

}  // namespace
}  // namespace corbel::testing
