// SPDX-License-Identifier: MIT
// Energies of bodies that were removed: sums over all bodies go on to count the work that was done on them.
//
// They are a property of the last description of the body, as they were when it was removed, which may be
// long after the last frame that holds it.
#pragma once

#include "corbel/output/frame.hpp"

#include <map>

namespace corbel {

inline constexpr const char* energies_at_removal = "energies at removal";

/// Kinetic, internal, external, contact, friction, damping, start [J].
Property describe_energies_at_removal(const EnergyRecord& energy);

/// By the id of the body, of those that were removed before the frame. Files of earlier versions have none.
std::map<int, EnergyRecord> removed_energies(const std::vector<BodyDescription>& bodies, const Frame& frame);

}  // namespace corbel
