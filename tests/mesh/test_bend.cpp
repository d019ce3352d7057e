// SPDX-License-Identifier: MIT
// BEND: circles about the axis, plane cross sections, Pappus' volume, straight ends, mistakes.
#include "corbel/mesh/bend.hpp"

#include "mesh/mesh_checks.hpp"

#include "corbel/mesh/generators.hpp"

#include <cmath>
#include <numbers>

namespace corbel::testing {
namespace {

constexpr double pi = std::numbers::pi;
const std::vector<int> ids = {10, 11, 12, 13, 14, 15};

/// From x = 0 to `length`, y in 2 … 3, z in 0 … 1: at the distance 2 from the z axis.
Mesh bar(double length, int count)
{
  return make_hex_mesh(box_corners({0, 2, 0}, {length, 3, 1}), count, 2, 2, 1, ids, {}, {}, {});
}

/// Right-handed about −z the bar at y > 0 bends from +x towards −y.
const Vec3 axis = -Vec3::UnitZ();

TEST(Bend, BarOfTheArcsLengthBecomesAQuarterRing)
{
  const int n = 24;
  const Mesh straight = bar(pi, n);  // R θ = 2 · π/2
  const Mesh bent = bend(straight, Vec3::Zero(), axis, 90);
  expect_sound(bent);
  for (std::size_t i = 0; i < bent.nodes.size(); ++i) {
    const Vec3& X = straight.nodes[i];
    const Vec3& x = bent.nodes[i];
    const double phi = X.x() / 2;
    expect_near(x, {X.y() * std::sin(phi), X.y() * std::cos(phi), X.z()}, 1e-14);  // plane, across the arc
    EXPECT_NEAR(x.head<2>().norm(), X.y(), 1e-14);                                 // on its circle
  }
  // n straight pieces: area · mean radius · n sin(θ/n)·…: the polygon's area is Σ ½ (R² − r²) sin(θ/n)
  EXPECT_NEAR(moments(bent).V, n * 0.5 * (9 - 4) * std::sin(pi / 2 / n), 1e-13);
}

/// Volume = area · (length of the arc of the centroid), as h².
TEST(Bend, VolumeConvergesToPappus)
{
  double previous = 0;
  for (const int n : {8, 16, 32}) {
    const double off = 1 * 2.5 * pi / 2 - moments(bend(bar(pi, n), Vec3::Zero(), axis, 90)).V;
    EXPECT_GT(off, 0);
    if (previous > 0) {
      EXPECT_NEAR(previous / off, 4, 0.05);
    }
    previous = off;
  }
}

/// A pipe along x bent about an axis at the distance 1 from its side: nodes on circles of their own distance.
TEST(Bend, PipeBecomesAnElbow)
{
  const Mesh straight =
      make_pipe_mesh({0, 0, 0}, {pi / 2, 0, 0}, 0.2, 0.1, 40, 16, 1, 0, std::vector<int>{1, 2, 3, 4});
  const Mesh bent = bend(straight, {0, -1.3, 0}, axis, 90);  // R = 1, to the outer node at y = −0.3
  expect_sound(bent, {0});
  double top = 0;
  for (const BoundaryFace& face : bent.boundary)
    for (const Vec3& x : face_points(bent, face))
      if (face.surface_id == 2) top = std::max(top, std::abs(x.y() + 1.3));
  EXPECT_NEAR(top, 0, 1e-14);  // the end lies in the plane of the axis, a quarter turn on
  const double ring = 8 * (0.09 - 0.04) * std::sin(pi / 8);
  EXPECT_NEAR(moments(bent).V, ring * 1.3 * pi / 2, 1e-3 * ring);
}

/// Beyond the arc the bar goes on straight: nodes there move as one rigid body.
TEST(Bend, GoesOnStraightBeyondTheAngle)
{
  const Mesh straight = bar(6, 24);
  for (const double degrees : {1.0, 30.0, 90.0, 135.0}) {
    const double theta = degrees * pi / 180;
    const Mesh bent = bend(straight, Vec3::Zero(), axis, degrees);
    expect_sound(bent);
    const Mat3 R = exp_map(axis * theta);
    for (std::size_t i = 0; i < bent.nodes.size(); ++i)
      if (const Vec3& X = straight.nodes[i]; X.x() > 2 * theta)
        expect_near(bent.nodes[i], R * (X - Vec3(2 * theta, 0, 0)), 1e-13);
  }
}

/// Before the axis nothing moves, and the nearest point need not be a node.
TEST(Bend, StartsBesideTheAxis)
{
  const Mesh straight = bar(6, 24);
  const Mesh bent = bend(straight, {2.1, 0, 7}, 3 * axis, 45);
  expect_sound(bent);
  for (std::size_t i = 0; i < bent.nodes.size(); ++i) {
    const Vec3& X = straight.nodes[i];
    const Vec3& x = bent.nodes[i];
    if (X.x() <= 2.1) {
      EXPECT_EQ(x, X);
    } else if (X.x() <= 2.1 + 2 * pi / 4) {
      EXPECT_NEAR((x - Vec3(2.1, 0, 0)).head<2>().norm(), X.y(), 1e-14);
    }
  }
}

/// The same bend anywhere in space.
TEST(Bend, MovesWithTheMesh)
{
  Random random(7);
  const Motion motion = random.motion(3);
  Mesh moved = bar(5, 20);
  for (Vec3& x : moved.nodes)
    x = motion(x);
  const Mesh there = bend(moved, motion(Vec3(0, 0, 0.3)), motion.R * axis, 70);
  const Mesh here = bend(bar(5, 20), {0, 0, 0.3}, axis, 70);
  for (std::size_t i = 0; i < here.nodes.size(); ++i)
    expect_near(there.nodes[i], motion(here.nodes[i]), 1e-12);
}

/// The line nearest to the axis keeps its length.
TEST(Bend, NearestLineKeepsItsLength)
{
  const Mesh bent = bend(bar(3, 300), Vec3::Zero(), axis, 80);
  double length = 0;
  for (std::size_t i = 0; i < 300; ++i)  // the first line of nodes: y = 2, z = 0
    length += (bent.nodes[i + 1] - bent.nodes[i]).norm();
  EXPECT_NEAR(length, 3, 1e-5);
}

TEST(Bend, NamesBadArguments)
{
  const Mesh mesh = bar(3, 6);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_INPUT_ERROR(bend(mesh, {nan, 0, 0}, axis, 90), "point", "nan");
  EXPECT_INPUT_ERROR(bend(mesh, Vec3::Zero(), Vec3::Zero(), 90), "direction", "zero vector");
  for (const double angle : {0.0, -10.0, nan, 361.0})
    EXPECT_INPUT_ERROR(bend(mesh, Vec3::Zero(), axis, angle), "angle", "expected degrees in (0, 360]");
  EXPECT_INPUT_ERROR(bend(mesh, {1.2, 2.4, 0}, axis, 90), "point", "touches or intersects");
  EXPECT_INPUT_ERROR(bend(mesh, {1.2, 2, 0}, axis, 90), "point", "touches or intersects");  // on its surface
  EXPECT_INPUT_ERROR(bend(mesh, {0, 2, 0}, axis, 90), "point", "touches or intersects");    // on an edge
  EXPECT_INPUT_ERROR(bend(bar(14, 2), Vec3::Zero(), axis, 360), "point", "inverts element");
}

/// An L whose leg, x in 3 … 4, reaches past the axis cannot follow the arc; before it everything can.
TEST(Bend, NamesAMeshBehindTheAxis)
{
  std::vector<double> nodes;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] :
         {std::pair(0.0, 2.0), std::pair(3.0, 2.0), std::pair(3.0, 3.0), std::pair(0.0, 3.0),
          std::pair(4.0, 2.0), std::pair(4.0, 3.0), std::pair(3.0, -3.0), std::pair(4.0, -3.0)})
      nodes.insert(nodes.end(), {x, y, z});
  const std::vector<int> elements = {8, 0,  1,  2,  3, 8, 9, 10, 11, 0, 8,  1,  4,  5, 2,
                                     9, 12, 13, 10, 0, 8, 6, 7,  4,  1, 14, 15, 12, 9, 0};
  const Mesh mesh = make_mesh(nodes, elements, std::vector<int>{0});
  EXPECT_INPUT_ERROR(bend(mesh, Vec3::Zero(), axis, 300), "point", "on its far side");
  expect_sound(bend(mesh, Vec3::Zero(), axis, 60));
}

}  // namespace
}  // namespace corbel::testing
