// SPDX-License-Identifier: MIT
// What a run shows on the screen: one live line on a terminal, plain lines otherwise, the outline of the step
// at the end.
#pragma once

#include "corbel/run/simulation.hpp"

#include <cstdio>
#include <string>

namespace corbel {

class Progress {
 public:
  /// Writes to `stream`; a terminal gets one line redrawn ten times a second, anything else a plain line
  /// every five seconds.
  explicit Progress(std::FILE* stream);
  ~Progress();  ///< ends the live line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(const RunStatus& status);

 private:
  std::FILE* stream_;
  bool terminal_;
  double last_shown_ = -1;  ///< wall seconds
  std::size_t width_ = 0;   ///< of the live line
};

/// "t 0.512 of 1 s  left 0:03  step 512  61 bodies  183 contacts  12 iterations  residual 3.1e-07  850
/// steps/s": what one waits for comes first. Parts at the end that exceed `width` characters are left out.
std::string status_line(const RunStatus& status, std::size_t width = 1000);

/// The stages of the step with seconds and share, then what the solver did.
std::string outline(const RunReport& report);

}  // namespace corbel
