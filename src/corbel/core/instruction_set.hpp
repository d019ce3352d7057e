// SPDX-License-Identifier: MIT
// Kernels that are compiled for several processors, and which of them runs.
#pragma once

#include <string_view>
#include <vector>

namespace corbel {

enum class InstructionSet { plain, avx2, avx512 };
std::string_view to_string(InstructionSet set);  ///< "plain", "avx2", "avx512"

/// Those that this processor has, the widest first.
const std::vector<InstructionSet>& instruction_sets();
/// The first of them, or that named by the environment variable CORBEL_KERNEL; InputError where this processor has none
/// of that name.
InstructionSet instruction_set();

}  // namespace corbel
