// SPDX-License-Identifier: MIT
// The state of bodies in frames: part by part as Body::state_parts lists them, body after body.
#pragma once

#include "corbel/bodies/bodies.hpp"
#include "corbel/output/frame.hpp"

namespace corbel {

/// The parts as files describe them.
std::vector<StatePart> stored_parts(const Body& body);

/// The record of the body; its numbers are appended to the state of the frame.
BodyRecord store(const Body& body, const State& state, const EnergyRecord& energy, Frame& frame);

/// Throws InputError when a body that the frame holds is of another kind or size.
void check_fit(const BodyRecord& record, const Body& body);
/// States and energies of the bodies that are there, as far as the frame holds them. Throws InputError (check_fit).
void restore_bodies(Bodies& bodies, const Frame& frame);

}  // namespace corbel
