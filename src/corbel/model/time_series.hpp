// SPDX-License-Identifier: MIT
// A linear spline through (time, value) points (manual §3.1.8); constant outside its range.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace corbel {

class TimeSeries {
 public:
  /// Throws InputError: fewer than two points, different counts, NaN, times not increasing.
  TimeSeries(std::vector<double> times, std::vector<double> values);
  /// Two columns (time, value) separated by blanks, commas or tabs; lines starting with # are skipped.
  /// Throws FileError (missing) or InputError naming the line.
  static TimeSeries from_file(const std::string& path);

  const std::vector<double>& times() const { return times_; }
  const std::vector<double>& values() const { return values_; }

  double value(double t) const;
  /// ∫ from the first time to t of the spline, exact (piecewise quadratic; the end values go on outside the
  /// range).
  double integral(double t) const;
  /// ∫ and ∫∫ from the first time to t of what is the spline in its range and zero outside of it: velocity
  /// and displacement from a recorded acceleration. Exact.
  double velocity(double t) const;
  double displacement(double t) const;
  TimeSeries
  derivative_series() const;  ///< piecewise constant slopes as a steep spline, as the language's `derivative`
  TimeSeries
  integral_series() const;  ///< the exact integral sampled at the points, as the language's `integral`

 private:
  std::size_t interval(double t) const;  ///< i with times[i] <= t < times[i+1], clipped

  std::vector<double> times_;  ///< [s]
  std::vector<double> values_;
  std::vector<double> integral_;         ///< up to each point
  std::vector<double> double_integral_;  ///< ∫∫ up to each point
};

}  // namespace corbel
