// SPDX-License-Identifier: MIT
// Body by body: the points where constraints touch it, all compliances between them in one call, and then row
// by row into the sparse matrix.
#include "corbel/local_dynamics/compliant_part.hpp"

#include "corbel/core/threads.hpp"

#include <algorithm>
#include <map>

namespace corbel {
namespace {

std::size_t index(int k) { return static_cast<std::size_t>(k); }

/// A constraint on a body: with a minus when the body is the slave.
struct Touch {
  int row;
  double sign;
};

struct TouchedBody {
  Body* body = nullptr;
  std::vector<Touch> touches;         ///< ascending in row; in self-contact a row comes twice
  std::vector<MaterialPoint> points;  ///< one per touch
  Eigen::MatrixXd C;                  ///< compliances of the points, then in the frames of the constraints
};

/// Where a row finds itself in the lists of its (at most two) bodies.
struct Place {
  int body = -1;
  int touch = -1;
};

class Assembly {
 public:
  explicit Assembly(const std::vector<LocalConstraint>& constraints)
      : constraints_(constraints), places_(constraints.size())
  {
    std::map<int, int> number;  // by Model index: the order of bodies depends on the model alone
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const LocalConstraint& c = constraints[i];
      if (c.master_moves) add(i, 0, c.master, 1, number);
      if (c.slave_moves) add(i, 1, c.slave, -1, number);
    }
  }

  bool empty() const { return bodies_.empty(); }

  void compute_compliances()
  {
    for (TouchedBody& b : bodies_)
      b.body->touch(b.points);
    parallel_for(bodies_.size(), 1, [&](std::size_t k) {
      TouchedBody& b = bodies_[k];
      b.body->compliances(b.points, b.C);
      turn_into_frames(b);
    });
  }

  void lay_out(BlockSparse& C) const
  {
    C.n = constraints_.size();
    C.row_begin.assign(1, 0);
    C.column.clear();
    std::vector<int> columns;
    for (const auto& places : places_) {
      columns.clear();
      for (const Place& place : places)
        if (place.body >= 0)
          for (const Touch& touch : bodies_[index(place.body)].touches)
            columns.push_back(touch.row);
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      C.column.insert(C.column.end(), columns.begin(), columns.end());
      C.row_begin.push_back(static_cast<int>(C.column.size()));
    }
    C.block.assign(C.column.size(), Mat3::Zero());
  }

  void fill(BlockSparse& C) const
  {
    parallel_for(C.n, 64, [&](std::size_t i) {
      for (const Place& place : places_[i])
        if (place.body >= 0) add_row(bodies_[index(place.body)], place.touch, i, C);
    });
  }

 private:
  void add(std::size_t i, std::size_t side, const Attachment& at, double sign, std::map<int, int>& number)
  {
    if (at.body->has_factor()) return;
    const auto [entry, is_new] = number.try_emplace(at.body->index, static_cast<int>(bodies_.size()));
    if (is_new) bodies_.emplace_back().body = at.body;
    TouchedBody& b = bodies_[index(entry->second)];
    places_[i][side] = {entry->second, static_cast<int>(b.touches.size())};
    b.touches.push_back({static_cast<int>(i), sign});
    b.points.push_back(at.point);
  }

  void turn_into_frames(TouchedBody& b) const
  {
    for (std::size_t j = 0; j < b.touches.size(); ++j) {
      const auto at = static_cast<Eigen::Index>(3 * j);
      const Mat3 E = b.touches[j].sign * constraints_[index(b.touches[j].row)].frame;
      b.C.middleCols<3>(at) = (b.C.middleCols<3>(at) * E).eval();
      b.C.middleRows<3>(at) = (E.transpose() * b.C.middleRows<3>(at)).eval();
    }
  }

  /// Both lists ascend in columns.
  void add_row(const TouchedBody& b, int touch, std::size_t i, BlockSparse& C) const
  {
    std::size_t k = index(C.row_begin[i]);
    for (std::size_t j = 0; j < b.touches.size(); ++j) {
      while (C.column[k] != b.touches[j].row)
        ++k;
      C.block[k] += b.C.block<3, 3>(3 * touch, static_cast<Eigen::Index>(3 * j));
    }
  }

  const std::vector<LocalConstraint>& constraints_;
  std::vector<std::array<Place, 2>> places_;  ///< per constraint: on its master and on its slave
  std::vector<TouchedBody> bodies_;
};

}  // namespace

BlockSparse compliant_part(const std::vector<LocalConstraint>& constraints, BlockSparse used)
{
  Assembly assembly(constraints);
  if (assembly.empty()) return {};
  assembly.compute_compliances();
  BlockSparse C = std::move(used);
  assembly.lay_out(C);
  assembly.fill(C);
  return C;
}

}  // namespace corbel
