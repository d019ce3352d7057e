// SPDX-License-Identifier: MIT
// When a new contact begins.
#pragma once

#include "corbel/contact/contact_set.hpp"
#include "corbel/model/model.hpp"

namespace corbel {

/// Drops the new contacts between two bodies until one of them is deep enough:
///
///   depth ≥ h v / 4 ,  v the speed of approach at the start of the step                               (1)
///
/// How deep a contact is in the middle of the step that detects it is accidental, anything from −epsilon to
/// v h, and it stays that deep, since the law acts on velocities. The geometry depends on it: which points
/// touch, where the centroid of an overlap lies, how a normal between two faces is blended, whether a loaded
/// contact is detected again in the next step. Without depth round-off decides all of these. By (1) the first
/// depth is from v h/4 to 5/4 v h, and contacts that close almost simultaneously, such as those of two flat
/// faces, start together. Bodies that touch at the start of a step are v h/2 deep in its middle and do not
/// wait. Contacts of spheres and ellipsoids, whose geometry does not depend on depth, never do, nor do those
/// with springs, whose forces are those of the true depth. None waits long: it deepens by v h in a step.
/// (Rejected: to detect contacts up to v h/2 early. Bodies then stay apart after an impact, lose the contact
/// and fall back.)
void defer_shallow(ContactSet& contacts, const Model& model, double h);

}  // namespace corbel
