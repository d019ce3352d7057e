// SPDX-License-Identifier: MIT
// Stage 2 of the step: broad phase → narrow phase → matching with the last step → sparsification →
// ContactSet.
#pragma once

#include "corbel/contact/broad_phase.hpp"
#include "corbel/contact/contact_set.hpp"
#include "corbel/contact/narrow_phase.hpp"
#include "corbel/contact/placed_objects.hpp"

namespace corbel {

class ContactDetector {
 public:
  /// Contacts in the configuration q_e of the bodies. Those that were in `previous` (the set of the last step)
  /// go on from its reactions. h: length of the step [s], whose free velocities the bodies have; 0: they have
  /// none.
  ContactSet detect(const Model& model, const ContactSet& previous, double h = 0);
  /// The memory of a set that is not needed any more serves the next: tens of megabytes of fresh memory in every
  /// step would cost more than the contacts.
  void reuse(ContactSet contacts) { spare_ = std::move(contacts); }

  /// Every contact there is, none matched and none dropped.
  ContactSet find_all(const Model& model, double h = 0);

 private:
  PlacedObjects objects_;
  BroadPhase broad_phase_;
  std::vector<std::vector<TouchingPair>> touches_;  ///< of the last call, one list per task
  ContactSet spare_;
};

}  // namespace corbel
