// SPDX-License-Identifier: MIT
// Warnings to the user: one line each, to a sink that the front end chooses (standard error by default).
#pragma once

#include <functional>
#include <string>

namespace corbel {

using LogSink = std::function<void(const std::string& line)>;

/// Replaces the sink of this process; an empty function restores standard error.
void set_log_sink(LogSink sink);

/// Says something the user should know but that does not stop the run.
void warn(const std::string& line);

}  // namespace corbel
