// SPDX-License-Identifier: MIT
#include "corbel/bodies/pseudo_rigid_body.hpp"

#include "corbel/core/check.hpp"
#include "corbel/geometry/vectors.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>

namespace corbel {
namespace {

constexpr int most_passes = 20;

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

// --- one step -------------------------------------------------------------------------------------------

void PseudoRigidBody::half_step(double h)
{
  start_ = u_;
  const Affine q_mid = q_ + 0.5 * h * u_;
  if (q_mid.F != q_mid_.F || q_mid.x != q_mid_.x) ++mid_revision;
  q_mid_ = q_mid;
  F_mid_inverse_ = q_mid_.F.inverse();
  force_ = {};
  forget_impulses();
}

void PseudoRigidBody::add_acceleration(const Vec3& a) { force_.x += mass_ * a; }  // ∫ρ (X − X0) = 0

void PseudoRigidBody::add_force(const MaterialPoint& X, const Vec3& force) { force_.add(X.X - X0_, force); }

void PseudoRigidBody::add_callback_force(std::span<const double> f)
{
  force_.F += Eigen::Map<const Mat3>(f.data());
  force_.x += Eigen::Map<const Vec3>(f.data() + 9);
}

PseudoRigidBody::Affine PseudoRigidBody::damping_impulse(const Affine& mean, double h) const
{
  Affine impulse = h * damping_.mass * times_mass(mean);
  if (damping_.stiffness > 0) {
    const Vec9 Ku = K_mid_ * Eigen::Map<const Vec9>(mean.F.data());
    impulse.F += h * damping_.stiffness * Eigen::Map<const Mat3>(Ku.data());
  }
  return impulse;
}

PseudoRigidBody::Affine PseudoRigidBody::residual(const Affine& end, double h) const
{
  const Affine change = end - start_;
  const Affine mean = start_ + 0.5 * change;
  const Mat3 F = q_mid_.F + 0.25 * h * change.F;
  Affine sum = times_mass(change) - h * force_ + damping_impulse(mean, h);
  sum.F += h * volume_ * law.stress(F);
  return sum;
}

namespace {

using Mat9 = Eigen::Matrix<double, 9, 9>;

/// E ⊗ I: E acts on the columns of F, as M does with E = E0.
Mat9 on_columns(const Mat3& E)
{
  Mat9 M = Mat9::Zero();
  for (int J = 0; J < 3; ++J)
    for (int L = 0; L < 3; ++L)
      M.block<3, 3>(3 * J, 3 * L).diagonal().setConstant(E(J, L));
  return M;
}

/// (M + dK)⁻¹, with the positive part of dK when the sum is not positive definite.
Mat9 positive_inverse(const Mat9& M, const Mat9& dK)
{
  Eigen::LLT<Mat9> cholesky(M + dK);
  if (cholesky.info() != Eigen::Success) {
    const Eigen::SelfAdjointEigenSolver<Mat9> modes(dK);
    const Mat9& V = modes.eigenvectors();
    cholesky.compute(M + V * modes.eigenvalues().cwiseMax(0).asDiagonal() * V.transpose());
  }
  const Mat9 inverse = cholesky.solve(Mat9::Identity());
  return 0.5 * (inverse + inverse.transpose());
}

}  // namespace

void PseudoRigidBody::linearize(const Mat3& F, double h)
{
  if (scheme == DeformableScheme::def_exp) {
    inverse_ = on_columns(E0_inverse_);
    mass_inverse_ = 1 / mass_;
    return;
  }
  const double mass_factor = 1 + 0.5 * damping_.mass * h;
  const Mat9 dK = (0.25 * h * h * volume_) * law.tangent(F) + (0.5 * damping_.stiffness * h) * K_mid_;
  inverse_ = positive_inverse(mass_factor * on_columns(E0_), dK);
  mass_inverse_ = 1 / (mass_factor * mass_);
}

PseudoRigidBody::Affine PseudoRigidBody::times_inverse(const Affine& a) const
{
  Affine result;
  Eigen::Map<Vec9>(result.F.data()) = inverse_ * Eigen::Map<const Vec9>(a.F.data());
  result.x = mass_inverse_ * a.x;
  return result;
}

void PseudoRigidBody::predict(double h)
{
  passes_ = 0;
  converged_ = true;
  if (damping_.stiffness > 0) K_mid_ = volume_ * law.tangent(q_mid_.F);
  linearize(q_mid_.F, h);
  free_ = start_ - times_inverse(residual(start_, h));  // (6)
  end_ = free_;
}

void PseudoRigidBody::apply(const MaterialPoint& X, const Vec3& impulse) { r_.add(X.X - X0_, impulse); }

void PseudoRigidBody::forget_impulses() { r_ = {}; }

void PseudoRigidBody::update_end_velocity() { end_ = free_ + times_inverse(r_); }  // (6)

bool PseudoRigidBody::relinearize(double h)
{
  if (scheme != DeformableScheme::def_imp) return false;
  const Affine without_reactions = residual(end_, h);
  const Mat3 F = q_mid_.F + 0.25 * h * (end_.F - start_.F);
  // The rows of x̄ are linear. Sizes of the terms of (5), and what their round-off comes from.
  const double terms = times_mass(end_ - start_).F.norm() + h * force_.F.norm() +
                       h * volume_ * law.stress(F).norm() + r_.F.norm();
  const double parts =
      E0_.norm() * (end_.F.norm() + start_.F.norm()) + h * volume_ * (law.lambda + 2 * law.mu) * F.norm();
  const double tolerance = 1e-10 * terms + 1e-14 * parts;
  if ((without_reactions - r_).F.norm() <= tolerance) {
    converged_ = true;
    return false;
  }
  if (passes_ == most_passes) {
    converged_ = false;
    return false;
  }
  ++passes_;
  linearize(F, h);
  free_ = end_ - times_inverse(without_reactions);  // (6)
  return true;
}

void PseudoRigidBody::advance(double h)
{
  update_end_velocity();
  u_ = end_;
  q_ = q_mid_ + 0.5 * h * u_;
  if (q_.F.determinant() <= 0)
    throw RunError(name_of(*this) + " was turned inside out: its material is too soft for its loads, or the "
                                    "step too long");
  const Affine mean = 0.5 * (start_ + u_);
  work.external += mean.dot(h * force_ + r_);
  work.damping -= mean.dot(damping_impulse(mean, h));
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

double PseudoRigidBody::max_frequency() const
{
  const Mat9 K = volume_ * law.tangent(q_.F);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Mat9> modes(K, on_columns(E0_), Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0.0, modes.eigenvalues().maxCoeff()));
}

double PseudoRigidBody::critical_step() const
{
  if (scheme != DeformableScheme::def_exp) return Body::critical_step();
  return corbel::critical_step(max_frequency(), damping_.stiffness, damping_.mass);
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
                      "12: deformation gradient column-wise, then mass centre");
  const Affine given = {Eigen::Map<const Mat3>(q.data()), Eigen::Map<const Vec3>(q.data() + 9)};
  if (!given.F.allFinite() || !given.x.allFinite())
    throw_input_error("conf", "NaN or infinity", "finite numbers");
  const double J = given.F.determinant();
  if (!(J > 0))
    throw_input_error("conf", fmt::format("a deformation gradient of determinant {}", J), "determinant > 0",
                      "A determinant not above 0 flattens the body or turns it inside out.");
  give_state();
  q_ = given;
}

void PseudoRigidBody::set_u(std::span<const double> u)
{
  if (u.size() != 12)
    throw_input_error("velo", fmt::format("{} numbers", u.size()),
                      "12: velocity of the deformation gradient column-wise, then linear velocity");
  const Affine given = {Eigen::Map<const Mat3>(u.data()), Eigen::Map<const Vec3>(u.data() + 9)};
  if (!given.F.allFinite() || !given.x.allFinite())
    throw_input_error("velo", "NaN or infinity", "finite numbers");
  give_state();
  u_ = given;
}

}  // namespace corbel
