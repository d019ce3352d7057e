// SPDX-License-Identifier: MIT
// A wall of bodies made of many convexes each: the size of the "37 rigid bodies, 595 contacts" run of
// Solfec-1.0.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// A wall of nine courses of four bricks (37 bodies with the ground), bonded by a quarter brick, each an 8×2
/// row of convexes; bricks of two courses touch convex by convex, which gives about 600 contacts.
void build_convex_stack(Simulation& simulation);

}  // namespace corbel::scenes
