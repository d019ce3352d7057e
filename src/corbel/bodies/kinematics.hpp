// SPDX-License-Identifier: MIT
// S(X): how the points of a body follow from its coordinates q and velocities u.
//
//   x = x(X, q) ,   ẋ = S(X, q) u ,   r = S(X, q)ᵀ p       p: an impulse or force at X, r: conjugate to u      (1)
//
// A material direction D at X moves in the same way, and may stand for the point wherever one is asked for:
//
//   d = ∂x/∂X D ,   ḋ = S_D u ,   r = S_Dᵀ p ,   S_D = ∂S/∂X D                                               (2)
//
// Of a rigid body ḋ = ω × d, and p on d is the couple d × p. So rotations of joints need no equations of their own. D is a
// length [m], that over which the couple acts: d, ḋ and p then have the units and sizes of those of points.
//
// Four kinds: rigid (rotation and centre), affine (deformation gradient and centre), nodal (finite elements),
// reduced (finite elements in a few coordinates, in axes that turn).
// Nothing here depends on time, inertia or stiffness. q and u are as the manual's BODY.conf and BODY.velo
// (tables 3.4, 3.5).
#pragma once

#include "corbel/bodies/coordinates.hpp"
#include "corbel/math/types.hpp"

#include <Eigen/Core>

#include <optional>
#include <span>

namespace corbel {

/// A point of a body: referential coordinates [m], and the object of the contact surface it lies in (−1: not
/// needed). Bodies of finite elements also note the element and the natural coordinates there (locate). With a
/// direction it is (2) that is meant.
struct MaterialPoint {
  Vec3 X = Vec3::Zero();
  int object = -1;
  int element = -1;
  Vec3 xi = Vec3::Zero();
  std::optional<Vec3> direction = std::nullopt;  ///< D, referential [m]

  /// X − X0, or D: what F and rotations about X0 act on.
  Vec3 arm(const Vec3& X0) const { return direction ? *direction : Vec3(X - X0); }
  /// Of the translation in S: none in that of a direction.
  double weight() const { return direction ? 0 : 1; }
};

class Kinematics {
 public:
  virtual ~Kinematics() = default;

  virtual Vec3 position(const MaterialPoint& X, Coordinates q) const = 0;               ///< x(X, q), or d [m]
  virtual Vec3 gather(const MaterialPoint& X, Coordinates q, Coordinates u) const = 0;  ///< S(X, q) u
  /// r += S(X, q)ᵀ p
  virtual void scatter(const MaterialPoint& X, Coordinates q, const Vec3& p,
                       Eigen::Ref<Eigen::VectorXd> r) const = 0;
  virtual Mat3 gradient(const MaterialPoint& X, Coordinates q) const = 0;  ///< ∂x/∂X
  /// Positions of the points X of an object: the vertices of a convex in order, the centre of a sphere, or the
  /// centre and the ends of the semi-axes of an ellipsoid.
  virtual void place(int object, std::span<const Vec3> X, Coordinates q, std::span<Vec3> x) const = 0;
  /// The material point at the spatial x, or the nearest one, in an object.
  virtual MaterialPoint nearest(const Vec3& x, int object, Coordinates q) const = 0;
  /// The material point of referential coordinates; absent for a point outside.
  virtual std::optional<MaterialPoint> locate(const Vec3& X) const = 0;
  virtual Vec3
  net_force(Coordinates load) const = 0;  ///< sum of the forces in a load vector (MotionVectors::force) [N]
};

}  // namespace corbel
