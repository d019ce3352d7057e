// SPDX-License-Identifier: MIT
// Checks of numbers that come from the user; each throws InputError naming the argument.
#pragma once

#include "corbel/core/error.hpp"

#include <cmath>

namespace corbel {

inline double check_finite(std::string_view argument, double value)
{
  if (!std::isfinite(value)) throw_input_error(argument, value, "a finite number");
  return value;
}

inline double check_positive(std::string_view argument, double value)
{
  if (!(std::isfinite(value) && value > 0)) throw_input_error(argument, value, "a finite number > 0");
  return value;
}

inline double check_not_negative(std::string_view argument, double value)
{
  if (!(std::isfinite(value) && value >= 0)) throw_input_error(argument, value, "a finite number >= 0");
  return value;
}

}  // namespace corbel
