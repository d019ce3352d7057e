// SPDX-License-Identifier: MIT
// Bounds of a run, checked in each step: EXTENTS and UNPHYSICAL_PENETRATION (manual §3.3), and the
// strength of joints.
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/model/model.hpp"

#include <limits>
#include <optional>

namespace corbel {

struct RunLimits {
  std::optional<Aabb> extents;  ///< bodies whose box lies entirely outside are removed
  double max_penetration = std::numeric_limits<double>::infinity();  ///< a deeper contact ends the run [m]
  double max_residual = std::numeric_limits<double>::infinity();     ///< of a step, by both measures [-]
  double max_energy_balance =
      std::numeric_limits<double>::infinity();  ///< of |balance|, dynamic runs only [-]
};

/// Largest −gap, 0 without contacts [m].
double deepest_penetration(const ContactSet& contacts);

/// Throws RunError naming bodies, depth, time and bound when a contact is deeper than the limit.
void check_penetration(const ContactSet& contacts, const Bodies& bodies, double limit, double t);

/// Removes the joints that had to bear more than their strength in the last step of length h, with a word on
/// each.
void break_overloaded(Model& model, const Reactions& reactions, double t);

/// Bodies whose current boxes lie entirely outside.
std::vector<BodyId> bodies_outside(const Model& model, const Aabb& extents);

}  // namespace corbel
