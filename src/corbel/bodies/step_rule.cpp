// SPDX-License-Identifier: MIT
#include "corbel/bodies/step_rule.hpp"

#include "corbel/core/names.hpp"

#include <fmt/format.h>

namespace corbel {

namespace {

constexpr auto dynamic_rules =
    names<RuleKind>({{RuleKind::midpoint, "MIDPOINT"}, {RuleKind::backward_euler, "BACKWARD_EULER"}});
constexpr auto analyses =
    names<Analysis>({{Analysis::dynamic, "DYNAMIC"}, {Analysis::quasi_static, "QUASI_STATIC"}});

}  // namespace

std::string_view to_string(Analysis analysis) { return analyses.name(analysis); }

std::string_view to_string(RuleKind kind)
{
  return kind == RuleKind::static_pass ? "STATIC" : dynamic_rules.name(kind);
}

RuleKind step_rule_kind(std::string_view name) { return dynamic_rules.value("rule", name); }

}  // namespace corbel
