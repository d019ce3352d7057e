// SPDX-License-Identifier: MIT
// Names of the values of an enumeration: one table for both directions and for the message about a name that is none of them.
#pragma once

#include "corbel/core/error.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace corbel {

template<class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

/// A value may have several names: it is given back by the last, and read by each.
template<class Enum, std::size_t N>
struct Names {
  std::array<Named<Enum>, N> all;

  constexpr std::string_view name(Enum value) const
  {
    std::string_view found;
    for (const Named<Enum>& entry : all)
      if (entry.value == value) found = entry.name;
    return found;
  }

  /// Throws InputError on `argument`; `also`: what else it may be, before the names; `advice`: what to try.
  Enum value(std::string_view argument, std::string_view name, std::string_view advice = "",
             std::string_view also = "") const
  {
    for (const Named<Enum>& entry : all)
      if (entry.name == name) return entry.value;
    throw_input_error(argument, fmt::format("'{}'", name), std::string(also) + choices(), advice);
  }

  /// "'A', 'B' or 'C'"
  std::string choices() const
  {
    std::string text;
    for (std::size_t i = 0; i < N; ++i)
      text += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == N ? " or " : ", ", all[i].name);
    return text;
  }
};

/// names<Colour>({{Colour::red, "RED"}, …})
template<class Enum, std::size_t N>
constexpr Names<Enum, N> names(const Named<Enum> (&all)[N])
{
  return {std::to_array(all)};
}

}  // namespace corbel
