// SPDX-License-Identifier: MIT
// Differences between descriptions: of properties, of bodies, of joints.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/run/compare_model.hpp"

namespace corbel {

/// "name: a in the results, b here", or where one has no such property that it is missing; `of` stands before
/// it. kind(property name) says what a difference of it means.
using DifferenceOf = Difference (*)(const std::string& property);
/// size: what components of points are compared with, beside the largest of them [m].
void compare(const Properties& stored, const Properties& own, const std::string& of, DifferenceOf kind,
             std::vector<ModelDifference>& differences, double size = 0);

std::string name_of(const BodyDescription& body);    ///< "body 3 'arch'"
std::string name_of(const JointDescription& joint);  ///< "joint 2 (FIXPNT of body 3)"

/// A format without properties is compared without them.
std::vector<ModelDifference> compare(const BodyDescription& stored, const BodyDescription& own);
/// size: of its first body [m].
std::vector<ModelDifference> compare(const JointDescription& stored, const JointDescription& own,
                                     double size);

double size_of(const BodyDescription& body);  ///< the largest of its coordinates [m]

}  // namespace corbel
