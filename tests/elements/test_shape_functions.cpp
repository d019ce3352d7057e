// SPDX-License-Identifier: MIT
#include "corbel/elements/shape_functions.hpp"

#include "fem/meshes.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

/// A point well inside: a mixture of the nodes.
Vec3 inner_point(const ElementKind& kind, unsigned seed)
{
  const int k = kind.node_count;
  const Eigen::VectorXd weights = noise(k, seed).array() + 1.5;
  Vec3 xi = Vec3::Zero();
  for (int a = 0; a < k; ++a)
    xi += weights[a] / weights.sum() * kind.reference_nodes[static_cast<std::size_t>(a)];
  return xi;
}

TEST(ShapeFunctions, AreOneAtTheirNodeAndZeroAtTheOthers)
{
  for (const ElementKind* kind : solid_kinds())
    for (int b = 0; b < kind->node_count; ++b) {
      std::array<double, max_element_nodes> N;
      kind->shape_values(kind->reference_nodes[static_cast<std::size_t>(b)], N);
      for (int a = 0; a < kind->node_count; ++a)
        EXPECT_EQ(N[static_cast<std::size_t>(a)], a == b ? 1 : 0) << kind->name << ' ' << a << ' ' << b;
    }
}

TEST(ShapeFunctions, ReproduceConstantsAndLinearFunctions)
{
  for (const ElementKind* kind : solid_kinds())
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Vec3 xi = inner_point(*kind, seed);
      std::array<double, max_element_nodes> N;
      kind->shape_values(xi, N);
      double sum = 0;
      for (int a = 0; a < kind->node_count; ++a)
        sum += N[static_cast<std::size_t>(a)];
      EXPECT_NEAR(sum, 1, 1e-15);
      EXPECT_LT((interpolate(*kind, kind->reference_nodes, xi) - xi).norm(), 1e-15);
      EXPECT_LT((jacobian(*kind, kind->reference_nodes, xi) - Mat3::Identity()).norm(), 1e-14);
    }
}

TEST(ShapeFunctions, GradientsAreThoseOfTheValues)
{
  const double h = 1e-6;
  for (const ElementKind* kind : solid_kinds())
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Vec3 xi = inner_point(*kind, seed);
      std::array<Vec3, max_element_nodes> dN;
      kind->shape_gradients(xi, dN);
      for (int j = 0; j < 3; ++j) {
        std::array<double, max_element_nodes> ahead, behind;
        kind->shape_values(xi + h * Vec3::Unit(j), ahead);
        kind->shape_values(xi - h * Vec3::Unit(j), behind);
        for (std::size_t a = 0; a < static_cast<std::size_t>(kind->node_count); ++a)
          EXPECT_NEAR(dN[a][j], (ahead[a] - behind[a]) / (2 * h), 1e-8) << kind->name << ' ' << a << ' ' << j;
      }
    }
}

TEST(ShapeFunctions, NeighboursOfDifferentKindsAgreeOnACommonFace)
{
  // On a face the values are those of the face's own nodes alone, bilinear or linear.
  for (const ElementKind* kind : solid_kinds())
    for (const LocalFace& face : kind->faces) {
      const std::size_t count = face.node_span().size();
      const std::array<double, 4> weight =
          count == 3 ? std::array<double, 4>{0.2, 0.3, 0.5, 0}
                     : std::array<double, 4>{0.7 * 0.6, 0.3 * 0.6, 0.3 * 0.4, 0.7 * 0.4};
      Vec3 xi = Vec3::Zero();
      for (std::size_t a = 0; a < count; ++a)
        xi += weight[a] * kind->reference_nodes[static_cast<std::size_t>(face.nodes[a])];
      std::array<double, max_element_nodes> N;
      kind->shape_values(xi, N);
      for (std::size_t a = 0; a < count; ++a)
        EXPECT_NEAR(N[static_cast<std::size_t>(face.nodes[a])], weight[a], 1e-15) << kind->name;
    }
}

TEST(ShapeFunctions, KnowInsideFromOutside)
{
  for (const ElementKind* kind : solid_kinds()) {
    EXPECT_LT(kind->outside_by(reference_center(*kind)), -0.1);
    const std::vector<Vec3>& nodes = kind->reference_nodes;
    for (const LocalFace& face : kind->faces) {
      Vec3 middle = Vec3::Zero();
      for (const int a : face.node_span())
        middle += nodes[static_cast<std::size_t>(a)] / face.kind->node_count;
      const Vec3 outward = middle - reference_center(*kind);
      EXPECT_NEAR(kind->outside_by(middle), 0, 1e-15);
      EXPECT_TRUE(is_inside(*kind, middle + 1e-4 * outward, 1e-3));
      EXPECT_FALSE(is_inside(*kind, middle + 1e-2 * outward, 1e-4));
      EXPECT_TRUE(is_inside(*kind, middle - 1e-2 * outward, 0));
    }
  }
}

TEST(NaturalCoordinates, ComeBackFromPointsInDistortedElements)
{
  for (const ElementKind* kind : solid_kinds())
    for (const Vec3& offset : {Vec3(0, 0, 0), Vec3(1e4, -2e4, 3e4)}) {
      Mesh mesh = single_element(kind->node_count);
      for (Vec3& x : mesh.nodes)
        x += offset;
      const double tolerance = offset.norm() > 0 ? 1e-10 : 1e-13;
      for (unsigned seed = 0; seed < 50; ++seed) {
        const Vec3 xi = inner_point(*kind, seed);
        const auto found = natural_coordinates(*kind, mesh.nodes, interpolate(*kind, mesh.nodes, xi));
        ASSERT_TRUE(found);
        EXPECT_LT((*found - xi).norm(), tolerance) << kind->name;
      }
      for (const Vec3& node : kind->reference_nodes) {
        const auto found = natural_coordinates(*kind, mesh.nodes, interpolate(*kind, mesh.nodes, node));
        ASSERT_TRUE(found);
        EXPECT_LT((*found - node).norm(), tolerance) << kind->name;
      }
    }
}

TEST(NaturalCoordinates, AlsoOfPointsALittleOutside)
{
  for (const ElementKind* kind : solid_kinds()) {
    const Mesh mesh = single_element(kind->node_count);
    for (unsigned seed = 0; seed < 50; ++seed) {
      const Vec3 inner = inner_point(*kind, seed), center = reference_center(*kind);
      const double depth = -kind->outside_by(center), here = -kind->outside_by(inner);
      if (depth - here < 1e-3) continue;                                         // hardly a direction
      const Vec3 xi = center + 1.1 * depth / (depth - here) * (inner - center);  // a tenth beyond the face
      const Vec3 point = interpolate(*kind, mesh.nodes, xi);
      const auto found = natural_coordinates(*kind, mesh.nodes, point);
      ASSERT_TRUE(found) << kind->name;
      EXPECT_LT((interpolate(*kind, mesh.nodes, *found) - point).norm(), 1e-14);
      EXPECT_GT(kind->outside_by(*found), 0);
    }
  }
}

TEST(NaturalCoordinates, WhatIsFarAwayIsEitherReproducedOrNotFound)
{
  for (const ElementKind* kind : solid_kinds()) {
    const Mesh mesh = single_element(kind->node_count);
    for (unsigned seed = 0; seed < 50; ++seed) {
      const Vec3 point = 100 * noise(3, seed);
      if (const auto found = natural_coordinates(*kind, mesh.nodes, point)) {
        EXPECT_LT((interpolate(*kind, mesh.nodes, *found) - point).norm(), 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace corbel::testing
