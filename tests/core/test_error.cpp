// SPDX-License-Identifier: MIT
// Trouble speaks in full sentences: argument, what was given, what was expected, what to try.
#include "corbel/core/check.hpp"
#include "corbel/core/error.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace corbel;

namespace {

template<class Error, class Action>
std::string message_of(const Action& action)
{
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace

TEST(Error, InputErrorNamesArgumentGivenExpectedAndAdvice)
{
  const auto action = [] { throw_input_error("radius", -1, "a number > 0", "Give the radius in metres."); };
  EXPECT_EQ(message_of<InputError>(action),
            "argument 'radius': got -1, expected a number > 0. Give the radius in metres.");
}

TEST(Error, AdviceMayBeEmpty)
{
  const auto action = [] { throw_input_error("radius", "x", "a number"); };
  EXPECT_EQ(message_of<InputError>(action), "argument 'radius': got x, expected a number.");
}

TEST(Error, DemandThrowsOnlyWhenThePromiseIsBroken)
{
  EXPECT_NO_THROW(demand(true, "unused"));
  EXPECT_EQ(message_of<InternalError>([] { demand(false, "B has a NaN"); }), "B has a NaN");
}

TEST(Check, NumbersPassThroughUnchanged)
{
  EXPECT_EQ(check_finite("x", -2.5), -2.5);
  EXPECT_EQ(check_positive("x", 2.5), 2.5);
  EXPECT_EQ(check_not_negative("x", 0), 0);
}

TEST(Check, BordersOfTheRanges)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(check_positive("x", 0), InputError);
  EXPECT_THROW(check_not_negative("x", -1e-300), InputError);
  for (const double bad : {nan, inf, -inf}) {
    EXPECT_THROW(check_finite("x", bad), InputError);
    EXPECT_THROW(check_positive("x", bad), InputError);
    EXPECT_THROW(check_not_negative("x", bad), InputError);
  }
}
