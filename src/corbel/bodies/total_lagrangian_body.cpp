// SPDX-License-Identifier: MIT
#include "corbel/bodies/total_lagrangian_body.hpp"

#include "corbel/elements/shape_functions.hpp"
#include "corbel/math/polar.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr int most_passes = 20;             ///< of Newton's method in a step
constexpr double newton_tolerance = 1e-10;  ///< |r| relative to the impulses it is the sum of

}  // namespace

TotalLagrangianBody::TotalLagrangianBody(const Shape& shape, TemplateMatch match)
    : FiniteElementBody(shape, std::move(match)), K_(solid().tangent_pattern())
{
}

void TotalLagrangianBody::rebase(TemplateMatch match)
{
  FiniteElementBody::rebase(std::move(match));
  K_ = solid().tangent_pattern();
}

/// K, f_int and A at q, and the worst state of strain there.
StrainState TotalLagrangianBody::update_operator(const Eigen::VectorXd& q, OperatorFactors factors,
                                                 Tangent tangent)
{
  const StrainState state = solid().force_and_tangent(q, f_int_, K_, tangent);
  if (A_.nonZeros() != K_.nonZeros()) A_ = K_;
  A_.coeffs() = factors.stiffness * K_.coeffs();
  M().add_to(factors.mass, A_);
  return state;
}

StrainState TotalLagrangianBody::linearize(const Eigen::VectorXd& x,
                                           std::shared_ptr<const CorotatedOperator> A0, Tangent tangent)
{
  const Eigen::VectorXd q = displacements(x);
  const StrainState state = update_operator(q, A0->factors, tangent);
  tangent_.solver.reset(A_, polar_rotation(solid().mean_gradient(q)), std::move(A0));
  return state;
}

void TotalLagrangianBody::internal_force(Eigen::Ref<Eigen::VectorXd> f)
{
  solid().internal_force(displacements(v_.q_mid), f_int_);
  f = f_int_;
}

void TotalLagrangianBody::predict(const StepRule& rule)
{
  passes_ = 0;
  converged_ = true;
  inverse_ = &tangent_;
  if (rule.is_static())
    predict_static(rule);
  else if (is_explicit(rule))
    predict_explicit(rule);
  else
    predict_implicit(rule);
  v_.end = v_.free;
}

void TotalLagrangianBody::predict_static(const StepRule& rule)
{
  const Eigen::VectorXd q = displacements(v_.q_mid);
  const double h = rule.h, k = support_stiffness();
  for (const Tangent tangent : {Tangent::exact, Tangent::positive}) {
    update_operator(q, rule.factors({}), tangent);
    supports_.stiffen(A_, h * h * k, Mat3::Identity());
    if (tangent_.solver.reset(A_)) break;
    if (tangent == Tangent::positive) tangent_.solver.throw_not_positive();
  }
  Eigen::VectorXd f = v_.force - f_int_;
  supports_.add_force(f, k);
  supports_.clear();
  v_.free = tangent_.solver.solve(h * f);
}

/// b of (13).
Eigen::VectorXd TotalLagrangianBody::free_impulse(double h) const
{
  Eigen::VectorXd b = outer_impulse(h) - h * f_int_;
  if (damping_.stiffness > 0) b -= (h * damping_.stiffness) * (K_ * v_.u);
  return b;
}

void TotalLagrangianBody::predict_explicit(const StepRule& rule)
{
  const Eigen::VectorXd q = displacements(v_.q_mid);
  mid_state_ =
      damping_.stiffness > 0 ? solid().force_and_tangent(q, f_int_, K_) : solid().internal_force(q, f_int_);
  inverse_ = &mass_operator();
  Eigen::VectorXd change = free_impulse(rule.h);
  inverse_->solve(change);
  v_.free = v_.u + change;
}

/// A stiff body under momentary compression and a long step: rotations of the body as a whole lose their
/// inertia to the geometric stiffness, and A is not positive. Without the compressive part it is, and contact
/// stays passive.
void TotalLagrangianBody::predict_implicit(const StepRule& rule)
{
  const auto A0 = step_operator(rule);
  mid_state_ = linearize(v_.q_mid, A0, Tangent::exact);
  try {
    v_.free = v_.u + tangent_.solver.solve(free_impulse(rule.h));
  } catch (const IndefiniteOperator&) {
    linearize(v_.q_mid, A0, Tangent::positive);
    v_.free = v_.u + tangent_.solver.solve(free_impulse(rule.h));
  }
}

bool TotalLagrangianBody::relinearize(const StepRule& rule)
{
  if (scheme_ != DeformableScheme::def_imp || rule.is_static()) return false;
  const double h = rule.h;
  const Eigen::VectorXd change = v_.end - v_.u, damped = damped_velocity(rule);
  const Eigen::VectorXd M_change = M().times(change), M_damped = M().times(damped);
  linearize(v_.q_mid + rule.b * h * change, step_operator(rule), Tangent::exact);
  Eigen::VectorXd r = M_change - h * v_.force + h * f_int_;  // (19), without reactions
  if (damping_.stiffness > 0) r += (h * damping_.stiffness) * (K_ * damped);
  if (damping_.mass > 0) r += (h * damping_.mass) * M_damped;
  const double scale =
      M_change.norm() + h * (v_.force.norm() + f_int_.norm()) + v_.impulse.norm() + 1e-6 * M_damped.norm();
  const double round_off = 2e-16 * h * match_.of->K0().diagonal().norm() * v_.q_mid.cwiseAbs().maxCoeff();
  converged_ = (r - v_.impulse).norm() <= newton_tolerance * scale + round_off;
  // Also when it is done: another body may ask for one more pass, and u_free has to fit the new A.
  v_.free = v_.end - tangent_.solver.solve(r);
  if (converged_ || passes_ >= most_passes) return false;
  ++passes_;
  v_.end = v_.free;
  return true;
}

void TotalLagrangianBody::advance(const StepRule& rule)
{
  if (damping_.stiffness > 0 && !rule.is_static()) {
    const Eigen::VectorXd K_damped = K_ * damped_velocity(rule);
    finish_step(rule, &K_damped);
  } else {
    finish_step(rule, nullptr);
  }
}

/// Stretched by s, Saint Venant–Kirchhoff material is stiffer by s², and a tension S adds S/(λ + 2μ) of that:
/// the frequency at rest grows by about √(s² + S/(λ + 2μ)), with the largest s and S in an element. A stretch
/// along one axis, sides held, makes that √(3/2 s² − 1/2).
double TotalLagrangianBody::critical_step() const
{
  if (scheme_ != DeformableScheme::def_exp)
    return Deformation::critical_step();  // NOLINT(bugprone-parent-virtual-call): infinite
  const Eigen::VectorXd q = displacements(v_.q);
  double growth = 1;  // of the squared frequency
  for (std::size_t e = 0; e < mesh().elements.size(); ++e) {
    const auto element = static_cast<int>(e);
    const Mat3 F = solid().deformation_gradient(element, reference_center(*mesh().elements[e].kind), q);
    const Mat3 C = F.transpose() * F;
    const double s2 = Eigen::SelfAdjointEigenSolver<Mat3>(C, Eigen::EigenvaluesOnly).eigenvalues()[2];
    const auto& law = std::get<SaintVenantKirchhoff>(solid().material(element).law);
    const double S = 0.5 * law.lambda * (C.trace() - 3) + law.mu * (s2 - 1);  // largest principal value
    growth = std::max(growth, s2 + std::max(0.0, S) / (law.lambda + 2 * law.mu));
  }
  return FiniteElementBody::critical_step() / std::sqrt(growth);
}

}  // namespace corbel
