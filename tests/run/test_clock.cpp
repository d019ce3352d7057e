// SPDX-License-Identifier: MIT
// Instants of a run: multiples of the step, whatever their number.
#include "corbel/run/clock.hpp"

#include <gtest/gtest.h>

namespace corbel {
namespace {

double after(int steps, double h, double t = 0)
{
  for (int i = 0; i < steps; ++i)
    t = next_instant(t, h);
  return t;
}

TEST(Clock, DecimalStepsGiveTheDecimalsOneWouldWrite)
{
  EXPECT_EQ(after(3, 0.1), 0.3);            // the product 3 · 0.1 is 0.30000000000000004, the sum as well
  EXPECT_EQ(after(10, 0.1), 1.0);           // the sum is 0.9999999999999999
  EXPECT_EQ(after(1000000, 1e-3), 1000.0);  // the sum is 1000.0000000016712
  EXPECT_EQ(after(7, 2.5e-4), 0.00175);
  EXPECT_EQ(after(41, 0.007), 0.287);
  EXPECT_EQ(after(3, 1e-12), 3e-12);
  EXPECT_EQ(after(4, 25.0), 100.0);
}

TEST(Clock, OtherStepsGiveMultiples)
{
  const double h = 1.0 / 3;
  EXPECT_EQ(after(7, h), 7 * h);
  const double odd = 1.2345678901234567e-5;
  EXPECT_EQ(after(100000, odd), 100000 * odd);
}

TEST(Clock, OffTheGridStepsAreAdded)
{
  EXPECT_EQ(next_instant(0.05, 0.1), 0.05 + 0.1);
  EXPECT_EQ(next_instant(0.25, 0.1), 0.25 + 0.1);
}

TEST(Clock, ATimeThatRoundOffMovedReturnsToTheGrid)
{
  double sum = 0;
  for (int i = 0; i < 999; ++i)
    sum += 1e-3;
  ASSERT_NE(sum, 0.999);
  EXPECT_EQ(next_instant(sum, 1e-3), 1.0);
}

TEST(Clock, AnotherStepGoesOnFromThere) { EXPECT_EQ(after(5, 0.02, after(2, 0.1)), 0.3); }

TEST(Clock, TimeAlwaysMovesOn)
{
  for (const double h : {1e-9, 3e-4, 0.1, 1.0 / 7, 12.0, 1e7})
    for (const double t : {0.0, 1e-4, 0.3, 1.0, 1234.5, 1e7}) {
      EXPECT_GT(next_instant(t, h), t) << t << " + " << h;
      EXPECT_NEAR(next_instant(t, h) - t, h, 1e-6 * h + 1e-15 * t) << t << " + " << h;
    }
}

}  // namespace
}  // namespace corbel
