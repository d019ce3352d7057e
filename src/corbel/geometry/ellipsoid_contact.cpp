// SPDX-License-Identifier: MIT
// Contacts of ellipsoids with each other; spheres are ellipsoids too.
#include "corbel/geometry/gap_ascent.hpp"
#include "corbel/geometry/pair_geometry.hpp"

#include <algorithm>
#include <limits>

namespace corbel {
namespace {

/// Centres nearer than this fraction of the size give no direction of their own.
constexpr double coincident_centres = 1e-12;

struct GapDirection {
  Vec3 n = Vec3::UnitZ();
  double gap = -std::numeric_limits<double>::infinity();
};

Mat3 axes_of_sum(const PlacedEllipsoid& a, const PlacedEllipsoid& b)
{
  return Eigen::SelfAdjointEigenSolver<Mat3>(a.A * a.A.transpose() + b.A * b.A.transpose()).eigenvectors();
}

/// A local maximum is the highest one when its depth is less than the radius of the ball that rolls inside
/// the sum of both ellipsoids: that ball holds the ball around d of the depth found. Else the axes of both
/// and of their sum are tried.
GapDirection widest(const PlacedEllipsoid& a, const PlacedEllipsoid& b, double epsilon)
{
  const Vec3 d = b.center - a.center;
  const GapAscent<3> ascent(d, a.A, b.A);
  GapDirection best;
  const auto offer = [&](Vec3 n) {
    const double gap = ascent.climb(n, epsilon);
    if (!(gap <= best.gap)) best = {n, gap};
  };
  const bool coincident = d.norm() <= coincident_centres * (a.A.norm() + b.A.norm());
  offer(coincident ? Vec3::UnitZ() : ascent.start());
  if (!(best.gap < 0)) return best;

  const PrincipalAxes axes_a = principal_axes(a), axes_b = principal_axes(b);
  if (best.gap > -(axes_a.rolling_radius() + axes_b.rolling_radius())) return best;
  for (const Mat3& directions : {axes_a.directions, axes_b.directions, axes_of_sum(a, b)})
    for (const auto& axis : directions.colwise())
      offer(axis.dot(d) < 0 ? Vec3(-axis) : Vec3(axis));
  return best;
}

}  // namespace

std::optional<PairGeometry> touch(const PlacedEllipsoid& a, const PlacedEllipsoid& b, double epsilon)
{
  const auto [n, gap] = widest(a, b, epsilon);
  if (!(gap < epsilon)) return std::nullopt;
  return PairGeometry{.point = 0.5 * ((a.center + a.support(n)) + (b.center - b.support(n))),
                      .normal = n,
                      .gap = std::min(0.0, gap),
                      .area = 1.0,
                      .surface_a = a.surface_id,
                      .surface_b = b.surface_id};
}

}  // namespace corbel
