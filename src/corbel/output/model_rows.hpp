// SPDX-License-Identifier: MIT
// Writing what the model is: descriptions become rows and the flat arrays these point into.
#pragma once

#include "corbel/output/tables.hpp"

namespace corbel {

void append(Tables& tables, const BodyDescription& body);
void append(Tables& tables, const JointDescription& joint);
void append(Tables& tables, const SettingsDescription& settings);
void append(Tables& tables, const BasisDescription& basis);
void append(Tables& tables, const ModelEvent& event);

/// Of a body's whole description, times apart: equal descriptions need not be written twice.
std::uint64_t description_checksum(const BodyDescription& body);

}  // namespace corbel
