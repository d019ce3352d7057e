// SPDX-License-Identifier: MIT
// From a pair of objects whose boxes overlap to a contact. A new shape adds a row and a column here.
#pragma once

#include "corbel/contact/broad_phase.hpp"
#include "corbel/contact/contact_set.hpp"
#include "corbel/contact/placed_objects.hpp"

namespace corbel {

/// Appends the contact of the pair to `contacts`, if there is one and the pair may touch at all.
void narrow_phase(const Model& model, const PlacedObjects& objects, BoxPair pair, double epsilon, ContactSet& contacts);

}  // namespace corbel
