// SPDX-License-Identifier: MIT
#include "corbel/core/log.hpp"

#include <cstdio>
#include <mutex>

namespace corbel {
namespace {

std::mutex sink_mutex;
LogSink& sink()
{
  static LogSink current;
  return current;
}

}  // namespace

void set_log_sink(LogSink replacement)
{
  const std::lock_guard lock(sink_mutex);
  sink() = std::move(replacement);
}

void warn(const std::string& line)
{
  const std::lock_guard lock(sink_mutex);
  if (sink())
    sink()(line);
  else
    std::fprintf(stderr, "corbel: warning: %s\n", line.c_str());
}

}  // namespace corbel
