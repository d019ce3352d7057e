// SPDX-License-Identifier: MIT
#include "corbel/bodies/total_lagrangian_body.hpp"

#include "corbel/fem/shape_functions.hpp"
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
  A_.diagonal() += factors.mass * M();
  return state;
}

StrainState TotalLagrangianBody::linearize(const Eigen::VectorXd& x,
                                           std::shared_ptr<const CorotatedOperator> A0, Tangent tangent)
{
  const Eigen::VectorXd q = displacements(x);
  const StrainState state = update_operator(q, A0->factors, tangent);
  solver_.reset(A_, polar_rotation(solid().mean_gradient(q)), std::move(A0));
  return state;
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
  if (is_explicit())
    predict_explicit(h);
  else
    predict_implicit(h);
  end_ = free_;
}

/// b of (13).
Eigen::VectorXd TotalLagrangianBody::free_impulse(double h) const
{
  Eigen::VectorXd b = outer_impulse(h) - h * f_int_;
  if (damping_.stiffness > 0) b -= (h * damping_.stiffness) * (K_ * u_);
  return b;
}

void TotalLagrangianBody::predict_explicit(double h)
{
  const Eigen::VectorXd q = displacements(x_mid_);
  mid_state_ =
      damping_.stiffness > 0 ? solid().force_and_tangent(q, f_int_, K_) : solid().internal_force(q, f_int_);
  free_ = u_ + free_impulse(h).cwiseQuotient(M());
}

/// A stiff body under momentary compression and a long step: rotations of the body as a whole lose their
/// inertia to the geometric stiffness, and A is not positive. Without the compressive part it is, and contact
/// stays passive.
void TotalLagrangianBody::predict_implicit(double h)
{
  const auto A0 = step_operator(h);
  mid_state_ = linearize(x_mid_, A0, Tangent::exact);
  try {
    free_ = u_ + solver_.solve(free_impulse(h));
  } catch (const IndefiniteOperator&) {
    linearize(x_mid_, A0, Tangent::positive);
    free_ = u_ + solver_.solve(free_impulse(h));
  }
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
  linearize(x_mid_ + 0.25 * h * change, step_operator(h), Tangent::exact);
  Eigen::VectorXd r = M().cwiseProduct(change) - h * force_ + h * f_int_;  // (19), without reactions
  if (damping_.stiffness > 0) r += (h * damping_.stiffness) * (K_ * mean);
  if (damping_.mass > 0) r += (h * damping_.mass) * M().cwiseProduct(mean);
  const double scale = M().cwiseProduct(change).norm() + h * (force_.norm() + f_int_.norm()) +
                       impulse_.norm() + 1e-6 * M().cwiseProduct(mean).norm();
  const double round_off = 2e-16 * h * match_.of->K0().diagonal().norm() * x_mid_.cwiseAbs().maxCoeff();
  converged_ = (r - impulse_).norm() <= newton_tolerance * scale + round_off;
  // Also when it is done: another body may ask for one more pass, and u_free has to fit the new A.
  free_ = end_ - solver_.solve(r);
  if (converged_ || passes_ >= most_passes) return false;
  ++passes_;
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

void TotalLagrangianBody::touch_matrix_free(std::span<const MaterialPoint> points)
{
  if (is_explicit()) return;
  solver_.expect_many();
  if (const CorotatedOperator* A0 = solver_.preconditioner()) A0->need_neighbours(nodes_around(points));
}

Eigen::VectorXd TotalLagrangianBody::times_inverse(const Eigen::VectorXd& f) const
{
  if (is_explicit()) return f.cwiseQuotient(M());
  return solver_.solve(f);
}

Mat3 TotalLagrangianBody::own_compliance(const MaterialPoint& X) const
{
  const NodeWeights w = weights(X);
  if (is_explicit()) return explicit_compliance(w, w);
  if (const CorotatedOperator* A0 = solver_.preconditioner())
    return solver_.rotation() * A0->own_block(w) * solver_.rotation().transpose();
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(x_.size(), 3);
  w.add_to(S);
  return w.gather_rows(solver_.solve(S));
}

/// Stretched by s, Saint Venant–Kirchhoff material is stiffer by s², and a tension S adds S/(λ + 2μ) of that:
/// the frequency at rest grows by about √(s² + S/(λ + 2μ)), with the largest s and S in an element. A stretch
/// along one axis, sides held, makes that √(3/2 s² − 1/2).
double TotalLagrangianBody::critical_step() const
{
  if (scheme_ != DeformableScheme::def_exp)
    return Body::critical_step();  // NOLINT(bugprone-parent-virtual-call): infinite
  const Eigen::VectorXd q = displacements(x_);
  double growth = 1;  // of the squared frequency
  for (std::size_t e = 0; e < mesh().elements.size(); ++e) {
    const auto element = static_cast<int>(e);
    const Mat3 F = solid().deformation_gradient(element, reference_center(mesh().elements[e].node_count), q);
    const Mat3 C = F.transpose() * F;
    const double s2 = Eigen::SelfAdjointEigenSolver<Mat3>(C, Eigen::EigenvaluesOnly).eigenvalues()[2];
    const auto& law = std::get<SaintVenantKirchhoff>(solid().material(element).law);
    const double S = 0.5 * law.lambda * (C.trace() - 3) + law.mu * (s2 - 1);  // largest principal value
    growth = std::max(growth, s2 + std::max(0.0, S) / (law.lambda + 2 * law.mu));
  }
  return FiniteElementBody::critical_step() / std::sqrt(growth);
}

double TotalLagrangianBody::internal_energy() const { return solid().energy(displacements(x_)); }

}  // namespace corbel
