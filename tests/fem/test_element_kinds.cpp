// SPDX-License-Identifier: MIT
// The table of kinds of elements: a row that the library does not have works in meshes, and kernels compiled
// for any kind give the bits of those compiled for one.
#include "corbel/elements/shape_functions.hpp"
#include "corbel/fem/integration_points.hpp"
#include "corbel/mesh/boundary.hpp"
#include "corbel/mesh/split.hpp"

#include "geometry/bodies.hpp"
#include "tet10.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace corbel::testing {
namespace {

Vec3 inner_point(unsigned seed)
{
  const Eigen::VectorXd L = noise(4, seed).array() + 1.5;
  return Vec3(L.head(3)) / L.sum();
}

TEST(ElementTable, RowsAreCompleteAndHaveNamesOfTheirOwn)
{
  std::set<std::string_view> names;
  for (const ElementKind* kind : solid_kinds()) {
    demand_complete(*kind);
    names.insert(kind->name);
    EXPECT_TRUE(kind->lumps && kind->is_linear());
    EXPECT_EQ(find_kind(solid_kinds(), kind->node_count), kind);
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"tet4", "pyramid5", "wedge6", "hex8"}));
  demand_complete(tet10());
  EXPECT_FALSE(tet10().is_linear());
  EXPECT_EQ(find_kind(solid_kinds(), 10), nullptr);  // the library does not know it
}

TEST(ElementTable, RowsThatAreNotCompleteAreNamed)
{
  ElementKind kind = tet10();
  kind.reference_nodes.pop_back();
  EXPECT_THROW(demand_complete(kind), InternalError);
  kind = tet10();
  kind.stiffness_rule = tetrahedron_rule(4);  // 64 points
  EXPECT_THROW(demand_complete(kind), InternalError);
  kind = tet10();
  kind.outside_by = nullptr;
  EXPECT_THROW(demand_complete(kind), InternalError);
}

TEST(Tet10, ShapeFunctionsAreOneAtTheirNodeSumUpToOneAndHaveTheirGradients)
{
  std::array<double, max_element_nodes> N, ahead, behind;
  std::array<Vec3, max_element_nodes> dN;
  for (std::size_t b = 0; b < 10; ++b) {
    tet10().shape_values(tet10().reference_nodes[b], N);
    for (std::size_t a = 0; a < 10; ++a)
      EXPECT_EQ(N[a], a == b ? 1 : 0);
  }
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Vec3 xi = inner_point(seed);
    tet10().shape_values(xi, N);
    tet10().shape_gradients(xi, dN);
    EXPECT_NEAR(std::accumulate(N.begin(), N.begin() + 10, 0.0), 1, 1e-15);
    for (int j = 0; j < 3; ++j) {
      tet10().shape_values(xi + 1e-6 * Vec3::Unit(j), ahead);
      tet10().shape_values(xi - 1e-6 * Vec3::Unit(j), behind);
      for (std::size_t a = 0; a < 10; ++a)
        EXPECT_NEAR(dN[a][j], (ahead[a] - behind[a]) / 2e-6, 1e-9);
    }
  }
}

TEST(Tet10, FacesHaveTheShapeFunctionsOfTheElement)
{
  std::array<double, max_element_nodes> N;
  std::array<double, max_face_nodes> on_face;
  for (const LocalFace& face : tet10().faces) {
    const auto corner = [&](std::size_t i) {
      return tet10().reference_nodes[static_cast<std::size_t>(face.nodes[i])];
    };
    tet10().shape_values(0.5 * corner(0) + 0.3 * corner(1) + 0.2 * corner(2), N);
    triangle6().shape_values(0.3, 0.2, on_face);
    for (std::size_t a = 0; a < 6; ++a)
      EXPECT_NEAR(N[static_cast<std::size_t>(face.nodes[a])], on_face[a], 1e-15);
  }
}

TEST(Tet10, MeshesHaveClosedBoundariesOfTheirVolume)
{
  const Mesh linear = distorted_block(Kind::tetrahedra, 0.1, 2), mesh = second_order(linear);
  EXPECT_EQ(mesh.boundary.size(), linear.boundary.size());
  for (const BoundaryFace& face : mesh.boundary)
    EXPECT_EQ(face.kind, &triangle6());
  EXPECT_NEAR(moments(mesh).V, moments(linear).V, 1e-14);
  std::vector<int> element_of;
  double volume = 0;
  for (const Convex& convex : boundary_convexes(mesh, element_of)) {
    EXPECT_EQ(convex.face_count(), 16u);  // four facets on each face
    volume += moments(convex).V;
  }
  double expected = 0;
  for (const Convex& convex : boundary_convexes(linear, element_of))
    expected += moments(convex).V;
  EXPECT_NEAR(volume, expected, 1e-14);
}

TEST(Tet10, ElementsNumberedUpsideDownAreMended)
{
  std::vector<double> nodes;
  for (const Vec3& x : tet10().reference_nodes)
    nodes.insert(nodes.end(), {x.x(), x.y(), -x.z()});
  std::vector<int> record(12);
  std::iota(record.begin(), record.end(), -1);
  record.front() = 10;
  record.back() = 0;
  const Mesh mesh = make_mesh(nodes, record, std::vector<int>{1}, {}, tet10_only());
  EXPECT_EQ(mesh.renumbered, 1);
  for (std::size_t e = 0; e < 6; ++e) {  // middles are still between their corners
    const auto x = [&](std::size_t local) {
      return mesh.nodes[static_cast<std::size_t>(mesh.elements[0].nodes[local])];
    };
    const Vec3 middle = 0.5 * (x(static_cast<std::size_t>(tet10_edges[e][0])) +
                               x(static_cast<std::size_t>(tet10_edges[e][1])));
    EXPECT_LT((x(4 + e) - middle).norm(), 1e-15);
  }
  EXPECT_NEAR(make_solid(mesh).volume(), 1.0 / 6, 1e-15);
}

TEST(Tet10, WhatDoesNotFitIsNamed)
{
  const Mesh mesh = second_order(distorted_block(Kind::tetrahedra, 0, 1));
  EXPECT_INPUT_ERROR(split(mesh, {{0.5, 0.5, 0.4}, Vec3::UnitZ()}, {1, 2}, true), "mesh", "tet10");
  std::vector<double> nodes;
  for (const Vec3& x : mesh.nodes)
    nodes.insert(nodes.end(), x.data(), x.data() + 3);
  std::vector<int> records;
  for (const Element& element : mesh.elements) {
    records.push_back(10);
    records.insert(records.end(), element.node_span().begin(), element.node_span().end());
    records.push_back(0);
  }
  EXPECT_INPUT_ERROR(make_mesh(nodes, records, std::vector<int>{1}), "elements", "a count of 10");
  // The middle of the diagonal that all six elements share, twice.
  const auto diagonal =
      std::ranges::find_if(mesh.nodes, [](const Vec3& x) { return x == Vec3::Constant(0.5); });
  ASSERT_NE(diagonal, mesh.nodes.end());
  const int shared = static_cast<int>(diagonal - mesh.nodes.begin());
  nodes.insert(nodes.end(), {0.5, 0.5, 0.5});
  *std::find(records.begin() + 1, records.begin() + 11, shared) = static_cast<int>(mesh.nodes.size());
  EXPECT_INPUT_ERROR(
      make_mesh(nodes, records, std::vector<int>{1}, {CoincidentNodes::Action::keep}, tet10_only()),
      "elements", "of element 0, but");
}

/// All that kernels compute for one element.
struct KernelResults {
  double energy;
  StrainState state;
  Eigen::VectorXd force, force_again;
  Eigen::SparseMatrix<double> K;
  std::vector<Mat3> gradients;

  KernelResults(const ElementKernels& kernels, const SolidElement& e, const TangentPattern& pattern,
                const Eigen::VectorXd& q)
      : energy(kernels.energy(e, q)), force(Eigen::VectorXd::Zero(q.size())), force_again(force),
        K(pattern.zeros())
  {
    state = kernels.add_force(e, q, force);
    kernels.add_tangent(e, q, Tangent::positive, force_again, pattern, pattern.blocks(0), K.valuePtr());
    kernels.for_each_gradient(e, q, [&](const Mat3& H) { gradients.push_back(H); });
  }
};

TEST(ElementKernels, ForAnyKindGiveTheBitsOfThoseCompiledForOne)
{
  const BulkLaw law = SaintVenantKirchhoff::from_young_poisson(young, poisson);
  for (const ElementKind* kind : solid_kinds()) {
    const Mesh mesh = single_element(kind->node_count);
    EXPECT_NE(&kernels_for(*kind), &general_kernels()) << kind->name;
    const TangentPattern pattern(mesh);
    const Eigen::VectorXd q = 0.2 * noise(3 * kind->node_count, 4);
    ElementRule filled = kind->stiffness_rule;  // one point more than a pack
    filled.push_back({reference_center(*kind), 0.1});
    for (const std::vector<ElementRule>& rules : {std::vector<ElementRule>{}, {filled}}) {
      const IntegrationPoints points(mesh, rules);
      const SolidElement element{mesh.elements[0], law, points.of(0), points.packs(0)};
      const KernelResults one(kernels_for(*kind), element, pattern, q),
          any(general_kernels(), element, pattern, q);
      EXPECT_EQ(one.energy, any.energy);
      EXPECT_EQ(one.state, any.state);
      EXPECT_EQ(one.force, any.force);
      EXPECT_EQ(one.force_again, any.force_again);
      EXPECT_EQ(one.gradients, any.gradients);
      EXPECT_TRUE(std::equal(one.K.valuePtr(), one.K.valuePtr() + one.K.nonZeros(), any.K.valuePtr()));
      EXPECT_GT(one.K.norm(), 0.1 * young);
    }
  }
  EXPECT_EQ(&kernels_for(tet10()), &general_kernels());
}

}  // namespace
}  // namespace corbel::testing
