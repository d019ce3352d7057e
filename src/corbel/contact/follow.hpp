// SPDX-License-Identifier: MIT
// Following contacts from step to step.
#pragma once

#include "corbel/contact/contact_set.hpp"

namespace corbel {

/// Contacts that were in `previous` are not new, and go on from the reactions they had. A contact is the same when its key is; of the points of an object pair that are
/// left, each new one takes over from the nearest old one: a corner that slides past a corner changes its
/// key but not its load. Both sets ascend in key.
void follow(ContactSet& contacts, const ContactSet& previous);

}  // namespace corbel
