// SPDX-License-Identifier: MIT
// Splitting shapes of several parts.
#include "corbel/bodies/split.hpp"

#include "geometry/bodies.hpp"

#include <limits>

namespace corbel::testing {
namespace {

Moments sum_of(const std::vector<SplitPart>& parts)
{
  Shape all;
  for (const SplitPart& part : parts) {
    if (part.below) all.push_back(*part.below);
    if (part.above) all.push_back(*part.above);
  }
  return moments(all);
}

TEST(SplitShape, EachPartByItself)
{
  const std::vector<int> ids(6, 3);
  const Shape shape = {make_box({0, 0, 0}, {1, 1, 1}), make_sphere({0, 0, 3}, 1, 0, 4),
                       make_hex_mesh(box_corners({2, 0, 0}, {3, 1, 1}), 2, 2, 2, 0, ids, {}, {}, {}),
                       make_sphere({0, 0, -3}, 4, 0, 5), make_box({0, 0, 5}, {1, 1, 6})};
  const auto parts = split(shape, {0, 0, 0.4}, {0, 0, 2}, {70, 80}, true);
  ASSERT_EQ(parts.size(), 5u);
  EXPECT_NEAR(moments({*parts[0].below}).V, 0.4, 1e-15);
  EXPECT_TRUE(!parts[1].below && std::get<Sphere>(*parts[1].above).surface_id == 4);
  EXPECT_NEAR(moments({*parts[2].above}).V, 0.6, 1e-14);
  EXPECT_TRUE(!parts[3].above && std::get<Sphere>(*parts[3].below).radius == 4);  // reaches above, is not cut
  EXPECT_TRUE(!parts[4].below && parts[4].above);
  const Moments whole = moments(shape);
  EXPECT_NEAR(sum_of(parts).V, whole.V, 1e-12 * whole.V);
  expect_near(sum_of(parts).center(), whole.center(), 1e-12);
}

TEST(SplitShape, ASphereOnThePlaneIsAbove)
{
  const auto parts = split({make_sphere({1, 2, 3}, 1, 0, 0)}, {0, 0, 3}, {0, 0, 1}, {}, true);
  EXPECT_TRUE(parts[0].above && !parts[0].below);
}

/// Two boxes that share a face are cut alike, the large one by the tolerance of the small one.
TEST(SplitShape, ConvexesThatShareVerticesStillDo)
{
  const Shape shape = {make_box({0, 0, 0}, {1, 1, 1}), make_box({1, 0, 0}, {1.01, 1, 1})};
  const auto parts = split(shape, {1, 0.5, 0.5}, {0.3, 0.2, 1}, {}, true);
  int shared = 0;
  for (const Vec3& a : std::get<Convex>(*parts[0].below).vertices)
    for (const Vec3& b : std::get<Convex>(*parts[1].below).vertices)
      shared += (a - b).norm() < 1e-12;
  EXPECT_EQ(shared, 4);
}

TEST(SplitShape, NamesBadArguments)
{
  const Shape shape = {make_box({0, 0, 0}, {1, 1, 1})};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_INPUT_ERROR(split(shape, {nan, 0, 0}, {0, 0, 1}, {}, true), "point", "nan");
  EXPECT_INPUT_ERROR(split(shape, {0, 0, 0}, {0, 0, 0}, {}, true), "normal", "zero vector");
}

}  // namespace
}  // namespace corbel::testing
