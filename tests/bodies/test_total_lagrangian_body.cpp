// SPDX-License-Identifier: MIT
// One step of a TL body against the equations (10)–(19) of its header in dense matrices.
#include "body_steps.hpp"

#include "bodies/fe_reference.hpp"

namespace corbel::testing {
namespace {

using Scene = MovingBody<TotalLagrangianBody>;

class TotalLagrangianStep : public ::testing::TestWithParam<std::pair<int, Damping>> {
 protected:
  int cells() const { return GetParam().first; }
  Damping damping() const { return GetParam().second; }
};

/// A of (14) and b of (13).
struct Equations {
  Eigen::MatrixXd K, A;
  Eigen::VectorXd b;

  explicit Equations(const Scene& s) : K(s.ref.K(s.x_mid())), A(s.A(K)), b(s.b(s.ref.f_int(s.x_mid()), K)) {}
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const { return A.llt().solve(B); }
};

TEST_P(TotalLagrangianStep, FreeVelocity)  // (13), (14)
{
  Scene s(cells(), damping());
  s.predict();
  const Equations e(s);
  EXPECT_LT(relative(s.free() - s.u, e.solve(e.b)), 1e-9);
}

TEST_P(TotalLagrangianStep, EndVelocityAndPositions)  // (14), (17)
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

TEST_P(TotalLagrangianStep, CompliancesAreThoseOfTheInverse)
{
  Scene s(cells(), damping());
  s.predict();
  const Equations e(s);
  const Eigen::MatrixXd S = s.ref.S(s.points), C = S * e.solve(S.transpose());
  EXPECT_LT(relative(compliance_matrix(*s.body, s.points), C), 1e-9);
  EXPECT_LT(relative(compliance(*s.body, s.points[2], s.points[0]), C.block<3, 3>(6, 0)), 1e-9);
}

TEST_P(TotalLagrangianStep, RespondsAsTheInverse)
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

TEST_P(TotalLagrangianStep, OwnComplianceIsThatOfTheCorotatedOperator)
{
  Scene s(cells(), damping());
  s.predict();
  s.body->inverse().need(s.points, PointUse::products);
  const auto llt = s.A(s.ref.K_turned(s.ref.Lambda(s.x_mid()))).llt();
  for (const MaterialPoint& X : s.points) {
    const Eigen::MatrixXd S = s.ref.S(X), C = S * llt.solve(S.transpose());
    EXPECT_LT(relative(s.body->inverse().own_block(X), C), 1e-9);
  }
}

TEST_P(TotalLagrangianStep, WorksOfLoadsImpulsesAndDamping)
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
  EXPECT_NEAR(s.body->work.damping, lost, 1e-10 * std::abs(lost));
  EXPECT_EQ(s.body->work.contact, 0);
}

TEST_P(TotalLagrangianStep, ExplicitStep)
{
  Scene s(cells(), damping(), "DEF_EXP");
  s.predict();
  const Equations e(s);
  EXPECT_LT(relative(s.free() - s.u, e.b.cwiseQuotient(s.ref.M)), 1e-11);
  const Eigen::MatrixXd S = s.ref.S(s.points), C = S * s.ref.M.cwiseInverse().asDiagonal() * S.transpose();
  EXPECT_LT(relative(compliance_matrix(*s.body, s.points), C), 1e-12);
  EXPECT_LT(relative(s.body->inverse().own_block(s.points[0]), C.block<3, 3>(0, 0)), 1e-12);
  s.end();
  EXPECT_LT(relative(s.u_end() - s.u, (e.b + s.r()).cwiseQuotient(s.ref.M)), 1e-11);
}

/// (19) with the reactions, in the 2-norm relative to the largest of its terms.
double residual(const Scene& s, const Eigen::VectorXd& u_end)
{
  const Eigen::VectorXd mean = 0.5 * (s.u + u_end), x_m = s.x_mid() + 0.25 * s.h * (u_end - s.u);
  const Eigen::VectorXd inertia = s.ref.M.cwiseProduct(u_end - s.u), f_int = s.ref.f_int(x_m);
  const Eigen::VectorXd drag =
      s.damping.stiffness * (s.ref.K(x_m) * mean) + s.damping.mass * s.ref.M.cwiseProduct(mean);
  return (inertia - s.h * s.f + s.h * f_int + s.h * drag - s.r()).norm() / inertia.norm();
}

TEST_P(TotalLagrangianStep, ImplicitStepMeetsTheMidPointRule)  // (19)
{
  Scene s(cells(), damping(), "DEF_IMP");
  s.h = 4e-3;
  s.predict();
  s.end();
  EXPECT_GT(residual(s, s.u_end()), 1e-6);  // the first pass is DEF_LIM
  int passes = 1;
  while (relinearize(*s.body, s.h)) {
    s.body->forget_impulses();
    s.end();
    ASSERT_LT(++passes, 20);
  }
  EXPECT_GT(passes, 2);
  EXPECT_TRUE(s.body->converged());
  EXPECT_LT(residual(s, s.u_end()), 1e-9);
}

TEST_P(TotalLagrangianStep, FirstPassOfTheImplicitSchemeIsThatOfTheLinearizedOne)
{
  Scene linearized(cells(), damping()), implicit(cells(), damping(), "DEF_IMP");
  linearized.predict();
  implicit.predict();
  EXPECT_EQ(linearized.free(), implicit.free());
}

TEST_P(TotalLagrangianStep, TurningAllTurnsTheStep)
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

INSTANTIATE_TEST_SUITE_P(SmallAndLarge, TotalLagrangianStep,
                         ::testing::Values(std::pair(2, undamped), std::pair(2, damped),
                                           std::pair(6, damped)));

TEST(TotalLagrangianBodies, AFreeBodyAtRestStaysWhereItIs)
{
  Scene s(2);
  s.body->set_q(listed(s.ref.X));
  s.rest();
  half_step(*s.body, s.h);
  find_free_velocity(*s.body, s.h);
  EXPECT_LT(s.free().cwiseAbs().maxCoeff(), 1e-12);
}

TEST(TotalLagrangianBodies, ForgottenImpulsesLeaveTheFreeVelocity)
{
  Scene s(2, damped);
  s.predict();
  s.end();
  EXPECT_GT((s.u_end() - s.free()).norm(), 1e-3);
  s.body->forget_impulses();
  find_end_velocity(*s.body);
  EXPECT_EQ(s.u_end(), s.free());
}

TEST(TotalLagrangianBodies, StaticPass)  // s M + h² K(q) of bodies/body.hpp
{
  Scene s(2);
  const double mass = 0.3, h = 0.05;
  s.rest();
  half_step(*s.body, 0);
  s.body->add_callback_force(listed(s.f));
  find_static_velocity(*s.body, h, mass);
  Eigen::MatrixXd A = h * h * s.ref.K(s.x);
  A.diagonal() += mass * s.ref.M;
  EXPECT_LT(relative(s.free(), A.llt().solve(h * (s.f - s.ref.f_int(s.x)))), 1e-9);
  s.end();
  const Eigen::VectorXd u_end = s.u_end();
  advance_static(*s.body, h);
  EXPECT_LT(relative(flat(s.body->q()) - s.x, h * u_end), 1e-10);
  EXPECT_EQ(flat(s.body->u()).norm(), 0);
}

/// Positive with contacts although (14) is not: compressed by a third in a step that is long.
TEST(TotalLagrangianBodies, CompressionKeepsCompliancesPositive)
{
  Scene s(2);
  s.h = 0.1;
  s.x = 0.65 * s.ref.X;
  s.body->set_q(listed(s.x));
  s.rest();
  const auto least = [](const Eigen::MatrixXd& A) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvalues()[0];
  };
  ASSERT_LT(least(Equations(s).A), 0);
  s.predict();
  EXPECT_GT(least(compliance_matrix(*s.body, s.points)), 0);
}

TEST(TotalLagrangianBodies, EnergiesAndMomenta)
{
  Scene s(2);
  EXPECT_NEAR(s.body->kinetic_energy(), 0.5 * s.u.dot(s.ref.M.cwiseProduct(s.u)),
              1e-12 * s.body->kinetic_energy());
  EXPECT_NEAR(s.body->internal_energy(), s.ref.solid.energy(s.x - s.ref.X), 1e-9 * s.body->internal_energy());
  Vec3 p = Vec3::Zero(), L = Vec3::Zero();
  for (Eigen::Index i = 0; i < s.ref.size(); i += 3) {
    p += s.ref.M[i] * s.u.segment<3>(i);
    L += s.ref.M[i] * Vec3(s.x.segment<3>(i)).cross(Vec3(s.u.segment<3>(i)));
  }
  EXPECT_LT((s.body->linear_momentum() - p).norm(), 1e-9 * p.norm());
  EXPECT_LT((s.body->angular_momentum() - L).norm(), 1e-9 * L.norm());
}

TEST(TotalLagrangianBodies, SupportedStaticPass)
{
  MovingBody<TotalLagrangianBody> s(2);
  expect_supported_pass(s, s.ref.K(s.x), s.ref.f_int(s.x));
}

}  // namespace
}  // namespace corbel::testing
