// SPDX-License-Identifier: MIT
// Between the engine and its frames: what is written of bodies, joints and contacts, and how it is taken
// back.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/run/simulation.hpp"

namespace corbel {

RunDescription describe_run(const Model& model, const OutputSettings& output, Analysis analysis, double h,
                            int threads);
BodyDescription describe_body(const Body& body);
/// Form, scheme, constants of materials, damping: what a script may change of a body that is there.
Properties describe_properties(const Body& body);
JointDescription describe_joint_data(const Joint& joint);
// Of describe_settings; older files do not have them.
constexpr const char* analysis_property = "analysis";
constexpr const char* rule_property = "step rule";
/// Analysis, step rule, gravity, surface materials, loads, settings of contact.
Properties describe_settings(const Model& model, Analysis analysis);
/// A record per row: `feature` counts them.
std::vector<ConstraintRecord> describe_joint(const Bodies& bodies, const Joint& joint,
                                             const Reactions& reactions);
ConstraintRecord describe_contact(const Contact& contact, const Reactions& reactions);
ConstraintRecord describe_bond(const Bond& bond);

// The frame's bodies, joints and contacts, as far as the model has them: whether it has all that are needed
// is compare_model.hpp's question.

/// Throws InputError when a body does not fit its record, or a joint of the frame its description: nothing is
/// changed yet.
void check_fit(const Model& model, const Frame& frame, const std::vector<JointDescription>& joints);
/// Their reactions. Joints that are not in the frame become absent; throws InputError when one has fewer rows than the frame.
Reactions restore_joints(Model& model, const Frame& frame);
/// What joints remember of the instant they began; throws InputError when it does not fit.
void restore_joint_memory(Model& model, const std::vector<JointDescription>& joints);
/// Their reactions come behind those of joints.
ContactSet restore_contacts(const Model& model, const Frame& frame, Reactions& reactions);
/// Marks the contacts that are cohesive.
Bonds restore_bonds(const Bodies& bodies, ContactSet& contacts, const Frame& frame);

}  // namespace corbel
