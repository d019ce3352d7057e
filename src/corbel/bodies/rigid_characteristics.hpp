// SPDX-License-Identifier: MIT
// Mass, centre and inertia of a rigid body, from a shape and a density or as given by the user.
#pragma once

#include "corbel/bodies/body.hpp"

namespace corbel {

using RigidCharacteristics = MassProperties;

RigidCharacteristics characteristics_of(const Shape& shape, double density);
/// Throws InputError unless mass > 0, volume > 0 and the inertia is symmetric positive definite.
void check(const RigidCharacteristics& characteristics);

}  // namespace corbel
