// SPDX-License-Identifier: MIT
// Boxes and random convexes for the tests, placed anywhere.
#pragma once

#include "corbel/core/error.hpp"
#include "corbel/geometry/pair_geometry.hpp"
#include "corbel/math/rotation.hpp"

#include <gtest/gtest.h>

#include <random>

namespace corbel::testing {

inline const std::vector<int> box_faces = {4, 0, 3, 2, 1, 10, 4, 4, 5, 6, 7, 11, 4, 0, 1, 5, 4, 12,
                                           4, 1, 2, 6, 5, 13, 4, 2, 3, 7, 6, 14, 4, 3, 0, 4, 7, 15};
/// Surface identifiers of box_faces.
enum BoxSurface { bottom = 10, top, front, right, back, left };

/// Corners in the manual's order of hexahedron nodes, flat.
inline std::vector<double> box_corners(const Vec3& lo, const Vec3& hi)
{
  return {lo.x(), lo.y(), lo.z(), hi.x(), lo.y(), lo.z(), hi.x(), hi.y(), lo.z(), lo.x(), hi.y(), lo.z(),
          lo.x(), lo.y(), hi.z(), hi.x(), lo.y(), hi.z(), hi.x(), hi.y(), hi.z(), lo.x(), hi.y(), hi.z()};
}

inline Convex make_box(const Vec3& lo, const Vec3& hi)
{
  return make_convex(box_corners(lo, hi), box_faces, 1);
}

/// x ← R x + t.
struct Motion {
  Mat3 R = Mat3::Identity();
  Vec3 t = Vec3::Zero();
  Vec3 operator()(const Vec3& x) const { return R * x + t; }
};

/// A convex with its current vertices and planes.
struct Placed {
  Convex convex;
  std::vector<Vec3> x;
  std::vector<Plane> planes;

  explicit Placed(Convex c, const Motion& motion = {}) : convex(std::move(c)), planes(convex.face_count())
  {
    for (const Vec3& X : convex.vertices)
      x.push_back(motion(X));
    compute_planes(convex, x, planes);
  }
  PlacedConvex view() const { return {convex, x, planes}; }
};

inline Placed placed_box(const Vec3& lo, const Vec3& hi, const Motion& motion = {})
{
  return Placed(make_box(lo, hi), motion);
}

/// Seeded random numbers: the same in every run.
struct Random {
  std::mt19937 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  double uniform(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(engine); }
  Vec3 vector(double lo, double hi) { return {uniform(lo, hi), uniform(lo, hi), uniform(lo, hi)}; }
  Motion motion(double reach) { return {exp_map(vector(-3, 3)), vector(-reach, reach)}; }
  Convex hull(int count, double size)
  {
    std::vector<double> points;
    for (int i = 0; i < 3 * count; ++i)
      points.push_back(uniform(-0.5 * size, 0.5 * size));
    return convex_hull(points, 0, 5);
  }
};

/// The statement throws InputError and its message holds both texts: the argument, and what is wrong.
#define EXPECT_INPUT_ERROR(statement, argument, detail)                                                      \
  try {                                                                                                      \
    statement;                                                                                               \
    ADD_FAILURE() << "no InputError";                                                                        \
  } catch (const InputError& error) {                                                                        \
    const std::string message = error.what();                                                                \
    EXPECT_NE(message.find("argument '" argument "'"), std::string::npos) << message;                        \
    EXPECT_NE(message.find(detail), std::string::npos) << message;                                           \
  }

inline void expect_near(const Vec3& a, const Vec3& b, double tolerance)
{
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a.transpose() << "  against  " << b.transpose();
}
inline void expect_near(const Mat3& a, const Mat3& b, double tolerance)
{
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a << "\nagainst\n" << b;
}

}  // namespace corbel::testing
