// SPDX-License-Identifier: MIT
// Motion of finite elements in a few coordinates and in axes that turn: nodes ∘ basis ∘ rotation.
//
//   (1)  x_a = x̄ + Λ (Z_a − Z̄ + E_a q_r)                                 position of node a
//   (2)  x(X) = Σ_a N_a(X) x_a                                             as nodal_kinematics.hpp
//   (3)  S(X) = Σ_a N_a(X) Λ E_a = N Λ E ,   S(X)ᵀ p = Eᵀ Λᵀ N(X)ᵀ p        3×r, that is ∂x/∂q_r
//
// Z are the nodes of the template and Z̄ a point of it (its mass centre); E (3n×r) is the basis in axes of the
// template, one for all equal bodies; E_a are the three rows of node a. With E q̄ for what (1) has besides Λ Z, it is TR1 (58).
//
// q: Λ column by column, x̄, q_r (12 + r numbers). u: r velocities, ẋ = S u. What moves the body as a whole is in E like
// everything else, so (Λ, x̄) are held in a step, and a formulation whose axes follow the body changes them between steps, with q_r
// such that (1) stays. Axes with velocities of their own are those of rigid_kinematics.hpp in front of (3).
// At rest Λ = Q, x̄ = Q Z̄ + t, q_r = 0, with X = Q Z + t.
//
// Loads: sum of the forces (spatial), then what is conjugate to u, 3 + r numbers.
#pragma once

#include "corbel/bodies/nodal_kinematics.hpp"

#include <memory>

namespace corbel {

/// E: rows of a node lie behind each other.
using ReducedBasis = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class ReducedKinematics final : public Kinematics {
 public:
  /// nodal, match: of the body, which keeps them. Throws InputError when the basis is not one of its nodes.
  ReducedKinematics(const NodalKinematics& nodal, const TemplateMatch& match,
                    std::shared_ptr<const ReducedBasis> basis, const Vec3& Z_center);

  const ReducedBasis& basis() const { return *E_; }
  Eigen::Index size() const { return E_->cols(); }  ///< r
  Eigen::VectorXd at_rest() const;                  ///< q
  Vec3 node(int a, Coordinates q) const;            ///< (1)
  Eigen::VectorXd nodes(Coordinates q) const;       ///< (1) of all, 3n

  Vec3 position(const MaterialPoint& X, Coordinates q) const override;
  Vec3 gather(const MaterialPoint& X, Coordinates q, Coordinates u) const override;
  void scatter(const MaterialPoint& X, Coordinates q, const Vec3& p,
               Eigen::Ref<Eigen::VectorXd> r) const override;
  Mat3 gradient(const MaterialPoint& X, Coordinates q) const override;
  void place(int object, std::span<const Vec3> X, Coordinates q, std::span<Vec3> x) const override;
  MaterialPoint nearest(const Vec3& x, int object, Coordinates q) const override;
  std::optional<MaterialPoint> locate(const Vec3& X) const override { return nodal_.locate(X); }
  Vec3 net_force(Coordinates load) const override { return load.head<3>(); }

 private:
  Vec3 mean(const NodeWeights& w, Coordinates q) const;  ///< (2)

  const NodalKinematics& nodal_;
  const TemplateMatch& match_;
  std::shared_ptr<const ReducedBasis> E_;
  Vec3 Z_center_;
};

}  // namespace corbel
