// SPDX-License-Identifier: MIT
#include "corbel/run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sys/ioctl.h>
#include <unistd.h>

namespace corbel {
namespace {

std::string clock_text(double seconds)
{
  const auto s = std::lround(seconds);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

/// A line longer than the terminal would wrap and could not be redrawn.
std::size_t columns(std::FILE* stream)
{
  winsize size = {};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1U : 79;
}

/// "nesterov 950 steps (3.2 s), newton 3 (0.41 s), admm 0 (0.1 s), converged at the initial guess 12": the most frequent first.
std::string method_counts(const RunReport& r)
{
  std::vector<std::pair<std::int64_t, std::string>> sorted;
  std::int64_t at_once = r.last.steps - r.unconverged_steps;
  for (const auto& [method, cost] : r.methods) {
    sorted.emplace_back(-cost.steps, method);
    at_once -= cost.steps;
  }
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  for (const auto& [steps, method] : sorted)
    text += fmt::format("{}{} {}{} ({:.2g} s)", text.empty() ? "" : ", ", method, -steps,
                        text.empty() ? " steps" : "", r.methods.at(method).seconds);
  if (at_once > 0) text += fmt::format(", converged at the initial guess {}", at_once);
  return text;
}

/// "1e-05 in 950 steps, 0.0001 in 50"; nothing where all steps had the same.
std::string tolerance_counts(const RunReport& r)
{
  std::string text;
  if (r.tolerances.size() > 1)
    for (const auto& [tolerance, steps] : r.tolerances)
      text += fmt::format("{}{:g} in {}{}", text.empty() ? "" : ", ", tolerance, steps,
                          text.empty() ? " steps" : "");
  return text;
}

}  // namespace

std::string status_line(const RunStatus& s, std::size_t width)
{
  const double speed = s.wall_seconds > 0 ? static_cast<double>(s.steps) / s.wall_seconds : 0;
  const double done = (s.time - s.start) / (s.end - s.start);
  const std::string left = done > 0 ? clock_text(std::max(0.0, s.wall_seconds * (1 - done) / done)) : "?";
  std::string line = fmt::format("t {:.6g} of {:.6g} s  left {}", s.time, s.end, left);
  for (const std::string& part :
       {fmt::format("step {}", s.steps), fmt::format("{} bodies", s.bodies),
        fmt::format("{} contacts", s.contacts), fmt::format("{} iterations", s.iterations),
        fmt::format("residual {:.1e}", s.residual), fmt::format("{:.0f} steps/s", speed)}) {
    if (line.size() + 2 + part.size() > width) break;
    line += "  " + part;
  }
  return line.substr(0, width);
}

Progress::Progress(std::FILE* stream) : stream_(stream), terminal_(isatty(fileno(stream)) != 0) {}

void Progress::show(const RunStatus& status)
{
  const double interval = terminal_ ? 0.1 : 5.0;
  if (last_shown_ < 0 && !terminal_) last_shown_ = 0;  // a short run needs no plain line
  if (last_shown_ >= 0 && status.wall_seconds - last_shown_ < interval) return;
  last_shown_ = status.wall_seconds;
  const std::string line = terminal_ ? status_line(status, columns(stream_)) : status_line(status);
  if (terminal_) {
    fmt::print(stream_, "\r{:<{}}", line, width_);
  } else {
    fmt::print(stream_, "{}\n", line);
  }
  width_ = line.size();
  std::fflush(stream_);
}

Progress::~Progress()
{
  if (!terminal_ || last_shown_ < 0) return;
  fmt::print(stream_, "\r{:<{}}\r", "", width_);
  std::fflush(stream_);
}

std::string outline(const RunReport& r)
{
  const double total = std::accumulate(r.seconds.begin(), r.seconds.end(), 0.0);
  const auto steps = static_cast<double>(r.last.steps);
  std::string text = fmt::format(
      "{} steps to t = {:.6g} s in {:.3g} s ({} bodies, {} contacts, {} joints at the end)\n", r.last.steps,
      r.last.time, r.last.wall_seconds, r.last.bodies, r.last.contacts, r.last.joints);
  for (std::size_t s = 0; s < stage_count; ++s)
    text += fmt::format("  {} {:<9} {:>9.3f} s {:>5.1f} %\n", s + 1, stage_names[s], r.seconds[s],
                        total > 0 ? 100 * r.seconds[s] / total : 0.0);
  text += fmt::format("  solver: {:.1f} iterations per step (at most {}), worst residual {:.1e} (absolute "
                      "{:.1e}), {} steps not "
                      "converged\n",
                      steps > 0 ? static_cast<double>(r.iterations) / steps : 0.0, r.max_iterations,
                      r.worst_residual, r.worst_residual_absolute, r.unconverged_steps);
  if (r.uncertified_steps > 0)
    text += fmt::format("  {} converged steps not certified: a residual exceeds {:g}\n", r.uncertified_steps,
                        certified_residual);
  if (r.passes > 0)
    text +=
        fmt::format("  equilibrium: {:.1f} passes per step, worst force imbalance {:.1e} beyond round-off, "
                    "worst constraint "
                    "violation {:.1e}\n",
                    static_cast<double>(r.passes) / std::max(1.0, steps), r.worst_imbalance, r.worst_misfit);
  if (r.inverted_steps > 0)
    text += fmt::format("  {} of the steps not converged ended with inverted elements\n", r.inverted_steps);
  if (!r.methods.empty()) text += fmt::format("  solve: {}\n", method_counts(r));
  if (const std::string line = tolerance_counts(r); !line.empty())
    text += fmt::format("  tolerance: {}\n", line);
  text += fmt::format("  deepest penetration {:.2e} m\n", r.max_penetration);
  if (const std::string line = strain_line(r.strains); !line.empty())
    text += fmt::format("  strains: {}: these results are not to be trusted\n", line);
  return text;
}

}  // namespace corbel
