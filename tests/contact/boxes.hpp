// SPDX-License-Identifier: MIT
// Sets of boxes for the tests of the broad phase.
#pragma once

#include "corbel/contact/broad_phase.hpp"

#include "../geometry/bodies.hpp"

namespace corbel::testing {

struct Boxes {
  std::vector<Aabb> boxes;
  std::vector<std::int32_t> group;

  void add(const Vec3& lo, const Vec3& hi, int of_group)
  {
    boxes.push_back({lo, hi});
    group.push_back(of_group);
  }
  std::int32_t next_group() const { return static_cast<std::int32_t>(boxes.size()); }
};

/// What the broad phase must find, in its order.
inline std::vector<BoxPair> all_against_all(const Boxes& b)
{
  std::vector<BoxPair> pairs;
  for (std::size_t i = 0; i < b.boxes.size(); ++i)
    for (std::size_t j = i + 1; j < b.boxes.size(); ++j)
      if (b.group[i] != b.group[j] && b.boxes[i].overlaps(b.boxes[j]))
        pairs.emplace_back(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
  return pairs;
}

inline Boxes random_boxes(unsigned seed, int count, double reach, double smallest, double largest,
                          int group_size)
{
  Random random(seed);
  Boxes b;
  for (int i = 0; i < count; ++i) {
    const Vec3 lo = random.vector(-reach, reach);
    const double size = smallest * std::pow(largest / smallest, random.uniform(0, 1));
    b.add(lo, lo + size * random.vector(0.2, 1), i / group_size);
  }
  return b;
}

}  // namespace corbel::testing
