// SPDX-License-Identifier: MIT
#include "corbel/model/time_series.hpp"

#include "corbel/core/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

namespace corbel {

TimeSeries::TimeSeries(std::vector<double> times, std::vector<double> values)
    : times_(std::move(times)), values_(std::move(values))
{
  if (times_.size() != values_.size())
    throw_input_error("points", fmt::format("{} times and {} values", times_.size(), values_.size()),
                      "equal numbers of both");
  if (times_.size() < 2)
    throw_input_error("points", fmt::format("{} points", times_.size()), "at least two points");
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (!std::isfinite(times_[i]) || !std::isfinite(values_[i]))
      throw_input_error("points", fmt::format("({}, {}) as point {}", times_[i], values_[i], i),
                        "finite numbers");
    if (i > 0 && !(times_[i] > times_[i - 1]))
      throw_input_error("points",
                        fmt::format("time {} after time {} (point {})", times_[i], times_[i - 1], i),
                        "increasing times");
  }
  integral_.assign(times_.size(), 0);
  double_integral_.assign(times_.size(), 0);
  for (std::size_t i = 1; i < times_.size(); ++i) {
    const double length = times_[i] - times_[i - 1];
    integral_[i] = integral_[i - 1] + 0.5 * (values_[i] + values_[i - 1]) * length;
    double_integral_[i] = double_integral_[i - 1] + integral_[i - 1] * length +
                          (2 * values_[i - 1] + values_[i]) * length * length / 6;
  }
}

TimeSeries TimeSeries::from_file(const std::string& path)
{
  std::ifstream file(path);
  if (!file)
    throw FileError(fmt::format(
        "time series file '{}' cannot be opened. Is the path correct relative to the current directory?",
        path));
  std::vector<double> times, values;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\r'; }, ' ');
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || line[first] == '#') continue;
    const char* text = line.c_str();
    char* end_time = nullptr;
    char* end_value = nullptr;
    const double time = std::strtod(text, &end_time);
    const double value = std::strtod(end_time, &end_value);
    const bool rest = end_value[std::strspn(end_value, " ")] != '\0';
    if (end_time == text || end_value == end_time || rest || !std::isfinite(time) || !std::isfinite(value) ||
        (!times.empty() && !(time > times.back())))
      throw InputError(fmt::format("time series file '{}', line {}: got '{}', expected two finite numbers, "
                                   "time and value, with times increasing.",
                                   path, number, line.substr(0, 60)));
    times.push_back(time);
    values.push_back(value);
  }
  try {
    return {std::move(times), std::move(values)};
  } catch (const InputError& error) {
    throw InputError(fmt::format("time series file '{}': {}", path, error.what()));
  }
}

std::size_t TimeSeries::interval(double t) const
{
  const auto after = std::upper_bound(times_.begin(), times_.end(), t);
  const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times_.begin(), 1) - 1);
  return std::min(i, times_.size() - 2);
}

double TimeSeries::value(double t) const
{
  if (t <= times_.front()) return values_.front();
  if (t >= times_.back()) return values_.back();
  const std::size_t i = interval(t);
  const double s = (t - times_[i]) / (times_[i + 1] - times_[i]);
  return values_[i] + s * (values_[i + 1] - values_[i]);
}

double TimeSeries::integral(double t) const
{
  if (t <= times_.front()) return values_.front() * (t - times_.front());
  if (t >= times_.back()) return integral_.back() + values_.back() * (t - times_.back());
  const std::size_t i = interval(t);
  return integral_[i] + 0.5 * (values_[i] + value(t)) * (t - times_[i]);
}

double TimeSeries::velocity(double t) const { return integral(std::clamp(t, times_.front(), times_.back())); }

double TimeSeries::displacement(double t) const
{
  if (t <= times_.front()) return 0;
  if (t >= times_.back()) return double_integral_.back() + integral_.back() * (t - times_.back());
  const std::size_t i = interval(t);
  const double length = t - times_[i];
  return double_integral_[i] + integral_[i] * length + (2 * values_[i] + value(t)) * length * length / 6;
}

TimeSeries TimeSeries::derivative_series() const
{
  std::vector<double> times, values;
  for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
    const double length = times_[i + 1] - times_[i];
    const double slope = (values_[i + 1] - values_[i]) / length;
    times.push_back(times_[i]);
    // The jump happens just before the next point (Solfec-1.0), but not on it.
    times.push_back(std::min(times_[i + 1] - 1e-10 * length, std::nextafter(times_[i + 1], times_[i])));
    values.push_back(slope);
    values.push_back(slope);
  }
  return {std::move(times), std::move(values)};
}

TimeSeries TimeSeries::integral_series() const { return {times_, integral_}; }

}  // namespace corbel
