// SPDX-License-Identifier: MIT
#include "corbel/bodies/step_operator.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <array>

namespace corbel {

void StepOperator::factor(const MaterialPoint& /*X*/, Eigen::Ref<FactorBlock> /*G*/) const
{
  throw InternalError("the operator of this body has no factor");
}

void FactorOperator::blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto n = static_cast<Eigen::Index>(3 * points.size());
  C.setZero(n, n);
}

void FactorOperator::product(std::span<const MaterialPoint> /*points*/, std::span<const Vec3> /*p*/,
                             std::span<Vec3> v) const
{
  std::ranges::fill(v, Vec3::Zero());
}

void StepOperator::blocks(std::span<const MaterialPoint> points, std::span<const Mat3> E,
                          Eigen::MatrixXd& C) const
{
  blocks(points, C);
  for (std::size_t j = 0; j < points.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(3 * j);
    C.middleCols<3>(at) = (C.middleCols<3>(at) * E[j]).eval();
    C.middleRows<3>(at) = (E[j].transpose() * C.middleRows<3>(at)).eval();
  }
}

Mat3 compliance(const StepOperator& inverse, const MaterialPoint& X, const MaterialPoint& Y)
{
  Mat3 sum = Mat3::Zero();
  if (const int width = inverse.factor_width(); width > 0) {
    FactorBlock G_X(3, width), G_Y(3, width);
    inverse.factor(X, G_X);
    inverse.factor(Y, G_Y);
    sum += G_X * G_Y.transpose();
  }
  if (inverse.has_compliant_part()) {
    const std::array<MaterialPoint, 2> points = {X, Y};
    Eigen::MatrixXd C;
    inverse.blocks(points, C);
    sum += C.block<3, 3>(0, 3);
  }
  return sum;
}

}  // namespace corbel
