// SPDX-License-Identifier: MIT
// One step of a finite-element body written out in dense matrices: in the place of the body itself, without templates, rotated
// operators or sparse solutions. What the tests ask of the bodies is collected here, too.
#pragma once

#include "corbel/bodies/corotated_body.hpp"
#include "corbel/bodies/total_lagrangian_body.hpp"
#include "corbel/elements/shape_functions.hpp"
#include "corbel/math/rotation.hpp"

#include "../fem/meshes.hpp"

#include "body_steps.hpp"
#include <Eigen/Dense>

#include <gtest/gtest.h>

#include <memory>

namespace corbel::testing {

inline Eigen::VectorXd flat(const std::vector<double>& a)
{
  return Eigen::Map<const Eigen::VectorXd>(a.data(), static_cast<Eigen::Index>(a.size()));
}
inline std::vector<double> listed(const Eigen::VectorXd& a) { return {a.data(), a.data() + a.size()}; }

/// x_a ← R x_a of all nodes.
inline Eigen::VectorXd turned_nodes(const Mat3& R, const Eigen::VectorXd& x)
{
  Eigen::VectorXd y(x.size());
  for (Eigen::Index i = 0; i < x.size(); i += 3)
    y.segment<3>(i) = R * x.segment<3>(i);
  return y;
}
inline double relative(const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected)
{
  return (found - expected).norm() / expected.norm();
}

/// A distorted block of hexahedra, turned and moved away from the origin. 2 cells: 81 unknowns, whose A₀ is inverted; 6: 1029,
/// whose A₀ is factorized.
inline Mesh turned_block(int cells, const Vec3& rotation, const Vec3& shift)
{
  Mesh mesh = distorted_block(Kind::hexahedra, 0.1, cells);
  const Mat3 R = exp_map(rotation);
  for (Vec3& X : mesh.nodes)
    X = R * X + shift;
  return mesh;
}

/// Letters as in the headers of the bodies.
struct Reference {
  Mesh mesh;
  Solid solid;
  Eigen::VectorXd X, M;
  Eigen::MatrixXd K0;

  explicit Reference(const Mesh& own) : mesh(own), solid(make_solid(own))
  {
    const auto n = static_cast<Eigen::Index>(mesh.nodes.size());
    X.resize(3 * n);
    M.resize(3 * n);
    for (Eigen::Index a = 0; a < n; ++a) {
      X.segment<3>(3 * a) = mesh.nodes[static_cast<std::size_t>(a)];
      M.segment<3>(3 * a).setConstant(solid.lumped_mass()[a]);
    }
    K0 = K(X);
  }
  Eigen::Index size() const { return X.size(); }
  Eigen::MatrixXd K(const Eigen::VectorXd& x) const
  {
    Eigen::SparseMatrix<double> sparse = solid.tangent_pattern();
    solid.tangent(x - X, sparse);
    return sparse;
  }
  Eigen::VectorXd f_int(const Eigen::VectorXd& x) const
  {
    Eigen::VectorXd f;
    solid.internal_force(x - X, f);
    return f;
  }
  /// The rotation of ∫F dV.
  Mat3 Lambda(const Eigen::VectorXd& x) const
  {
    const Eigen::JacobiSVD<Mat3> svd(solid.mean_gradient(x - X), Eigen::ComputeFullU | Eigen::ComputeFullV);
    return svd.matrixU() * svd.matrixV().transpose();
  }
  /// Λ K₀ Λᵀ
  Eigen::MatrixXd K_turned(const Mat3& rotation) const
  {
    Eigen::MatrixXd K = K0;
    for (Eigen::Index i = 0; i < size(); i += 3)
      for (Eigen::Index j = 0; j < size(); j += 3)
        K.block<3, 3>(i, j) = rotation * K0.block<3, 3>(i, j) * rotation.transpose();
    return K;
  }
  /// Λ K₀ Λᵀ (x − Λ X)
  Eigen::VectorXd f_corotated(const Eigen::VectorXd& x) const
  {
    const Mat3 rotation = Lambda(x);
    return K_turned(rotation) * (x - turned_nodes(rotation, X));
  }
  /// S of a point, 3 × 3n.
  Eigen::MatrixXd S(const MaterialPoint& point) const
  {
    const Element& element = mesh.elements[static_cast<std::size_t>(point.element)];
    std::array<double, max_element_nodes> N;
    element.kind->shape_values(point.xi, N);
    Eigen::MatrixXd s = Eigen::MatrixXd::Zero(3, size());
    for (std::size_t a = 0; a < static_cast<std::size_t>(element.node_count()); ++a)
      s.block<3, 3>(0, 3 * element.nodes[a]) += N[a] * Mat3::Identity();
    return s;
  }
  Eigen::MatrixXd S(std::span<const MaterialPoint> points) const
  {
    Eigen::MatrixXd all(3 * static_cast<Eigen::Index>(points.size()), size());
    for (std::size_t i = 0; i < points.size(); ++i)
      all.middleRows<3>(3 * static_cast<Eigen::Index>(i)) = S(points[i]);
    return all;
  }
};

// --- what is asked of a body ------------------------------------------------------------------------

inline void find_free_velocity(Body& body, double h) { predict(body, h); }
inline void find_static_velocity(Body& body, double h, double s) { predict_static(body, h, s); }
/// Of all nodes at an instant of the step.
inline Eigen::VectorXd nodal_velocity(const FiniteElementBody& body, Instant instant)
{
  Eigen::VectorXd u(3 * static_cast<Eigen::Index>(body.node_count()));
  for (std::size_t a = 0; a < body.node_count(); ++a)
    u.segment<3>(3 * static_cast<Eigen::Index>(a)) =
        body.step_velocity(body.locate("node", body.reference_node(a)), instant);
  return u;
}
inline Eigen::MatrixXd compliance_matrix(Body& body, std::span<const MaterialPoint> points)
{
  Eigen::MatrixXd C;
  compliances(body, points, C);
  return C;
}

/// A body of a form, strained by about 1 % and in motion, that shares the template of another one which lies elsewhere.
template<class Form>
struct MovingBody {
  Reference ref;
  std::unique_ptr<Form> body;
  double h = 1e-3;  ///< about half the time a wave takes through an element
  Damping damping;
  Eigen::VectorXd x, u, f;
  std::vector<MaterialPoint> points;
  std::vector<Vec3> impulses;

  explicit MovingBody(int cells, const Damping& given = {}, std::string_view scheme = "DEF_LIM",
                      const Vec3& rotation = {0.3, -0.8, 0.5})
      : ref(turned_block(cells, rotation, {3, -2, 1})), damping(given)
  {
    TemplateLibrary library;
    library.find_or_add(make_solid(distorted_block(Kind::hexahedra, 0.1, cells)));
    body = std::make_unique<Form>(Shape{ref.mesh}, library.find_or_add(make_solid(ref.mesh)));
    EXPECT_EQ(library.templates().size(), 1U);
    body->set_scheme(scheme);
    body->set_damping(damping);
    const Eigen::Index n = ref.size();
    x = turned_nodes(exp_map({0.4, 0.7, -1.1}), ref.X + 0.005 * noise(n, 1));
    u = 3 * noise(n, 2);
    body->set_q(listed(x));
    body->set_u(listed(u));
    f = 1e3 * noise(n, 3);
    for (const Vec3& natural : {Vec3(0.1, -0.3, 0.7), Vec3(-1, -1, -1), Vec3(0.9, 0.2, -0.4)})
      points.push_back(point_in(static_cast<int>(points.size()) * cells, natural));
    impulses = {Vec3(1, 2, -3), Vec3(-2, 0.5, 1), Vec3(0, 3, 1)};
  }
  MaterialPoint point_in(int element, const Vec3& xi) const
  {
    MaterialPoint point;
    point.element = element;
    point.xi = xi;
    return point;
  }
  void rest()
  {
    u.setZero();
    body->set_u(listed(u));
  }
  Eigen::VectorXd x_mid() const { return x + 0.5 * h * u; }
  Eigen::VectorXd r() const  ///< Hᵀ R
  {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(ref.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      sum += ref.S(points[i]).transpose() * impulses[i];
    return sum;
  }
  /// (1 + αh/2) M + (ηh/2 + h²/4) K
  Eigen::MatrixXd A(const Eigen::MatrixXd& K) const
  {
    Eigen::MatrixXd sum = (0.5 * h * damping.stiffness + 0.25 * h * h) * K;
    sum.diagonal() += (1 + 0.5 * h * damping.mass) * ref.M;
    return sum;
  }
  /// h f_ext − h f_int − h η K u − h α M u
  Eigen::VectorXd b(const Eigen::VectorXd& f_int, const Eigen::MatrixXd& K) const
  {
    return h * (f - f_int - damping.stiffness * (K * u) - damping.mass * ref.M.cwiseProduct(u));
  }

  void load()
  {
    half_step(*body, h);
    body->add_callback_force(listed(f));
  }
  void predict()
  {
    load();
    find_free_velocity(*body, h);
  }
  void hit()
  {
    for (std::size_t i = 0; i < points.size(); ++i)
      body->apply(points[i], impulses[i]);
  }
  void end()
  {
    hit();
    find_end_velocity(*body);
  }
  Eigen::VectorXd free() const { return nodal_velocity(*body, Instant::free); }
  Eigen::VectorXd u_end() const { return nodal_velocity(*body, Instant::end); }
};

/// A quasi-static pass in which joints hold three points: that of the constrained equations
///   (s M + h² K) u = h (f − f_int) + Sᵀ R ,   S u = w/h ,
/// whatever stiffness the body puts at its supports (static_supports.hpp).
template<class Form>
void expect_supported_pass(MovingBody<Form>& scene, const Eigen::MatrixXd& K, const Eigen::VectorXd& f_int)
{
  const double s = 0.3, h = 0.05;
  const Eigen::Index n = scene.ref.size();
  const std::vector<MaterialPoint> held = {scene.point_in(0, {-1, -1, -1}), scene.point_in(1, {1, -1, -1}),
                                           scene.point_in(2, {-1, 1, -1})};
  const Eigen::VectorXd w = 1e-3 * noise(9, 6);
  scene.rest();
  half_step(*scene.body, 0);
  scene.body->add_callback_force(listed(scene.f));
  for (Eigen::Index i = 0; i < 9; ++i)
    EXPECT_TRUE(scene.body->hold(held[static_cast<std::size_t>(i / 3)], Vec3::Unit(i % 3), w[i]));
  find_static_velocity(*scene.body, h, s);
  const Eigen::MatrixXd W = compliance_matrix(*scene.body, held), S = scene.ref.S(held);
  const Eigen::VectorXd R = W.llt().solve(w / h - S * scene.free());
  for (std::size_t i = 0; i < 3; ++i)
    scene.body->apply(held[i], R.segment<3>(3 * static_cast<Eigen::Index>(i)));
  find_end_velocity(*scene.body);

  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(n + 9, n + 9);
  all.topLeftCorner(n, n) = h * h * K;
  all.topLeftCorner(n, n).diagonal() += s * scene.ref.M;
  all.topRightCorner(n, 9) = -S.transpose();
  all.bottomLeftCorner(9, n) = S;
  Eigen::VectorXd right(n + 9);
  right << h * (scene.f - f_int), w / h;
  const Eigen::VectorXd solution = all.partialPivLu().solve(right);
  EXPECT_LT(relative(scene.u_end(), solution.head(n)), 1e-9);
  EXPECT_LT(relative(R, solution.tail(9)), 1e-9);
}

inline const Damping undamped = {}, damped = {2e-4, 3};

}  // namespace corbel::testing
