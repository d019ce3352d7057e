// SPDX-License-Identifier: MIT
// A stopwatch per stage of the time step: the profile is the outline of the step.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace corbel {

/// The stages of a step (ARCHITECTURE.md), in running order.
enum class Stage : std::size_t { predict, detect, localize, solve, advance, record };

inline constexpr std::size_t stage_count = 6;
inline constexpr std::array<std::string_view, stage_count> stage_names = {"predict", "detect",  "localize",
                                                                          "solve",   "advance", "record"};

/// Seconds spent in each stage.
using StageSeconds = std::array<double, stage_count>;

inline void add_seconds(const StageSeconds& seconds, StageSeconds& sum)
{
  for (std::size_t s = 0; s < stage_count; ++s)
    sum[s] += seconds[s];
}

/// Adds the life time of this object to one entry of `seconds`.
class StageTimer {
 public:
  StageTimer(StageSeconds& seconds, Stage stage)
      : entry_(seconds[static_cast<std::size_t>(stage)]), start_(Clock::now())
  {
  }
  ~StageTimer() { entry_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& entry_;
  Clock::time_point start_;
};

}  // namespace corbel
