// SPDX-License-Identifier: MIT
// What all finite-element bodies have in common: nodes that move, and points that move with them.
//
//   x(X) = Σ_a N_a(X) x_a ,   S(X) u = Σ_a N_a(X) u_a ,   S(X)ᵀ p adds N_a(X) p to node a   TR1 (1), (12)
//
// State: node positions x and velocities u, 3n numbers each. A step (TR1 §3, §4) differs from
// formulation to formulation in its operator A and its internal force only, which derived classes give:
//
//   (10), (24)  x½ = x + h/2 u
//   (14), (28)  A (u⁺ − u) = h f_ext − h f_int(x½) − h (η K + α M) u + Hᵀ R
//   (17), (31)  x⁺ = x½ + h/2 u⁺
//
// α is the manual's mass-proportional damping. The explicit scheme DEF_EXP has A = M.
#pragma once

#include "corbel/bodies/body_template.hpp"
#include "corbel/bodies/deformable_scheme.hpp"
#include "corbel/bodies/static_supports.hpp"

namespace corbel {

class FiniteElementBody : public Body {
 public:
  /// `shape` is what touches: the mesh of the template itself, or convexes inside of it.
  FiniteElementBody(const Shape& shape, TemplateMatch match);

  virtual std::string_view form() const = 0;  ///< "TL", "BC"
  const BodyTemplate& body_template() const { return *match_.of; }
  const Mesh& mesh() const { return match_.of->solid().mesh(); }  ///< that of the template: nodes are Z
  std::size_t node_count() const { return match_.of->solid().node_count(); }
  Vec3 reference_node(std::size_t node) const;  ///< X = Q Z + t
  /// Equal bodies may differ in identifiers: those of volumes and surfaces are the body's own.
  void keep_identifiers(const Mesh& own);
  Mesh reference_mesh() const;  ///< nodes and identifiers of this body
  /// Other materials, same mesh.
  virtual void rebase(TemplateMatch match);

  DeformableScheme scheme() const { return scheme_; }
  std::string_view scheme_name() const override { return to_string(scheme_); }
  void set_scheme(std::string_view name) override { scheme_ = deformable_scheme(name); }
  Damping damping() const override { return damping_; }
  void set_damping(const Damping& damping) override;
  void set_initial_velocity(const Vec3& linear, const Vec3& angular) override;
  double critical_step() const override;

  void half_step(double h) override;
  void add_acceleration(const Vec3& a) override;
  void add_force(const MaterialPoint& X, const Vec3& force) override;
  void add_callback_force(std::span<const double> force) override;
  void apply(const MaterialPoint& X, const Vec3& impulse) override;
  void forget_impulses() override;
  void advance(double h) override;
  bool hold(const MaterialPoint& X, const Vec3& n, double displacement) override
  {
    supports_.add(weights(X), n, displacement);
    return true;
  }
  void advance_static(double h) override;
  void begin_static_step() override;
  void end_static_step(double h) override;
  double imbalance(double h) override;
  Vec3 net_load() const override;
  double mean_eigenvalue() const override { return match_.of->mean_eigenvalue(); }

  Vec3 step_velocity(const MaterialPoint& X, Instant instant) const override;
  Mat3 compliance(const MaterialPoint& X, const MaterialPoint& Y) const override;
  void respond(std::span<const MaterialPoint> points, std::span<const Vec3> p,
               std::span<Vec3> v) const override;

  Vec3 position(const MaterialPoint& X) const override;
  Vec3 mid_position(const MaterialPoint& X) const override;
  Vec3 velocity(const MaterialPoint& X) const override;
  MaterialPoint locate_mid(const Vec3& x, int object) const override;
  MaterialPoint locate(std::string_view argument, const Vec3& X) const override;
  Mat3 mid_gradient(const MaterialPoint& X) const override;
  void place(int object, std::span<const Vec3> X, std::span<Vec3> x) const override;

  double mass() const override { return match_.of->solid().mass(); }
  double volume() const override { return match_.of->solid().volume(); }
  Vec3 center() const override;
  Mat3 tensor() const override;
  double kinetic_energy() const override;
  bool is_finite() const override;
  std::optional<StrainFinding> strain_worse_than(StrainState known, bool thorough) const override;
  Vec3 element_center(int element) const override;
  Vec3 linear_momentum() const override;
  Vec3 angular_momentum() const override;
  std::optional<Mat3> stress(const MaterialPoint& X) const override;
  std::vector<Mat3> nodal_stress() const;  ///< Cauchy, means over the elements around each node [Pa]

  std::vector<double> mid_q() const override;
  std::vector<double> q() const override;  ///< x y z of the nodes (manual table 3.4)
  std::vector<double> u() const override;
  void set_q(std::span<const double> q) override;
  void restore(std::span<const double> q, std::span<const double> u) override;  ///< elements may be inverted
  void set_u(std::span<const double> u) override;

  std::size_t bytes() const;  ///< of this body alone, without what it shares

 protected:
  const Solid& solid() const { return match_.of->solid(); }
  const Eigen::VectorXd& M() const { return match_.of->mass(); }
  /// Displacements relative to the template, x − Z.
  Eigen::VectorXd displacements(const Eigen::VectorXd& x) const { return x - match_.of->nodes(); }
  /// A₀ of a step; throws RunError naming the body when it has no factor.
  std::shared_ptr<const CorotatedOperator> step_operator(double h) const;
  NodeWeights weights(const MaterialPoint& X) const;
  std::vector<int> nodes_around(std::span<const MaterialPoint> points) const;
  virtual Eigen::VectorXd times_inverse(const Eigen::VectorXd& f) const = 0;  ///< A⁻¹ f
  Mat3 explicit_compliance(const NodeWeights& X, const NodeWeights& Y) const;
  /// h f_ext − h α M u
  Eigen::VectorXd outer_impulse(double h) const;
  /// After u⁺ is known: work of loads and reactions, and of damping with K ū given.
  void add_work(double h, const Eigen::VectorXd* K_mean);

  TemplateMatch match_;
  DeformableScheme scheme_ = DeformableScheme::def_lim;
  Damping damping_;
  Eigen::VectorXd x_, u_;                    ///< at t
  Eigen::VectorXd x_mid_;                    ///< at t + h/2
  Eigen::VectorXd start_, free_, end_;       ///< u at the start of the step, u_free and u⁺
  Eigen::VectorXd force_;                    ///< f_ext [N]
  Eigen::VectorXd impulse_;                  ///< Hᵀ R [N s]
  bool touched_ = false;                     ///< some impulse was applied
  bool static_ = false;                      ///< in a pass of quasi-static analysis
  Eigen::VectorXd kept_;                     ///< Hᵀ R of the last balance [N s]
  Eigen::VectorXd x_balanced_, f_balanced_;  ///< positions and external forces at the start of the step
  Eigen::VectorXd f_int_;                    ///< internal force at the last linearization [N]
  StaticSupports supports_;                  ///< of the coming static pass
  double support_stiffness() const { return match_.of->K0().diagonal().mean(); }  ///< [N/m], that of a node
  StrainState mid_state_ = StrainState::sound;  ///< at x½, of forms that evaluate strains in each step
  virtual StrainFinding worst_strain(const Eigen::VectorXd& x) const = 0;
  virtual void update_internal_force() = 0;  ///< f_int_ at x½
  bool is_explicit() const { return !static_ && scheme_ == DeformableScheme::def_exp; }

 private:
  struct VertexPlace {
    int node;  ///< −1: inside of an element
    MaterialPoint point;
  };
  void find_vertices(const Shape& shape);
  std::vector<int> elements_near(const Aabb& box) const;
  void check_volumes(const Eigen::VectorXd& x) const;
  Vec3 at(const Eigen::VectorXd& field, const MaterialPoint& X) const;
  MaterialPoint point_in(int element, const Vec3& xi, int object) const;

  std::vector<int> volume_ids_;             ///< of the elements; empty: those of the template
  std::vector<int> surface_ids_;            ///< of the boundary faces
  std::vector<int> first_vertex_;           ///< per convex object, into vertices_
  std::vector<VertexPlace> vertices_;       ///< of the convexes
  std::vector<std::vector<int>> elements_;  ///< per object: elements that may hold a point of it
};

}  // namespace corbel
