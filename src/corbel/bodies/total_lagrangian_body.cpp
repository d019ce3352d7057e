// SPDX-License-Identifier: MIT
#include "corbel/bodies/total_lagrangian_body.hpp"

#include "corbel/math/polar.hpp"

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

/// K, f_int and A at q.
void TotalLagrangianBody::update_operator(const Eigen::VectorXd& q, OperatorFactors factors, Tangent tangent)
{
  solid().force_and_tangent(q, f_int_, K_, tangent);
  if (A_.nonZeros() != K_.nonZeros()) A_ = K_;
  A_.coeffs() = factors.stiffness * K_.coeffs();
  A_.diagonal() += factors.mass * M();
}

void TotalLagrangianBody::linearize(const Eigen::VectorXd& x, std::shared_ptr<const CorotatedOperator> A0,
                                    Tangent tangent)
{
  const Eigen::VectorXd q = displacements(x);
  update_operator(q, A0->factors, tangent);
  solver_.reset(A_, polar_rotation(solid().mean_gradient(q)), std::move(A0));
}

void TotalLagrangianBody::update_internal_force() { solid().internal_force(displacements(x_mid_), f_int_); }

void TotalLagrangianBody::predict_static(double h, double s)
{
  static_ = true;
  const Eigen::VectorXd q = displacements(x_mid_);
  const double k = support_stiffness();
  for (const Tangent tangent : {Tangent::exact, Tangent::positive}) {
    update_operator(q, {s, h * h}, tangent);
    supports_.stiffen(A_, h * h * k, Mat3::Identity());
    if (solver_.reset(A_)) break;
    if (tangent == Tangent::positive) solver_.throw_not_positive();
  }
  Eigen::VectorXd f = force_ - f_int_;
  supports_.add_force(f, k);
  supports_.clear();
  free_ = solver_.solve(h * f);
  end_ = free_;
}

void TotalLagrangianBody::predict(double h)
{
  passes_ = 0;
  converged_ = true;
  const bool damped = damping_.stiffness > 0;
  if (!is_explicit())
    linearize(x_mid_, match_.of->step_operator(h, damping_), Tangent::exact);
  else if (damped)
    solid().force_and_tangent(displacements(x_mid_), f_int_, K_);
  else
    solid().internal_force(displacements(x_mid_), f_int_);

  Eigen::VectorXd b = outer_impulse(h) - h * f_int_;  // (13)
  if (damped) b -= (h * damping_.stiffness) * (K_ * u_);
  free_ = u_ + (is_explicit() ? Eigen::VectorXd(b.cwiseQuotient(M())) : Eigen::VectorXd(solver_.solve(b)));
  end_ = free_;
}

void TotalLagrangianBody::update_end_velocity()
{
  end_ = free_;
  if (!touched_) return;
  if (is_explicit())
    end_ += impulse_.cwiseQuotient(M());
  else
    end_ += solver_.solve(impulse_);
}

bool TotalLagrangianBody::relinearize(double h)
{
  if (scheme_ != DeformableScheme::def_imp) return false;
  const Eigen::VectorXd change = end_ - u_, mean = 0.5 * (end_ + u_);
  linearize(x_mid_ + 0.25 * h * change, match_.of->step_operator(h, damping_), Tangent::exact);
  Eigen::VectorXd r = M().cwiseProduct(change) - h * force_ + h * f_int_;  // (19), without reactions
  if (damping_.stiffness > 0) r += (h * damping_.stiffness) * (K_ * mean);
  if (damping_.mass > 0) r += (h * damping_.mass) * M().cwiseProduct(mean);
  const double scale = M().cwiseProduct(change).norm() + h * (force_.norm() + f_int_.norm()) +
                       impulse_.norm() + 1e-6 * M().cwiseProduct(mean).norm();
  if ((r - impulse_).norm() <= newton_tolerance * scale) return false;
  if (++passes_ == most_passes) {
    converged_ = false;
    return false;
  }
  free_ = end_ - solver_.solve(r);
  end_ = free_;
  return true;
}

void TotalLagrangianBody::advance(double h)
{
  if (damping_.stiffness > 0) {
    const Eigen::VectorXd K_mean = K_ * (is_explicit() ? u_ : Eigen::VectorXd(0.5 * (u_ + end_)));
    add_work(h, &K_mean);
  } else {
    add_work(h, nullptr);
  }
  FiniteElementBody::advance(h);
}

/// With the columns A⁻¹ S(Y)ᵀ of all points solved together; made symmetric, as iterations leave a last
/// digit.
void TotalLagrangianBody::compliances(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto m = static_cast<Eigen::Index>(points.size());
  std::vector<NodeWeights> w;
  for (const MaterialPoint& point : points)
    w.push_back(weights(point));
  C.resize(3 * m, 3 * m);
  if (is_explicit()) {
    for (Eigen::Index i = 0; i < m; ++i)
      for (Eigen::Index j = 0; j < m; ++j)
        C.block<3, 3>(3 * i, 3 * j) =
            explicit_compliance(w[static_cast<std::size_t>(i)], w[static_cast<std::size_t>(j)]);
    return;
  }
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(x_.size(), 3 * m);
  for (Eigen::Index j = 0; j < m; ++j)
    w[static_cast<std::size_t>(j)].add_to(S.middleCols<3>(3 * j));
  const Eigen::MatrixXd X = solver_.solve(S);
  for (Eigen::Index i = 0; i < m; ++i)
    C.middleRows<3>(3 * i) = w[static_cast<std::size_t>(i)].gather_rows(X);
  C = (0.5 * (C + C.transpose())).eval();
}

double TotalLagrangianBody::internal_energy() const { return solid().energy(displacements(x_)); }

}  // namespace corbel
