// SPDX-License-Identifier: MIT
#include "corbel/bodies/corotated_body.hpp"

#include "corbel/math/polar.hpp"

namespace corbel {
namespace {

/// Node by node y_a = Λ x_a.
Eigen::VectorXd turned(const Mat3& Lambda, const Eigen::VectorXd& x)
{
  Eigen::VectorXd y(x.size());
  for (Eigen::Index i = 0; i < x.size(); i += 3)
    y.segment<3>(i).noalias() = Lambda * x.segment<3>(i);
  return y;
}

/// Λᵀ (x_a − x_1) of all nodes. K₀ does not resist a translation, but rounds it: a body far from its initial position
/// would gain forces and energy of that size.
Eigen::VectorXd turned_back(const Mat3& Lambda, const Eigen::VectorXd& x)
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
    throw_input_error("scheme", "'DEF_IMP'", "'DEF_LIM' or 'DEF_EXP' for a co-rotated body (form 'BC')",
                      "Use form 'TL' with DEF_IMP.");
  scheme_ = requested;
}

Mat3 CorotatedBody::template_rotation(const Eigen::VectorXd& x) const
{
  return polar_rotation(solid().mean_gradient(displacements(x)));
}

Eigen::VectorXd CorotatedBody::strain_displacements(const Mat3& Lambda, const Eigen::VectorXd& x) const
{
  return turned_back(Lambda, x) - turned_back(Mat3::Identity(), match_.of->nodes());
}

StrainFinding CorotatedBody::worst_strain(const Eigen::VectorXd& x) const
{
  return solid().worst_corotated_gradient(displacements(x), template_rotation(x));
}

Mat3 CorotatedBody::rotation() const { return template_rotation(x_) * match_.Q.transpose(); }

/// K₀ times strain displacements and, with damping, times u: one way through K₀, whose memory is what costs.
/// K₀ is symmetric, so its columns are its rows.
void CorotatedBody::multiply_stiffness(const Eigen::VectorXd& d)
{
  const auto& K0 = match_.of->K0();
  if (!(damping_.stiffness > 0)) {
    K_strain_ = K0.transpose() * d;
    return;
  }
  const Eigen::VectorXd v = turned_back(Lambda_, u_);
  K_strain_.resize(d.size());
  K_velocity_.resize(d.size());
  for (Eigen::Index row = 0; row < d.size(); ++row) {
    double strain = 0, velocity = 0;
    for (auto k = K0.outerIndexPtr()[row]; k < K0.outerIndexPtr()[row + 1]; ++k) {
      strain += K0.valuePtr()[k] * d[K0.innerIndexPtr()[k]];
      velocity += K0.valuePtr()[k] * v[K0.innerIndexPtr()[k]];
    }
    K_strain_[row] = strain;
    K_velocity_[row] = velocity;
  }
}

void CorotatedBody::predict(double h)
{
  Lambda_ = template_rotation(x_mid_);  // (25)
  const Mat3 back = Lambda_.transpose();
  multiply_stiffness(strain_displacements(Lambda_, x_mid_));
  b_ = turned(back, outer_impulse(h)) - h * K_strain_;  // (27)
  if (damping_.stiffness > 0) b_ -= (h * damping_.stiffness) * K_velocity_;
  waits_ = !is_explicit();
  if (waits_)
    A0_ = step_operator(h);
  else
    b_ = b_.cwiseQuotient(M());
}

void CorotatedBody::predict_static(double h, double s)
{
  static_ = true;
  update_internal_force();
  Eigen::VectorXd f = force_ - f_int_;
  if (supports_.empty()) {
    A0_ = match_.of->with_factors({s, h * h});
  } else {
    const double k = support_stiffness();
    Eigen::SparseMatrix<double> K = match_.of->K0();
    supports_.stiffen(K, k, Lambda_.transpose());
    supports_.add_force(f, k);
    supports_.clear();
    A0_ = std::make_shared<const CorotatedOperator>(solid().lumped_mass(), K, OperatorFactors{s, h * h},
                                                    std::numeric_limits<std::size_t>::max());  // for one pass
  }
  b_ = turned(Lambda_.transpose(), h * f);
  waits_ = true;
}

void CorotatedBody::update_internal_force()
{
  Lambda_ = template_rotation(x_mid_);
  f_int_ = turned(Lambda_, match_.of->K0() * strain_displacements(Lambda_, x_mid_));
}

void CorotatedBody::advance_static(double h)
{
  FiniteElementBody::advance_static(h);
  A0_->drop_passing();
}

std::optional<PendingSolve> CorotatedBody::pending()
{
  if (!waits_) return std::nullopt;
  waits_ = false;
  return PendingSolve{A0_.get(), &b_};
}

void CorotatedBody::finish_predict()
{
  free_ = u_ + turned(Lambda_, b_);
  end_ = free_;
}

void CorotatedBody::prepare_end_velocity()
{
  if (!touched_) return;
  if (!is_explicit()) {
    b_ = turned(Lambda_.transpose(), impulse_);
    waits_ = true;
  }
}

void CorotatedBody::update_end_velocity()
{
  end_ = free_;
  if (!touched_) return;
  if (!is_explicit())
    end_ += turned(Lambda_, b_);
  else
    end_ += impulse_.cwiseQuotient(M());
}

/// K ū for the work of damping without another product. DEF_LIM: with Δ = u⁺ − u the momentum balance itself
/// says what β K₀ Δ is. DEF_EXP: damping acts on u alone.
void CorotatedBody::advance(double h)
{
  if (damping_.stiffness > 0) {
    Eigen::VectorXd K_mean = turned(Lambda_, K_velocity_);
    if (!is_explicit()) {
      const Eigen::VectorXd rest = outer_impulse(h) + impulse_ - h * turned(Lambda_, K_strain_) -
                                   (h * damping_.stiffness) * K_mean -
                                   A0_->factors.mass * M().cwiseProduct(end_ - u_);
      K_mean += rest * (0.5 / A0_->factors.stiffness);
    }
    add_work(h, &K_mean);
  } else {
    add_work(h, nullptr);
  }
  if (A0_) A0_->drop_passing();
  FiniteElementBody::advance(h);
}

void CorotatedBody::touch(std::span<const MaterialPoint> points)
{
  if (!is_explicit()) A0_->need_columns(nodes_around(points));
}

void CorotatedBody::touch_matrix_free(std::span<const MaterialPoint> points)
{
  if (!is_explicit()) A0_->need_neighbours(nodes_around(points));
}

Eigen::VectorXd CorotatedBody::times_inverse(const Eigen::VectorXd& f) const
{
  if (is_explicit()) return f.cwiseQuotient(M());
  Eigen::VectorXd b = turned(Lambda_.transpose(), f);
  A0_->solve_in_place(b);
  return turned(Lambda_, b);
}

Mat3 CorotatedBody::own_compliance(const MaterialPoint& X) const
{
  const NodeWeights w = weights(X);
  if (is_explicit()) return explicit_compliance(w, w);
  return Lambda_ * A0_->own_block(w) * Lambda_.transpose();
}

/// S(X) A⁻¹ S(Y)ᵀ = Λ₁ [Σ N_a(X) N_b(Y) (A₀⁻¹)_ab] Λ₁ᵀ, the upper half; the rest is its transpose.
void CorotatedBody::compliances(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto m = static_cast<Eigen::Index>(points.size());
  std::vector<NodeWeights> w;
  for (const MaterialPoint& point : points)
    w.push_back(weights(point));
  C.resize(3 * m, 3 * m);
  for (Eigen::Index j = 0; j < m; ++j)
    for (Eigen::Index i = 0; i <= j; ++i) {
      const NodeWeights &X = w[static_cast<std::size_t>(i)], &Y = w[static_cast<std::size_t>(j)];
      Mat3 block;
      if (!is_explicit())
        block = Lambda_ * A0_->block(X, Y) * Lambda_.transpose();
      else
        block = explicit_compliance(X, Y);
      C.block<3, 3>(3 * i, 3 * j) = block;
      C.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
}

double CorotatedBody::internal_energy() const
{
  const Eigen::VectorXd d = strain_displacements(template_rotation(x_), x_);
  return 0.5 * d.dot(match_.of->K0() * d);
}

}  // namespace corbel
