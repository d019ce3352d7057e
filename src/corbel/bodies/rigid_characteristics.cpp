// SPDX-License-Identifier: MIT
#include "corbel/bodies/rigid_characteristics.hpp"

#include "corbel/core/check.hpp"

#include <Eigen/Eigenvalues>

namespace corbel {

RigidCharacteristics characteristics_of(const Shape& shape, double density)
{
  const Moments all = moments(shape);
  const Mat3 euler = density * all.central_euler();
  return {density * all.V, all.V, all.center(), euler.trace() * Mat3::Identity() - euler};
}

void check(const RigidCharacteristics& c)
{
  check_positive("mass", c.mass);
  check_positive("volume", c.volume);
  if (!c.center.allFinite()) throw_input_error("center", "NaN or infinity", "three finite numbers");
  if (!c.tensor.allFinite()) throw_input_error("tensor", "NaN or infinity", "nine finite numbers");
  const double scale = c.tensor.cwiseAbs().maxCoeff();
  if ((c.tensor - c.tensor.transpose()).cwiseAbs().maxCoeff() > 1e-9 * scale)
    throw_input_error("tensor", "an unsymmetric matrix", "a symmetric inertia tensor");
  const Vec3 principal = Eigen::SelfAdjointEigenSolver<Mat3>(c.tensor, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(principal.minCoeff() > 0))
    throw_input_error("tensor",
                      fmt::format("principal values {}, {}, {}", principal.x(), principal.y(), principal.z()),
                      "a positive definite inertia tensor [kg m2]");
}

}  // namespace corbel
