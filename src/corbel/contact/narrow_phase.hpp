// SPDX-License-Identifier: MIT
// From a pair of objects whose boxes overlap to contacts. A new shape adds a row and a column here.
#pragma once

#include "corbel/contact/broad_phase.hpp"
#include "corbel/contact/contact_set.hpp"
#include "corbel/contact/placed_objects.hpp"

namespace corbel {

/// Two objects that touch; numbers are those of PlacedObjects.
struct TouchingPair {
  std::size_t slave, master;
  ContactPatch patch;

  BoxPair pair() const
  {
    return std::minmax(static_cast<std::int32_t>(slave), static_cast<std::int32_t>(master));
  }
};

/// The pair's touch, if it touches and may do so at all. h: length of the step [s], whose free velocities the
/// bodies have; 0: they have none.
std::optional<TouchingPair> narrow_phase(const Model& model, const PlacedObjects& objects, BoxPair pair,
                                         double h);

/// The contact at point k of the touch.
Contact make_contact(const Model& model, const PlacedObjects& objects, const TouchingPair& touch,
                     std::size_t k);

}  // namespace corbel
