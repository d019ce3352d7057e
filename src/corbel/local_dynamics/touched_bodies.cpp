// SPDX-License-Identifier: MIT
#include "corbel/local_dynamics/touched_bodies.hpp"

#include <algorithm>

namespace corbel {
namespace {

class Collection {
 public:
  Collection(const Bodies& bodies, const std::vector<LocalConstraint>& constraints)
      : number_(bodies.size(), -1)
  {
    touched.sides.resize(constraints.size());
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const LocalConstraint& c = constraints[i];
      if (c.master_moves) add(i, 0, bodies[c.master.body], c.master.point, c.frame);
      if (c.slave_moves) add(i, 1, bodies[c.slave.body], c.slave.point, -c.frame);
    }
  }

  TouchedBodies touched;

 private:
  void add(std::size_t i, std::size_t side, const Body& body, const MaterialPoint& point, const Mat3& E)
  {
    if (!body.inverse().has_compliant_part()) return;
    int& number = number_[static_cast<std::size_t>(body.index)];
    if (number < 0) {
      number = static_cast<int>(touched.bodies.size());
      touched.bodies.emplace_back().inverse = &body.inverse();
    }
    TouchedBody& b = touched.bodies[static_cast<std::size_t>(number)];
    touched.sides[i][side] = {number, static_cast<int>(b.touches.size())};
    b.touches.push_back({static_cast<int>(i), E});
    b.points.push_back(point);
  }

  std::vector<int> number_;  ///< in `touched`, by the number in the model; −1: not there
};

}  // namespace

double TouchedBodies::block_count() const
{
  double sum = 0;
  for (const TouchedBody& b : bodies)
    sum += static_cast<double>(b.touches.size()) * static_cast<double>(b.touches.size());
  return sum;
}

std::size_t TouchedBodies::most_touches(std::size_t first_row) const
{
  std::size_t most = 0;
  for (const TouchedBody& b : bodies) {
    const auto first =
        std::ranges::lower_bound(b.touches, static_cast<int>(first_row), {}, &BodyConstraint::row);
    most = std::max(most, static_cast<std::size_t>(b.touches.end() - first));
  }
  return most;
}

TouchedBodies touched_bodies(const Bodies& bodies, const std::vector<LocalConstraint>& constraints)
{
  return std::move(Collection(bodies, constraints).touched);
}

}  // namespace corbel
