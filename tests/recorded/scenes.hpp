// SPDX-License-Identifier: MIT
// The scenes that are recorded. No arithmetic beyond what places bodies: the options that tests are compiled with must not matter.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::testing {

void build_rigid(
    Simulation& simulation);  ///< a stack that is hit, and a heap; friction, restitution of both laws
void build_pseudo_rigid(Simulation& simulation);  ///< DEF_EXP, DEF_LIM and DEF_IMP in contact
void build_tl(Simulation& simulation);            ///< the three schemes, small and large meshes, damping
void build_bc(Simulation& simulation);       ///< equal bodies of two templates, one of them explicit, damping
void build_mixed(Simulation& simulation);    ///< all kinds of bodies; cohesion, springs and dashpots
void build_joints(Simulation& simulation);   ///< one of each kind, some in groups, one that breaks
void build_statics(Simulation& simulation);  ///< all kinds of bodies on supports, springs and contacts
void build_restart(Simulation& simulation);  ///< all that has a memory: paths, bonds, warm starts, works

}  // namespace corbel::testing
