// SPDX-License-Identifier: MIT
// Bodies whose masses are a matrix, of second-order tetrahedra (fem/tet10.hpp): one step of each form and scheme
// written out in dense matrices with M for x, y and z of each node, momenta and energies, M⁻¹ as points see it, the critical step.
#include "corbel/bodies/linear_body.hpp"

#include "../fem/tet10.hpp"
#include "fe_reference.hpp"

#include <Eigen/Eigenvalues>

namespace corbel::testing {
namespace {

/// A straight-sided block of tetrahedra, turned and moved away from the origin: 27 or 125 nodes.
Mesh placed_block(int cells)
{
  Mesh linear = distorted_block(Kind::tetrahedra, 0.1, cells);
  const Mat3 R = exp_map({0.3, -0.8, 0.5});
  for (Vec3& X : linear.nodes)
    X = R * X + Vec3(3, -2, 1);
  return second_order(linear);
}

Eigen::MatrixXd dense_mass(const Solid& solid)
{
  const Eigen::MatrixXd m = solid.consistent_mass();
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(3 * m.rows(), 3 * m.cols());
  for (Eigen::Index a = 0; a < m.rows(); ++a)
    for (Eigen::Index b = 0; b < m.cols(); ++b)
      M.block<3, 3>(3 * a, 3 * b) = m(a, b) * Mat3::Identity();
  return M;
}

/// Strained by about 1 % and in motion, with loads and an impulse at one point.
template<class Form>
struct SecondOrderBody {
  Reference ref{placed_block(1)};
  Eigen::MatrixXd M = dense_mass(ref.solid);
  TemplateLibrary library;
  std::unique_ptr<Form> body;
  double h = 2e-4;
  Damping damping;
  Eigen::VectorXd x, u, f;
  MaterialPoint point;
  Vec3 impulse{1, 2, -3};

  explicit SecondOrderBody(std::string_view scheme = "DEF_LIM", const Damping& given = {}) : damping(given)
  {
    library.find_or_add(make_solid(second_order(distorted_block(Kind::tetrahedra, 0.1, 1))));
    body = std::make_unique<Form>(Shape{ref.mesh}, library.find_or_add(make_solid(ref.mesh)));
    EXPECT_EQ(library.templates().size(), 1U);
    body->set_scheme(scheme);
    body->set_damping(damping);
    x = ref.X + 0.005 * noise(ref.size(), 1);
    u = 3 * noise(ref.size(), 2);
    f = 1e3 * noise(ref.size(), 3);
    body->set_q(listed(x));
    body->set_u(listed(u));
    point.element = 2;
    point.xi = {0.2, 0.5, 0.1};
  }
  Eigen::VectorXd x_mid() const { return x + 0.5 * h * u; }
  Eigen::VectorXd r() const { return ref.S(point).transpose() * impulse; }
  /// u⁺ of A (u⁺ − u) = h f − h f_int − h (ηK + αM) u + r
  Eigen::VectorXd expected(const Eigen::MatrixXd& A, const Eigen::MatrixXd& K,
                           const Eigen::VectorXd& f_int) const
  {
    const Eigen::VectorXd b = h * (f - f_int - damping.stiffness * (K * u) - damping.mass * (M * u)) + r();
    return u + A.ldlt().solve(b);
  }
  Eigen::MatrixXd implicit(const Eigen::MatrixXd& K) const
  {
    return (1 + 0.5 * h * damping.mass) * M + (0.5 * h * damping.stiffness + 0.25 * h * h) * K;
  }
  Eigen::VectorXd step()
  {
    half_step(*body, h);
    body->add_callback_force(listed(f));
    predict(*body, h);
    body->apply(point, impulse);
    find_end_velocity(*body);
    return nodal_velocity(*body, Instant::end);
  }
  /// Work of loads, impulse and damping for u⁺, by the mean velocity; damping acts on `resisted`.
  void expect_work(const Eigen::VectorXd& u_end, const Eigen::MatrixXd& K, const Eigen::VectorXd& resisted)
  {
    body->advance(StepRule::midpoint(h));
    const Eigen::VectorXd mean = 0.5 * (u + u_end);
    const double external = mean.dot(h * f + r());
    const double lost = -h * mean.dot(damping.stiffness * (K * resisted) + damping.mass * (M * resisted));
    EXPECT_NEAR(body->work.external, external, 1e-9 * std::abs(external));
    EXPECT_NEAR(body->work.damping, lost, 1e-8 * std::abs(lost));
    EXPECT_LT(lost, 0);
  }
};

const Damping both = {2e-4, 3};

TEST(ConsistentMass, ExplicitStepsOfAllFormsSolveWithM)
{
  const auto expect_step = [](auto scene, const Eigen::MatrixXd& K, const Eigen::VectorXd& f_int) {
    const Eigen::VectorXd u_end = scene.expected(scene.M, K, f_int);
    EXPECT_LT(relative(scene.step() - scene.u, u_end - scene.u), 1e-10);
    scene.expect_work(u_end, K, scene.u);
  };
  SecondOrderBody<TotalLagrangianBody> exact("DEF_EXP", both);
  const Eigen::MatrixXd K = exact.ref.K(exact.x_mid());
  const Eigen::VectorXd f_int = exact.ref.f_int(exact.x_mid());
  expect_step(std::move(exact), K, f_int);
  SecondOrderBody<CorotatedBody> turned("DEF_EXP", both);
  const Eigen::MatrixXd K_turned = turned.ref.K_turned(turned.ref.Lambda(turned.x_mid()));
  const Eigen::VectorXd f_turned = turned.ref.f_corotated(turned.x_mid());
  expect_step(std::move(turned), K_turned, f_turned);
  SecondOrderBody<LinearBody> linear("DEF_EXP", both);
  const Eigen::MatrixXd K0 = linear.ref.K0;
  const Eigen::VectorXd f_linear = K0 * (linear.x_mid() - linear.ref.X);
  expect_step(std::move(linear), K0, f_linear);
}

TEST(ConsistentMass, LinearlyImplicitStepsOfAllFormsHaveItInA)
{
  const auto expect_step = [](auto scene, const Eigen::MatrixXd& K, const Eigen::VectorXd& f_int) {
    const Eigen::VectorXd u_end = scene.expected(scene.implicit(K), K, f_int);
    EXPECT_LT(relative(scene.step() - scene.u, u_end - scene.u), 1e-9);
    scene.expect_work(u_end, K, 0.5 * (scene.u + u_end));
  };
  SecondOrderBody<TotalLagrangianBody> exact("DEF_LIM", both);
  const Eigen::MatrixXd K = exact.ref.K(exact.x_mid());
  const Eigen::VectorXd f_int = exact.ref.f_int(exact.x_mid());
  expect_step(std::move(exact), K, f_int);
  SecondOrderBody<CorotatedBody> turned("DEF_LIM", both);
  const Eigen::MatrixXd K_turned = turned.ref.K_turned(turned.ref.Lambda(turned.x_mid()));
  const Eigen::VectorXd f_turned = turned.ref.f_corotated(turned.x_mid());
  expect_step(std::move(turned), K_turned, f_turned);
  SecondOrderBody<LinearBody> linear("DEF_LIM", both);
  const Eigen::MatrixXd K0 = linear.ref.K0;
  const Eigen::VectorXd f_linear = K0 * (linear.x_mid() - linear.ref.X);
  expect_step(std::move(linear), K0, f_linear);
}

/// (19) of total_lagrangian_body.hpp.
TEST(ConsistentMass, ImplicitStepsMeetTheEquationsOfTheMidPointRule)
{
  SecondOrderBody<TotalLagrangianBody> scene("DEF_IMP", both);
  scene.step();
  int passes = 0;
  while (relinearize(*scene.body, scene.h)) {
    find_end_velocity(*scene.body);
    ASSERT_LT(++passes, 20);
  }
  EXPECT_TRUE(scene.body->converged());
  const Eigen::VectorXd u_end = nodal_velocity(*scene.body, Instant::end), change = u_end - scene.u;
  const Eigen::VectorXd x_m = scene.x_mid() + 0.25 * scene.h * change, mean = 0.5 * (scene.u + u_end);
  const Eigen::VectorXd inertia = scene.M * change;
  const Eigen::VectorXd rest =
      inertia - scene.r() -
      scene.h * (scene.f - scene.ref.f_int(x_m) - scene.damping.stiffness * (scene.ref.K(x_m) * mean) -
                 scene.damping.mass * (scene.M * mean));
  EXPECT_LT(rest.norm(), 1e-9 * inertia.norm());
  EXPECT_GT(passes, 0);
}

TEST(ConsistentMass, StaticPassesHaveItInA)
{
  const double s = 0.3, h = 0.05;
  const auto expect_pass = [&](auto scene, const Eigen::MatrixXd& K, const Eigen::VectorXd& f_int) {
    scene.body->set_u(listed(Eigen::VectorXd::Zero(scene.ref.size())));
    half_step(*scene.body, 0);
    scene.body->add_callback_force(listed(scene.f));
    find_static_velocity(*scene.body, h, s);
    const Eigen::MatrixXd A = s * scene.M + h * h * K;
    EXPECT_LT(relative(nodal_velocity(*scene.body, Instant::free), A.ldlt().solve(h * (scene.f - f_int))),
              1e-8);
  };
  SecondOrderBody<LinearBody> linear;
  const Eigen::MatrixXd K0 = linear.ref.K0;
  const Eigen::VectorXd f_linear = K0 * (linear.x - linear.ref.X);
  expect_pass(std::move(linear), K0, f_linear);
  SecondOrderBody<TotalLagrangianBody> exact;  // unloaded, where K is positive
  exact.x = exact.ref.X;
  exact.body->set_q(listed(exact.x));
  const Eigen::MatrixXd K = exact.ref.K(exact.x);
  const Eigen::VectorXd f_int = exact.ref.f_int(exact.x);
  expect_pass(std::move(exact), K, f_int);
}

TEST(ConsistentMass, MomentaAndEnergyAreThoseOfTheVelocityField)
{
  const SecondOrderBody<TotalLagrangianBody> scene;
  EXPECT_NEAR(scene.body->kinetic_energy(), 0.5 * scene.u.dot(scene.M * scene.u),
              1e-12 * scene.body->kinetic_energy());
  // ∫ ρ u dV and ∫ ρ x × u dV, by the rule of the element.
  Momentum sum;
  for (const Element& element : scene.ref.mesh.elements) {
    const ElementNodes nodes(scene.ref.mesh, element);
    std::array<double, max_element_nodes> N;
    for (const QuadraturePoint& at : element.kind->mass_rule) {
      element.kind->shape_values(at.xi, N);
      Vec3 x = Vec3::Zero(), u = Vec3::Zero();
      for (std::size_t a = 0; a < 10; ++a) {
        x += N[a] * scene.x.segment<3>(3 * element.nodes[a]);
        u += N[a] * scene.u.segment<3>(3 * element.nodes[a]);
      }
      const double dm = density * at.weight * jacobian(*nodes.kind, nodes.span(), at.xi).determinant();
      sum.linear += dm * u;
      sum.angular += dm * x.cross(u);
    }
  }
  EXPECT_LT((scene.body->linear_momentum() - sum.linear).norm(), 1e-12 * sum.linear.norm());
  EXPECT_LT((scene.body->angular_momentum() - sum.angular).norm(), 1e-12 * sum.angular.norm());
}

/// The exact J = tr(E) I − E of the solid, of second-order elements and of first-order ones with consistent masses. Lumped ones
/// are too far outside.
TEST(ConsistentMass, ABodyThatTurnsHasTheMomentOfInertiaOfTheSolid)
{
  static const ElementKind consistent_tet4 = [] {
    ElementKind kind = tet4();
    kind.name = "tet4 with consistent masses";
    kind.lumps = false;
    return kind;
  }();
  const Mesh lumped = distorted_block(Kind::tetrahedra, 0.1, 1);
  Mesh consistent = lumped;
  for (Element& element : consistent.elements)
    element.kind = &consistent_tet4;
  const Vec3 v(1, -2, 0.5), omega(0.3, 0.4, -1.2);
  TemplateLibrary library;
  for (const Mesh& mesh : {lumped, consistent, second_order(lumped)}) {
    CorotatedBody body({mesh}, library.find_or_add(make_solid(mesh)));
    body.set_initial_velocity(v, omega);
    const Mat3 E = body.tensor(), J = E.trace() * Mat3::Identity() - E;
    const Vec3 spin = body.angular_momentum() - body.center().cross(body.linear_momentum());
    EXPECT_LT((body.linear_momentum() - body.mass() * v).norm(), 1e-13 * body.mass());
    const double kinetic = 0.5 * body.mass() * v.squaredNorm() + 0.5 * omega.dot(J * omega);
    if (body.body_template().mass_matrix().is_lumped()) {
      EXPECT_GT(omega.dot(spin), 1.3 * omega.dot(J * omega));
    } else {
      EXPECT_LT((spin - J * omega).norm(), 1e-12 * spin.norm());
      EXPECT_NEAR(body.kinetic_energy(), kinetic, 1e-12 * kinetic);
    }
  }
  EXPECT_EQ(library.templates().size(), 3U);
}

TEST(ConsistentMass, PointsSeeTheInverse)
{
  SecondOrderBody<TotalLagrangianBody> scene("DEF_EXP");
  scene.step();
  std::vector<MaterialPoint> points(3, scene.point);
  points[1].element = 4;
  points[2].element = 0;
  points[2].xi = {0, 0, 0};
  const Eigen::MatrixXd S = scene.ref.S(points), C = S * scene.M.ldlt().solve(S.transpose());
  EXPECT_LT(relative(compliance_matrix(*scene.body, points), C), 1e-11);
  for (int i = 0; i < 3; ++i)
    EXPECT_LT(relative(scene.body->inverse().own_block(points[static_cast<std::size_t>(i)]),
                       C.block<3, 3>(3 * i, 3 * i)),
              1e-11);
  const std::vector<Vec3> p = {{1, 2, 3}, {-2, 0, 1}, {0.5, 0.5, -4}};
  std::vector<Vec3> v(3);
  scene.body->inverse().product(points, p, v);
  Eigen::VectorXd all(9);
  all << p[0], p[1], p[2];
  const Eigen::VectorXd expected = C * all;
  for (int i = 0; i < 3; ++i)
    EXPECT_LT((v[static_cast<std::size_t>(i)] - expected.segment<3>(3 * i)).norm(), 1e-11 * expected.norm());
}

TEST(ConsistentMass, FrequenciesAndCriticalStepAreThoseOfTheDensePair)
{
  for (const int cells : {1, 2}) {
    const Mesh mesh = placed_block(cells);
    TemplateLibrary library;
    LinearBody body({mesh}, library.find_or_add(make_solid(mesh)));
    const BodyTemplate& of = body.body_template();
    const Eigen::MatrixXd K = of.K0(), M = dense_mass(of.solid());
    const Eigen::VectorXd lambda =
        Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(K, M, Eigen::EigenvaluesOnly).eigenvalues();
    const double largest = std::sqrt(lambda[lambda.size() - 1]);
    EXPECT_GE(of.largest_frequency(), largest * (1 - 1e-12));  // an upper estimate
    EXPECT_LE(of.largest_frequency(), largest * (1 + 2e-3));
    EXPECT_NEAR(of.mean_eigenvalue(), K.trace() / M.trace(), 1e-12 * of.mean_eigenvalue());
    body.set_scheme("DEF_EXP");
    EXPECT_NEAR(body.critical_step(), 0.9 * 2 / largest, 2e-3 * body.critical_step());
  }
}

TEST(ConsistentMass, ProductsAreThoseOfTheMatrix)
{
  const Solid solid = make_solid(placed_block(2));
  const MassMatrix M = solid.mass_matrix();
  const Eigen::MatrixXd dense = dense_mass(solid);
  const Eigen::VectorXd u = noise(dense.rows(), 5);
  EXPECT_LT(relative(M.times(u), dense * u), 1e-14);
  EXPECT_NEAR(M.energy(u), 0.5 * u.dot(dense * u), 1e-13 * M.energy(u));
  EXPECT_NEAR(M.trace(), dense.trace(), 1e-13 * M.trace());
  EXPECT_LT(relative(MassFactor(M).solve(dense * u), u), 1e-12);
  Eigen::SparseMatrix<double> A = solid.tangent_pattern();
  M.add_to(2, A);
  EXPECT_LT(relative(A, 2 * dense), 1e-15);
  Eigen::SparseMatrix<double> too_small(A.rows(), A.cols());
  too_small.setIdentity();
  EXPECT_THROW(M.add_to(2, too_small), InternalError);
}

TEST(ConsistentMass, ASingularOneIsNamedWhereItsInverseIsNeeded)
{
  static const ElementKind poor = [] {
    ElementKind kind = tet10();
    kind.name = "tet10 with one point for masses";
    kind.mass_rule = {{{0.25, 0.25, 0.25}, 1.0 / 6}};
    return kind;
  }();
  Mesh mesh = second_order(distorted_block(Kind::tetrahedra, 0, 1));
  for (Element& element : mesh.elements)
    element.kind = &poor;
  TemplateLibrary library;
  CorotatedBody body({mesh}, library.find_or_add(make_solid(mesh)));
  body.set_scheme("DEF_EXP");
  half_step(body, 1e-4);
  for (const auto& needs : std::vector<std::function<void()>>{[&] { body.predict(StepRule::midpoint(1e-4)); },
                                                              [&] { (void)body.critical_step(); }})
    try {
      needs();
      ADD_FAILURE() << "no error";
    } catch (const RunError& error) {
      EXPECT_NE(std::string(error.what()).find(poor.name), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace corbel::testing
