// SPDX-License-Identifier: MIT
#include "corbel/elements/shape_functions.hpp"
#include "corbel/fem/solid.hpp"

#include "meshes.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

Vec3 point_of(const Mesh& mesh, const Solid::Place& place)
{
  const ElementNodes nodes(mesh, mesh.elements[static_cast<std::size_t>(place.element)]);
  return interpolate(*nodes.kind, nodes.span(), place.xi);
}

class Locate : public ::testing::TestWithParam<Kind> {};

TEST_P(Locate, FindsThePointsOfAllElementsAgain)
{
  const Mesh mesh = distorted_block(GetParam());
  const Solid solid = make_solid(mesh);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const ElementKind& kind = *mesh.elements[e].kind;
    for (const Vec3& node : kind.reference_nodes) {
      const Vec3 xi = 0.8 * node + 0.2 * reference_center(kind);
      const auto place = solid.locate(point_of(mesh, {static_cast<int>(e), xi}), 1e-9);
      ASSERT_TRUE(place);
      EXPECT_EQ(place->element, static_cast<int>(e));
      EXPECT_LT((place->xi - xi).norm(), 1e-12);
    }
  }
}

TEST_P(Locate, NodesAreInTheFirstOfTheirElements)
{
  const Mesh mesh = distorted_block(GetParam());
  const Solid solid = make_solid(mesh);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    const auto place = solid.locate(mesh.nodes[n], 1e-9);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->element, solid.elements_of_node(static_cast<int>(n)).front());
    EXPECT_LT((point_of(mesh, *place) - mesh.nodes[n]).norm(), 1e-14);
  }
}

TEST_P(Locate, EveryPointOfTheBlockIsSomewhere)
{
  const Mesh mesh = distorted_block(GetParam(), 0);
  const Solid solid = make_solid(mesh);
  for (unsigned seed = 0; seed < 500; ++seed) {
    const Vec3 X = 0.5 * (noise(3, seed) + Vec3::Ones());
    const auto place = solid.locate(X, 0);
    ASSERT_TRUE(place);
    EXPECT_LT((point_of(mesh, *place) - X).norm(), 1e-14);
    EXPECT_LE(mesh.elements[static_cast<std::size_t>(place->element)].kind->outside_by(place->xi), 1e-12);
  }
}

TEST_P(Locate, OutsideThereIsNothingBeyondTheTolerance)
{
  const Mesh mesh = distorted_block(GetParam(), 0);
  const Solid solid = make_solid(mesh);
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {0.0, 1.0}) {
      Vec3 X(0.4, 0.45, 0.48);
      X[axis] = side + (side > 0 ? 0.01 : -0.01);
      EXPECT_FALSE(solid.locate(X, 0.0099));
      const auto place = solid.locate(X, 0.0101);
      ASSERT_TRUE(place);
      EXPECT_LT((point_of(mesh, *place) - X).norm(), 1e-14);
    }
  const Vec3 beyond_corner = Vec3::Constant(1.01);  // 0.01 √3 away
  EXPECT_FALSE(solid.locate(beyond_corner, 0.0173));
  EXPECT_TRUE(solid.locate(beyond_corner, 0.0174));
  EXPECT_FALSE(solid.locate(Vec3(5, 5, 5), 0.1));
}

INSTANTIATE_TEST_SUITE_P(Meshes, Locate, ::testing::ValuesIn(all_kinds),
                         [](const auto& kind) { return name(kind.param); });

}  // namespace
}  // namespace corbel::testing
