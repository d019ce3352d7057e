// SPDX-License-Identifier: MIT
// The kinds of constraints, as the manual names them (manual §3.1.11).
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
  rigid_link,
  spring,
  prescribed_velocity3,
  bond,  ///< of a cohesive contact: in frames only, beside the contact it belongs to
  joint  ///< any other joint: which one its description says (Joint::name)
};

inline constexpr std::array<std::string_view, 9> constraint_kind_names = {
    "CONTACT", "FIXPNT", "FIXDIR", "VELODIR", "RIGLNK", "SPRING", "VELODIR3", "BOND", "JOINT"};

}  // namespace corbel
