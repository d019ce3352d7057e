// SPDX-License-Identifier: MIT
#include "corbel/bodies/corotated_body.hpp"

#include "corbel/math/polar.hpp"

namespace corbel {
namespace {

/// Λᵀ (x_a − x_1) of all nodes. K₀ does not resist a translation, but rounds it: a body far from its initial position
/// would gain forces and energy of that size.
Eigen::VectorXd turned_back(const Mat3& Lambda, Coordinates x)
{
  Eigen::VectorXd y(x.size());
  const Vec3 first = x.head<3>();
  for (Eigen::Index i = 0; i < x.size(); i += 3)
    y.segment<3>(i).noalias() = Lambda.transpose() * (x.segment<3>(i) - first);
  return y;
}

}  // namespace

void CorotatedBody::set_scheme(std::string_view name)
{
  const DeformableScheme requested = deformable_scheme(name);
  if (requested == DeformableScheme::def_imp)
    throw_input_error("scheme", "'DEF_IMP'",
                      fmt::format("'DEF_LIM' or 'DEF_EXP' for {}",
                                  form() == "BC" ? "a co-rotated body (form 'BC')"
                                                 : fmt::format("a body of form '{}'", form())),
                      "Use form 'TL' with DEF_IMP.");
  scheme_ = requested;
}

Mat3 CorotatedBody::template_rotation(Coordinates x) const
{
  return polar_rotation(solid().mean_gradient(displacements(x)));
}

Eigen::VectorXd CorotatedBody::strain_displacements(const Mat3& Lambda, Coordinates x) const
{
  return turned_back(Lambda, x) - turned_back(Mat3::Identity(), match_.of->nodes());
}

StrainFinding CorotatedBody::worst_strain(Coordinates x) const
{
  return solid().worst_corotated_gradient(displacements(x), template_rotation(x));
}

Mat3 CorotatedBody::rotation() const { return template_rotation(v_.q) * match_.Q.transpose(); }

void CorotatedBody::predict(const StepRule& rule)
{
  const double h = rule.h;
  turned_.Lambda = template_rotation(v_.q_mid);  // (25)
  if (rule.is_static()) return predict_static(rule);
  PendingSystem system = momentum_balance(h);
  if (is_explicit(rule)) {
    take_off_stiffness(system);
    inverse_ = &mass_operator();
    inverse_->solve(system.b);  // M is the same in all axes
    v_.free = v_.u + turned(turned_.Lambda, system.b);
    v_.end = v_.free;
    return;
  }
  turned_.A0 = step_operator(rule);
  turned_.begin_step();
  inverse_ = &turned_;
  if (!turned_.A0->is_small()) take_off_stiffness(system);  // enough work for a thread of its own
  wait_for(std::move(system));
}

/// (27), with the strain displacements and, where there is damping, the velocities that K₀ is still to be multiplied with.
PendingSystem CorotatedBody::momentum_balance(double h)
{
  PendingSystem system;
  system.b = turned(turned_.Lambda.transpose(), outer_impulse(h));
  system.K0 = &match_.of->K0();
  K_strain_ = strain_displacements(turned_.Lambda, v_.q_mid);
  system.terms[0] = {h, &K_strain_};
  if (!(damping_.stiffness > 0)) return system;
  K_velocity_ = turned_back(turned_.Lambda, v_.u);
  system.terms[1] = {h * damping_.stiffness, &K_velocity_};
  return system;
}

void CorotatedBody::predict_static(const StepRule& rule)
{
  Eigen::VectorXd f(v_.u.size());
  internal_force(f);
  f = (v_.force - f).eval();
  const OperatorFactors factors = rule.factors({});
  if (supports_.empty()) {
    turned_.A0 = match_.of->with_factors(factors);
  } else {
    const double k = support_stiffness();
    Eigen::SparseMatrix<double> K = match_.of->K0();
    supports_.stiffen(K, k, turned_.Lambda.transpose());
    supports_.add_force(f, k);
    supports_.clear();
    turned_.A0 =
        std::make_shared<const CorotatedOperator>(match_.of->mass_matrix(), K, factors,
                                                  std::numeric_limits<std::size_t>::max());  // for one pass
  }
  turned_.begin_step();
  inverse_ = &turned_;
  wait_for({turned(turned_.Lambda.transpose(), rule.h * f)});
}

void CorotatedBody::internal_force(Eigen::Ref<Eigen::VectorXd> f)
{
  const Mat3 Lambda = template_rotation(v_.q_mid);
  f = turned(Lambda, match_.of->K0() * strain_displacements(Lambda, v_.q_mid));
}

/// K times the velocity that is damped, u + c Δ with Δ = u⁺ − u, without another product: the momentum balance itself
/// says what A₀ Δ is, hence K₀ Δ. DEF_EXP: damping acts on u alone.
void CorotatedBody::advance(const StepRule& rule)
{
  const double h = rule.h;
  if (damping_.stiffness > 0 && !rule.is_static()) {
    Eigen::VectorXd K_damped = turned(turned_.Lambda, K_velocity_);
    if (!is_explicit(rule)) {
      const OperatorFactors& factors = turned_.A0->factors;
      const Eigen::VectorXd rest = outer_impulse(h) + v_.impulse - h * turned(turned_.Lambda, K_strain_) -
                                   (h * damping_.stiffness) * K_damped -
                                   factors.mass * M().times(v_.end - v_.u);
      K_damped += rest * (rule.c / factors.stiffness);
    }
    finish_step(rule, &K_damped);
  } else {
    finish_step(rule, nullptr);
  }
  if (turned_.A0) turned_.A0->drop_passing();
}

double CorotatedBody::internal_energy() const
{
  const Eigen::VectorXd d = strain_displacements(template_rotation(v_.q), v_.q);
  return 0.5 * d.dot(match_.of->K0() * d);
}

}  // namespace corbel
