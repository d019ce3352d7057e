// SPDX-License-Identifier: MIT
#include "corbel/bodies/pseudo_rigid_body.hpp"

#include "corbel/core/check.hpp"
#include "corbel/geometry/vectors.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace corbel {
namespace {

void check_finite_vector(std::string_view argument, const Vec3& v, std::string_view expected)
{
  if (!v.allFinite()) throw_input_error(argument, "NaN or infinity", expected);
}

}  // namespace

PseudoRigidBody::PseudoRigidBody(const Shape& shape, const SaintVenantKirchhoff& material_law, double density)
    : Body(BodyKind::pseudo_rigid, shape), law(material_law)
{
  check_positive("density", density);
  const Moments all = moments(shape);
  volume_ = all.V;
  mass_ = density * all.V;
  X0_ = all.center();
  check_positive("volume", volume_);
  E0_ = density * all.central_euler();
  E0_inverse_ = E0_.inverse();
  q_ = q_mid_ = {Mat3::Identity(), X0_};
}

void PseudoRigidBody::set_damping(const Damping& damping)
{
  check_not_negative("damping", damping.stiffness);
  check_not_negative("damping", damping.mass);
  damping_ = damping;
}

void PseudoRigidBody::set_initial_velocity(const Vec3& linear, const Vec3& angular)
{
  check_finite_vector("linear", linear, "three finite numbers [m/s]");
  check_finite_vector("angular", angular, "three finite numbers [rad/s]");
  give_state();
  u_ = {skew(angular), linear};
}

// --- what others ask ------------------------------------------------------------------------------------

const PseudoRigidBody::Affine& PseudoRigidBody::at(Instant instant) const
{
  return instant == Instant::start ? start_ : instant == Instant::free ? free_ : end_;
}

Vec3 PseudoRigidBody::step_velocity(const MaterialPoint& X, Instant instant) const
{
  return map(at(instant), X);
}

PseudoRigidBody::Mat93 PseudoRigidBody::columns(const MaterialPoint& X) const
{
  const Vec3 a = X.X - X0_;
  return a[0] * inverse_.middleCols<3>(0) + a[1] * inverse_.middleCols<3>(3) +
         a[2] * inverse_.middleCols<3>(6);
}

Mat3 PseudoRigidBody::product(const MaterialPoint& X, const Mat93& c) const
{
  const Vec3 a = X.X - X0_;
  return a[0] * c.middleRows<3>(0) + a[1] * c.middleRows<3>(3) + a[2] * c.middleRows<3>(6) +
         mass_inverse_ * Mat3::Identity();
}

Mat3 PseudoRigidBody::compliance(const MaterialPoint& X, const MaterialPoint& Y) const
{
  return product(X, columns(Y));
}

void PseudoRigidBody::compliances(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto m = static_cast<Eigen::Index>(points.size());
  C.resize(3 * m, 3 * m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const Mat93 c = columns(points[static_cast<std::size_t>(j)]);
    for (Eigen::Index i = 0; i <= j; ++i) {
      const Mat3 block = product(points[static_cast<std::size_t>(i)], c);
      C.block<3, 3>(3 * i, 3 * j) = block;
      C.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
  }
}

void PseudoRigidBody::respond(std::span<const MaterialPoint> points, std::span<const Vec3> p,
                              std::span<Vec3> v) const
{
  Affine r;
  for (std::size_t i = 0; i < points.size(); ++i)
    r.add(points[i].X - X0_, p[i]);
  const Affine u = times_inverse(r);
  for (std::size_t i = 0; i < points.size(); ++i)
    v[i] = map(u, points[i]);
}

MaterialPoint PseudoRigidBody::locate_mid(const Vec3& x, int object) const
{
  return {X0_ + F_mid_inverse_ * (x - q_mid_.x), object};
}

/// Affine motion reaches as far as one likes to think: loads may act beside its shape.
MaterialPoint PseudoRigidBody::locate(std::string_view argument, const Vec3& X) const
{
  check_point(argument, X);
  return {X, -1};
}

void PseudoRigidBody::place(int /*object*/, std::span<const Vec3> X, std::span<Vec3> x) const
{
  for (std::size_t i = 0; i < X.size(); ++i)
    x[i] = q_mid_.F * (X[i] - X0_) + q_mid_.x;
}

double PseudoRigidBody::kinetic_energy() const { return 0.5 * u_.dot(times_mass(u_)); }  // (2)

bool PseudoRigidBody::is_finite() const
{
  return q_.F.allFinite() && q_.x.allFinite() && u_.F.allFinite() && u_.x.allFinite();
}

/// ∫ρ x × ẋ = x̄ × m v + Σ_jk ε_ijk (F E0 Ḟᵀ)_jk
Vec3 PseudoRigidBody::angular_momentum() const
{
  const Mat3 L = q_.F * E0_ * u_.F.transpose();
  return q_.x.cross(linear_momentum()) + Vec3(L(1, 2) - L(2, 1), L(2, 0) - L(0, 2), L(0, 1) - L(1, 0));
}

std::optional<StrainFinding> PseudoRigidBody::strain_worse_than(StrainState known, bool /*thorough*/) const
{
  const Mat3 H = q_.F - Mat3::Identity();
  if (stretch_state(H, green_strain(H)) <= known) return std::nullopt;
  return judge_stretch(H);
}

std::optional<Mat3> PseudoRigidBody::stress(const MaterialPoint& /*X*/) const
{
  return law.stress(q_.F) * q_.F.transpose() / q_.F.determinant();
}

// --- numbers --------------------------------------------------------------------------------------------

std::vector<double> PseudoRigidBody::Affine::numbers() const
{
  std::vector<double> all(F.data(), F.data() + 9);
  all.insert(all.end(), x.data(), x.data() + 3);
  return all;
}

std::vector<double> PseudoRigidBody::q() const { return q_.numbers(); }
std::vector<double> PseudoRigidBody::mid_q() const { return q_mid_.numbers(); }
std::vector<double> PseudoRigidBody::u() const { return u_.numbers(); }

void PseudoRigidBody::set_q(std::span<const double> q)
{
  if (q.size() != 12)
    throw_input_error("conf", fmt::format("{} numbers", q.size()),
                      "12: deformation gradient in column-major order, then mass centre");
  const Affine given = {Eigen::Map<const Mat3>(q.data()), Eigen::Map<const Vec3>(q.data() + 9)};
  if (!given.F.allFinite() || !given.x.allFinite())
    throw_input_error("conf", "NaN or infinity", "finite numbers");
  const double J = given.F.determinant();
  if (!(J > 0))
    throw_input_error("conf", fmt::format("a deformation gradient of determinant {}", J), "determinant > 0",
                      "With a determinant <= 0 the body would be flat or inverted.");
  give_state();
  q_ = given;
}

void PseudoRigidBody::set_u(std::span<const double> u)
{
  if (u.size() != 12)
    throw_input_error("velo", fmt::format("{} numbers", u.size()),
                      "12: rate of the deformation gradient in column-major order, then linear velocity");
  const Affine given = {Eigen::Map<const Mat3>(u.data()), Eigen::Map<const Vec3>(u.data() + 9)};
  if (!given.F.allFinite() || !given.x.allFinite())
    throw_input_error("velo", "NaN or infinity", "finite numbers");
  give_state();
  u_ = given;
}

}  // namespace corbel
