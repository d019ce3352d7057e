// SPDX-License-Identifier: MIT
// What all finite-element bodies have in common: nodes that move (nodal_kinematics.hpp), masses, works, stresses.
//
// State: node positions x and velocities u, 3n numbers each. A step (TR1 §3, §4) differs from formulation to
// formulation in its operator A and its internal force only, which derived classes give:
//
//   (10), (24)  x½ = x + h/2 u
//   (14), (28)  A (u⁺ − u) = h f_ext − h f_int(x½) − h (η K + α M) u + Hᵀ R
//   (17), (31)  x⁺ = x½ + h/2 u⁺
//
// with the factors of the mid-point rule; step_rule.hpp has those of the others. α is the manual's
// mass-proportional damping. The explicit scheme DEF_EXP has A = M. Where M is consistent (fem/mass_matrix.hpp), momenta are
//
//   Σ_a (M u)_a ,   Σ_a x_a × (M u)_a .
#pragma once

#include "corbel/bodies/body.hpp"
#include "corbel/bodies/deformable_scheme.hpp"
#include "corbel/bodies/nodal_operators.hpp"
#include "corbel/bodies/static_supports.hpp"

namespace corbel {

class FiniteElementBody : public Body, protected Deformation {
 public:
  /// `shape` is what touches: the mesh of the template itself, or convexes inside of it.
  FiniteElementBody(const Shape& shape, TemplateMatch match);

  virtual std::string_view form() const = 0;  ///< "TL", "BC", "LINEAR"
  /// Other materials, same mesh.
  virtual void rebase(TemplateMatch match);

  const BodyTemplate& body_template() const { return *match_.of; }
  const Mesh& mesh() const { return match_.of->solid().mesh(); }  ///< that of the template: nodes are Z
  std::size_t node_count() const { return match_.of->solid().node_count(); }
  Vec3 reference_node(std::size_t node) const { return nodal_.reference_node(node); }  ///< X = Q Z + t
  /// Equal bodies may differ in identifiers: those of volumes and surfaces are the body's own.
  void keep_identifiers(const Mesh& own);
  Mesh reference_mesh() const;             ///< nodes and identifiers of this body
  std::vector<Mat3> nodal_stress() const;  ///< Cauchy, means over the elements around each node [Pa]
  std::size_t bytes() const;               ///< of this body alone, without what it shares
  DeformableScheme scheme() const { return scheme_; }

  void half_step(const StepRule& rule) override;
  void add_acceleration(const Vec3& a) override;
  double imbalance(double h) override;
  double kinetic_energy() const override;
  Momentum momentum() const override;
  void set_initial_velocity(const Vec3& linear, const Vec3& angular) override;
  void check_q(Coordinates q) const override;  ///< elements flattened or turned inside out cannot come back
  std::string_view scheme_name() const override { return to_string(scheme_); }
  void set_scheme(std::string_view name) override { scheme_ = deformable_scheme(name); }

  using Body::internal_energy;  // what derived classes answer as a Deformation
  double mean_eigenvalue() const override { return match_.of->mean_eigenvalue(); }
  double lowest_eigenvalue() const override { return match_.of->lowest_eigenvalue(); }
  double critical_step() const override;
  Mat3 cauchy_stress(const MaterialPoint& X) const override;
  std::optional<StrainFinding> strain_worse_than(StrainState known, bool thorough) const override;
  Vec3 element_center(int element) const override;
  bool hold(const MaterialPoint& X, const Vec3& n, double displacement) override;

 protected:
  virtual StrainFinding worst_strain(Coordinates x) const = 0;

  const Solid& solid() const { return match_.of->solid(); }
  const MassMatrix& M() const { return match_.of->mass_matrix(); }
  /// Displacements relative to the template, x − Z.
  Eigen::VectorXd displacements(Coordinates x) const { return x - match_.of->nodes(); }
  /// A₀ of a step; throws RunError naming the body when it has no factor.
  std::shared_ptr<const CorotatedOperator> step_operator(const StepRule& rule) const;
  Eigen::VectorXd outer_impulse(double h) const;  ///< h f_ext − h α M u
  NodalOperator& mass_operator();                 ///< A = M
  /// A = M in this step.
  bool is_explicit(const StepRule& rule) const
  {
    return !rule.is_static() && scheme_ == DeformableScheme::def_exp;
  }
  /// Where damping acts: u + c (u⁺ − u), or u.
  Eigen::VectorXd damped_velocity(const StepRule& rule) const;
  /// q⁺ and u⁺. In dynamics also the work of loads and reactions, and of damping with K times damped_velocity.
  void finish_step(const StepRule& rule, const Eigen::VectorXd* K_damped);
  double support_stiffness() const { return match_.of->K0().diagonal().mean(); }  ///< [N/m], that of a node

  TemplateMatch match_;
  NodalKinematics nodal_;
  DeformableScheme scheme_ = DeformableScheme::def_lim;
  StaticSupports supports_;                     ///< of the coming static pass
  StrainState mid_state_ = StrainState::sound;  ///< at q_e, of forms that evaluate strains in each step

 private:
  void use_template();  ///< masses of match_

  LumpedOperator lumped_{nodal_};    ///< A = M, one of
  MassOperator consistent_{nodal_};  ///< these two
  std::vector<int> volume_ids_;      ///< of the elements; empty: those of the template
  std::vector<int> surface_ids_;     ///< of the boundary faces
};

}  // namespace corbel
