// SPDX-License-Identifier: MIT
// When a new contact begins.
#pragma once

#include "corbel/contact/contact_set.hpp"

namespace corbel {

/// Drops the new contacts between two bodies until one of them is deep enough:
///
///   depth ≥ h v / 4 ,  v the speed of approach at the start of the step                              (1)
///
/// How deep a contact is in the middle of the step that finds it is chance, anything from −epsilon to v h,
/// and it stays that deep, since the law acts on velocities. All that makes a contact dependable comes from
/// its depth: which points touch, where the middle of an overlap lies, a normal between two faces, that a
/// contact under load is still found in the next step. A contact of no depth has all this by round-off. By
/// (1) the first depth is from v h/4 to 5/4 v h, and contacts that come nearly at once, such as those of two
/// flat faces, begin at once. Bodies that touch at the start of a step are v h/2 deep in its middle: they do
/// not wait. Contacts of spheres and ellipsoids never do, and none waits for long: in a step it gets deeper
/// by v h.
void defer_shallow(ContactSet& contacts, double h);

}  // namespace corbel
