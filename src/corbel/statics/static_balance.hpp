// SPDX-License-Identifier: MIT
// Distance from equilibrium in the current configuration: the certificate of a quasi-static step.
//
// Equilibrium means that staying is a solution. It is measured from the state alone, after a pass and before
// the next one, independent of the solver and of its status:
//
//   |f_ext − f_int(q) + H(q)ᵀ R| of each body, relative to the sum of its parts                          (1)
//
// Of finite-element bodies less the round-off of f_int(q), 1e-15 |diag K| max|x|, which no pass can remove: 0 is
// balance to round-off.
//
//   C_i(U = 0, R_i) of each law in its new frame, with its new gap                                       (2)
//
// R are the reactions of the last pass. Springs are not among them: their force is that of their new stroke,
// by the user's function, not the solver's linearization. So a wrong spring force
// shows in (1), a joint that is not at its prescribed position, a link of the wrong length, an open contact that pushes and
// a closed one that is too deep show in (2).
//
// (2) by the natural residual F_i(ρ) of the law, ρ = Φ h²/ℓ, relative to Φ h: displacements are relative to
// the size ℓ of the body, impulses to the largest impulse Φ h of all constraints.
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/local_dynamics/localize.hpp"
#include "corbel/model/model.hpp"

namespace corbel {

struct StaticBalance {
  std::vector<double> bodies;  ///< (1)
  double imbalance = 0;        ///< the largest of them
  double joints = 0;           ///< largest (2) of prescribed positions, which a pass meets to round-off
  double others = 0;           ///< largest (2) of contacts, links and stops
};

/// After half_step and loads; the impulses of the bodies are zero before and after. sizes: ℓ, by index.
StaticBalance measure_balance(const Model& model, Bodies& bodies, const ContactSet& contacts,
                              const Reactions& reactions, const LocalStep& step,
                              const std::vector<double>& sizes);

}  // namespace corbel
