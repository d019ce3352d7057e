// SPDX-License-Identifier: MIT
// Polls of long loops.
#include "corbel/core/interrupt.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace corbel {
namespace {

using namespace std::chrono_literals;

/// Polls until it throws, at most two seconds; true when it threw.
bool poll_for_long()
{
  const auto end = std::chrono::steady_clock::now() + 2s;
  try {
    while (std::chrono::steady_clock::now() < end)
      poll_interrupt();
  } catch (const Interruption&) {
    return true;
  }
  return false;
}

TEST(Interrupt, NothingHappensOutsideOfAScope) { poll_interrupt(); }

TEST(Interrupt, ShortWorkIsNotAsked)
{
  int asked = 0;
  const std::function<bool()> wanted = [&] { return ++asked > 0; };
  const InterruptScope scope(wanted);
  for (int i = 0; i < 1000; ++i)
    poll_interrupt();
  EXPECT_EQ(asked, 0);
}

TEST(Interrupt, LongWorkIsLeftWithinASecond)
{
  const std::function<bool()> wanted = [] { return true; };
  const InterruptScope scope(wanted);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(poll_for_long());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
}

TEST(Interrupt, ItIsAskedTenTimesASecondAtMost)
{
  int asked = 0;
  const std::function<bool()> wanted = [&] { return ++asked == 4; };
  const InterruptScope scope(wanted);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(poll_for_long());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 550ms);  // 250 + 3 · 100
}

TEST(Interrupt, AnEmptyFunctionAndOtherThreadsAreLeftAlone)
{
  const std::function<bool()> empty, wanted = [] { return true; };
  {
    const InterruptScope scope(empty);
    std::this_thread::sleep_for(300ms);
    poll_interrupt();
  }
  const InterruptScope scope(wanted);
  bool threw = true;
  std::thread([&] {
    std::this_thread::sleep_for(300ms);
    poll_interrupt();
    threw = false;
  }).join();
  EXPECT_FALSE(threw);
}

}  // namespace
}  // namespace corbel
