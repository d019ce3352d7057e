// SPDX-License-Identifier: MIT
// A law as global solvers see it.
#pragma once

#include "corbel/math/types.hpp"

#include <array>

namespace corbel {

/// Solvers that treat all constraints at once know two kinds of rows. With u = U + offset + compliance ∘ R:
///
///   contact   R + cohesion e_N = r ∈ K(μ) ,   û = u + μ|u_T| e_N ∈ K(μ)* ,   r·û = 0                    (1)
///   joint     u_k = 0 for the axes k that are held,   R_k = 0 for all others                            (2)
///
/// Signorini–Coulomb, cohesive or spring-dashpot contacts are (1) exactly; joints and springs are (2). A law
/// that is not linear (rigid link, a power law) gives its linearization at (U, R) and says so: the solver
/// then comes back with a better point.
struct ConeForm {
  bool contact = true;
  double mu = 0;                                     ///< of a contact
  double cohesion = 0;                               ///< [N s] of a contact: shifts the apex of the cone
  Vec3 offset = Vec3::Zero();                        ///< [m/s]
  Vec3 compliance = Vec3::Zero();                    ///< [1/kg], ≥ 0: adds to the diagonal of W
  std::array<bool, 3> held = {false, false, false};  ///< of a joint
  bool linearized = false;                           ///< holds near (U, R) only
};

}  // namespace corbel
