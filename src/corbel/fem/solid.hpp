// SPDX-License-Identifier: MIT
// A mesh made of materials: all of the continuum that a kinematic model needs (Total Lagrangian).
//
// Letters: X referential points, q displacements of the nodes, 3n numbers (x y z of a node after the other),
// so that x = X + Σ N_a q_a ;  F = I + Σ q_a ⊗ dN_a/dX ;  P(F) first Piola stress ;  J = det F.
#pragma once

#include "corbel/fem/bulk_law.hpp"
#include "corbel/fem/element_groups.hpp"
#include "corbel/fem/element_kernels.hpp"
#include "corbel/fem/element_tree.hpp"
#include "corbel/fem/integration_points.hpp"
#include "corbel/fem/mass_matrix.hpp"
#include "corbel/fem/tangent_pattern.hpp"

#include <Eigen/SparseCore>

#include <optional>
#include <span>
#include <vector>

namespace corbel {

class Solid {
 public:
  /// Throws InputError for elements that are not solid, for materials that do not fit and for elements that
  /// are flat or inverted at an integration point, named by number and centre.
  /// rules: none, or one per element to integrate over the part of it that is filled; an empty one stands for
  /// the element's own (fill_mesh.hpp).
  Solid(Mesh mesh, std::vector<SolidMaterial> materials, std::vector<int> material_of_element,
        std::vector<ElementRule> rules = {});

  const Mesh& mesh() const { return mesh_; }
  std::size_t node_count() const { return mesh_.nodes.size(); }  ///< n
  const SolidMaterial& material(int element) const;
  std::span<const int> elements_of_node(int node) const;
  const std::vector<ElementRule>& rules() const { return rules_; }

  // --- mass, all exact integrals ---

  /// The masses to compute with: lumped if that is possible for all kinds of elements, else consistent.
  MassMatrix mass_matrix() const;
  /// Row sums of the consistent mass: ∫ ρ N_a dV of each node (n) [kg]. Not positive at all nodes of
  /// second-order elements.
  const Eigen::VectorXd& lumped_mass() const { return lumped_mass_; }
  /// ∫ ρ N_a dV of each node (n): nodal force of a unit acceleration [N / (m/s²)]. That is M 1, so that a body in
  /// free fall does not deform: with lumped masses, the same integral, not even by round-off.
  const Eigen::VectorXd& gravity_load() const { return lumped_mass_; }
  /// ∫ ρ N_a N_b dV (n × n), the same for x, y and z [kg].
  Eigen::SparseMatrix<double> consistent_mass() const;
  double mass() const { return mass_; }      ///< [kg]
  double volume() const { return volume_; }  ///< [m³]
  const Vec3& center() const { return center_; }
  /// ∫ ρ (X − c) ⊗ (X − c) dV about the mass centre [kg m²].
  const Mat3& euler_tensor() const { return euler_tensor_; }

  // --- forces ---

  /// f_a = ∫ P dN_a/dX dV (3n) [N]; f is resized. The worst state of its points (strain_limits.hpp, limits of
  /// the material) costs next to nothing here: strains are at hand.
  StrainState internal_force(const Eigen::VectorXd& q, Eigen::VectorXd& f) const;
  /// ∫ Ψ dV [J]
  double energy(const Eigen::VectorXd& q) const;
  /// Zeros (3n × 3n) with a 3×3 block for each two nodes of an element: compressed columns, both halves,
  /// sorted.
  Eigen::SparseMatrix<double> tangent_pattern() const { return pattern_.zeros(); }
  /// K = ∂f/∂q; K has to come from tangent_pattern().
  void tangent(const Eigen::VectorXd& q, Eigen::SparseMatrix<double>& K) const;
  StrainState force_and_tangent(const Eigen::VectorXd& q, Eigen::VectorXd& f, Eigen::SparseMatrix<double>& K,
                                Tangent kind = Tangent::exact) const;

  // --- deformation and stress ---

  /// ∫ F dV / V
  Mat3 mean_gradient(const Eigen::VectorXd& q) const;
  Mat3 deformation_gradient(int element, const Vec3& xi, const Eigen::VectorXd& q) const;
  /// The worst integration point by the limits of the material, or of the co-rotated form with the rotation Λ
  /// (strain_limits.hpp).
  StrainFinding worst_stretch(const Eigen::VectorXd& q) const;
  StrainFinding worst_corotated_gradient(const Eigen::VectorXd& q, const Mat3& Lambda) const;
  StrainFinding worst_linear_gradient(const Eigen::VectorXd& q, const Mat3& Lambda) const;
  /// σ = P Fᵀ / J [Pa]
  Mat3 cauchy(int element, const Vec3& xi, const Eigen::VectorXd& q) const;
  /// Mean over the elements around the node, each evaluated there [Pa].
  Mat3 nodal_cauchy(int node, const Eigen::VectorXd& q) const;
  std::vector<Mat3> nodal_stress(const Eigen::VectorXd& q) const;  ///< of all nodes [Pa]

  // --- places ---

  struct Place {
    int element = -1;
    Vec3 xi = Vec3::Zero();
  };
  /// Where the referential point is: the first element that contains it, else the nearest one that is not
  /// further than `tolerance` [m]. The point is Σ N_a(ξ) X_a, also when it is a little outside.
  std::optional<Place> locate(const Vec3& X, double tolerance) const;

 private:
  /// That of the element, or `own` when it is filled.
  std::span<const QuadraturePoint> rule(std::size_t element, std::span<const QuadraturePoint> own) const
  {
    return rules_.empty() || rules_[element].empty() ? own : rules_[element];
  }
  void integrate_mass();
  void integrate_gradients();
  SolidElement solid_element(std::size_t element) const
  {
    return {mesh_.elements[element], law(element), points_.of(element), points_.packs(element)};
  }
  template<class Judge>
  StrainFinding worst_point(const Eigen::VectorXd& q, const Judge& judge) const;
  const BulkLaw& law(std::size_t element) const
  {
    return materials_[static_cast<std::size_t>(material_of_element_[element])].law;
  }

  Mesh mesh_;
  std::vector<SolidMaterial> materials_;
  std::vector<int> material_of_element_;
  std::vector<ElementRule> rules_;
  std::vector<int> first_element_of_node_, elements_of_nodes_;
  IntegrationPoints points_;
  std::vector<const ElementKernels*> kernels_;  ///< of each element
  ElementGroups groups_;
  TangentPattern pattern_;
  ElementTree tree_;
  Eigen::VectorXd lumped_mass_;
  std::vector<Vec3> mean_shape_gradient_;  ///< ∫ dN_a/dX dV / V
  double mass_ = 0, volume_ = 0;
  Vec3 center_ = Vec3::Zero();
  Mat3 euler_tensor_ = Mat3::Zero();
};

/// sqrt(3/2 s:s) of the deviator s: that of uniaxial tension is the tension.
double von_mises(const Mat3& sigma);

}  // namespace corbel
