// SPDX-License-Identifier: MIT
// Thread loops visit every index once and cut chunks by the problem size alone.
#include "corbel/core/threads.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

using namespace corbel;

TEST(Threads, ParallelForVisitsEveryIndexOnce)
{
  for (const std::size_t n : {0U, 1U, 63U, 64U, 65U, 10000U}) {
    std::vector<std::atomic<int>> visits(n);
    parallel_for(n, 64, [&](std::size_t i) { ++visits[i]; });
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(visits[i], 1) << "index " << i << " of " << n;
  }
}

TEST(Threads, SmallLoopsStayInTheCallingThread)
{
  const auto caller = std::this_thread::get_id();
  parallel_for(64, 64, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
}

TEST(Threads, ChunksCoverTheRangeWithFixedBorders)
{
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    std::vector<std::array<std::size_t, 2>> chunks(4);
    parallel_chunks(10, 3, [&](std::size_t c, std::size_t begin, std::size_t end) {
      chunks.at(c) = {begin, end};
    });
    const std::vector<std::array<std::size_t, 2>> expected = {{0, 3}, {3, 6}, {6, 9}, {9, 10}};
    EXPECT_EQ(chunks, expected);
  }
}

TEST(Threads, ChunksOfAnEmptyRangeAreNone)
{
  parallel_chunks(0, 3, [](std::size_t, std::size_t, std::size_t) { FAIL() << "no chunk expected"; });
}

TEST(Threads, LimitHoldsWhileAlive)
{
  const auto active = [] {
    return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  };
  const std::size_t before = active();
  {
    const ThreadLimit limit(1);
    EXPECT_EQ(active(), 1U);
    const auto caller = std::this_thread::get_id();
    parallel_for(1000, 1, [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
  }
  EXPECT_EQ(active(), before);
}

TEST(Threads, SumsOfChunksInOrderHaveTheSameBitsForAnyThreadCount)
{
  const auto sum = [](int threads) {
    const ThreadLimit limit(threads);
    std::vector<double> partial(100, 0);
    parallel_chunks(10000, 100, [&](std::size_t c, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        partial[c] += std::sin(static_cast<double>(i));
    });
    double total = 0;
    for (const double p : partial)
      total += p;
    return total;
  };
  EXPECT_EQ(sum(1), sum(2));
  EXPECT_EQ(sum(1), sum(4));
}
