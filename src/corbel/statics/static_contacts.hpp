// SPDX-License-Identifier: MIT
// Contacts from pass to pass of a quasi-static step.
//
// A pass closes gaps to within round-off, so a contact may be detected in one pass and not in the next, and
// the body would fall into the other one again: passes would never end. A contact that was there stays until
// the end of the step, with the gap g = g₀ + n·(x_master − x_slave) of its material points, which were one
// point when it was detected with the gap g₀. While g > 0 it carries nothing that does not close it: gap +
// δ_N ≥ 0.
#pragma once

#include "corbel/contact/contact_set.hpp"

#include <map>

namespace corbel {

class StaticContacts {
 public:
  /// The contacts detected now and those of earlier passes that were not, ascending in key. The latter go on from the
  /// reactions that they have in `previous`, the contacts of the last pass.
  ContactSet join(const Bodies& bodies, const ContactSet& previous, ContactSet detected);

 private:
  std::map<ContactKey, Contact> seen_;  ///< as they were detected last
};

}  // namespace corbel
