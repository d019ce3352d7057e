// SPDX-License-Identifier: MIT
// Spheres with spheres, boxes and any convexes: closed forms where there are some, bounds where not.
#include "fuzz_pairs.hpp"

#include <algorithm>
#include <cmath>

namespace corbel::testing {
namespace {

struct Expected {
  double distance;  ///< of the surfaces, negative: depth
  Vec3 normal;      ///< zero: any, there are several
};

/// Reason to complain, or nothing. `digits` is the round-off of distances.
std::string complaint(const std::optional<PairGeometry>& found, const Expected& expected, double epsilon,
                      double digits)
{
  if (!found)
    return expected.distance < epsilon - digits ? fmt::format("no contact at {}", expected.distance) : "";
  if (expected.distance > epsilon + digits) return fmt::format("contact at {}", expected.distance);
  if (!all_finite(found->point)) return "point not finite";
  if (!(std::abs(found->normal.norm() - 1) < 1e-9)) return fmt::format("normal {}", found->normal.norm());
  if (!(found->gap <= 0 && std::abs(found->gap - std::min(0.0, expected.distance)) <= digits))
    return fmt::format("gap {} for {}", found->gap, expected.distance);
  if (!expected.normal.isZero() && (found->normal - expected.normal).norm() > 1e-6) return "wrong normal";
  if (!(found->area >= 0)) return "area";
  return "";
}

/// step(trial) gives a complaint.
template<class Step>
void fuzz(double share, const Step& step)
{
  int complaints = 0;
  for (int trial = 0; trial < static_cast<int>(share * fuzz_pairs); ++trial)
    if (const std::string trouble = step(); !trouble.empty() && ++complaints <= 5)
      ADD_FAILURE() << "pair " << trial << ": " << trouble;
  EXPECT_EQ(complaints, 0);
}

/// The distance of surfaces, as often touching exactly or nearly as deep or apart.
double some_distance(PairFuzzer& fuzzer, double size)
{
  const double distances[] = {0, 0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3, 1, -0.5, -1, -2};
  return size * distances[fuzzer.index(12)];
}

TEST(FuzzSpheres, Spheres)
{
  PairFuzzer fuzzer(1);
  fuzz(0.07, [&] {
    const Sphere a{fuzzer.random.vector(-1, 1), fuzzer.power(-4, 4)};
    Sphere b{Vec3::Zero(), fuzzer.power(-4, 4)};
    const double smaller = std::min(a.radius, b.radius);
    const double apart = std::max(0.0, a.radius + b.radius + some_distance(fuzzer, smaller));
    const bool concentric = fuzzer.index(20) == 0;
    b.center = a.center + (concentric ? 0 : apart) * fuzzer.random.vector(-1, 1).normalized();
    const Vec3 d = b.center - a.center;
    const double epsilon = smaller * fuzzer.power(-9, -3);
    const double digits = 1e-14 * (a.radius + b.radius + 1);
    const Vec3 normal = concentric || d.norm() < 1e3 * digits ? Vec3(0, 0, 0) : d.normalized();
    return complaint(touch(a, b, epsilon), {d.norm() - a.radius - b.radius, normal}, epsilon, digits);
  });
}

/// Distance and normal of a box ±half and a sphere about c, from the nearest point by clamping.
Expected box_and_sphere(const Vec3& half, const Vec3& c, double radius)
{
  const Vec3 away = c - c.cwiseMax(-half).cwiseMin(half);
  if (!away.isZero(0)) return {away.norm() - radius, away.normalized()};
  Vec3 depths = half - c.cwiseAbs();
  int axis = 0;
  const double depth = depths.minCoeff(&axis);
  depths[axis] = std::numeric_limits<double>::infinity();
  const bool tie = depths.minCoeff() < depth + 1e-9 * half.maxCoeff();
  return {-depth - radius, tie ? Vec3(0, 0, 0) : Vec3(std::copysign(1.0, c[axis]) * Vec3::Unit(axis))};
}

/// A point of the surface of the box ±half: inside of a face, on an edge or a corner, and a way out of there.
std::pair<Vec3, Vec3> surface_point(PairFuzzer& fuzzer, const Vec3& half)
{
  Vec3 point, way;
  do {
    for (int k = 0; k < 3; ++k) {
      const int side = static_cast<int>(fuzzer.index(3)) - 1;
      point[k] = half[k] * (side == 0 ? fuzzer.random.uniform(-1, 1) : side);
      way[k] = side * fuzzer.random.uniform(0.01, 1);
    }
  } while (way.isZero());
  return {point, way.normalized()};
}

TEST(FuzzSpheres, BoxAndSphere)
{
  PairFuzzer fuzzer(2);
  FuzzShape box;
  fuzz(0.07, [&] {
    const Vec3 size = fuzzer.power(-4, 4) * fuzzer.extents(100);
    Sphere sphere{Vec3::Zero(), fuzzer.power(-4, 4)};
    const double smaller = std::min(size.minCoeff(), sphere.radius);
    const auto [point, way] = surface_point(fuzzer, 0.5 * size);
    const Vec3 local = point + (sphere.radius + some_distance(fuzzer, smaller)) * way;
    const Expected here = box_and_sphere(0.5 * size, local, sphere.radius);
    const Motion motion = fuzzer.random.motion(1);
    fuzzer.put(box, fuzzer.cube(), size, motion);
    sphere.center = motion(local);
    const double epsilon = smaller * fuzzer.power(-9, -3);
    const double digits = 1e-14 * (size.maxCoeff() + sphere.radius + 1);
    const bool on_surface = std::abs(here.distance + sphere.radius) < 1e7 * digits;  // normal from few digits
    const Expected expected{here.distance, on_surface ? Vec3(0, 0, 0) : Vec3(motion.R * here.normal)};
    return complaint(touch(box.view(), sphere, epsilon), expected, epsilon, digits);
  });
}

/// Not nearer than the farthest plane, not farther than the nearest vertex; a centre inside is deep.
TEST(FuzzSpheres, ConvexAndSphere)
{
  PairFuzzer fuzzer(3);
  FuzzShape convex;
  fuzz(0.06, [&]() -> std::string {
    const double size = fuzzer.power(-4, 4);
    fuzzer.put(convex, fuzzer.any(), size * fuzzer.extents(fuzzer.index(2) == 0 ? 3 : 1e4),
               fuzzer.random.motion(1));
    Sphere sphere{Vec3::Zero(), fuzzer.power(-4, 4)};
    const double smaller = std::min(size, sphere.radius);
    sphere.center = fuzzer.inside(convex);
    if (fuzzer.index(3) > 0)
      sphere.center +=
          (sphere.radius + some_distance(fuzzer, smaller)) * fuzzer.random.vector(-1, 1).normalized();
    const double epsilon = smaller * fuzzer.power(-9, -3);
    const double digits = 1e-10 * (size + sphere.radius + 1);
    double plane = -std::numeric_limits<double>::infinity(), vertex = -plane;
    for (const Plane& p : convex.planes)
      plane = std::max(plane, p.distance(sphere.center));
    for (const Vec3& x : convex.x)
      vertex = std::min(vertex, (x - sphere.center).norm());
    const auto found = touch(convex.view(), sphere, epsilon);
    if (!found)
      return std::min(plane > 0 ? vertex : 0, vertex) < sphere.radius - digits ? "no contact, but near" : "";
    if (plane > sphere.radius + epsilon + digits) return "contact, but apart";
    if (found->gap < std::min(0.0, plane - sphere.radius) - digits && plane > 0) return "too deep";
    return complaint(found, {found->gap, Vec3::Zero()}, epsilon, digits);
  });
}

}  // namespace
}  // namespace corbel::testing
