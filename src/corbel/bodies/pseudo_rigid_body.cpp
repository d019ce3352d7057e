// SPDX-License-Identifier: MIT
#include "corbel/bodies/pseudo_rigid_body.hpp"

#include "corbel/bodies/affine_mass.hpp"
#include "corbel/core/check.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>

namespace corbel {

static constexpr int most_newton_passes = 20;

PseudoRigidBody::PseudoRigidBody(const Shape& shape, const SaintVenantKirchhoff& material_law, double density)
    : Body(BodyKind::pseudo_rigid, shape, affine_layout()), law(material_law), affine_(Vec3::Zero())
{
  check_positive("density", density);
  const Moments all = moments(shape);
  mass_ = {density * all.V, all.V, all.center(), density * all.central_euler()};
  check_positive("volume", mass_.volume);
  E0_root_ = mass_.tensor.llt().matrixU().solve(Mat3::Identity());
  affine_.center = mass_.center;
  kinematics_ = &affine_;
  inverse_ = &operator_;
  deformation_ = this;
  Affine(Mat3::Identity(), mass_.center).store(v_.q);
  v_.q_mid = v_.q;
}

void PseudoRigidBody::set_initial_velocity(const Vec3& linear, const Vec3& angular)
{
  check_velocities(linear, angular);
  give_state();
  Affine(skew(angular), linear).store(v_.u);
}

// --- the step -------------------------------------------------------------------------------------------

void PseudoRigidBody::add_acceleration(const Vec3& a)
{
  v_.force.tail<3>() += mass_.mass * a;
}  // ∫ρ (X − X0) = 0

Affine PseudoRigidBody::damping_impulse(const Affine& mean, double h) const
{
  using Vec9 = Eigen::Matrix<double, 9, 1>;
  Affine impulse = h * damping_.mass * times_mass(mean);
  if (damping_.stiffness > 0) {
    const Vec9 Ku = K_mid_ * Eigen::Map<const Vec9>(mean.F.data());
    impulse.F += h * damping_.stiffness * Eigen::Map<const Mat3>(Ku.data());
  }
  return impulse;
}

Affine PseudoRigidBody::residual(const Affine& end, const StepRule& rule) const
{
  const double h = rule.h;
  const Affine start(v_.start);
  const Affine change = end - start;
  const Affine mean = start + rule.c * change;
  const Mat3 F = Affine(v_.q_mid).F + rule.b * h * change.F;
  Affine sum = times_mass(change) - h * Affine(v_.force) + damping_impulse(mean, h);
  sum.F += h * mass_.volume * law.stress(F);
  return sum;
}

void PseudoRigidBody::linearize(const Mat3& F, const StepRule& rule)
{
  if (scheme == DeformableScheme::def_exp && !rule.is_static()) {
    operator_.set(on_columns(E0_root_), 1 / mass_.mass);
    return;
  }
  const auto [mass_factor, stiffness] = rule.factors({0, damping_.mass});
  Mat9 dK = (stiffness * mass_.volume) * law.tangent(F);
  if (!rule.is_static()) dK += (rule.c * damping_.stiffness * rule.h) * K_mid_;
  operator_.set(root_of_inverse(mass_factor * on_columns(mass_.tensor), dK), 1 / (mass_factor * mass_.mass));
}

void PseudoRigidBody::predict(const StepRule& rule)
{
  passes_ = 0;
  converged_ = true;
  const Mat3 F = Affine(v_.q_mid).F;
  if (damping_.stiffness > 0 && !rule.is_static()) K_mid_ = mass_.volume * law.tangent(F);
  linearize(F, rule);
  if (rule.is_static()) {
    Affine b = rule.h * Affine(v_.force);
    b.F -= rule.h * mass_.volume * law.stress(F);
    operator_.times_inverse(b).store(v_.free);
  } else {
    const Affine start(v_.start);
    (start - operator_.times_inverse(residual(start, rule))).store(v_.free);  // (6)
  }
  v_.end = v_.free;
}

bool PseudoRigidBody::relinearize(const StepRule& rule)
{
  if (scheme != DeformableScheme::def_imp || rule.is_static()) return false;
  const double h = rule.h;
  const Affine start(v_.start), end(v_.end), r(v_.impulse);
  const Affine without_reactions = residual(end, rule);
  const Mat3 F = Affine(v_.q_mid).F + rule.b * h * (end.F - start.F);
  // The rows of x̄ are linear. Sizes of the terms of (5), and what their round-off comes from.
  const double terms = times_mass(end - start).F.norm() + h * Affine(v_.force).F.norm() +
                       h * mass_.volume * law.stress(F).norm() + r.F.norm();
  const double parts = mass_.tensor.norm() * (end.F.norm() + start.F.norm()) +
                       h * mass_.volume * (law.lambda + 2 * law.mu) * F.norm();
  const double tolerance = 1e-10 * terms + 1e-14 * parts;
  converged_ = (without_reactions - r).F.norm() <= tolerance;
  if (converged_ || passes_ == most_newton_passes) return false;
  ++passes_;
  linearize(F, rule);
  (end - operator_.times_inverse(without_reactions)).store(v_.free);  // (6)
  return true;
}

void PseudoRigidBody::advance(const StepRule& rule)
{
  v_.q = rule.end(v_.q_mid, v_.start, v_.end);
  v_.u = v_.end;
  if (rule.is_static()) {
    v_.u.setZero();
    v_.start.setZero();
    return;
  }
  if (gradient().determinant() <= 0)
    throw StateError(name_of(*this) +
                     " is inverted (det F <= 0): its material is too soft for its loads, or the "
                     "step is too long");
  const Affine start(v_.start), end(v_.end);
  const Affine mean = 0.5 * (start + end);
  work.external += mean.dot(rule.h * Affine(v_.force) + Affine(v_.impulse));
  const Affine damped = scheme == DeformableScheme::def_exp ? start : (1 - rule.c) * start + rule.c * end;
  work.damping -= mean.dot(damping_impulse(damped, rule.h));
}

// --- equilibrium and stress -----------------------------------------------------------------------------

void PseudoRigidBody::internal_force(Eigen::Ref<Eigen::VectorXd> f)
{
  Affine(mass_.volume * law.stress(Affine(v_.q_mid).F), Vec3::Zero()).store(f);
}

double PseudoRigidBody::imbalance(double h)
{
  keep_impulses();
  const Affine f(v_.force), r(v_.impulse);
  const double arm = std::sqrt(mass_.tensor.trace() / mass_.mass);
  const Mat3 inner = mass_.volume * law.stress(Affine(v_.q_mid).F);
  const Affine outer = f + (1 / h) * r;
  const double scale = (f.F.norm() + r.F.norm() / h + inner.norm()) / arm + f.x.norm() + r.x.norm() / h;
  return scale > 0 ? ((outer.F - inner).norm() / arm + outer.x.norm()) / scale : 0;
}

double PseudoRigidBody::mean_eigenvalue() const
{
  return mass_.volume * law.tangent(Mat3::Identity()).trace() / (3 * mass_.tensor.trace());
}

/// The three below are rotations.
double PseudoRigidBody::lowest_eigenvalue() const
{
  const Mat9 K = mass_.volume * law.tangent(Mat3::Identity()), M = on_columns(mass_.tensor);
  return Eigen::GeneralizedSelfAdjointEigenSolver<Mat9>(K, M, Eigen::EigenvaluesOnly).eigenvalues()[3];
}

double PseudoRigidBody::max_frequency() const
{
  const Mat9 K = mass_.volume * law.tangent(gradient());
  return corbel::max_frequency(on_columns(mass_.tensor), K);
}

double PseudoRigidBody::critical_step() const
{
  if (scheme != DeformableScheme::def_exp) return Deformation::critical_step();
  return corbel::critical_step(max_frequency(), damping_.stiffness, damping_.mass);
}

std::optional<StrainFinding> PseudoRigidBody::strain_worse_than(StrainState known, bool /*thorough*/) const
{
  const Mat3 H = gradient() - Mat3::Identity();
  if (stretch_state(H, green_strain(H)) <= known) return std::nullopt;
  return judge_stretch(H);
}

Mat3 PseudoRigidBody::cauchy_stress(const MaterialPoint& /*X*/) const
{
  const Mat3 F = gradient();
  return law.stress(F) * F.transpose() / F.determinant();
}

double PseudoRigidBody::kinetic_energy() const
{
  const Affine u(v_.u);
  return 0.5 * u.dot(times_mass(u));  // (2)
}

/// ∫ρ x × ẋ = x̄ × m v + Σ_jk ε_ijk (F E0 Ḟᵀ)_jk
Momentum PseudoRigidBody::momentum() const
{
  const Affine q(v_.q), u(v_.u);
  const Vec3 p = mass_.mass * u.x;
  const Mat3 L = q.F * mass_.tensor * u.F.transpose();
  return {p, q.x.cross(p) + Vec3(L(1, 2) - L(2, 1), L(2, 0) - L(0, 2), L(0, 1) - L(1, 0))};
}

void PseudoRigidBody::check_q(Coordinates q) const
{
  const double J = Affine(q).F.determinant();
  if (!(J > 0))
    throw_input_error("conf", fmt::format("a deformation gradient of determinant {}", J), "determinant > 0",
                      "With a determinant <= 0 the body would be flat or inverted.");
}

}  // namespace corbel
