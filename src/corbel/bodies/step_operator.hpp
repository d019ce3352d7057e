// SPDX-License-Identifier: MIT
// A⁻¹ of a body in one step, and how its points see it. Local dynamics makes W of nothing else:
//
//   block(X, Y) = S(X) A⁻¹ S(Y)ᵀ        velocity at X for a unit impulse at Y, 3×3 [1/kg]
//               = G(X) G(Y)ᵀ + C(X, Y)  G, 3×width: a factor, for bodies of few degrees of freedom [kg^-½]
//
// A body gives a factor, blocks of a compliant part C, or both. Where degrees of freedom are few, all is in the
// factor (FactorOperator); finite-element bodies have C alone.
//
//   rigid_operator      a factor of width six             affine_operator    twelve
//   dense_operator      as many as there are velocities
//   lumped_operator     A = M of an explicit scheme       mass_operator      the same, M consistent
//   turned_operator     Λ A₀ Λᵀ, A₀ shared by equal bodies
//   tangent_operator    exact tangent K(q) of large strains
#pragma once

#include "corbel/bodies/kinematics.hpp"
#include "corbel/linalg/factor_rows.hpp"

namespace corbel {

class CorotatedOperator;

/// What will be asked for at the points of a step.
enum class PointUse {
  blocks,   ///< all blocks between them
  products  ///< products, and diagonal blocks
};

class StepOperator {
 public:
  virtual ~StepOperator() = default;

  /// x := A⁻¹ x, as long as u.
  virtual void solve(Eigen::Ref<Eigen::VectorXd> x) const = 0;

  /// Systems of equal bodies are solved together where they share an operator (step/solve_pending): x is to
  /// be turned into its axes, solved there, and turned back. Not shared: nullptr.
  virtual const CorotatedOperator* shared() const { return nullptr; }
  virtual void into_shared_axes(Eigen::Ref<Eigen::VectorXd> /*x*/) const {}
  virtual void from_shared_axes(Eigen::Ref<Eigen::VectorXd> /*x*/) const {}

  /// x := A⁻¹ x where x acts at points whose blocks were asked for in this step, if that takes fewer operations than a solution;
  /// else false, and x is as it was.
  virtual bool solve_at_points(Eigen::Ref<Eigen::VectorXd> /*x*/) const { return false; }

  /// Width of the factor G; 0: there is none.
  virtual int factor_width() const { return 0; }
  virtual void factor(const MaterialPoint& X, Eigen::Ref<FactorBlock> G) const;
  virtual bool has_compliant_part() const { return true; }  ///< C ≠ 0

  /// Blocks or products of C will be asked for at these points. One body at a time.
  virtual void need(std::span<const MaterialPoint> /*points*/, PointUse /*use*/) {}
  /// All blocks C(points[i], points[j]) in one matrix, 3m×3m.
  virtual void blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const = 0;
  /// The same in a frame at each point: E_iᵀ C(points[i], points[j]) E_j.
  virtual void blocks(std::span<const MaterialPoint> points, std::span<const Mat3> E,
                      Eigen::MatrixXd& C) const;
  /// v_i = Σ_j C(points[i], points[j]) p_j, by one solution with A.
  virtual void product(std::span<const MaterialPoint> points, std::span<const Vec3> p,
                       std::span<Vec3> v) const = 0;
  /// C(X, X), or what is near it and cheaper. Any number of threads may ask.
  virtual Mat3 own_block(const MaterialPoint& X) const = 0;
};

/// Of bodies whose factor is all there is: C = 0.
class FactorOperator : public StepOperator {
 public:
  bool has_compliant_part() const final { return false; }
  using StepOperator::blocks;
  void blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const final;
  void product(std::span<const MaterialPoint> points, std::span<const Vec3> p, std::span<Vec3> v) const final;
  Mat3 own_block(const MaterialPoint& /*X*/) const final { return Mat3::Zero(); }
};

/// block(X, Y), all of it.
Mat3 compliance(const StepOperator& inverse, const MaterialPoint& X, const MaterialPoint& Y);

}  // namespace corbel
