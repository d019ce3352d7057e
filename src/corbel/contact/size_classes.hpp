// SPDX-License-Identifier: MIT
// Typical position and sizes of a set of boxes.
#pragma once

#include "corbel/geometry/aabb.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace corbel {

/// Median of the largest edges of the members. `members` must not be empty.
double median_size(std::span<const Aabb> boxes, std::span<const std::int32_t> members);

/// A finite point amidst the members: medians of their lower corners, of each coordinate on its own.
Vec3 median_place(std::span<const Aabb> boxes, std::span<const std::int32_t> members);

/// The members by size, smallest class first: a class holds what is up to eight times larger than the median
/// of all that is not in a class before it. So there are at most log₂ n classes, for any sizes.
std::vector<std::vector<std::int32_t>> size_classes(std::span<const Aabb> boxes,
                                                    std::vector<std::int32_t> members);

}  // namespace corbel
