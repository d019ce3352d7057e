// SPDX-License-Identifier: MIT
// Numbers of a body as functions take them.
#pragma once

#include <Eigen/Core>

namespace corbel {

/// q, u, or a force conjugate to u, where it lies. An Eigen::Ref to constants is prepared to hold a copy: of the six or
/// twelve numbers of a rigid body that takes longer than what is done with them.
class Coordinates : public Eigen::Map<const Eigen::VectorXd> {
 public:
  template<class Vector>
  Coordinates(const Eigen::MatrixBase<Vector>& numbers) : Map(numbers.derived().data(), numbers.size())
  {
    static_assert(Vector::ColsAtCompileTime == 1 && Vector::InnerStrideAtCompileTime == 1);
  }
};

}  // namespace corbel
