// SPDX-License-Identifier: MIT
// The version of the program; CMakeLists.txt and the Python package read it from here.
#pragma once

#include <string_view>

namespace corbel {

inline constexpr std::string_view version = "0.1.0";

}  // namespace corbel
