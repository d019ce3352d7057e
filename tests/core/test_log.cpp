// SPDX-License-Identifier: MIT
// Warnings reach the sink that was set.
#include "corbel/core/log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

TEST(Log, WarningsReachTheSinkOnceEachInOrder)
{
  std::vector<std::string> lines;
  corbel::set_log_sink([&](const std::string& line) { lines.push_back(line); });
  corbel::warn("first");
  corbel::warn("second");
  corbel::set_log_sink({});
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("first"), std::string::npos);
  EXPECT_NE(lines[1].find("second"), std::string::npos);
}
