// SPDX-License-Identifier: MIT
// Rigid motion: x = x̄ + R (X − X0), S(X) = [ R skew(X − X0)ᵀ | I ] on u = (ω, v), ω referential.
//
// q: R column by column, then x̄, the position of the mass centre X0. A rigid body moves every point of space:
// loads may act outside its shape.
#pragma once

#include "corbel/bodies/kinematics.hpp"
#include "corbel/bodies/state.hpp"

namespace corbel {

/// Views of the numbers in q and u.
inline Eigen::Map<const Mat3> rotation_in(Coordinates q) { return Eigen::Map<const Mat3>(q.data()); }
inline Eigen::Map<const Vec3> center_in(Coordinates q) { return Eigen::Map<const Vec3>(q.data() + 9); }

/// Writes q = (R, x).
inline void give(MotionVectors::Vector& q, const Mat3& R, const Vec3& x)
{
  Eigen::Map<Mat3>(q.data()) = R;
  q.tail<3>() = x;
}
/// Writes u = (ω, v).
inline void give_twist(MotionVectors::Vector& u, const Vec3& omega, const Vec3& v)
{
  u.head<3>() = omega;
  u.tail<3>() = v;
}

class RigidKinematics final : public Kinematics {
 public:
  explicit RigidKinematics(const Vec3& X0) : center(X0) {}

  Vec3 center;  ///< X0

  Vec3 position(const MaterialPoint& X, Coordinates q) const override;
  Vec3 gather(const MaterialPoint& X, Coordinates q, Coordinates u) const override;
  void scatter(const MaterialPoint& X, Coordinates q, const Vec3& p,
               Eigen::Ref<Eigen::VectorXd> r) const override;
  Mat3 gradient(const MaterialPoint& /*X*/, Coordinates q) const override { return rotation_in(q); }
  void place(int object, std::span<const Vec3> X, Coordinates q, std::span<Vec3> x) const override;
  MaterialPoint nearest(const Vec3& x, int object, Coordinates q) const override;
  std::optional<MaterialPoint> locate(const Vec3& X) const override { return MaterialPoint{X, -1}; }
  Vec3 net_force(Coordinates load) const override { return load.head<3>(); }
};

}  // namespace corbel
