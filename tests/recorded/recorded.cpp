// SPDX-License-Identifier: MIT
#include "recorded/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace corbel::testing {
namespace {

constexpr double tolerance = 1e-10;

/// In [−1, 1], the same for the same place.
double weight(std::uint64_t place, std::uint64_t seed)
{
  const std::uint64_t mixed = (place * 2 + seed + 1) * 0x9E3779B97F4A7C15ULL;
  return static_cast<double>(mixed >> 32) / 2147483648.0 - 1;
}

Summary summary_of(const std::string& name, const std::vector<double>& x)
{
  Summary summary = {name, x.size(), 0, {}};
  for (std::size_t i = 0; i < x.size(); ++i) {
    summary.largest = std::max(summary.largest, std::abs(x[i]));
    for (std::size_t p = 0; p < summary.projections.size(); ++p)
      summary.projections[p] += weight(i, p) * x[i];
  }
  for (double& projection : summary.projections)
    projection /= std::sqrt(static_cast<double>(std::max<std::size_t>(1, x.size())));
  return summary;
}

void append(std::vector<double>& to, const auto& numbers)
{
  to.insert(to.end(), numbers.begin(), numbers.end());
}

/// Relative to the largest number; infinite where one of them is not finite.
double distance(const Summary& a, const Summary& b)
{
  double sum = std::abs(a.largest - b.largest);
  for (std::size_t p = 0; p < a.projections.size(); ++p)
    sum += std::abs(a.projections[p] - b.projections[p]);
  if (sum == 0) return 0;
  const double scale = std::max(a.largest, b.largest);
  return std::isfinite(sum) && scale > 0 ? sum / scale : std::numeric_limits<double>::infinity();
}

/// "" where nothing differs.
std::string difference(const Moment& recorded, const Moment& found, Comparison by)
{
  if (recorded.time != found.time || recorded.summaries.size() != found.summaries.size())
    return fmt::format("t = {}: recorded was t = {}", found.time, recorded.time);
  double most = 0;
  std::string where;
  for (std::size_t i = 0; i < recorded.summaries.size(); ++i) {
    const Summary &a = recorded.summaries[i], &b = found.summaries[i];
    if (a.name != b.name || a.count != b.count)
      return fmt::format("t = {}: {} {}, recorded were {} {}", found.time, b.count, b.name, a.count, a.name);
    const double relative = distance(a, b);
    where += fmt::format(" {} {:.1e}", a.name, relative);
    most = std::max(most, relative);
  }
  const bool same = by == Comparison::bits ? recorded.count == found.count && recorded.hash == found.hash
                                           : most <= tolerance;
  return same ? ""
              : fmt::format("t = {}: {} numbers, hash {:016x}, recorded {}, {:016x}; relative changes:{}",
                            found.time, found.count, found.hash, recorded.count, recorded.hash, where);
}

}  // namespace

std::uint64_t hash_of(const std::vector<double>& numbers)
{
  std::uint64_t hash = 14695981039346656037ULL;
  for (const double number : numbers) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (int byte = 0; byte < 8; ++byte)
      hash = (hash ^ ((bits >> (8 * byte)) & 255)) * 1099511628211ULL;
  }
  return hash;
}

Moment moment_of(const Frame& frame, const std::vector<double>& all)
{
  std::vector<double> positions, velocities, energies, impulses;
  auto number = frame.state.begin();
  for (const BodyRecord& body : frame.bodies) {
    positions.insert(positions.end(), number, number + body.q_size);
    number += body.q_size;
    velocities.insert(velocities.end(), number, number + body.u_size);
    number += body.u_size;
    const EnergyRecord& e = body.energy;
    append(energies,
           std::array{e.kinetic, e.internal, e.external, e.contact, e.friction, e.damping, e.start});
  }
  // Quasi-static: u is zero, and U what the last pass still moved, no more than round-off.
  const bool moves = std::ranges::any_of(velocities, [](double u) { return u != 0; });
  for (const ConstraintRecord& c : frame.constraints) {
    append(positions, c.point);
    append(positions, c.point2);
    positions.push_back(c.gap);
    append(impulses, c.impulse);
    if (!moves) continue;
    append(velocities, c.U);
    append(velocities, c.V);
  }
  return {frame.time,
          all.size(),
          hash_of(all),
          {summary_of("positions", positions), summary_of("velocities", velocities),
           summary_of("energies", energies), summary_of("impulses", impulses)}};
}

std::vector<std::string> differences(const Recording& recorded, const Recording& found, Comparison by)
{
  std::vector<std::string> lines;
  if (recorded.moments.size() != found.moments.size())
    lines.push_back(
        fmt::format("{} moments, recorded were {}", found.moments.size(), recorded.moments.size()));
  for (std::size_t i = 0; i < std::min(recorded.moments.size(), found.moments.size()); ++i)
    if (const std::string line = difference(recorded.moments[i], found.moments[i], by); !line.empty())
      lines.push_back(line);
  return lines;
}

void write(const std::string& file, const Recording& recording)
{
  std::ofstream out(file);
  out << "# tests/recorded/recorded.hpp\n";
  if (!recording.blas.empty()) out << "blas " << recording.blas << '\n';
  for (const Moment& moment : recording.moments) {
    out << fmt::format("moment {:.17g} {} {:016x}\n", moment.time, moment.count, moment.hash);
    for (const Summary& s : moment.summaries)
      out << fmt::format("{} {} {:.17g} {:.17g} {:.17g}\n", s.name, s.count, s.largest, s.projections[0],
                         s.projections[1]);
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

Recording read(const std::string& file)
{
  std::ifstream in(file);
  if (!in) throw std::runtime_error("no recording " + file + ": see recorded.hpp");
  Recording recording;
  std::string line, word;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream words(line);
    words >> word;
    if (word == "blas") {
      words >> recording.blas;
    } else if (word == "moment") {
      Moment moment;
      words >> moment.time >> moment.count >> std::hex >> moment.hash;
      recording.moments.push_back(moment);
    } else {
      Summary s;
      s.name = word;
      words >> s.count >> s.largest >> s.projections[0] >> s.projections[1];
      recording.moments.at(recording.moments.size() - 1).summaries.push_back(s);
    }
    if (!words) throw std::runtime_error(file + ": cannot read '" + line + "'");
  }
  return recording;
}

}  // namespace corbel::testing
