// SPDX-License-Identifier: MIT
#include "corbel/fem/shape_functions.hpp"

#include "meshes.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr std::array<int, 4> kinds{4, 5, 6, 8};

/// A point well inside: a mixture of the nodes.
Vec3 inner_point(int k, unsigned seed)
{
  const Eigen::VectorXd weights = noise(k, seed).array() + 1.5;
  Vec3 xi = Vec3::Zero();
  for (int a = 0; a < k; ++a)
    xi += weights[a] / weights.sum() * reference_nodes(k)[static_cast<std::size_t>(a)];
  return xi;
}

TEST(ShapeFunctions, AreOneAtTheirNodeAndZeroAtTheOthers)
{
  for (const int k : kinds)
    for (int b = 0; b < k; ++b) {
      std::array<double, max_element_nodes> N;
      shape_values(k, reference_nodes(k)[static_cast<std::size_t>(b)], N);
      for (int a = 0; a < k; ++a)
        EXPECT_EQ(N[static_cast<std::size_t>(a)], a == b ? 1 : 0) << k << ' ' << a << ' ' << b;
    }
}

TEST(ShapeFunctions, ReproduceConstantsAndLinearFunctions)
{
  for (const int k : kinds)
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Vec3 xi = inner_point(k, seed);
      std::array<double, max_element_nodes> N;
      shape_values(k, xi, N);
      double sum = 0;
      for (int a = 0; a < k; ++a)
        sum += N[static_cast<std::size_t>(a)];
      EXPECT_NEAR(sum, 1, 1e-15);
      EXPECT_LT((interpolate(k, reference_nodes(k), xi) - xi).norm(), 1e-15);
      EXPECT_LT((jacobian(k, reference_nodes(k), xi) - Mat3::Identity()).norm(), 1e-14);
    }
}

TEST(ShapeFunctions, GradientsAreThoseOfTheValues)
{
  const double h = 1e-6;
  for (const int k : kinds)
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Vec3 xi = inner_point(k, seed);
      std::array<Vec3, max_element_nodes> dN;
      shape_gradients(k, xi, dN);
      for (int j = 0; j < 3; ++j) {
        std::array<double, max_element_nodes> ahead, behind;
        shape_values(k, xi + h * Vec3::Unit(j), ahead);
        shape_values(k, xi - h * Vec3::Unit(j), behind);
        for (std::size_t a = 0; a < static_cast<std::size_t>(k); ++a)
          EXPECT_NEAR(dN[a][j], (ahead[a] - behind[a]) / (2 * h), 1e-8) << k << ' ' << a << ' ' << j;
      }
    }
}

TEST(ShapeFunctions, NeighboursOfDifferentKindsAgreeOnACommonFace)
{
  // On a face the values are those of the face's own nodes alone, bilinear or linear.
  for (const int k : kinds)
    for (const auto& face : element_faces(k)) {
      const auto count = static_cast<std::size_t>(face[0]);
      const std::array<double, 4> weight =
          count == 3 ? std::array<double, 4>{0.2, 0.3, 0.5, 0}
                     : std::array<double, 4>{0.7 * 0.6, 0.3 * 0.6, 0.3 * 0.4, 0.7 * 0.4};
      Vec3 xi = Vec3::Zero();
      for (std::size_t a = 0; a < count; ++a)
        xi += weight[a] * reference_nodes(k)[static_cast<std::size_t>(face[a + 1])];
      std::array<double, max_element_nodes> N;
      shape_values(k, xi, N);
      for (std::size_t a = 0; a < count; ++a)
        EXPECT_NEAR(N[static_cast<std::size_t>(face[a + 1])], weight[a], 1e-15) << k;
    }
}

TEST(ShapeFunctions, KnowInsideFromOutside)
{
  for (const int k : kinds) {
    EXPECT_LT(outside_by(k, reference_center(k)), -0.1);
    const auto nodes = reference_nodes(k);
    for (const auto& face : element_faces(k)) {
      Vec3 middle = Vec3::Zero();
      for (int a = 1; a <= face[0]; ++a)
        middle += nodes[static_cast<std::size_t>(face[static_cast<std::size_t>(a)])] / face[0];
      const Vec3 outward = middle - reference_center(k);
      EXPECT_NEAR(outside_by(k, middle), 0, 1e-15);
      EXPECT_TRUE(is_inside(k, middle + 1e-4 * outward, 1e-3));
      EXPECT_FALSE(is_inside(k, middle + 1e-2 * outward, 1e-4));
      EXPECT_TRUE(is_inside(k, middle - 1e-2 * outward, 0));
    }
  }
}

TEST(NaturalCoordinates, ComeBackFromPointsInDistortedElements)
{
  for (const int k : kinds)
    for (const Vec3& offset : {Vec3(0, 0, 0), Vec3(1e4, -2e4, 3e4)}) {
      Mesh mesh = single_element(k);
      for (Vec3& x : mesh.nodes)
        x += offset;
      const double tolerance = offset.norm() > 0 ? 1e-10 : 1e-13;
      for (unsigned seed = 0; seed < 50; ++seed) {
        const Vec3 xi = inner_point(k, seed);
        const auto found = natural_coordinates(k, mesh.nodes, interpolate(k, mesh.nodes, xi));
        ASSERT_TRUE(found);
        EXPECT_LT((*found - xi).norm(), tolerance) << k;
      }
      for (const Vec3& node : reference_nodes(k)) {
        const auto found = natural_coordinates(k, mesh.nodes, interpolate(k, mesh.nodes, node));
        ASSERT_TRUE(found);
        EXPECT_LT((*found - node).norm(), tolerance) << k;
      }
    }
}

TEST(NaturalCoordinates, AlsoOfPointsALittleOutside)
{
  for (const int k : kinds) {
    const Mesh mesh = single_element(k);
    for (unsigned seed = 0; seed < 50; ++seed) {
      const Vec3 inner = inner_point(k, seed), center = reference_center(k);
      const double depth = -outside_by(k, center), here = -outside_by(k, inner);
      if (depth - here < 1e-3) continue;                                         // hardly a direction
      const Vec3 xi = center + 1.1 * depth / (depth - here) * (inner - center);  // a tenth beyond the face
      const Vec3 point = interpolate(k, mesh.nodes, xi);
      const auto found = natural_coordinates(k, mesh.nodes, point);
      ASSERT_TRUE(found) << k;
      EXPECT_LT((interpolate(k, mesh.nodes, *found) - point).norm(), 1e-14);
      EXPECT_GT(outside_by(k, *found), 0);
    }
  }
}

TEST(NaturalCoordinates, WhatIsFarAwayIsEitherReproducedOrNotFound)
{
  for (const int k : kinds) {
    const Mesh mesh = single_element(k);
    for (unsigned seed = 0; seed < 50; ++seed) {
      const Vec3 point = 100 * noise(3, seed);
      if (const auto found = natural_coordinates(k, mesh.nodes, point)) {
        EXPECT_LT((interpolate(k, mesh.nodes, *found) - point).norm(), 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace corbel::testing
