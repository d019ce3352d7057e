// SPDX-License-Identifier: MIT
// What equal finite-element bodies share: mesh, masses, stiffness, their factors and columns of A₀⁻¹.
//
// Bodies are equal when their meshes coincide after a rigid motion, X = Q Z + t, and their elements are of
// the same materials. Z are nodes of the template; each body keeps its own Q, t and its state, nothing else.
#pragma once

#include "corbel/bodies/corotated_operator.hpp"
#include "corbel/bodies/mass_factor.hpp"
#include "corbel/fem/solid.hpp"

#include <memory>

namespace corbel {

class BodyTemplate {
 public:
  BodyTemplate(Solid solid, std::size_t budget);

  const Solid& solid() const { return solid_; }
  const Eigen::VectorXd& nodes() const { return Z_; }  ///< Z flat, 3n [m]
  /// Lumped where that is possible, else consistent.
  const MassMatrix& mass_matrix() const { return mass_matrix_; }
  /// Lumped masses, one number per unknown, 3n [kg]; InternalError if they are consistent.
  const Eigen::VectorXd& mass() const { return mass_matrix_.diagonal(); }
  /// M⁻¹ of consistent masses; made when it is first asked for. Throws RunError that names the kind of element
  /// when M is singular.
  const MassFactor& mass_factor() const;
  const Eigen::SparseMatrix<double>& K0() const { return K0_; }  ///< stiffness at rest
  double mean_eigenvalue() const;                                ///< tr K₀ / tr M [1/s²]
  double largest_frequency() const;                              ///< √λ_max of M⁻¹K₀ [rad/s]
  /// λ₁ of K₀ x = λ M x, the seventh: the six below are rigid motions [1/s²]. Not below a millionth of the mean, which
  /// stands for it where a mesh falls into parts.
  double lowest_eigenvalue() const;

  /// A₀ = mass M + stiffness K₀; made when it is first asked for.
  std::shared_ptr<const CorotatedOperator> with_factors(OperatorFactors factors) const;

  std::size_t bytes() const;  ///< of everything that is shared
  int factorizations() const;
  std::size_t columns() const;  ///< of A₀⁻¹ that are kept, counted in nodes
  void set_budget(std::size_t bytes) const;

 private:
  Solid solid_;
  MassMatrix mass_matrix_;
  Eigen::VectorXd Z_;
  Eigen::SparseMatrix<double> K0_;
  mutable std::mutex mutex_;
  mutable std::size_t budget_;
  mutable std::vector<std::shared_ptr<const CorotatedOperator>> operators_;  ///< the last few
  mutable std::unique_ptr<const MassFactor> mass_factor_;
  mutable int factorizations_ = 0;
  mutable double largest_frequency_ = -1, lowest_eigenvalue_ = -1;
};

/// A template and how a mesh lies relative to it: X = Q Z + t.
struct TemplateMatch {
  std::shared_ptr<const BodyTemplate> of;
  Mat3 Q = Mat3::Identity();
  Vec3 t = Vec3::Zero();
};

/// All templates of a model.
class TemplateLibrary {
 public:
  /// The template of a solid: one that is there already, or a new one.
  TemplateMatch find_or_add(Solid solid);

  /// Bytes that columns of one template may take.
  std::size_t budget() const { return budget_; }
  void set_budget(std::size_t bytes);

  const std::vector<std::shared_ptr<const BodyTemplate>>& templates() const { return templates_; }

 private:
  std::size_t budget_ = std::size_t{1} << 30;
  std::vector<std::shared_ptr<const BodyTemplate>> templates_;
};

}  // namespace corbel
