// SPDX-License-Identifier: MIT
#include "corbel/bodies/step_rule.hpp"

#include "corbel/core/error.hpp"

#include <fmt/format.h>

namespace corbel {

std::string_view to_string(RuleKind kind)
{
  switch (kind) {
  case RuleKind::midpoint:
    return "MIDPOINT";
  case RuleKind::backward_euler:
    return "BACKWARD_EULER";
  case RuleKind::static_pass:
    return "STATIC";
  }
  return "";
}

RuleKind step_rule_kind(std::string_view name)
{
  if (name == "MIDPOINT") return RuleKind::midpoint;
  if (name == "BACKWARD_EULER") return RuleKind::backward_euler;
  throw_input_error("rule", fmt::format("'{}'", name), "'MIDPOINT' or 'BACKWARD_EULER'");
}

}  // namespace corbel
