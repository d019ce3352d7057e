// SPDX-License-Identifier: MIT
// One step of a BC body against the equations (24)–(31) of its header in dense matrices.
#include "body_steps.hpp"

#include "bodies/fe_reference.hpp"

#include "corbel/core/error.hpp"

namespace corbel::testing {
namespace {

using Scene = MovingBody<CorotatedBody>;

class CorotatedStep : public ::testing::TestWithParam<std::pair<int, Damping>> {
 protected:
  int cells() const { return GetParam().first; }
  Damping damping() const { return GetParam().second; }
};

/// Λ₁ A₀ Λ₁ᵀ of (28) and b of (27).
struct Equations {
  Eigen::MatrixXd K, A;
  Eigen::VectorXd b;

  explicit Equations(const Scene& s)
      : K(s.ref.K_turned(s.ref.Lambda(s.x_mid()))), A(s.A(K)), b(s.b(s.ref.f_corotated(s.x_mid()), K))
  {
  }
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const { return A.llt().solve(B); }
};

TEST_P(CorotatedStep, FreeVelocity)  // (25), (27), (28)
{
  Scene s(cells(), damping());
  s.predict();
  const Equations e(s);
  EXPECT_LT(relative(s.free() - s.u, e.solve(e.b)), 1e-9);
}

TEST_P(CorotatedStep, EndVelocityAndPositions)  // (28), (31)
{
  Scene s(cells(), damping());
  s.predict();
  s.end();
  const Equations e(s);
  const Eigen::VectorXd u_end = s.u + e.solve(e.b + s.r());
  EXPECT_LT(relative(s.u_end() - s.u, u_end - s.u), 1e-9);
  advance(*s.body, s.h);
  EXPECT_LT(relative(flat(s.body->u()) - s.u, u_end - s.u), 1e-9);
  EXPECT_LT(relative(flat(s.body->q()) - s.x_mid(), 0.5 * s.h * u_end), 1e-9);
}

TEST_P(CorotatedStep, CompliancesAreThoseOfTheInverse)
{
  Scene s(cells(), damping());
  s.predict();
  const Equations e(s);
  const Eigen::MatrixXd S = s.ref.S(s.points), C = S * e.solve(S.transpose());
  const Eigen::MatrixXd found = compliance_matrix(*s.body, s.points);
  EXPECT_LT(relative(found, C), 1e-9);
  EXPECT_EQ(found.block(0, 3, 3, 6), found.block(3, 0, 6, 3).transpose());  // to the last bit
  EXPECT_LT(relative(compliance(*s.body, s.points[2], s.points[0]), C.block<3, 3>(6, 0)), 1e-9);
}

TEST_P(CorotatedStep, RespondsAsTheInverse)
{
  Scene s(cells(), damping());
  s.predict();
  const Equations e(s);
  std::vector<Vec3> v(3);
  s.body->inverse().need(s.points, PointUse::products);
  s.body->inverse().product(s.points, s.impulses, v);
  const Eigen::VectorXd expected = s.ref.S(s.points) * e.solve(s.r());
  for (Eigen::Index i = 0; i < 3; ++i)
    EXPECT_LT(relative(v[static_cast<std::size_t>(i)], expected.segment<3>(3 * i)), 1e-9);
}

TEST_P(CorotatedStep, OwnComplianceIsADiagonalBlock)
{
  Scene s(cells(), damping());
  s.predict();
  s.body->inverse().need(s.points, PointUse::products);
  const auto llt = Equations(s).A.llt();
  for (const MaterialPoint& X : s.points) {
    const Eigen::MatrixXd S = s.ref.S(X), C = S * llt.solve(S.transpose());
    EXPECT_LT(relative(s.body->inverse().own_block(X), C), 1e-9);
  }
}

TEST_P(CorotatedStep, WorksOfLoadsImpulsesAndDamping)
{
  Scene s(cells(), damping());
  s.predict();
  s.end();
  const Eigen::VectorXd mean = 0.5 * (s.u + s.u_end());
  advance(*s.body, s.h);
  const double external = mean.dot(s.h * s.f + s.r());
  EXPECT_NEAR(s.body->work.external, external, 1e-12 * std::abs(external));
  const Equations e(s);
  const double lost =
      -s.h * mean.dot(damping().stiffness * (e.K * mean) + damping().mass * s.ref.M.cwiseProduct(mean));
  EXPECT_NEAR(s.body->work.damping, lost, 1e-9 * std::abs(lost));
  EXPECT_EQ(s.body->work.contact, 0);
}

TEST_P(CorotatedStep, ExplicitStep)
{
  Scene s(cells(), damping(), "DEF_EXP");
  s.predict();
  const Equations e(s);
  EXPECT_LT(relative(s.free() - s.u, e.b.cwiseQuotient(s.ref.M)), 1e-11);
  const Eigen::MatrixXd S = s.ref.S(s.points), C = S * s.ref.M.cwiseInverse().asDiagonal() * S.transpose();
  EXPECT_LT(relative(compliance_matrix(*s.body, s.points), C), 1e-12);
  EXPECT_LT(relative(s.body->inverse().own_block(s.points[0]), C.block<3, 3>(0, 0)), 1e-12);
  s.end();
  const Eigen::VectorXd u_end = s.u_end(), mean = 0.5 * (s.u + u_end);
  EXPECT_LT(relative(u_end - s.u, (e.b + s.r()).cwiseQuotient(s.ref.M)), 1e-11);
  advance(*s.body, s.h);  // damping acts on u alone
  const double lost =
      -s.h * mean.dot(damping().stiffness * (e.K * s.u) + damping().mass * s.ref.M.cwiseProduct(s.u));
  EXPECT_NEAR(s.body->work.damping, lost, 1e-10 * std::abs(lost));
}

TEST_P(CorotatedStep, TurningAllTurnsTheStep)
{
  Scene s(cells(), damping()), other(cells(), damping());
  const Mat3 R = exp_map({-1, 2, 0.5});
  other.x = turned_nodes(R, s.x);
  other.u = turned_nodes(R, s.u);
  other.f = turned_nodes(R, s.f);
  other.body->set_q(listed(other.x));
  other.body->set_u(listed(other.u));
  for (Vec3& p : other.impulses)
    p = R * p;
  for (Scene* scene : {&s, &other}) {
    scene->predict();
    scene->end();
  }
  EXPECT_LT(relative(other.u_end(), turned_nodes(R, s.u_end())), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(SmallAndLarge, CorotatedStep,
                         ::testing::Values(std::pair(2, undamped), std::pair(2, damped),
                                           std::pair(6, damped)));

TEST(CorotatedBodies, ATurnedAndMovedBodyIsUnstrained)
{
  Scene s(2);
  s.x = turned_nodes(exp_map({1, -2, 0.5}), s.ref.X);
  for (Eigen::Index i = 0; i < s.x.size(); i += 3)
    s.x.segment<3>(i) += Vec3(10, 20, -5);
  s.body->set_q(listed(s.x));
  EXPECT_LT((s.body->rotation() - exp_map({1, -2, 0.5})).norm(), 1e-12);
  EXPECT_LT(s.body->internal_energy(), 1e-16 * s.ref.K0.diagonal().sum());
  s.rest();
  half_step(*s.body, s.h);
  find_free_velocity(*s.body, s.h);
  EXPECT_LT(s.free().cwiseAbs().maxCoeff(), 1e-11);
}

TEST(CorotatedBodies, InternalEnergyIsThatOfTheRotatedStiffness)
{
  const Scene s(2);
  const Eigen::VectorXd d = s.x - turned_nodes(s.ref.Lambda(s.x), s.ref.X);
  const double expected = 0.5 * d.dot(s.ref.K_turned(s.ref.Lambda(s.x)) * d);
  EXPECT_NEAR(s.body->internal_energy(), expected, 1e-9 * expected);
}

TEST(CorotatedBodies, ForgottenImpulsesLeaveTheFreeVelocity)
{
  Scene s(2, damped);
  s.predict();
  s.end();
  EXPECT_GT((s.u_end() - s.free()).norm(), 1e-3);
  s.body->forget_impulses();
  find_end_velocity(*s.body);
  EXPECT_EQ(s.u_end(), s.free());
}

TEST(CorotatedBodies, IsLinearInTheEndVelocity)
{
  Scene s(2, damped);
  s.predict();
  s.end();
  EXPECT_FALSE(relinearize(*s.body, s.h));
  EXPECT_THROW(s.body->set_scheme("DEF_IMP"), InputError);
  EXPECT_EQ(s.body->scheme_name(), "DEF_LIM");
}

TEST(CorotatedBodies, StaticPass)  // s M + h² K of bodies/body.hpp
{
  Scene s(2);
  const double mass = 0.3, h = 0.05;
  s.rest();
  half_step(*s.body, 0);
  s.body->add_callback_force(listed(s.f));
  find_static_velocity(*s.body, h, mass);
  Eigen::MatrixXd A = h * h * s.ref.K_turned(s.ref.Lambda(s.x));
  A.diagonal() += mass * s.ref.M;
  EXPECT_LT(relative(s.free(), A.llt().solve(h * (s.f - s.ref.f_corotated(s.x)))), 1e-9);
  s.end();
  const Eigen::VectorXd u_end = s.u_end();
  advance_static(*s.body, h);
  EXPECT_LT(relative(flat(s.body->q()) - s.x, h * u_end), 1e-10);
  EXPECT_EQ(flat(s.body->u()).norm(), 0);
}

TEST(CorotatedBodies, SupportedStaticPass)
{
  MovingBody<CorotatedBody> s(2);
  expect_supported_pass(s, s.ref.K_turned(s.ref.Lambda(s.x)), s.ref.f_corotated(s.x));
}

}  // namespace
}  // namespace corbel::testing
