// SPDX-License-Identifier: MIT
// A⁻¹ of finite-element bodies, four ways:
//
//   LumpedOperator    A = M, diagonal                          explicit schemes
//   MassOperator      A = M, consistent                        explicit schemes
//   TurnedOperator    A = Λ A₀ Λᵀ, A₀ constant and shared       co-rotated and small-strain forms
//   TangentOperator   A = mass M + stiffness K(q)               total Lagrangian form
#pragma once

#include "corbel/bodies/nodal_kinematics.hpp"
#include "corbel/bodies/step_operator.hpp"
#include "corbel/bodies/tangent_solver.hpp"

namespace corbel {

/// Products of all: gather what acts at points, one solution, velocities of points.
class NodalOperator : public StepOperator {
 public:
  explicit NodalOperator(const NodalKinematics& kinematics) : kinematics_(kinematics) {}
  void product(std::span<const MaterialPoint> points, std::span<const Vec3> p,
               std::span<Vec3> v) const override;

 protected:
  std::vector<NodeWeights> weights(std::span<const MaterialPoint> points) const;
  const NodalKinematics& kinematics_;
};

class LumpedOperator final : public NodalOperator {
 public:
  using NodalOperator::NodalOperator;
  const Eigen::VectorXd* M = nullptr;  ///< one number per unknown, 3n [kg]

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override { x.array() /= M->array(); }
  using NodalOperator::blocks;
  void blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const override;
  Mat3 own_block(const MaterialPoint& X) const override;

 private:
  Mat3 block(const NodeWeights& X, const NodeWeights& Y) const;
};

/// The same 1×1 block for x, y and z: C(X, Y) = (Σ N_a(X) N_b(Y) (M⁻¹)_ab) I.
class MassOperator final : public NodalOperator {
 public:
  using NodalOperator::NodalOperator;
  const MassFactor* M = nullptr;  ///< that of the template

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override { x = M->solve(x); }
  using NodalOperator::blocks;
  void blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const override;
  Mat3 own_block(const MaterialPoint& X) const override;

 private:
  Eigen::MatrixXd components(std::span<const MaterialPoint> points) const;  ///< of the blocks, m×m
};

class TurnedOperator final : public NodalOperator {
 public:
  using NodalOperator::NodalOperator;
  Mat3 Lambda = Mat3::Identity();               ///< Λ
  std::shared_ptr<const CorotatedOperator> A0;  ///< A₀

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override;
  const CorotatedOperator* shared() const override { return A0.get(); }
  void into_shared_axes(Eigen::Ref<Eigen::VectorXd> x) const override;
  void from_shared_axes(Eigen::Ref<Eigen::VectorXd> x) const override;
  bool solve_at_points(Eigen::Ref<Eigen::VectorXd> x) const override;
  void need(std::span<const MaterialPoint> points, PointUse use) override;
  void blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const override;
  void blocks(std::span<const MaterialPoint> points, std::span<const Mat3> E,
              Eigen::MatrixXd& C) const override;
  Mat3 own_block(const MaterialPoint& X) const override;

  void begin_step() { nodes_.clear(); }  ///< no points are known

 private:
  std::vector<int> nodes_;  ///< around the points of this step whose blocks were asked for
};

class TangentOperator final : public NodalOperator {
 public:
  using NodalOperator::NodalOperator;
  mutable TangentSolver solver;

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override { x = solver.solve(x); }
  void need(std::span<const MaterialPoint> points, PointUse use) override;
  /// With the columns A⁻¹ S(Y)ᵀ of all points solved together.
  using NodalOperator::blocks;
  void blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const override;
  /// In a step of dynamics that of the co-rotated operator Λ A₀ Λᵀ, whose blocks last for the whole run.
  Mat3 own_block(const MaterialPoint& X) const override;
};

/// Node by node y_a = Λ x_a.
Eigen::VectorXd turned(const Mat3& Lambda, const Eigen::Ref<const Eigen::VectorXd>& x);

}  // namespace corbel
