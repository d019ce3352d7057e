// SPDX-License-Identifier: MIT
// One step of a pseudo-rigid body, numbered as in the header, and its highest frequency.
#include "corbel/bodies/pseudo_rigid_body.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>

namespace corbel {
namespace {

constexpr int most_newton_passes = 20;

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
  if (passes_ == most_newton_passes) {
    converged_ = false;
    return false;
  }
  ++passes_;
  linearize(F, h);
  free_ = end_ - times_inverse(without_reactions);  // (6)
  return true;
}

/// A = s M + h² K(F), with the positive part of K.
void PseudoRigidBody::predict_static(double h, double s)
{
  inverse_ = positive_inverse(s * on_columns(E0_), (h * h * volume_) * law.tangent(q_mid_.F));
  mass_inverse_ = 1 / (s * mass_);
  Affine b = h * force_;
  b.F -= h * volume_ * law.stress(q_mid_.F);
  free_ = times_inverse(b);
  end_ = free_;
}

void PseudoRigidBody::advance_static(double h)
{
  q_ = q_ + h * end_;
  u_ = start_ = {};
}

void PseudoRigidBody::end_static_step(double h)
{
  const Affine f = force_ + (1 / h) * kept_;
  work.external += 0.5 * (f + f_balanced_).dot(q_ - q_balanced_);
}

void PseudoRigidBody::begin_static_step()
{
  q_balanced_ = q_;
  f_balanced_ = {volume_ * law.stress(q_.F), Vec3::Zero()};
}

double PseudoRigidBody::imbalance(double h)
{
  kept_ = r_;
  const double arm = std::sqrt(E0_.trace() / mass_);
  const Mat3 inner = volume_ * law.stress(q_mid_.F);
  const Affine outer = force_ + (1 / h) * kept_;
  const double scale =
      (force_.F.norm() + kept_.F.norm() / h + inner.norm()) / arm + force_.x.norm() + kept_.x.norm() / h;
  return scale > 0 ? ((outer.F - inner).norm() / arm + outer.x.norm()) / scale : 0;
}

double PseudoRigidBody::mean_eigenvalue() const
{
  return volume_ * law.tangent(Mat3::Identity()).trace() / (3 * E0_.trace());
}

void PseudoRigidBody::advance(double h)
{
  update_end_velocity();
  u_ = end_;
  q_ = q_mid_ + 0.5 * h * u_;
  if (q_.F.determinant() <= 0)
    throw StateError(name_of(*this) +
                     " is inverted (det F <= 0): its material is too soft for its loads, or the "
                     "step is too long");
  const Affine mean = 0.5 * (start_ + u_);
  work.external += mean.dot(h * force_ + r_);
  const bool at_start = scheme == DeformableScheme::def_exp;  // where its damping acts
  work.damping -= mean.dot(damping_impulse(at_start ? start_ : mean, h));
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

}  // namespace corbel
