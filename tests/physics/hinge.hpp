// SPDX-License-Identifier: MIT
// A hinge: two bodies share a point and the direction of a line through it. It exists in tests only, to show that a joint of several
// rows is one class:
//
//   x_m − x_s = 0                               a row on points: forces                             (1) of model/joint.hpp
//   t1·(a_m − a_s) = 0 , t2·(a_m − a_s) = 0     a row on directions: couples normal to the axis
//
// a_m, a_s: the axis as a material direction of both bodies; t1, t2: normal to their mean in q_e. Turning about a is free.
#pragma once

#include "corbel/math/frame.hpp"
#include "corbel/model/described_vector.hpp"
#include "corbel/model/model.hpp"

namespace corbel::testing {

class Hinge final : public Joint {
 public:
  /// axis: referential, of both bodies; its length [m] is that over which couples act.
  Hinge(const Attachment& m, const Attachment& s, const Vec3& axis)
      : Joint(ConstraintKind::joint, m, s, 2), axes_{m, s}
  {
    axes_.master.point.direction = axis;
    axes_.slave.point.direction = s.body ? axis : axes_.master.position();
  }
  std::string_view name() const override { return "HINGE"; }
  void initialize(double /*t0*/) override {}
  /// Of a hinge in space: where the body was when it was made.
  Properties memory() const override
  {
    return {described("held at", slave.point.X), described("axis", *axes_.slave.point.direction)};
  }
  void set_memory(const Properties& memory) override
  {
    if (slave.body) return;
    slave.point.X = vector_of(memory, 0);
    axes_.slave.point.direction = vector_of(memory, 1);
  }
  Properties data() const override { return {described("direction", *axes_.master.point.direction)}; }
  RowSides sides(std::size_t row) const override { return row == 0 ? RowSides{master, slave} : axes_; }
  void rows(double /*t*/, const StepRule& rule, std::span<RowAction> row) const override
  {
    const Vec3 axis = axes_.master.mid_position() + axes_.slave.mid_position();
    const Mat3 frame = frame_of_normal(axis.normalized());
    const Vec3 U = frame.transpose() * axes_.velocity_to_hold(Vec3::Zero(), rule);
    row[0] = {Mat3::Identity(), PrescribedVelocity{sides(0).velocity_to_hold(Vec3::Zero(), rule)}};
    row[1] = {frame, PrescribedTangentVelocity{U.head<2>()}};
  }
  /// Angle between the axes on both bodies, and the distance of the points [m].
  double axis_error() const
  {
    return axes_.master.position().normalized().cross(axes_.slave.position().normalized()).norm();
  }
  double point_error() const { return relative_position().norm(); }
  /// In the last step of length h, on the master, in space axes [N], [N m].
  Vec3 force(double h) const { return last[0].frame * last[0].R / h; }
  Vec3 couple(double h) const { return axes_.master.position().cross(last[1].frame * last[1].R) / h; }

 private:
  RowSides axes_;
};

/// X and axis: referential, of both bodies. Without a second one the hinge is fixed in space.
inline Hinge& add_hinge(Model& model, Body& master, Body* slave, const Vec3& X, const Vec3& axis)
{
  const Attachment m{&master, master.locate("point", X)};
  const Attachment s =
      slave ? Attachment{slave, slave->locate("point", X)} : Attachment{nullptr, {master.position(m.point)}};
  return static_cast<Hinge&>(model.add_joint(std::make_unique<Hinge>(m, s, axis)));
}

}  // namespace corbel::testing
