// SPDX-License-Identifier: MIT
// The text of `corbel info`: a summary of a result file.
#include "corbel/output/method_costs.hpp"
#include "corbel/output/removed_energies.hpp"
#include "corbel/output/result_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

namespace corbel {
namespace {

constexpr std::array<const char*, 8> constraint_names = {"contact",
                                                         "fixed point",
                                                         "fixed direction",
                                                         "prescribed velocity",
                                                         "rigid link",
                                                         "spring",
                                                         "prescribed velocity in three directions",
                                                         "bond"};
/// Kinds of bodies are few; should a deck have more, the text stays short.
constexpr std::size_t max_kinds = 8;

/// Collects lines; a heading stands in a column of its own.
class Text {
 public:
  template<class... Values>
  void line(const char* heading, fmt::format_string<Values...> format, Values&&... values)
  {
    fmt::format_to(std::back_inserter(text_), "{:<10}", heading);
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }
  void gap() { text_ += '\n'; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

const char* plural(std::size_t count) { return count == 1 ? "" : "s"; }

std::string state_of(const ResultReader& file)
{
  if (file.being_written()) return "being written";
  if (file.lost_frames() > 0)
    return fmt::format("{}; {}", file.closed_properly() ? "closed" : "not closed", damage_of(file));
  return file.closed_properly() ? "closed properly" : "not closed: the run was killed";
}

void describe_run(Text& text, const ResultReader& file)
{
  const RunDescription& run = file.run();
  text.line("file", "{} ({})", file.path(), state_of(file));
  text.line("program", "{}", run.program);
  if (!run.deck.empty()) text.line("deck", "{}", run.deck);
  text.line("analysis", "{}, h = {:g} s, {} thread{}", run.analysis, run.h, run.threads,
            plural(static_cast<std::size_t>(run.threads)));
  text.line("solver", "{}", run.solver);
}

struct KindTotal {
  std::size_t count = 0;
  double mass = 0;
};

void describe_bodies(Text& text, const std::vector<BodyDescription>& bodies)
{
  std::map<std::int32_t, const BodyDescription*> last;  // of those of the same id
  for (const BodyDescription& body : bodies)
    last[body.id] = &body;
  std::map<std::string, KindTotal> kinds;
  for (const auto& [id, body] : last) {
    KindTotal& total = kinds[body->kind];
    ++total.count;
    total.mass += body->mass;
  }
  text.gap();
  text.line("bodies", "{}", last.size());
  std::size_t lines = 0;
  for (const auto& [kind, total] : kinds) {
    if (++lines > max_kinds) return text.line("", "and {} more kinds", kinds.size() - max_kinds);
    text.line("", "{:<14} {:>8}  {:>12.6g} kg", kind, total.count, total.mass);
  }
}

void describe_frames(Text& text, const std::vector<Frame>& frames)
{
  text.gap();
  text.line("frames", "{}, t = {:g} ... {:g} s, steps {} ... {}", frames.size(), frames.front().time,
            frames.back().time, frames.front().step, frames.back().step);
}

void describe_contacts(Text& text, const ResultReader& file, const std::vector<Frame>& frames)
{
  std::size_t least = file.contact_count(0), most = 0, sum = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::size_t count = file.contact_count(i);
    least = std::min(least, count);
    most = std::max(most, count);
    sum += count;
  }
  text.line("contacts", "min {}, mean {:.1f}, max {} over the frames", least,
            static_cast<double>(sum) / static_cast<double>(frames.size()), most);
  const auto deepest = std::max_element(frames.begin(), frames.end(), [](const Frame& a, const Frame& b) {
    return a.max_penetration < b.max_penetration;
  });
  text.line("", "largest penetration {:.3g} m at t = {:g} s", deepest->max_penetration, deepest->time);
}

void describe_constraints(Text& text, const Frame& frame)
{
  std::array<std::size_t, constraint_names.size()> counts = {};
  for (const ConstraintRecord& constraint : frame.constraints) {
    const auto kind = static_cast<std::size_t>(constraint.kind);
    if (kind < counts.size()) ++counts[kind];
  }
  std::string list;
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    if (counts[kind] > 0)
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", counts[kind], constraint_names[kind]);
  text.line("", "last frame: {}", list.empty() ? "no constraint" : list);
}

EnergyRecord total_energy(const Frame& frame, const std::map<int, EnergyRecord>& removed)
{
  EnergyRecord sum;
  for (const BodyRecord& body : frame.bodies)
    sum.add(body.energy);
  for (const auto& [id, energy] : removed)
    sum.add(energy.after_removal());
  return sum;
}

double total_removed(const std::map<int, EnergyRecord>& removed)
{
  double sum = 0;
  for (const auto& [id, energy] : removed)
    sum += energy.removed();
  return sum;
}

void describe_energies(Text& text, const std::vector<BodyDescription>& bodies, const Frame& first,
                       const Frame& last)
{
  const std::map<int, EnergyRecord> gone_first = removed_energies(bodies, first),
                                    gone_last = removed_energies(bodies, last);
  const EnergyRecord a = total_energy(first, gone_first), b = total_energy(last, gone_last);
  const auto row = [&](const char* name, double EnergyRecord::*energy) {
    text.line("", "{:<14} {:>14.6g} {:>14.6g}", name, a.*energy, b.*energy);
  };
  text.gap();
  text.line("energies", "{:<14} {:>14} {:>14}", "[J]", "first frame", "last frame");
  row("kinetic", &EnergyRecord::kinetic);
  row("internal", &EnergyRecord::internal);
  row("external", &EnergyRecord::external);
  row("contact", &EnergyRecord::contact);
  row("friction", &EnergyRecord::friction);
  row("damping", &EnergyRecord::damping);
  text.line("", "{:<14} {:>14.6g} {:>14.6g}", "numerical", a.numerical(), b.numerical());
  if (!gone_last.empty())
    text.line("", "{:<14} {:>14.6g} {:>14.6g}", "removed", total_removed(gone_first),
              total_removed(gone_last));
}

void describe_seconds(Text& text, const std::vector<Frame>& frames)
{
  StageSeconds sums = {};
  for (const Frame& frame : frames)
    for (std::size_t stage = 0; stage < stage_count; ++stage)
      sums[stage] += frame.seconds[stage];
  const double total = std::accumulate(sums.begin(), sums.end(), 0.0);
  text.gap();
  text.line("stages", "{:<14} {:>12.3f} s", "all", total);
  for (std::size_t stage = 0; stage < stage_count; ++stage)
    text.line("", "{:<14} {:>12.3f} s {:>7.1f} %", stage_names[stage], sums[stage],
              total > 0 ? 100 * sums[stage] / total : 0.0);
}

void describe_solver(Text& text, const std::vector<Frame>& frames)
{
  SolverRecord all;
  for (const Frame& frame : frames) {
    all.iterations += frame.solver.iterations;
    all.max_iterations = std::max(all.max_iterations, frame.solver.max_iterations);
  }
  const auto steps = static_cast<double>(std::max<std::int64_t>(1, frames.back().step));
  text.gap();
  text.line("solver", "iterations per step: mean {:.1f}, max {}", static_cast<double>(all.iterations) / steps,
            all.max_iterations);
}

/// Of runs that came to their end.
void describe_methods(Text& text, const std::vector<SettingsDescription>& settings)
{
  MethodCosts methods;
  for (const SettingsDescription& some : settings)
    add_methods(some.properties, methods);
  for (const auto& [name, cost] : methods)
    text.line("", "{:<22} {:>8} steps, {} iterations, {:.3g} s", name, cost.steps, cost.iterations,
              cost.seconds);
}

/// The worst of all steps that are in the file.
void describe_certificate(Text& text, const std::vector<Frame>& frames)
{
  CertificateRecord worst;
  std::int64_t unconverged = 0;
  for (const Frame& frame : frames) {
    const CertificateRecord& c = frame.certificate;
    worst.residual_absolute = std::max(worst.residual_absolute, c.residual_absolute);
    worst.residual_scaled = std::max(worst.residual_scaled, c.residual_scaled);
    worst.penetration = std::max(worst.penetration, c.penetration);
    if (std::abs(c.energy_balance) > std::abs(worst.energy_balance)) worst.energy_balance = c.energy_balance;
    unconverged += frame.solver.unconverged_steps;
  }
  text.line("certificate", "");
  text.line("", "worst residuals of all steps: {:.3g} absolute, {:.3g} scaled", worst.residual_absolute,
            worst.residual_scaled);
  text.line("", "unconverged steps: {} of {}", unconverged, frames.back().step);
  text.line("", "deepest penetration: {:.3g} m", worst.penetration);
  text.line("", "energy balance: {:.3g} of all energies at the worst frame", worst.energy_balance);
}

}  // namespace

std::string damage_of(const ResultReader& file)
{
  const std::size_t whole = file.frame_count(), all = whole + file.lost_frames();
  if (whole == all) return "";
  const std::string which = all - whole == 1 ? fmt::format("frame {} is", whole)
                                             : fmt::format("frames {} to {} are", whole, all - 1);
  return fmt::format("{} damaged: {} of {} frames can be read", which, whole, all);
}

std::string describe(const ResultReader& file)
{
  Text text;
  describe_run(text, file);
  describe_bodies(text, file.bodies());
  std::vector<Frame> frames(file.frame_count());
  for (std::size_t i = 0; i < frames.size(); ++i)
    frames[i] = file.read_summary(i);
  if (frames.empty()) {
    text.line("frames", "none");
    return text.take();
  }
  const Frame first = file.read(0), last = file.read(frames.size() - 1);
  describe_frames(text, frames);
  describe_contacts(text, file, frames);
  describe_constraints(text, last);
  describe_energies(text, file.bodies(), first, last);
  describe_seconds(text, frames);
  describe_solver(text, frames);
  describe_methods(text, file.settings());
  describe_certificate(text, frames);
  return text.take();
}

}  // namespace corbel
