// SPDX-License-Identifier: MIT
// Numbers of bodies, rows and columns are stored as int, 4 bytes, with −1 for none; containers are indexed by
// std::size_t.
#pragma once

#include <cstddef>

namespace corbel {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace corbel
