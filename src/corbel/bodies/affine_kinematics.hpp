// SPDX-License-Identifier: MIT
// Affine motion: x = F (X − X0) + x̄, and with a = X − X0  S(X) = [ a₁I a₂I a₃I I ] on u = (Ḟ, v), which no
// configuration changes.
//
// q: F column by column, then x̄, the position of the mass centre X0; u: Ḟ and v likewise. Every point of space
// moves with the body: loads may act outside its shape.
#pragma once

#include "corbel/bodies/kinematics.hpp"

namespace corbel {

/// A configuration, velocity or force: what belongs to F and what belongs to x̄.
struct Affine {
  Mat3 F = Mat3::Zero();
  Vec3 x = Vec3::Zero();

  Affine() = default;
  Affine(const Mat3& for_F, const Vec3& for_x) : F(for_F), x(for_x) {}
  explicit Affine(Coordinates numbers)
      : F(Eigen::Map<const Mat3>(numbers.data())), x(Eigen::Map<const Vec3>(numbers.data() + 9))
  {
  }
  void store(Eigen::Ref<Eigen::VectorXd> numbers) const
  {
    Eigen::Map<Mat3>(numbers.data()) = F;
    numbers.tail<3>() = x;
  }
  Affine operator+(const Affine& o) const { return {F + o.F, x + o.x}; }
  Affine operator-(const Affine& o) const { return {F - o.F, x - o.x}; }
  friend Affine operator*(double s, const Affine& a) { return {s * a.F, s * a.x}; }
  double dot(const Affine& o) const { return F.cwiseProduct(o.F).sum() + x.dot(o.x); }
  void add(const Vec3& a, double weight, const Vec3& force)  ///< Sᵀ force, of MaterialPoint::arm and weight
  {
    F += force * a.transpose();
    x += weight * force;
  }
};

class AffineKinematics final : public Kinematics {
 public:
  explicit AffineKinematics(const Vec3& X0) : center(X0) {}

  Vec3 center;  ///< X0

  Vec3 position(const MaterialPoint& X, Coordinates q) const override { return map(X, q); }
  Vec3 gather(const MaterialPoint& X, Coordinates /*q*/, Coordinates u) const override { return map(X, u); }
  void scatter(const MaterialPoint& X, Coordinates /*q*/, const Vec3& p,
               Eigen::Ref<Eigen::VectorXd> r) const override
  {
    Eigen::Map<Mat3>(r.data()) += p * X.arm(center).transpose();
    r.tail<3>() += X.weight() * p;
  }
  Mat3 gradient(const MaterialPoint& /*X*/, Coordinates q) const override
  {
    return Eigen::Map<const Mat3>(q.data());
  }
  void place(int /*object*/, std::span<const Vec3> X, Coordinates q, std::span<Vec3> x) const override;
  MaterialPoint nearest(const Vec3& x, int object, Coordinates q) const override;
  std::optional<MaterialPoint> locate(const Vec3& X) const override { return MaterialPoint{X, -1}; }
  Vec3 net_force(Coordinates load) const override { return load.tail<3>(); }

 private:
  Vec3 map(const MaterialPoint& X, Coordinates to) const
  {
    return Eigen::Map<const Mat3>(to.data()) * X.arm(center) +
           X.weight() * Eigen::Map<const Vec3>(to.data() + 9);
  }
};

}  // namespace corbel
