// SPDX-License-Identifier: MIT
// Form LINEAR: (1) to (4) of bodies/linear_body.hpp in dense matrices.
#include "fe_reference.hpp"

#include "corbel/bodies/linear_body.hpp"

#include "../geometry/bodies.hpp"

using namespace corbel;
using namespace corbel::testing;

namespace {

using Scene = MovingBody<LinearBody>;

/// Displacements of a body that has not turned: the positions of MovingBody are turned.
void place_near(Scene& s)
{
  s.x = s.ref.X + 0.004 * noise(s.ref.size(), 5);
  s.body->set_q(listed(s.x));
}

/// A of (3) and b of (2).
struct Equations {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;

  explicit Equations(const Scene& s) : A(s.A(s.ref.K0)), b(s.b(s.ref.K0 * (s.x_mid() - s.ref.X), s.ref.K0)) {}
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const { return A.llt().solve(B); }
};

class LinearStep : public ::testing::TestWithParam<std::tuple<int, double>> {
 protected:
  int cells() const { return std::get<0>(GetParam()); }
  Damping damping() const { return {std::get<1>(GetParam()), 40 * std::get<1>(GetParam())}; }
};

}  // namespace

TEST_P(LinearStep, FreeVelocity)  // (1), (2), (3)
{
  Scene s(cells(), damping());
  place_near(s);
  s.predict();
  const Equations e(s);
  EXPECT_LT(relative(s.free() - s.u, e.solve(e.b)), 1e-9);
}

TEST_P(LinearStep, EndVelocityAndPositions)  // (3), (4)
{
  Scene s(cells(), damping());
  place_near(s);
  s.predict();
  s.end();
  const Equations e(s);
  const Eigen::VectorXd u_end = s.u + e.solve(e.b + s.r());
  EXPECT_LT(relative(s.u_end() - s.u, u_end - s.u), 1e-9);
  advance(*s.body, s.h);
  EXPECT_LT(relative(flat(s.body->q()) - s.x_mid(), 0.5 * s.h * u_end), 1e-9);
}

TEST_P(LinearStep, CompliancesAreThoseOfTheInverse)
{
  Scene s(cells(), damping());
  place_near(s);
  s.predict();
  const Equations e(s);
  const Eigen::MatrixXd S = s.ref.S(s.points);
  EXPECT_LT(relative(compliance_matrix(*s.body, s.points), S * e.solve(S.transpose())), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LinearStep,
                         ::testing::Combine(::testing::Values(2, 6), ::testing::Values(0.0, 1e-4)));

TEST(LinearBody, EnergyIsQuadraticInDisplacements)
{
  Scene s(2);
  place_near(s);
  const Eigen::VectorXd d = s.x - s.ref.X;
  const double E = 0.5 * d.dot(s.ref.K0 * d);
  EXPECT_NEAR(s.body->internal_energy(), E, 1e-9 * E);
  s.body->set_q(listed(s.ref.X + 2 * d));
  EXPECT_NEAR(s.body->internal_energy(), 4 * E, 1e-8 * E);
}

/// A rotation is taken for strain, and told of beyond 0.05 rad.
TEST(LinearBody, TellsOfRotations)
{
  for (const double angle : {0.04, 0.06}) {
    Scene s(2);
    s.body->set_q(listed(turned_nodes(exp_map({0, 0, angle}), s.ref.X)));
    EXPECT_GT(s.body->internal_energy(), 0);
    const auto found = s.body->deformation()->strain_worse_than(StrainState::sound, true);
    EXPECT_EQ(found.has_value(), angle > 0.05);
    if (!found) continue;
    EXPECT_EQ(found->measure, StrainMeasure::linear_gradient);
    EXPECT_NEAR(found->value, 2 * std::sin(0.03), 1e-9);  // |R − I| in the plane of rotation
    EXPECT_NE(text(*found).find("LINEAR"), std::string::npos);
  }
}

TEST(LinearBody, SharesTheFactorOfCorotatedBodies)
{
  TemplateLibrary library;
  const Mesh one = turned_block(2, {0, 0, 0}, {0, 0, 0}), two = turned_block(2, {0.4, 1, 0}, {5, 0, 0});
  LinearBody linear({one}, library.find_or_add(make_solid(one)));
  CorotatedBody corotated({two}, library.find_or_add(make_solid(two)));
  for (FiniteElementBody* body : std::initializer_list<FiniteElementBody*>{&linear, &corotated}) {
    half_step(*body, 1e-3);
    predict(*body, 1e-3);
  }
  EXPECT_EQ(library.templates().size(), 1U);
  EXPECT_EQ(linear.inverse().shared(), corotated.inverse().shared());
  EXPECT_INPUT_ERROR(linear.set_scheme("DEF_IMP"), "scheme", "LINEAR");
}
