// SPDX-License-Identifier: MIT
// How bodies are named: by their id, 1, 2, … in the order in which they were made, which users and files see and which no
// other body ever gets. Contacts, joints, loads and filters name bodies by it, so that they hold when others are removed.
// The place of a body in the arrays of its model is its number (Body::index, bodies/bodies.hpp).
#pragma once

#include <cstdint>

namespace corbel {

enum class BodyId : std::int32_t { none = 0 };  ///< none: space

constexpr std::int32_t number_of(BodyId id) { return static_cast<std::int32_t>(id); }

}  // namespace corbel
