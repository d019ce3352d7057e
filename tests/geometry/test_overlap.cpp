// SPDX-License-Identifier: MIT
// Contact of convexes: exact boxes, degenerate touching, symmetry, invariance, random pairs against
// separating axes.
#include "bodies.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace corbel::testing {
namespace {

constexpr double epsilon = 1e-6;

std::optional<PairGeometry> touch_boxes(const Aabb& a, const Aabb& b, double eps = epsilon,
                                        const Motion& motion = {})
{
  return touch(placed_box(a.lo, a.hi, motion).view(), placed_box(b.lo, b.hi, motion).view(), eps);
}

// ------------------------------------------------------------------ faces

/// Half the surface of a box.
double half_surface(const Vec3& s) { return s.x() * s.y() + s.y() * s.z() + s.z() * s.x(); }

TEST(Overlap, BoxPressedIntoAFaceGivesTheExactIntersection)
{
  const double d = 0.01;
  const auto contact = touch_boxes({{0, 0, 0}, {4, 4, 1}}, {{1, 2, 1 - d}, {2, 3, 2}}, 1e-12);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-12);
  expect_near(contact->point, {1.5, 2.5, 1 - d / 2}, 1e-10);
  EXPECT_NEAR(contact->gap, -d, 1e-13);
  EXPECT_NEAR(contact->area, half_surface({1, 1, d}), 1e-10);
  EXPECT_EQ(contact->surface_a, top);
  EXPECT_EQ(contact->surface_b, bottom);
}

TEST(Overlap, EpsilonDoesNotEnterTheGap)
{
  const double d = 0.01;
  for (const double eps : {1e-9, 1e-6, 1e-4}) {
    const auto contact = touch_boxes({{0, 0, 0}, {4, 4, 1}}, {{1, 2, 1 - d}, {2, 3, 2}}, eps);
    ASSERT_TRUE(contact);
    EXPECT_NEAR(contact->gap, -d, 1e-13);
    EXPECT_NEAR(contact->area, half_surface({1, 1, d}), 10 * eps);
  }
}

/// Corner in corner: the normal is the sum of three faces weighted by squared areas.
TEST(Overlap, CornerInCornerWeighsFacesBySquaredArea)
{
  const Vec3 s(0.1, 0.2, 0.3);
  const auto contact = touch_boxes({{0, 0, 0}, {1, 1, 1}}, {Vec3::Ones() - s, {3, 3, 3}}, 1e-12);
  ASSERT_TRUE(contact);
  const Vec3 areas(s.y() * s.z(), s.z() * s.x(), s.x() * s.y());
  const Vec3 normal = areas.cwiseProduct(areas).normalized();
  expect_near(contact->normal, normal, 1e-9);
  expect_near(contact->point, Vec3::Ones() - 0.5 * s, 1e-9);
  EXPECT_NEAR(contact->area, half_surface(s), 1e-10);
  EXPECT_NEAR(contact->gap, -normal.dot(s), 1e-9);
}

TEST(Overlap, TouchingFacesOfDifferentExtents)
{
  for (const double size : {1e-3, 1.0, 1e3}) {
    const auto contact = touch_boxes({{0, 0, 0}, {size, size, size}},
                                     {{0.25 * size, 0.5 * size, size}, {0.75 * size, 2 * size, 2 * size}});
    ASSERT_TRUE(contact) << size;
    EXPECT_NEAR(contact->gap, 0, 0.01 * epsilon);
    expect_near(contact->normal, Vec3::UnitZ(), 1e-4);
    expect_near(contact->point, Vec3(0.5, 0.75, 1) * size, 10 * epsilon);
    EXPECT_NEAR(contact->area, 0.25 * size * size, 10 * epsilon * size);
    EXPECT_EQ(contact->surface_a, top);
    EXPECT_EQ(contact->surface_b, bottom);
  }
}

TEST(Overlap, IdenticalFacesTouching)
{
  const auto contact = touch_boxes({{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}});
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitX(), 1e-9);
  expect_near(contact->point, {1, 0.5, 0.5}, 1e-5);
  EXPECT_NEAR(contact->area, 1, 1e-5);
  EXPECT_EQ(contact->gap, 0);
}

TEST(Overlap, ContactBeginsAtEpsilonWithGapZero)
{
  const auto near = touch_boxes({{0, 0, 0}, {1, 1, 1}}, {{0, 0, 1 + 0.9 * epsilon}, {1, 1, 2}});
  ASSERT_TRUE(near);
  EXPECT_EQ(near->gap, 0);
  expect_near(near->normal, Vec3::UnitZ(), 1e-9);
  EXPECT_FALSE(touch_boxes({{0, 0, 0}, {1, 1, 1}}, {{0, 0, 1 + 1.1 * epsilon}, {1, 1, 2}}));
}

// ------------------------------------------------------------------ edges and vertices

TEST(Overlap, DiagonalCubesTouchAtTheirCommonEdge)
{
  const auto contact = touch_boxes({{0, 0, 0}, {1, 1, 1}}, {{1, 1, 0}, {2, 2, 1}});
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3(1, 1, 0).normalized(), 1e-6);
  expect_near(contact->point, {1, 1, 0.5}, 1e-5);
  EXPECT_NEAR(contact->gap, 0, 1e-12);
  EXPECT_LT(contact->area, 1e-5);
}

TEST(Overlap, CubesTouchAtTheirCommonVertex)
{
  const auto contact = touch_boxes({{0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {2, 2, 2}});
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::Ones().normalized(), 1e-6);
  expect_near(contact->point, Vec3::Ones(), 1e-5);
  EXPECT_NEAR(contact->gap, 0, 1e-12);
}

/// A cube stands on one corner, its diagonal upright, the corner d deep in the floor.
TEST(Overlap, VertexInFace)
{
  const Mat3 upright = Eigen::Quaterniond::FromTwoVectors(Vec3::Ones(), Vec3::UnitZ()).toRotationMatrix();
  const Placed floor = placed_box({-2, -2, -1}, {2, 2, 0});
  for (const double d : {0.1, 1e-3, 0.0}) {
    const Placed cube = placed_box(Vec3::Zero(), Vec3::Ones(), {upright, {0.1, 0.2, -d}});
    const auto contact = touch(floor.view(), cube.view(), epsilon);
    ASSERT_TRUE(contact) << d;
    expect_near(contact->normal, Vec3::UnitZ(), 1e-6);
    EXPECT_NEAR(contact->gap, -d, 1e-12);
    EXPECT_NEAR(contact->point.x(), 0.1, 1e-6);
    EXPECT_NEAR(contact->point.y(), 0.2, 1e-6);
    EXPECT_EQ(contact->surface_a, top);
  }
}

/// Two roofs, ridge along x below and along y above, ridges d deep in each other.
TEST(Overlap, EdgeOnCrossedEdge)
{
  const Mat3 on_edge = exp_map({std::atan(1), 0, 0});
  const Mat3 across = exp_map({0, std::atan(1), 0});
  const double half_diagonal = std::sqrt(0.5);
  for (const double d : {0.05, 1e-4, 0.0}) {
    const Placed lower =
        placed_box(Vec3::Constant(-0.5), Vec3::Constant(0.5), {on_edge, {0, 0, -half_diagonal}});
    const Placed upper =
        placed_box(Vec3::Constant(-0.5), Vec3::Constant(0.5), {across, {0, 0, half_diagonal - d}});
    const auto contact = touch(lower.view(), upper.view(), epsilon);
    ASSERT_TRUE(contact) << d;
    expect_near(contact->normal, Vec3::UnitZ(), 1e-6);
    EXPECT_NEAR(contact->gap, -d, 1e-12);
    expect_near(contact->point, {0, 0, -d / 2}, 1e-6);
  }
}

/// No face plane separates crossed edges; clipping does.
TEST(Overlap, CrossedEdgesApart)
{
  const double half_diagonal = std::sqrt(0.5);
  const Placed lower = placed_box(Vec3::Constant(-0.5), Vec3::Constant(0.5),
                                  {exp_map({std::atan(1), 0, 0}), {0, 0, -half_diagonal}});
  const Motion lifted{exp_map({0, std::atan(1), 0}), {0, 0, half_diagonal + 10 * epsilon}};
  EXPECT_FALSE(
      touch(lower.view(), placed_box(Vec3::Constant(-0.5), Vec3::Constant(0.5), lifted).view(), epsilon));
}

// ------------------------------------------------------------------ deep

TEST(Overlap, WhollyInsideLeavesAlongTheLeastWayOut)
{
  const Placed outer = placed_box(Vec3::Zero(), {10, 10, 10});
  const Placed inner = placed_box({4, 4, 8}, {5, 5, 9});
  const auto contact = touch(outer.view(), inner.view(), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-12);
  EXPECT_NEAR(contact->gap, -2, 1e-12);
  expect_near(contact->point, {4.5, 4.5, 8.5}, 1e-9);
  EXPECT_EQ(contact->surface_a, top);
  EXPECT_NEAR(contact->area, 3, 1e-9);

  const auto swapped = touch(inner.view(), outer.view(), epsilon);
  ASSERT_TRUE(swapped);
  expect_near(swapped->normal, -Vec3::UnitZ(), 1e-12);
  EXPECT_NEAR(swapped->gap, -2, 1e-12);
}

/// A bar through a plate: all normals cancel, and the bar leaves lengthwise on its shorter side.
TEST(Overlap, BarThroughPlate)
{
  const auto contact = touch_boxes({{-5, -5, 0}, {5, 5, 0.5}}, {{-1, -1, -2}, {1, 1, 3}});
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-12);
  EXPECT_NEAR(contact->gap, -2.5, 1e-12);
}

// ------------------------------------------------------------------ meshes

TEST(Overlap, InteriorFacesGiveNeitherNormalNorSurface)
{
  // The lower element is a thin skin on a block: only its top is boundary. The upper box overhangs its side.
  Placed skin = placed_box({0, 0, 0}, {1, 1, 1});
  skin.convex.face_boundary = {0, 1, 0, 0, 0, 0};
  const Placed box = placed_box({0.9, 0, 0.5}, {1.9, 1, 1.5});
  const auto contact = touch(skin.view(), box.view(), epsilon);
  ASSERT_TRUE(contact);
  // patch of the skin: top 0.1 × 1 (boundary), right side 0.5 × 1 (interior); patch of the box: bottom 0.1,
  // left 0.5
  expect_near(contact->normal, Vec3(0.25, 0, 0.02).normalized(), 1e-4);
  EXPECT_EQ(contact->surface_a, top);

  skin.convex.face_boundary.assign(6, 0);
  EXPECT_FALSE(touch(skin.view(), box.view(), epsilon));
}

TEST(Overlap, LargePolygonsNeedNoMoreThanMemory)
{
  std::vector<double> points;
  for (int i = 0; i < 200; ++i) {
    const double angle = 2 * std::numbers::pi * (i / 2) / 100;
    points.insert(points.end(), {std::cos(angle), std::sin(angle), static_cast<double>(i % 2)});
  }
  const Convex drum = convex_hull(points, 0, 0);
  const auto contact =
      touch(Placed(drum).view(), Placed(drum, {exp_map({0, 0, 0.01}), {0.3, 0, 0.99}}).view(), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-3);
  expect_near(contact->point, {0.15, 0, 0.995}, 1e-3);
  EXPECT_NEAR(contact->gap, -0.01, 1e-4);
}

TEST(Overlap, NanIsNoContact)
{
  const Placed box = placed_box(Vec3::Zero(), Vec3::Ones());
  Placed lost = placed_box(Vec3::Constant(0.5), Vec3::Constant(1.5));
  lost.x.assign(8, Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
  compute_planes(lost.convex, lost.x, lost.planes);
  EXPECT_FALSE(touch(box.view(), lost.view(), epsilon));
  EXPECT_FALSE(touch(lost.view(), box.view(), epsilon));
}

// ------------------------------------------------------------------ random pairs

std::vector<Vec3> edge_directions(const Placed& p)
{
  std::vector<Vec3> edges;
  for (std::size_t f = 0; f < p.convex.face_count(); ++f) {
    const auto face = p.convex.face(f);
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int v = face[i];
      const int w = face[(i + 1) % face.size()];
      if (v < w)
        edges.push_back((p.x[static_cast<std::size_t>(w)] - p.x[static_cast<std::size_t>(v)]).normalized());
    }
  }
  return edges;
}

double gap_along(const Vec3& axis, const Placed& a, const Placed& b)
{
  Vec3 lo = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 hi = -lo;
  for (const Vec3& x : a.x) {
    lo[0] = std::min(lo[0], axis.dot(x));
    hi[0] = std::max(hi[0], axis.dot(x));
  }
  for (const Vec3& x : b.x) {
    lo[1] = std::min(lo[1], axis.dot(x));
    hi[1] = std::max(hi[1], axis.dot(x));
  }
  return std::max(lo[1] - hi[0], lo[0] - hi[1]);
}

/// Largest gap over all separating-axis candidates (face normals, products of edges): > 0 iff apart, and then
/// at most the distance.
double separation(const Placed& a, const Placed& b)
{
  double best = -std::numeric_limits<double>::infinity();
  for (const Placed* p : {&a, &b})
    for (const Plane& plane : p->planes)
      best = std::max(best, gap_along(plane.n, a, b));
  for (const Vec3& e : edge_directions(a))
    for (const Vec3& f : edge_directions(b))
      if (const Vec3 axis = e.cross(f); axis.norm() > 1e-6)
        best = std::max(best, gap_along(axis.normalized(), a, b));
  return best;
}

struct RandomPair {
  Placed a, b;
};

RandomPair random_pair(Random& random, double size)
{
  const auto one = [&] {
    return random.uniform(0, 1) < 0.5 ? make_box(size * random.vector(-1, -0.1), size * random.vector(0.1, 1))
                                      : random.hull(static_cast<int>(random.uniform(4, 20)), 2 * size);
  };
  return {Placed(one(), random.motion(0)), Placed(one(), random.motion(1.2 * size))};
}

TEST(Overlap, RandomPairsAgreeWithSeparatingAxes)
{
  Random random(11);
  int touching = 0;
  int apart = 0;
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (int trial = 0; trial < 200; ++trial) {
      const auto [a, b] = random_pair(random, size);
      const double s = separation(a, b);
      const double eps = 1e-6 * size;
      const bool found = touch(a.view(), b.view(), eps).has_value();
      if (s < 0) {
        EXPECT_TRUE(found) << "penetration " << -s;
        ++touching;
      } else if (s > 20 * eps) {  // sharp corners grown by epsilon reach some epsilons
        EXPECT_FALSE(found) << "separation " << s;
        ++apart;
      }
    }
  }
  EXPECT_GT(touching, 100);
  EXPECT_GT(apart, 100);
}

TEST(Overlap, RandomPairsGiveUsableNumbers)
{
  Random random(12);
  int contacts = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const auto [a, b] = random_pair(random, 1);
    const auto contact = touch(a.view(), b.view(), epsilon);
    if (!contact) continue;
    ++contacts;
    EXPECT_NEAR(contact->normal.norm(), 1, 1e-12);
    EXPECT_LE(contact->gap, 0);
    EXPECT_TRUE(std::isfinite(contact->gap));
    EXPECT_GT(contact->area, 0);
    for (const Placed* p : {&a, &b})
      for (const Plane& plane : p->planes)
        EXPECT_LE(plane.distance(contact->point), 1.001 * epsilon);
  }
  EXPECT_GT(contacts, 100);
}

/// All corners of the intersection of half-spaces: triples of planes whose common point is inside the others.
std::vector<double> corners_of_intersection(const std::vector<Plane>& planes)
{
  std::vector<double> corners;
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) {
        Mat3 N;
        N << planes[i].n.transpose(), planes[j].n.transpose(), planes[k].n.transpose();
        if (std::abs(N.determinant()) < 1e-9) continue;
        const Vec3 x = N.inverse() * Vec3(planes[i].offset, planes[j].offset, planes[k].offset);
        if (std::ranges::all_of(planes, [&](const Plane& plane) { return plane.distance(x) <= 1e-10; }))
          corners.insert(corners.end(), x.begin(), x.end());
      }
  return corners;
}

std::size_t nearest_plane(const std::vector<Plane>& planes, const Plane& plane)
{
  const auto difference = [&](const Plane& q) {
    return (q.n - plane.n).norm() + std::abs(q.offset - plane.offset);
  };
  return static_cast<std::size_t>(std::ranges::min_element(planes, {}, difference) - planes.begin());
}

/// How far b must go along n to leave a.
double way_out(const Vec3& n, const Placed& a, const Placed& b)
{
  const auto height = [&](const Vec3& x) { return n.dot(x); };
  return n.dot(std::ranges::max(a.x, {}, height)) - n.dot(std::ranges::min(b.x, {}, height));
}

/// What the header promises, from the intersection polyhedron built in another way: corners of half-spaces
/// and their hull.
PairGeometry by_half_spaces(const Placed& a, const Placed& b)
{
  std::vector<Plane> planes = a.planes;
  planes.insert(planes.end(), b.planes.begin(), b.planes.end());
  const Placed overlap(convex_hull(corners_of_intersection(planes), 0, 0));
  PairGeometry result{};
  result.point.setZero();
  result.normal.setZero();
  std::vector<double> areas(planes.size(), 0.0);  // per plane: the hull may show one face in several pieces
  for (std::size_t f = 0; f < overlap.planes.size(); ++f) {
    const auto face = overlap.convex.face(f);
    double& area = areas[nearest_plane(planes, overlap.planes[f])];
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      const Vec3& x0 = overlap.x[static_cast<std::size_t>(face[0])];
      const Vec3& x1 = overlap.x[static_cast<std::size_t>(face[i])];
      const Vec3& x2 = overlap.x[static_cast<std::size_t>(face[i + 1])];
      const double triangle = 0.5 * (x1 - x0).cross(x2 - x0).norm();
      area += triangle;
      result.point += triangle * (x0 + x1 + x2) / 3;
    }
  }
  double total = 0;
  Vec3 vector_area = Vec3::Zero();
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const double sign = i < a.planes.size() ? 1 : -1;
    total += areas[i];
    vector_area += sign * areas[i] * planes[i].n;
    result.normal += sign * areas[i] * areas[i] * planes[i].n;
  }
  result.point /= total;
  result.area = 0.5 * total;
  result.normal.normalize();
  if (way_out(result.normal, a, b) > way_out(-result.normal, a, b)) result.normal = vector_area.normalized();
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const Vec3& x : overlap.x) {
    lowest = std::min(lowest, result.normal.dot(x));
    highest = std::max(highest, result.normal.dot(x));
  }
  result.gap = lowest - highest;
  return result;
}

bool holds_all_of(const Placed& outer, const Placed& inner)
{
  return std::ranges::all_of(outer.planes, [&](const Plane& plane) {
    return std::ranges::all_of(inner.x, [&](const Vec3& x) { return plane.distance(x) <= 0; });
  });
}

/// Nearly coplanar neighbours, for which corners of three planes lose their digits.
bool has_nearly_coplanar_faces(const Placed& p)
{
  for (std::size_t i = 0; i < p.planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((p.planes[i].n - p.planes[j].n).norm() < 1e-3) return true;
  return false;
}

TEST(Overlap, RandomPairsAgreeWithTheIntersectionOfHalfSpaces)
{
  Random random(16);
  int compared = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const Placed a(make_box(random.vector(-1, -0.1), random.vector(0.1, 1)), random.motion(0));
    const Placed b(random.hull(6, 2), random.motion(1));
    if (has_nearly_coplanar_faces(b) || separation(a, b) > -1e-3 || holds_all_of(a, b) || holds_all_of(b, a))
      continue;
    const PairGeometry expected = by_half_spaces(a, b);
    const auto contact = touch(a.view(), b.view(), 1e-10);
    ASSERT_TRUE(contact);
    ++compared;
    expect_near(contact->point, expected.point, 1e-6);
    EXPECT_NEAR(contact->area, expected.area, 1e-6);
    expect_near(contact->normal, expected.normal, 1e-5);
    EXPECT_NEAR(contact->gap, expected.gap, 1e-5);
  }
  EXPECT_GT(compared, 40);
}

TEST(Overlap, SwapKeepsPointGapAreaAndTurnsTheNormal)
{
  Random random(13);
  int contacts = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const auto [a, b] = random_pair(random, 1);
    const auto ab = touch(a.view(), b.view(), epsilon);
    const auto ba = touch(b.view(), a.view(), epsilon);
    ASSERT_EQ(ab.has_value(), ba.has_value());
    if (!ab) continue;
    ++contacts;
    EXPECT_EQ(ab->point, ba->point);
    EXPECT_EQ(ab->normal, -ba->normal);
    EXPECT_EQ(ab->gap, ba->gap);
    EXPECT_EQ(ab->area, ba->area);
    EXPECT_EQ(ab->surface_a, ba->surface_b);
  }
  EXPECT_GT(contacts, 50);
}

TEST(Overlap, RigidMotionMovesTheContactAlong)
{
  Random random(14);
  int contacts = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const auto [a, b] = random_pair(random, 1);
    const Motion motion = random.motion(100);
    const auto moved = [&](const Placed& p) {
      Placed q = p;
      for (Vec3& x : q.x)
        x = motion(x);
      compute_planes(q.convex, q.x, q.planes);
      return q;
    };
    const auto here = touch(a.view(), b.view(), epsilon);
    const auto there = touch(moved(a).view(), moved(b).view(), epsilon);
    ASSERT_EQ(here.has_value(), there.has_value());
    if (!here) continue;
    ++contacts;
    expect_near(there->point, motion(here->point), 1e-9);
    expect_near(there->normal, motion.R * here->normal, 1e-6);
    EXPECT_NEAR(there->gap, here->gap, 1e-6);
    EXPECT_NEAR(there->area, here->area, 1e-9);
  }
  EXPECT_GT(contacts, 50);
}

/// Pressed boxes of any size, anywhere within a thousand sizes, with an epsilon of 1e-6 of the size.
TEST(Overlap, FaceContactAtAllScales)
{
  Random random(15);
  for (const double size : {1e-3, 1.0, 1e3}) {
    const double d = 1e-3 * size;
    const Motion motion = random.motion(1e3 * size);
    const auto contact = touch_boxes({Vec3::Zero(), Vec3::Constant(size)},
                                     {{0.3 * size, 0.2 * size, size - d}, {0.8 * size, 0.9 * size, 2 * size}},
                                     1e-6 * size, motion);
    ASSERT_TRUE(contact) << size;
    expect_near(contact->normal, motion.R.col(2), 1e-8);
    EXPECT_NEAR(contact->gap, -d, 1e-9 * size);
    expect_near(contact->point, motion(Vec3(0.55, 0.55, 1 - 0.5e-3) * size), 1e-5 * size);
  }
}

}  // namespace
}  // namespace corbel::testing
