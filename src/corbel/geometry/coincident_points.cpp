// SPDX-License-Identifier: MIT
// Coincident points, by hashing into a grid.
#include "corbel/geometry/coincident_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace corbel {
namespace {

using Cell = Eigen::Matrix<std::int64_t, 3, 1>;

struct CellHash {
  std::size_t operator()(const Cell& cell) const
  {
    std::size_t hash = 0;
    for (const std::int64_t i : cell)
      hash = hash * 0x9e3779b97f4a7c15u + static_cast<std::size_t>(i);
    return hash ^ (hash >> 32);
  }
};

/// The first points of all groups, by the cell they lie in. Cells are wider than the tolerance, so the groups
/// within reach of x lie in the cells of the eight corners x ± tolerance.
class Groups {
 public:
  Groups(const Vec3& origin, double tolerance, double extent)
      : origin_(origin), tolerance_(tolerance), cell_(std::max(4 * tolerance, 1e-12 * extent))
  {
  }

  int find_or_add(const Vec3& x)
  {
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      const auto [begin, end] = first_points_.equal_range(cell_of(x + tolerance_ * sign));
      for (auto entry = begin; entry != end; ++entry)
        if ((entry->second.x - x).cwiseAbs().maxCoeff() <= tolerance_) return entry->second.group;
    }
    first_points_.emplace(cell_of(x), FirstPoint{x, count_});
    return count_++;
  }

 private:
  struct FirstPoint {
    Vec3 x;
    int group;
  };
  Cell cell_of(const Vec3& x) const { return ((x - origin_) / cell_).array().floor().cast<std::int64_t>(); }

  Vec3 origin_;
  double tolerance_;
  double cell_;  ///< [m]; numbers of cells stay far below 2⁶³
  int count_ = 0;
  std::unordered_multimap<Cell, FirstPoint, CellHash> first_points_;
};

}  // namespace

std::vector<int> group_coincident(std::span<const Vec3> points, double tolerance)
{
  std::vector<int> group;
  group.reserve(points.size());
  if (points.empty()) return group;
  double extent = 0;
  for (const Vec3& x : points)
    extent = std::max(extent, (x - points[0]).cwiseAbs().maxCoeff());
  Groups groups(points[0], tolerance, extent);
  for (const Vec3& x : points)
    group.push_back(groups.find_or_add(x));
  return group;
}

}  // namespace corbel
