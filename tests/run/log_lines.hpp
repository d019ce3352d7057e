// SPDX-License-Identifier: MIT
// Catches warnings while alive.
#pragma once

#include "corbel/core/log.hpp"

#include <string>
#include <vector>

namespace corbel::testing {

class LogLines {
 public:
  LogLines()
  {
    set_log_sink([this](const std::string& line) { lines.push_back(line); });
  }
  ~LogLines() { set_log_sink({}); }
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;

  std::vector<std::string> lines;
};

}  // namespace corbel::testing
