// SPDX-License-Identifier: MIT
// Between the engine and its frames: what is written of bodies, joints and contacts, and how it is taken
// back.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/step/simulation.hpp"

namespace corbel {

RunDescription describe_run(const Model& model, const OutputSettings& output, Analysis analysis, double h,
                            int threads);
BodyDescription describe_body(const Body& body);
ConstraintRecord describe_joint(const Joint& joint);
ConstraintRecord describe_contact(const Contact& contact);
ConstraintRecord describe_bond(const Bond& bond);

/// Each throws InputError when the model does not fit the frame.
void restore_bodies(Model& model, const Frame& frame);
/// Joints of limited strength that are not in the frame become absent: they broke before.
void restore_joints(Model& model, const Frame& frame);
ContactSet restore_contacts(const Model& model, const Frame& frame);
/// Marks the contacts that are cohesive.
Bonds restore_bonds(ContactSet& contacts, const Frame& frame);

}  // namespace corbel
