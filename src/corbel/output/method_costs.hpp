// SPDX-License-Identifier: MIT
// What the methods of a solver did in a run: a property of the run, told of when it ends.
#pragma once

#include "corbel/core/property.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace corbel {

struct MethodCost {
  std::int64_t steps = 0;       ///< that converged with it, the last of their stages
  std::int64_t iterations = 0;  ///< in all steps that tried it
  double seconds = 0;           ///< in all steps that tried it
};
using MethodCosts = std::map<std::string, MethodCost>;  ///< by the name of the method

/// Properties are called "solved by newton", with three numbers: steps, iterations, seconds.
inline constexpr std::string_view method_property = "solved by ";

inline Properties describe_methods(const MethodCosts& methods)
{
  Properties all;
  for (const auto& [name, cost] : methods)
    all.push_back({std::string(method_property) + name,
                   "",
                   {static_cast<double>(cost.steps), static_cast<double>(cost.iterations), cost.seconds}});
  return all;
}

inline bool tells_of_methods(const Properties& properties)
{
  return std::ranges::any_of(properties,
                             [](const Property& p) { return p.name.starts_with(method_property); });
}

/// Adds what properties tell of methods; others are passed over.
inline void add_methods(const Properties& properties, MethodCosts& methods)
{
  for (const Property& p : properties) {
    if (!p.name.starts_with(method_property) || p.numbers.size() != 3) continue;
    MethodCost& cost = methods[p.name.substr(method_property.size())];
    cost.steps += static_cast<std::int64_t>(p.numbers[0]);
    cost.iterations += static_cast<std::int64_t>(p.numbers[1]);
    cost.seconds += p.numbers[2];
  }
}

}  // namespace corbel
