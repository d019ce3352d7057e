// SPDX-License-Identifier: MIT
#include "corbel/run/clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

constexpr int most_decimals = 22;         ///< powers of ten up to here are exact
constexpr double largest_digits = 1e7;    ///< p of h = p / 10^k: n p stays exact for 9e8 steps and more
constexpr double largest_exact = 9.0e15;  ///< integers below are exact

/// n h, rounded once where h is a decimal fraction of few digits.
double multiple(double n, double h)
{
  double power = 1;
  for (int k = 0; k <= most_decimals; ++k, power *= 10) {
    const double p = std::round(h * power);
    if (p >= largest_digits) break;
    if (p / power == h && p * n < largest_exact) return p * n / power;
  }
  return n * h;
}

}  // namespace

double next_instant(double t, double h)
{
  const double n = std::round(t / h);
  const double round_off = std::max(1e-9 * h, 8 * std::numeric_limits<double>::epsilon() * std::abs(t));
  const bool on_grid = n < largest_exact && std::abs(multiple(n, h) - t) <= round_off;
  return on_grid ? multiple(n + 1, h) : t + h;
}

}  // namespace corbel
