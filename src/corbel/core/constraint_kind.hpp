// SPDX-License-Identifier: MIT
// The kinds of constraints, as the manual names them (papers/004 §3.1.11).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace corbel {

enum class ConstraintKind : std::int32_t {
  contact,
  fixed_point,
  fixed_direction,
  prescribed_velocity,
  rigid_link
};

inline constexpr std::array<std::string_view, 5> constraint_kind_names = {"CONTACT", "FIXPNT", "FIXDIR",
                                                                          "VELODIR", "RIGLNK"};

}  // namespace corbel
