// SPDX-License-Identifier: MIT
#include "benchmarks/pairs.hpp"

#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <map>
#include <numbers>

namespace corbel::benchmarks {
namespace {

using Shared = std::shared_ptr<const Convex>;

const Shared& unit_hex()
{
  static const Shared hex = [] {
    std::array<double, 24> corners;
    for (std::size_t v = 0; v < 8; ++v) {
      corners[3 * v] = v % 4 == 1 || v % 4 == 2 ? 0.5 : -0.5;
      corners[3 * v + 1] = v % 4 >= 2 ? 0.5 : -0.5;
      corners[3 * v + 2] = v >= 4 ? 0.5 : -0.5;
    }
    const std::array<int, 36> faces = {4, 0, 3, 2, 1, 0, 4, 4, 5, 6, 7, 0, 4, 0, 1, 5, 4, 0,
                                       4, 1, 2, 6, 5, 0, 4, 2, 3, 7, 6, 0, 4, 3, 0, 4, 7, 0};
    return std::make_shared<const Convex>(make_convex(corners, faces, 0));
  }();
  return hex;
}

PlacedShape placed(Shared convex, std::vector<Vec3> x)
{
  static std::map<Shared, std::shared_ptr<const ConvexEdges>> known;  // the detector shares edges too
  auto& edges = known[convex];
  if (!edges) edges = std::make_shared<const ConvexEdges>(find_edges(*convex));
  PlacedShape shape{std::move(convex), std::move(x), {}, edges};
  shape.planes.resize(shape.convex->face_count());
  compute_planes(*shape.convex, shape.x, shape.planes);
  return shape;
}

Mat3 about(const Vec3& axis, double angle) { return exp_map(angle * axis); }

double highest(const std::vector<Vec3>& x)
{
  return std::ranges::max(x, {}, [](const Vec3& v) { return v.z(); }).z();
}

Vec3 lowest(const std::vector<Vec3>& x)
{
  return std::ranges::min(x, {}, [](const Vec3& v) { return v.z(); });
}

}  // namespace

Mat3 PairMaker::rotation()
{
  std::normal_distribution<double> normal;
  Eigen::Quaterniond q(normal(engine_), normal(engine_), normal(engine_), normal(engine_));
  return q.normalized().toRotationMatrix();
}

PairMaker::Vertices PairMaker::hex(const Mat3& R)
{
  const Vec3 size = vector(0.7, 1.3);
  Vertices x;
  for (const Vec3& X : unit_hex()->vertices)
    x.push_back(R * X.cwiseProduct(size));
  return x;
}

/// Moves b so that its lowest point is `depth` below the highest of a and, seen from above, at `above`; then
/// turns both and gives them in either order.
ConvexPair PairMaker::stack(Vertices a, Vertices b, const Vec3& above, double depth)
{
  Vec3 shift = above - lowest(b);
  shift.z() = highest(a) - depth - lowest(b).z();
  const Mat3 R = rotation();
  const Vec3 t = vector(-100, 100);
  for (Vec3& x : a)
    x = R * x + t;
  for (Vec3& x : b)
    x = R * (x + shift) + t;
  if (uniform(0, 1) < 0.5) std::swap(a, b);
  return {placed(unit_hex(), std::move(a)), placed(unit_hex(), std::move(b))};
}

ConvexPair PairMaker::hexes_face_on_face(double depth)
{
  const Mat3 turn = about(Vec3::UnitZ(), uniform(-3, 3));
  // The lowest point is some corner of b's lower face: anywhere near puts the faces on each other.
  return stack(hex(Mat3::Identity()), hex(turn), vector(-0.3, 0.3), depth);
}

ConvexPair PairMaker::hexes_edge_on_face(double depth)
{
  const Mat3 tilt = about(Vec3::UnitZ(), uniform(-3, 3)) * about(Vec3::UnitX(), uniform(0.4, 1.1));
  return stack(hex(Mat3::Identity()), hex(tilt), vector(-0.3, 0.3), depth);
}

ConvexPair PairMaker::hexes_vertex_on_face(double depth)
{
  const Mat3 tilt = about(Vec3::UnitX(), uniform(0.5, 0.9)) * about(Vec3::UnitY(), uniform(0.4, 0.8));
  return stack(hex(Mat3::Identity()), hex(about(Vec3::UnitZ(), uniform(-3, 3)) * tilt), vector(-0.3, 0.3),
               depth);
}

/// Ridges at an angle of at least half a radian; b's lowest point is an end of its ridge, half an edge away.
ConvexPair PairMaker::hexes_edge_on_edge(double depth)
{
  Vertices a = hex(about(Vec3::UnitX(), uniform(0.6, 0.9)));
  const double turn = 0.5 * std::numbers::pi + uniform(-1, 1);
  Vertices b = hex(about(Vec3::UnitZ(), turn) * about(Vec3::UnitX(), uniform(0.6, 0.9)));
  const Vec3 ridge_a = std::ranges::max(a, {}, [](const Vec3& v) { return v.z(); });
  const Vec3 along_b = about(Vec3::UnitZ(), turn) * Vec3::UnitX();
  const Vec3 crossing(uniform(-0.2, 0.2), ridge_a.y(), 0);
  const double end = lowest(b).dot(along_b) > 0 ? 1 : -1;
  return stack(std::move(a), std::move(b), crossing + end * uniform(0.2, 0.35) * along_b, depth);
}

ConvexPair PairMaker::apart_by(Shared convex_a, Shared convex_b, double reach)
{
  const auto turned = [&](const Shared& convex, const Vec3& t) {
    const Mat3 R = rotation();
    const Vec3 size = vector(0.7, 1.3);
    Vertices x;
    for (const Vec3& X : convex->vertices)
      x.push_back(R * X.cwiseProduct(size) + t);
    return placed(convex, std::move(x));
  };
  const Vec3 t = vector(-100, 100);
  return {turned(convex_a, t), turned(convex_b, t + vector(-reach, reach))};
}

ConvexPair PairMaker::hexes_anyhow(double reach) { return apart_by(unit_hex(), unit_hex(), reach); }

ConvexPair PairMaker::tets_anyhow(double reach)
{
  static const Shared tet = std::make_shared<const Convex>(convex_hull(
      std::array<double, 12>{0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5}, 0, 0));
  return apart_by(tet, tet, reach);
}

ConvexPair PairMaker::hulls_anyhow(int points, double reach)
{
  const auto hull = [&] {
    std::vector<double> flat;
    for (int i = 0; i < points; ++i) {
      const Vec3 x = 0.6 * rotation().col(0);  // on a sphere: all of them are vertices
      flat.insert(flat.end(), x.begin(), x.end());
    }
    return std::make_shared<const Convex>(convex_hull(flat, 0, 0));
  };
  const Shared a = hull();
  return apart_by(a, hull(), reach);
}

SpherePair PairMaker::spheres(double depth)
{
  const Sphere a{vector(-100, 100), uniform(0.3, 0.6)};
  Sphere b{Vec3::Zero(), uniform(0.3, 0.6)};
  b.center = a.center + (a.radius + b.radius - depth) * rotation().col(0);
  return {a, b};
}

/// The sphere touches a corner, an edge or a face: where `side` is 0 anywhere between the two faces, else at
/// one of them and beyond.
ConvexSpherePair PairMaker::hex_and_sphere(double depth)
{
  Vertices x = hex(Mat3::Identity());
  const Vec3 half = x[6];
  Vec3 on_surface, normal;
  do {
    for (int k = 0; k < 3; ++k) {
      const int side = static_cast<int>(engine_() % 3) - 1;
      on_surface[k] = half[k] * (side == 0 ? uniform(-0.9, 0.9) : side);
      normal[k] = side * uniform(0.1, 1);
    }
  } while (normal.isZero());
  const Mat3 R = rotation();
  const Vec3 t = vector(-100, 100);
  for (Vec3& v : x)
    v = R * v + t;
  Sphere sphere{Vec3::Zero(), uniform(0.3, 0.6)};
  sphere.center = R * (on_surface + (sphere.radius - depth) * normal.normalized()) + t;
  return {placed(unit_hex(), std::move(x)), sphere};
}

Mat3 PairMaker::stretch() { return rotation() * vector(1, 3).asDiagonal(); }

EllipsoidPair PairMaker::ellipsoids(double depth)
{
  const SpherePair spheres = this->spheres(depth);
  const Mat3 F = stretch();
  const auto image = [&](const Sphere& sphere) {
    return PlacedEllipsoid{F * sphere.center, sphere.radius * F, sphere.surface_id};
  };
  return {image(spheres.a), image(spheres.b)};
}

ConvexEllipsoidPair PairMaker::hex_and_ellipsoid(double depth)
{
  const ConvexSpherePair pair = hex_and_sphere(depth);
  const Mat3 F = stretch();
  Vertices x = pair.a.x;
  for (Vec3& v : x)
    v = F * v;
  return {placed(pair.a.convex, std::move(x)), {F * pair.b.center, pair.b.radius * F, 0}};
}

}  // namespace corbel::benchmarks
