// SPDX-License-Identifier: MIT
// S(X) of a finite-element body: the nodes around a point and their shape functions there.
#pragma once

#include "corbel/bodies/coordinates.hpp"
#include "corbel/elements/element_kind.hpp"

#include <Eigen/Core>

#include <array>

namespace corbel {

struct NodeWeights {
  std::array<int, max_element_nodes> node;
  std::array<double, max_element_nodes> N;
  int count = 0;  ///< nodes with N ≠ 0

  /// S(X) u
  Vec3 gather(Coordinates u) const
  {
    Vec3 sum = Vec3::Zero();
    for (std::size_t a = 0; a < static_cast<std::size_t>(count); ++a)
      sum += N[a] * u.segment<3>(3 * node[a]);
    return sum;
  }
  /// f += S(X)ᵀ p
  void scatter(const Vec3& p, Eigen::Ref<Eigen::VectorXd> f) const
  {
    for (std::size_t a = 0; a < static_cast<std::size_t>(count); ++a)
      f.segment<3>(3 * node[a]) += N[a] * p;
  }
  /// S(X) X, 3 × columns of X
  Eigen::MatrixXd gather_rows(const Eigen::MatrixXd& X) const
  {
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3, X.cols());
    for (std::size_t a = 0; a < static_cast<std::size_t>(count); ++a)
      rows += N[a] * X.middleRows<3>(3 * node[a]);
    return rows;
  }
  /// columns += S(X)ᵀ
  void add_to(Eigen::Ref<Eigen::MatrixXd> columns) const
  {
    for (std::size_t a = 0; a < static_cast<std::size_t>(count); ++a)
      columns.block<3, 3>(3 * node[a], 0) += N[a] * Mat3::Identity();
  }
};

}  // namespace corbel
