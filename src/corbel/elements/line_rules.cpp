// SPDX-License-Identifier: MIT
#include "corbel/elements/line_rules.hpp"

#include <cmath>

namespace corbel {

LineRule gauss2() { return {{-std::sqrt(1.0 / 3), 1}, {std::sqrt(1.0 / 3), 1}}; }

LineRule gauss3() { return {{-std::sqrt(0.6), 5.0 / 9}, {0, 8.0 / 9}, {std::sqrt(0.6), 5.0 / 9}}; }

/// From the moments ∫ tᵏ tᵖ dt = 1 / (k + p + 1): the points are the roots of the quadratic t² + b t + c that
/// is orthogonal to 1 and t.
LineRule weighted2(int power)
{
  const double m0 = 1.0 / (power + 1), m1 = 1.0 / (power + 2), m2 = 1.0 / (power + 3), m3 = 1.0 / (power + 4);
  const double b = (m1 * m2 - m0 * m3) / (m0 * m2 - m1 * m1);
  const double c = -(m2 + b * m1) / m0;
  const double half = std::sqrt(b * b / 4 - c);
  const double low = -b / 2 - half, high = -b / 2 + half;
  const double weight_low = (m0 * high - m1) / (high - low);
  return {{low, weight_low}, {high, m0 - weight_low}};
}

std::vector<FacePoint> triangle_rule3()
{
  const double a = 1.0 / 6, b = 2.0 / 3, w = 1.0 / 6;
  return {{a, a, w}, {b, a, w}, {a, b, w}};
}

/// ξ = ½ (1 + s) t, η = 1 − t.
std::vector<FacePoint> triangle_rule4()
{
  std::vector<FacePoint> rule;
  for (const LinePoint& t : weighted2(1))
    for (const LinePoint& s : gauss2())
      rule.push_back({0.5 * (1 + s.x) * t.x, 1 - t.x, 0.5 * s.weight * t.weight});
  return rule;
}

std::vector<FacePoint> square_rule4()
{
  std::vector<FacePoint> rule;
  for (const LinePoint& y : gauss2())
    for (const LinePoint& x : gauss2())
      rule.push_back({x.x, y.x, x.weight * y.weight});
  return rule;
}

}  // namespace corbel
