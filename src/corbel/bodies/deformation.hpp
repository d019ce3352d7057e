// SPDX-License-Identifier: MIT
// What a body that deforms answers beside its motion: internal forces, energy, stress, strains.
#pragma once

#include "corbel/bodies/kinematics.hpp"
#include "corbel/fem/strain_limits.hpp"

#include <limits>
#include <optional>

namespace corbel {

class Deformation {
 public:
  virtual ~Deformation() = default;

  virtual double internal_energy() const = 0;                      ///< in q [J]
  virtual void internal_force(Eigen::Ref<Eigen::VectorXd> f) = 0;  ///< f_int at q_e, conjugate to u [N]
  virtual double mean_eigenvalue() const = 0;                      ///< tr K / tr M [1/s²]
  /// λ₁ of K x = λ M x, the lowest that is not that of a rigid motion, at rest [1/s²].
  virtual double lowest_eigenvalue() const = 0;
  /// Largest step its scheme can take [s]; infinite for implicit ones.
  virtual double critical_step() const { return std::numeric_limits<double>::infinity(); }
  virtual Mat3 cauchy_stress(const MaterialPoint& X) const = 0;  ///< in q [Pa]

  /// A state of strain worse than `known` (strain_limits.hpp), if there is one: in the configuration q, or
  /// where this step has evaluated strains anyway. Not thorough: only as far as that costs nothing.
  virtual std::optional<StrainFinding> strain_worse_than(StrainState known, bool thorough) const = 0;
  /// Referential centre of an element, for messages [m].
  virtual Vec3 element_center(int element) const = 0;

  /// Before predict in a static pass: a joint prescribes X along the unit vector n and will move it by
  /// `displacement` [m] in this pass. A body may put stiffness there: since the displacement is known, that
  /// changes nothing but the definiteness of A (static_supports.hpp). False: it does not.
  virtual bool hold(const MaterialPoint& /*X*/, const Vec3& /*n*/, double /*displacement*/) { return false; }
};

}  // namespace corbel
