// SPDX-License-Identifier: MIT
// Which shapes overlap others: all kinds, gaps, touching, within a mesh.
#include "corbel/contact/shape_overlap.hpp"

#include "../mesh/mesh_parts.hpp"
#include "../model/scenes.hpp"

namespace corbel::testing {
namespace {

using Found = std::vector<bool>;

Shape box(double z0, double z1, double x0 = 0) { return {make_box({x0, 0, z0}, {x0 + 1, 1, z1})}; }
Shape ball(double x, double z, double radius) { return {make_sphere({x, 0.5, z}, radius, 0, 0)}; }
Shape mesh(const Vec3& lo, const Vec3& hi, int n)
{
  return {make_hex_mesh(box_corners(lo, hi), n, n, n, 0, std::vector<int>(6, 1), {}, {}, {})};
}

TEST(ShapeOverlap, ShapesOfAllKinds)
{
  const std::vector<Shape> shapes = {box(0.9, 2),
                                     box(1.1, 2),
                                     ball(0.5, 1.4, 0.5),
                                     ball(0.5, 1.6, 0.5),
                                     mesh({0.5, 0.5, 0.9}, {3, 3, 3}, 2),
                                     mesh({0, 0, 1.1}, {3, 3, 3}, 2)};
  EXPECT_EQ(overlapping_shapes(box(0, 1), shapes, 0, 0), (Found{true, false, true, false, true, false}));
  EXPECT_EQ(overlapping_shapes(mesh({0, 0, 0}, {1, 1, 1}, 3), shapes, 0, 0),
            (Found{true, false, true, false, true, false}));
  EXPECT_EQ(overlapping_shapes(ball(0.5, 0, 1), shapes, 0, 0),
            (Found{true, false, true, false, true, false}));
}

TEST(ShapeOverlap, AnyObstacleAndAnyPart)
{
  Shape obstacles = box(0, 1);
  obstacles.push_back(make_sphere({5, 0.5, 0.5}, 0.5, 0, 0));
  Shape two = ball(9, 9, 0.1);
  two.push_back(make_sphere({5, 0.5, 0.5}, 0.1, 0, 0));
  EXPECT_EQ(overlapping_shapes(obstacles, {ball(5, 0.6, 0.3), ball(7, 0, 0.3), two, box(0.5, 2)}, 0, 0),
            (Found{true, false, true, true}));
}

TEST(ShapeOverlap, ShapesThatOverlapEachOtherDoNotCount)
{
  EXPECT_EQ(overlapping_shapes(box(0, 1), {box(5, 6), box(5.5, 6.5)}, 0, 0), (Found{false, false}));
}

TEST(ShapeOverlap, TouchingCountsWithinEpsilon)
{
  const std::vector<Shape> shapes = {box(1, 2), box(1 + 0.9e-6, 2), box(1 + 1.1e-6, 2), box(1.01, 2)};
  EXPECT_EQ(overlapping_shapes(box(0, 1), shapes, 0, 0), (Found{true, true, false, false}));
  EXPECT_EQ(overlapping_shapes(box(0, 1), shapes, 0, 0.1), (Found{true, true, true, true}));
}

TEST(ShapeOverlap, PartsOfOneMeshSideBySideOnlyTouch)
{
  const auto [one, other] = halves_of_a_cube();
  EXPECT_EQ(overlapping_shapes({one}, {{other}}, 0, 0), (Found{true}));
  EXPECT_EQ(overlapping_shapes({one}, {{other}}, -1e-9, 0), (Found{false}));
}

TEST(ShapeOverlap, OnlyGapsThatAreSmallEnough)
{
  const std::vector<Shape> shapes = {box(0.95, 2), box(0.89, 2), ball(0.5, 1.41, 0.5), ball(0.5, 1.39, 0.5)};
  EXPECT_EQ(overlapping_shapes(box(0, 1), shapes, -0.1, 0), (Found{false, true, false, true}));
  EXPECT_EQ(overlapping_shapes(box(0, 1), shapes, -1e-9, 0), (Found{true, true, true, true}));
  EXPECT_EQ(overlapping_shapes(box(0, 1), {box(1, 2)}, -1e-3, 0), (Found{false}));
}

TEST(ShapeOverlap, WithinAMeshAndAroundIt)
{
  const Shape block = mesh({0, 0, 0}, {5, 5, 5}, 5);
  const Shape inner = {make_sphere({2.5, 2.5, 2.5}, 0.3, 0, 0)},
              outer = {make_sphere({2.5, 2.5, 7.5}, 0.3, 0, 0)};
  EXPECT_EQ(overlapping_shapes(block, {inner, outer}, 0, 0), (Found{true, false}));
  EXPECT_EQ(overlapping_shapes(inner, {block}, 0, 0), (Found{true}));
  EXPECT_EQ(overlapping_shapes(outer, {block}, 0, 0), (Found{false}));
  EXPECT_EQ(overlapping_shapes(block, {inner}, -0.5, 0), (Found{true}));
}

TEST(ShapeOverlap, AnythingWithinAMesh)
{
  const Shape block = mesh({0, 0, 0}, {5, 5, 5}, 5);
  const std::vector<Shape> inner = {{make_ellipsoid({2.5, 2.5, 2.5}, {0.3, 0.2, 0.1}, 0, 0)},
                                    mesh({2.2, 2.2, 2.2}, {2.8, 2.8, 2.8}, 3),
                                    {make_box({1.2, 2.2, 2.2}, {3.8, 2.8, 2.8})}};
  EXPECT_EQ(overlapping_shapes(block, inner, 0, 0), (Found{true, true, true}));
  for (const Shape& shape : inner)
    EXPECT_EQ(overlapping_shapes(shape, {block}, 0, 0), (Found{true}));
}

TEST(ShapeOverlap, WhatTouchesAMeshIsNotWithinIt)
{
  // In contact with a boundary element the gap decides, as it does for a single convex.
  const Shape block = mesh({0, 0, 0}, {1, 1, 1}, 4);
  EXPECT_EQ(overlapping_shapes(block, {box(1, 2), box(0.9, 2)}, -0.5, 0), (Found{false, false}));
}

TEST(ShapeOverlap, BadInput)
{
  EXPECT_INPUT_ERROR(overlapping_shapes(box(0, 1), {box(0, 1)}, 0.1, 0), "gap", "<= 0");
  EXPECT_INPUT_ERROR(overlapping_shapes(box(0, 1), {box(0, 1)}, NAN, 0), "gap", "nan");
  EXPECT_INPUT_ERROR(overlapping_shapes(box(0, 1), {box(0, 1)}, 0, -1), "epsilon", "-1");
  EXPECT_INPUT_ERROR(overlapping_shapes({}, {box(0, 1)}, 0, 0), "obstacles", "an empty list");
  EXPECT_INPUT_ERROR(overlapping_shapes(box(0, 1), {Shape()}, 0, 0), "shape", "an empty list");
  EXPECT_TRUE(overlapping_shapes(box(0, 1), {}, 0, 0).empty());
}

}  // namespace
}  // namespace corbel::testing
