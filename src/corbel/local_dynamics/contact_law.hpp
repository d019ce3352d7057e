// SPDX-License-Identifier: MIT
// The law of a contact in one step, from its surface material.
#pragma once

#include "corbel/contact/contact_set.hpp"
#include "corbel/local_dynamics/localize.hpp"

namespace corbel {

/// V_N: normal velocity at t [m/s]. The law is to be settled once W is known.
Law contact_law(const SurfaceMaterial& material, const Contact& contact, double V_N, const StepRule& rule,
                ContactLaws laws);

}  // namespace corbel
