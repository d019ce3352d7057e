// SPDX-License-Identifier: MIT
// Hexahedra whose faces are warped, as bodies that deform make them, against their true surfaces: bilinear
// faces, seen along many lines.
#include "corbel/geometry/convex_edges.hpp"

#include "bodies.hpp"

#include <Eigen/Geometry>

namespace corbel::testing {
namespace {

using Corners = std::array<Vec3, 8>;
using Triangle = std::array<Vec3, 3>;

/// The bilinear faces cut into triangles, in the axes of the columns of R.
std::vector<Triangle> surface(const Corners& x, const Mat3& R)
{
  constexpr int m = 4;
  std::vector<Triangle> triangles;
  for (std::size_t f = 0; f < 6; ++f) {
    const auto corner = [&](std::size_t i) -> const Vec3& {
      return x[static_cast<std::size_t>(box_faces[6 * f + 1 + i])];
    };
    const auto at = [&](int i, int j) -> Vec3 {
      const double u = static_cast<double>(i) / m, v = static_cast<double>(j) / m;
      return R.transpose() * ((1 - u) * (1 - v) * corner(0) + u * (1 - v) * corner(1) + u * v * corner(2) +
                              (1 - u) * v * corner(3));
    };
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) {
        triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
  }
  return triangles;
}

struct Interval {
  double low = 1e9, high = -1e9;
};

/// Where the line through (x, y, ·) enters and leaves.
Interval along_line(const std::vector<Triangle>& triangles, double x, double y)
{
  Interval hit;
  for (const Triangle& t : triangles) {
    const Vec3 a = t[0] - Vec3(x, y, 0), b = t[1] - Vec3(x, y, 0), c = t[2] - Vec3(x, y, 0);
    const double wa = b.x() * c.y() - c.x() * b.y(), wb = c.x() * a.y() - a.x() * c.y(),
                 wc = a.x() * b.y() - b.x() * a.y(), sum = wa + wb + wc;
    const bool outside = (wa < 0 || wb < 0 || wc < 0) && (wa > 0 || wb > 0 || wc > 0);
    if (outside || sum == 0) continue;
    const double z = (wa * a.z() + wb * b.z() + wc * c.z()) / sum;
    hit = {std::min(hit.low, z), std::max(hit.high, z)};
  }
  return hit;
}

/// How far b must go along n to leave a: the longest overlap along 40×40 lines.
double sampled_depth(const Corners& a, const Corners& b, const Vec3& n)
{
  constexpr int lines = 40;
  Mat3 R;
  R << n.unitOrthogonal(), n.cross(n.unitOrthogonal()), n;
  const std::vector<Triangle> of_a = surface(a, R), of_b = surface(b, R);
  Aabb box;
  for (const Triangle& t : of_a)
    for (const Vec3& x : t)
      box.extend(x);
  double deepest = -1e9;
  for (int i = 0; i < lines; ++i)
    for (int j = 0; j < lines; ++j) {
      const double x = box.lo.x() + box.size().x() * (i + 0.5) / lines;
      const double y = box.lo.y() + box.size().y() * (j + 0.5) / lines;
      const Interval in_a = along_line(of_a, x, y), in_b = along_line(of_b, x, y);
      if (in_a.high >= in_a.low && in_b.high >= in_b.low) deepest = std::max(deepest, in_a.high - in_b.low);
    }
  return deepest;
}

/// Unit cubes under random affine maps, their vertices moved by up to half the warp in each coordinate; b
/// stands on a, 2 to 12 % deep.
struct WarpedPair {
  Corners a, b;
  WarpedPair(Random& random, double warp)
  {
    Mat3 F = Mat3::Identity(), G = exp_map(random.vector(-0.1, 0.1));
    for (int i = 0; i < 9; ++i) {
      F.data()[i] += random.uniform(-0.15, 0.15);
      G.data()[i] += random.uniform(-0.1, 0.1);
    }
    const Vec3 beside(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0);
    const double depth = random.uniform(0.02, 0.12);
    const std::vector<double> cube = box_corners(Vec3::Constant(-0.5), Vec3::Constant(0.5));
    for (std::size_t i = 0; i < 8; ++i) {
      const Vec3 X(cube[3 * i], cube[3 * i + 1], cube[3 * i + 2]);
      a[i] = F * X + 0.5 * warp * random.vector(-1, 1);
      b[i] = G * X + beside + 0.5 * warp * random.vector(-1, 1);
    }
    const double now = sampled_depth(a, b, Vec3::UnitZ());
    for (Vec3& x : b)
      x.z() += now - depth;
  }
};

struct PlacedHex {
  Convex convex = make_box(Vec3::Constant(-0.5), Vec3::Constant(0.5));
  ConvexEdges edges = find_edges(convex);
  std::vector<Plane> planes = std::vector<Plane>(6);
  Corners x;
  explicit PlacedHex(const Corners& corners) : x(corners) { compute_planes(convex, x, planes); }
  PlacedConvex view() const { return {convex, x, planes, &edges}; }
};

struct Errors {
  double sum = 0, most = 0;
  void add(double error)
  {
    sum += error;
    most = std::max(most, error);
  }
};

class WarpedPairs : public ::testing::TestWithParam<double> {};

/// A face stands out to its farthest vertex, so depths are wrong by a part of the warp. That is of second
/// order in the size of the elements: a smooth deformation warps a face of size L by L² times a second
/// derivative.
TEST_P(WarpedPairs, HexahedraAreFoundWithTheirDepth)
{
  const double warp = GetParam();
  const int count = 150;
  Random random(5);
  Errors of_touch, of_patch;
  for (int k = 0; k < count; ++k) {
    const WarpedPair pair(random, warp);
    const PlacedHex a(pair.a), b(pair.b);
    const auto touching = touch(a.view(), b.view(), 1e-6);
    ASSERT_TRUE(touching) << k;
    EXPECT_TRUE(touching->point.allFinite());
    EXPECT_GT(touching->normal.z(), 0.9);
    of_touch.add(std::abs(touching->gap + sampled_depth(pair.a, pair.b, touching->normal)));

    const auto found = patch(a.view(), b.view(), 1e-6);
    ASSERT_TRUE(found) << k;
    EXPECT_GT(found->normal.z(), 0.9);
    double gap = 0;
    for (std::size_t i = 0; i < found->count; ++i) {
      EXPECT_TRUE(found->points[i].point.allFinite());
      gap = std::min(gap, found->points[i].gap);
    }
    of_patch.add(std::abs(gap + sampled_depth(pair.a, pair.b, found->normal)));
  }
  // What is left without warp is the width of the sampling, and that `touch` measures the overlap, not the
  // way out.
  EXPECT_LT(of_touch.most, 0.03 + 0.3 * warp);
  EXPECT_LT(of_patch.most, 0.015 + 0.5 * warp);
  EXPECT_LT(of_touch.sum / count, 0.005 + 0.1 * warp);
  EXPECT_LT(of_patch.sum / count, 0.005 + 0.1 * warp);
}

/// A cube whose top has its vertices at four heights, under a flat one: the gap at a vertex of the patch is
/// that of the vertex, whichever of the two comes first, and not that of a plane through the highest.
TEST(Warped, GapsAtVerticesAreExact)
{
  const std::array<double, 4> height = {0.5, 0.47, 0.49, 0.46};
  Corners low, high;
  const std::vector<double> cube = box_corners(Vec3::Constant(-0.5), Vec3::Constant(0.5));
  for (std::size_t i = 0; i < 8; ++i) {
    low[i] = {cube[3 * i], cube[3 * i + 1], i < 4 ? -0.5 : height[i - 4]};
    high[i] = Vec3(1.2 * cube[3 * i], 1.2 * cube[3 * i + 1], cube[3 * i + 2] + 0.95);  // its bottom at 0.45
  }
  const PlacedHex a(low), b(high);
  for (const auto& found : {patch(a.view(), b.view(), 1e-6), patch(b.view(), a.view(), 1e-6)}) {
    ASSERT_TRUE(found);
    ASSERT_EQ(found->count, 4u);
    for (const PatchPoint& p : found->points) {
      const std::size_t vertex = p.point.y() < 0 ? (p.point.x() < 0 ? 0 : 1) : (p.point.x() < 0 ? 3 : 2);
      EXPECT_NEAR(p.gap, 0.45 - height[vertex], 0.001);  // n is not quite vertical
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Warps, WarpedPairs, ::testing::Values(0.0, 0.03, 0.1));

}  // namespace
}  // namespace corbel::testing
