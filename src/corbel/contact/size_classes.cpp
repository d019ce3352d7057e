// SPDX-License-Identifier: MIT
#include "corbel/contact/size_classes.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

template<class Number>
double median(std::span<const Aabb> boxes, std::span<const std::int32_t> members, const Number& number)
{
  std::vector<double> numbers(members.size());
  for (std::size_t m = 0; m < members.size(); ++m)
    numbers[m] = number(boxes[static_cast<std::size_t>(members[m])]);
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

}  // namespace

double median_size(std::span<const Aabb> boxes, std::span<const std::int32_t> members)
{
  return median(boxes, members, size_of);
}

Vec3 median_place(std::span<const Aabb> boxes, std::span<const std::int32_t> members)
{
  Vec3 centre;
  for (int k = 0; k < 3; ++k) {
    centre[k] = median(boxes, members, [k](const Aabb& box) { return box.lo[k]; });
    if (!std::isfinite(centre[k])) centre[k] = 0;  // most boxes have no end
  }
  return centre;
}

std::vector<std::vector<std::int32_t>> size_classes(std::span<const Aabb> boxes,
                                                    std::vector<std::int32_t> members)
{
  std::vector<std::vector<std::int32_t>> classes;
  while (!members.empty()) {
    const double limit = 8 * median_size(boxes, members);
    const auto larger = std::stable_partition(members.begin(), members.end(), [&](std::int32_t i) {
      return size_of(boxes[static_cast<std::size_t>(i)]) <= limit;
    });
    classes.emplace_back(members.begin(), larger);
    members.erase(members.begin(), larger);
  }
  return classes;
}

}  // namespace corbel
