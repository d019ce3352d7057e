// SPDX-License-Identifier: MIT
// Contact sparsification (papers/004 §5.2): drops new contacts that add nothing to a neighbour.
#pragma once

#include "corbel/contact/contact_set.hpp"

namespace corbel {

/// Of the contacts between the same two bodies, a new contact is dropped when
///   its area < threshold × the area of a topologically adjacent contact, or
///   its point lies within 2 epsilon of that of another contact (the one that stays is the older, then the
///   first).
/// Two contacts are topologically adjacent when on both bodies their objects are the same or neighbours. Old
/// contacts are never dropped, so that sparsification cannot flicker. threshold 0: nothing is dropped.
void sparsify(ContactSet& contacts, double threshold, double epsilon);

}  // namespace corbel
