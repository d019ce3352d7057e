// SPDX-License-Identifier: MIT
// Contact patches of two convexes: points, gaps, areas, normals and names, in plain and in awkward positions.
#include "bodies.hpp"

#include "corbel/geometry/convex_edges.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <set>

namespace corbel::testing {
namespace {

constexpr double epsilon = 1e-6;
constexpr double pi = 3.14159265358979323846;

/// A placed convex that knows its edges.
struct Edged : Placed {
  ConvexEdges edges;
  explicit Edged(Convex c, const Motion& motion = {})
      : Placed(std::move(c), motion), edges(find_edges(convex))
  {
  }
  PlacedConvex edged_view() const { return {convex, x, planes, &edges}; }
};

Edged edged_box(const Vec3& lo, const Vec3& hi, const Motion& motion = {})
{
  return Edged(make_box(lo, hi), motion);
}

std::optional<ContactPatch> patch_of(const Edged& a, const Edged& b, double tolerance = epsilon)
{
  return patch(a.edged_view(), b.edged_view(), tolerance);
}

Motion turned(const Vec3& rotation, const Vec3& shift = Vec3::Zero()) { return {exp_map(rotation), shift}; }

Motion after(const Motion& outer, const Motion& inner)
{
  return {outer.R * inner.R, outer.R * inner.t + outer.t};
}

double total_area(const ContactPatch& patch)
{
  double sum = 0;
  for (std::size_t k = 0; k < patch.count; ++k)
    sum += patch.points[k].area;
  return sum;
}

/// Each of the expected points is one of the patch, and there are no others.
void expect_points(const ContactPatch& patch, const std::vector<Vec3>& expected, double tolerance)
{
  ASSERT_EQ(patch.count, expected.size());
  for (const Vec3& x : expected) {
    double least = 1e300;
    for (std::size_t k = 0; k < patch.count; ++k)
      least = std::min(least, (patch.points[k].point - x).norm());
    EXPECT_LE(least, tolerance) << x.transpose();
  }
}

double deepest(const ContactPatch& patch)
{
  double gap = 0;
  for (std::size_t k = 0; k < patch.count; ++k)
    gap = std::min(gap, patch.points[k].gap);
  return gap;
}

std::set<int> features(const ContactPatch& patch)
{
  std::set<int> all;
  for (std::size_t k = 0; k < patch.count; ++k)
    all.insert(patch.points[k].feature);
  return all;
}

const Edged unit_box() { return edged_box({0, 0, 0}, {1, 1, 1}); }

TEST(ConvexEdges, OfABox)
{
  const ConvexEdges edges = find_edges(make_box({0, 0, 0}, {1, 1, 1}));
  EXPECT_EQ(edges.edges.size(), 12U);  // Euler: V − E + F = 2
  EXPECT_EQ(edges.face_edge.size(), 24U);
  for (const auto& edge : edges.edges) {
    EXPECT_NE(edge.left, edge.right);
    EXPECT_NE(edge.tail, edge.head);
  }
}

TEST(Patch, FaceOnFaceHasTheCornersOfTheSmallerOne)
{
  for (const double depth : {0.0, 1e-3, -0.5 * epsilon}) {
    const Edged small = edged_box({0.2, 0.3, 1 - depth}, {0.6, 0.5, 2 - depth});
    for (const bool swapped : {false, true}) {
      const Edged box = unit_box();
      const auto found = swapped ? patch_of(small, box) : patch_of(box, small);
      ASSERT_TRUE(found);
      expect_near(found->normal, Vec3(0, 0, swapped ? -1 : 1), 1e-12);
      const double z = 1 - 0.5 * depth;
      expect_points(*found, {{0.2, 0.3, z}, {0.6, 0.3, z}, {0.6, 0.5, z}, {0.2, 0.5, z}}, 2 * epsilon);
      EXPECT_NEAR(found->area, 0.4 * 0.2, 4 * epsilon);
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_NEAR(found->points[k].gap, -std::max(0.0, depth), 1e-12);
        EXPECT_NEAR(found->points[k].area, 0.25 * found->area, 4 * epsilon);
      }
      EXPECT_EQ(swapped ? found->surface_b : found->surface_a, top);
      EXPECT_EQ(swapped ? found->surface_a : found->surface_b, bottom);
    }
  }
}

TEST(Patch, CrossedBarsTouchInTheCommonRectangle)
{
  const Edged below = edged_box({-5, 0, 0}, {5, 1, 1}), above = edged_box({0, -5, 1}, {2, 5, 2});
  const auto found = patch_of(below, above);
  ASSERT_TRUE(found);
  expect_points(*found, {{0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {0, 1, 1}}, 2 * epsilon);
  EXPECT_NEAR(found->area, 2, 1e-5);
}

TEST(Patch, AnOctagonIsReducedToFourPointsThatShareItsArea)
{
  // Two squares turned by 45° against each other: a regular octagon with the inner radius 1.
  const Edged below = edged_box({-1, -1, -1}, {1, 1, 0});
  const Edged above = edged_box({-1, -1, 0}, {1, 1, 1}, turned({0, 0, pi / 4}));
  const auto found = patch_of(below, above);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->count, 4U);
  const double area = 8 * std::tan(pi / 8);
  EXPECT_NEAR(found->area, area, 1e-5);
  EXPECT_NEAR(total_area(*found), area, 1e-5);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(found->points[k].point.head<2>().norm(), 1 / std::cos(pi / 8), 1e-5);
}

/// A prism of height 1 on the polygon of the points (x, y) in the plane z = 0.
Edged prism(const std::vector<Eigen::Vector2d>& base)
{
  std::vector<double> corners;
  for (const double z : {0.0, 1.0})
    for (const Eigen::Vector2d& x : base)
      corners.insert(corners.end(), {x.x(), x.y(), z});
  return Edged(convex_hull(corners, 0, 0));
}

/// Area of the point of the patch that lies at (x, y).
double area_at(const ContactPatch& patch, const Eigen::Vector2d& x)
{
  for (std::size_t k = 0; k < patch.count; ++k)
    if ((patch.points[k].point.head<2>() - x).norm() < 3 * epsilon) return patch.points[k].area;
  ADD_FAILURE() << "no point at " << x.transpose();
  return 0;
}

TEST(Patch, CornersOfATrapezoidShareItsAreaByTheTrianglesToItsMiddle)
{
  // Corners (0, 0), (4, 0), (3, 1), (1, 1); the mean of the four is (2, 1/2). The triangles from there over
  // the sides have the areas 1 (lower), 3/4, 1/2 (upper), 3/4: 3 in all. A corner has half of the two at it:
  // 7/8 below, 5/8 above.
  const std::vector<Eigen::Vector2d> corners = {{0, 0}, {4, 0}, {3, 1}, {1, 1}};
  const Edged floor = edged_box({-9, -9, -1}, {9, 9, 0});
  for (const bool swapped : {false, true}) {
    const auto found = swapped ? patch_of(prism(corners), floor) : patch_of(floor, prism(corners));
    ASSERT_TRUE(found);
    ASSERT_EQ(found->count, 4U);
    EXPECT_NEAR(found->area, 3, 1e-5);
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(area_at(*found, corners[k]), k < 2 ? 7.0 / 8 : 5.0 / 8, 1e-5) << k;
  }
}

TEST(Patch, CornersOfATriangleHaveAThirdEach)
{
  // Medians cut a triangle, here of the area 3, into six of the same area.
  const std::vector<Eigen::Vector2d> corners = {{0, 0}, {3, 0}, {-1, 2}};
  const auto found = patch_of(edged_box({-9, -9, -1}, {9, 9, 0}), prism(corners));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->count, 3U);
  EXPECT_NEAR(found->area, 3, 1e-5);
  for (const Eigen::Vector2d& x : corners)
    EXPECT_NEAR(area_at(*found, x), 1, 1e-5);
}

TEST(Patch, ABoxOnItsEdgeTouchesWithTheEnds)
{
  // Tilted about its lower edge x = 0 by 0.3 rad, 1 mm deep.
  const Edged floor = edged_box({-5, -5, -1}, {5, 5, 0});
  const Edged box = edged_box({0, 0, 0}, {1, 1, 1}, turned({0, -0.3, 0}, {0, 0, -1e-3}));
  const auto found = patch_of(floor, box);
  ASSERT_TRUE(found);
  expect_near(found->normal, Vec3(0, 0, 1), 1e-12);
  expect_points(*found, {{0, 0, -5e-4}, {0, 1, -5e-4}}, 1e-9);
  EXPECT_EQ(found->area, 0);
  EXPECT_NEAR(found->points[0].gap, -1e-3, 1e-12);
}

TEST(Patch, ABoxOnItsVertexTouchesThere)
{
  const Edged floor = edged_box({-5, -5, -1}, {5, 5, 0});
  const Edged box = edged_box({0, 0, 0}, {1, 1, 1}, turned({0.4, -0.3, 0}, {0, 0, -1e-3}));
  const auto found = patch_of(floor, box);
  ASSERT_TRUE(found);
  expect_points(*found, {{0, 0, -5e-4}}, 1e-9);
  expect_near(found->normal, Vec3(0, 0, 1), 1e-12);
}

TEST(Patch, EdgesThatCrossTouchInOnePoint)
{
  // Two bars on edge, crossed under 70°, 1e-4 deep.
  const Motion on_edge = turned({pi / 4, 0, 0});
  const Edged below = edged_box({-3, -0.5, -0.5}, {3, 0.5, 0.5}, on_edge);
  const double tip = std::sqrt(0.5), depth = 1e-4;
  const Edged above = edged_box({-3, -0.5, -0.5}, {3, 0.5, 0.5},
                                after(turned({0, 0, 70 * pi / 180}, {0.2, 0.1, 2 * tip - depth}), on_edge));
  const auto found = patch_of(below, above);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->count, 1U);
  expect_near(found->normal, Vec3(0, 0, 1), 1e-9);
  EXPECT_NEAR(found->points[0].gap, -depth, 1e-9);
  // The upper edge passes through (0.2, 0.1) along (cos 70°, sin 70°), the lower one runs along y = 0.
  expect_near(found->points[0].point, Vec3(0.2 - 0.1 / std::tan(70 * pi / 180), 0, tip - 0.5 * depth), 1e-4);
}

TEST(Patch, LeaningCardsGetTheNormalBetweenTheirFaces)
{
  // Inner upper edges on each other.
  for (const double lean : {5.0, 15.0, 30.0}) {
    const double a = lean * pi / 180;
    const Edged left = edged_box({-0.1, 0, -2}, {0, 1, 0}, turned({0, a, 0}));
    const Edged right = edged_box({0, 0, -2}, {0.1, 1, 0}, turned({0, -a, 0}));
    const auto found = patch_of(left, right);
    ASSERT_TRUE(found);
    expect_near(found->normal, Vec3(1, 0, 0), 1e-9);
    expect_points(*found, {{0, 0, 0}, {0, 1, 0}}, 3 * epsilon);
  }
}

TEST(Patch, BlocksThatOnlyShareAnEdgeOrAVertexDoNotTouch)
{
  // Diagonal neighbours of a wall: a contact there would keep them from sliding over each other.
  EXPECT_FALSE(patch_of(unit_box(), edged_box({1, 0, 1}, {2, 1, 2})));
  EXPECT_FALSE(patch_of(unit_box(), edged_box({1, 1, 1}, {2, 2, 2})));
  // Pushed into each other they do.
  EXPECT_TRUE(patch_of(unit_box(), edged_box({0.99, 0, 0.99}, {2, 1, 2})));
}

TEST(Patch, EqualBlocksOnEachOtherKeepTheirCornersUnderSmallMotions)
{
  const Edged below = unit_box();
  const auto first = patch_of(below, edged_box({0, 0, 1}, {1, 1, 2}));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->count, 4U);
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Motion jitter = turned(random.vector(-2e-7, 2e-7), random.vector(-2e-7, 2e-7));
    const auto found = patch_of(below, edged_box({0, 0, 1}, {1, 1, 2}, jitter));
    ASSERT_TRUE(found);
    EXPECT_EQ(features(*found), features(*first));
  }
}

TEST(Patch, NamesStayWhileABoxSlidesTurnsAndRocks)
{
  const Edged floor = edged_box({-50, -50, -1}, {50, 50, 0});
  const auto at_rest = patch_of(floor, unit_box());
  ASSERT_TRUE(at_rest);
  for (int i = 0; i < 100; ++i) {
    const Motion spin = turned({0, 0, 0.1 * i}, {0.3 * i, 0.01 * i, 0});
    EXPECT_EQ(features(*patch_of(floor, edged_box({0, 0, 0}, {1, 1, 1}, spin))), features(*at_rest));
    const auto tilted = patch_of(floor, edged_box({0, 0, 0}, {1, 1, 1}, turned({0, -0.007 * (i + 1), 0})));
    ASSERT_EQ(tilted->count, 2U);
    for (const int feature : features(*tilted))
      EXPECT_TRUE(features(*at_rest).contains(feature));
  }
}

TEST(Patch, MovesWithAnyRigidMotionAndFlipsWithASwap)
{
  Random random(11);
  int several = 0, found = 0;
  for (int i = 0; i < 500; ++i) {
    const Convex one = random.hull(12, 1), two = random.hull(10, 1.5);
    const Motion at = random.motion(0.6), whole = random.motion(3);
    const Edged a(one), b(two, at), a2(one, whole), b2(two, after(whole, at));
    const auto p = patch_of(a, b), moved = patch_of(a2, b2), swapped = patch_of(b, a);
    ASSERT_EQ(p.has_value(), moved.has_value());
    ASSERT_EQ(p.has_value(), swapped.has_value());
    if (!p) continue;
    ++found;
    several += p->count > 1;
    expect_near(moved->normal, whole.R * p->normal, 1e-9);
    expect_near(swapped->normal, -p->normal, 1e-9);
    ASSERT_EQ(swapped->count, p->count);
    EXPECT_NEAR(swapped->area, p->area, 1e-9);
    EXPECT_NEAR(deepest(*swapped), deepest(*p), 1e-9);
    ASSERT_EQ(moved->count, p->count);
    EXPECT_NEAR(moved->area, p->area, 1e-9);
    for (std::size_t k = 0; k < p->count; ++k) {
      expect_near(moved->points[k].point, whole(p->points[k].point), 1e-9);
      EXPECT_NEAR(moved->points[k].gap, p->points[k].gap, 1e-9);
      EXPECT_EQ(moved->points[k].feature, p->points[k].feature);
    }
  }
  EXPECT_GT(found, 200);
  EXPECT_GT(several, 20);
}

TEST(Patch, DeepAndContainedBoxesLeaveOnTheShortestWay)
{
  const Edged big = edged_box({0, 0, 0}, {10, 10, 10});
  const auto inside = patch_of(big, edged_box({4, 4, 8.5}, {5, 5, 9.5}));
  ASSERT_TRUE(inside);
  expect_near(inside->normal, Vec3(0, 0, 1), 1e-9);
  EXPECT_NEAR(inside->points[0].gap, -1.5, 1e-9);
  const auto pierced = patch_of(edged_box({0, 0, 0}, {10, 10, 1}), edged_box({4, 4, -1}, {5, 5, 5}));
  ASSERT_TRUE(pierced);
  expect_near(pierced->normal, Vec3(0, 0, 1), 1e-9);
  EXPECT_NEAR(pierced->points[0].gap, -2, 1e-9);
}

/// Largest jump of the normal along a path of n positions. (Points come and go where corners come to touch.)
template<class Path>
double largest_jump(const Edged& a, const Convex& moving, const Path& path, int n)
{
  double jump = 0;
  std::optional<Vec3> last;
  for (int i = 0; i <= n; ++i) {
    const auto found = patch_of(a, Edged(moving, path(static_cast<double>(i) / n)));
    if (found && last) jump = std::max(jump, (found->normal - *last).norm());
    if (found) last = found->normal;
  }
  return jump;
}

TEST(Patch, NormalIsContinuousAlongSlidingAndTiltingPaths)
{
  const Edged below = unit_box();
  const Convex moving = make_box({0, 0, 0}, {1, 1, 1});
  // Slides off the edge, 0.05 deep: the normal turns from up to sideways.
  const auto slide = [](double s) { return turned(Vec3::Zero(), {0.5 + 0.49 * s, 0.1, 0.95}); };
  // Tilts about the common edge, 0.01 deep.
  const auto tilt = [](double s) { return turned({0, -0.5 * s, 0}, {0, 0, 0.99}); };
  const double slide_jump = largest_jump(below, moving, slide, 2000);
  const double tilt_jump = largest_jump(below, moving, tilt, 2000);
  EXPECT_NEAR(largest_jump(below, moving, slide, 4000), 0.5 * slide_jump, 0.05 * slide_jump);
  EXPECT_NEAR(largest_jump(below, moving, tilt, 4000), 0.5 * tilt_jump, 0.05 * tilt_jump);
}

/// Largest changes from one position to the next along a path of n positions.
struct Jumps {
  double point = 0, gap = 0, area = 0;  // of the point of the same name
  double patch_area = 0, depth = 0;     // of the patch; of its deepest point
  int names = 0;                        // how often the set of names changed

  void add(const ContactPatch& last, const ContactPatch& now)
  {
    patch_area = std::max(patch_area, std::abs(now.area - last.area));
    depth = std::max(depth, std::abs(deepest(now) - deepest(last)));
    names += features(now) != features(last);
    for (std::size_t i = 0; i < last.count; ++i)
      for (std::size_t k = 0; k < now.count; ++k) {
        const PatchPoint &p = last.points[i], &q = now.points[k];
        if (p.feature != q.feature) continue;
        point = std::max(point, (q.point - p.point).norm());
        gap = std::max(gap, std::abs(q.gap - p.gap));
        area = std::max(area, std::abs(q.area - p.area));
      }
  }
};

template<class Path>
Jumps jumps_along(const Convex& moving, const Path& path, int n)
{
  const Edged below = unit_box();
  Jumps jumps;
  std::optional<ContactPatch> last;
  for (int i = 0; i <= n; ++i) {
    const auto found = patch_of(below, Edged(moving, path(static_cast<double>(i) / n)));
    EXPECT_TRUE(found) << i;
    if (found && last) jumps.add(*last, *found);
    if (found) last = found;
  }
  return jumps;
}

TEST(Patch, PointsGapsAndAreasAreContinuousWhileABoxSlides)
{
  // 0.01 deep, along x to half over the edge and along y by 0.2: no corner of the common rectangle comes or
  // goes. In steps of ds a point moves by at most |d|ds, d = (0.5, 0.2), the area 1 × 1 at the start shrinks
  // by at most (0.5 + 0.2) ds, a quarter of it per point.
  const auto slide = [](double s) { return turned(Vec3::Zero(), {0.01 + 0.5 * s, 0.01 + 0.2 * s, 0.99}); };
  constexpr int n = 1000;
  const Jumps jumps = jumps_along(make_box({0, 0, 0}, {1, 1, 1}), slide, n);
  EXPECT_EQ(jumps.names, 0);
  EXPECT_LE(jumps.point, 1.001 * std::hypot(0.5, 0.2) / n);
  EXPECT_GE(jumps.point, 0.999 * std::hypot(0.5, 0.2) / n);
  EXPECT_LE(jumps.patch_area, 1.001 * 0.7 / n);
  EXPECT_LE(jumps.area, 1.001 * 0.25 * 0.7 / n);
  EXPECT_LE(jumps.gap, 1e-12);
}

TEST(Patch, PointsGapsAndAreasAreContinuousWhileABoxSinksAndTilts)
{
  // From 0.01 to 0.03 deep while it tilts by 0.01 rad about the axis y = 0 of its lower face: all four
  // corners stay in contact. The far ones, 0.8 away, go up by 0.008 against it.
  const auto sink = [](double s) { return turned({0.01 * s, 0, 0}, {0.1, 0.1, 0.99 - 0.02 * s}); };
  constexpr int n = 1000;
  const Jumps jumps = jumps_along(make_box({0, 0, 0}, {0.8, 0.8, 1}), sink, n);
  EXPECT_EQ(jumps.names, 0);
  EXPECT_LE(jumps.gap, 1.01 * 0.02 / n);
  EXPECT_GE(jumps.gap, 0.99 * 0.02 / n);
  EXPECT_LE(jumps.point, 0.02 / n);  // in the middle of the gap; the lower face shears by 1e-4
  EXPECT_LE(jumps.area, 1e-3 / n);
}

TEST(Patch, AreaAndDepthOfAPatchAreContinuousWhileItsCornersChange)
{
  // Turns by 90° about the vertical on a box of the same size: rectangle, octagon, rectangle. Four points of
  // eight stay, not always the same; their area and depth are those of the whole.
  const auto turn = [](double s) { return Motion{exp_map(Vec3(0, 0, 0.5 * pi * s)), {0.5, 0.5, 0.99}}; };
  const Convex moving = make_box({-0.5, -0.5, 0}, {0.5, 0.5, 1});
  const Jumps coarse = jumps_along(moving, turn, 500), fine = jumps_along(moving, turn, 2000);
  EXPECT_GT(coarse.names, 0);
  EXPECT_LE(coarse.patch_area, 0.01);
  EXPECT_NEAR(fine.patch_area, 0.25 * coarse.patch_area, 0.05 * coarse.patch_area);
  EXPECT_LE(fine.depth, 1e-12);
}

TEST(Patch, FrontOfABlockDoesNotRunAgainstTheNextElementOfAFlatFloor)
{
  // A floor element whose faces to its neighbours (sides) are inside the mesh; the block is deeper than it
  // has come over the border.
  Convex element = make_box({0, 0, -1}, {1, 1, 0});
  for (std::size_t f = 0; f < 6; ++f)
    element.face_boundary[f] = element.face_surface[f] == top;
  element.vertex_spread = {2, 2, 2, 2, 1, 1, 1, 1};  // the upper side is flat
  const auto found = patch_of(Edged(element), edged_box({-0.5, 0.2, -0.01}, {0.001, 0.4, 1}));
  ASSERT_TRUE(found);
  expect_near(found->normal, Vec3(0, 0, 1), 1e-12);
  // An element that is all inside touches nothing.
  element.face_boundary.assign(6, 0);
  EXPECT_FALSE(patch_of(Edged(element), edged_box({0.2, 0.2, -0.01}, {0.5, 0.4, 1})));
}

TEST(Patch, ExactTiesDoNotDependOnRoundOffOrOrder)
{
  // A vertex of a turned box exactly on a vertex of another: whether that is a contact must not flicker.
  Random random(21);
  int contacts = 0;
  for (int i = 0; i < 500; ++i) {
    const Edged a = edged_box({-1, -1, -1}, {0, 0, 0}, turned(random.vector(-3, 3)));
    const Motion at = turned(random.vector(-3, 3));
    const auto found = patch_of(a, edged_box({0, 0, 0}, {1, 1, 1}, at));
    const Motion nudged{at.R, Vec3::Constant(1e-13)};
    EXPECT_EQ(patch_of(a, edged_box({0, 0, 0}, {1, 1, 1}, nudged)).has_value(), found.has_value());
    EXPECT_EQ(patch_of(edged_box({0, 0, 0}, {1, 1, 1}, at), a).has_value(), found.has_value());
    contacts += found.has_value();
  }
  EXPECT_GT(contacts, 50);
}

TEST(Patch, NeedlesSliversAndSizesFarApart)
{
  // A needle of aspect 1e4 on its tip, on a plate 1e4 times its length.
  const Edged plate = edged_box({-1e4, -1e4, -1}, {1e4, 1e4, 0});
  const Edged needle = edged_box({-5e-5, -5e-5, 0}, {5e-5, 5e-5, 1}, turned({0.2, 0.1, 0}, {3000, 1, -1e-5}));
  const auto tip = patch_of(plate, needle, 1e-9);
  ASSERT_TRUE(tip);
  expect_near(tip->normal, Vec3(0, 0, 1), 1e-9);
  double lowest = 0;
  for (const Vec3& x : needle.x)
    lowest = std::min(lowest, x.z());
  EXPECT_NEAR(deepest(*tip), lowest, 1e-10);
  // A sliver 1e-4 thin lying flat.
  const auto flat = patch_of(plate, edged_box({0, 0, 0}, {1, 1, 1e-4}), 1e-9);
  ASSERT_TRUE(flat);
  EXPECT_EQ(flat->count, 4U);
  EXPECT_NEAR(flat->area, 1, 1e-6);
}

}  // namespace
}  // namespace corbel::testing
