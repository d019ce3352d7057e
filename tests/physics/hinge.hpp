// SPDX-License-Identifier: MIT
// A hinge: two bodies share a point and the direction of a line through it. It exists in tests only, to show that a joint of several
// rows is one class:
//
//   x_m − x_s = 0                               a row on points: forces                             (1) of model/joint.hpp
//   t1·(a_m − a_s) = 0 , t2·(a_m − a_s) = 0     a row on directions: couples normal to the axis
//
// a_m, a_s: the axis as a material direction of both bodies; t1, t2: normal to their mean in q_e. Turning about a is free.
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/math/frame.hpp"
#include "corbel/model/described_vector.hpp"
#include "corbel/model/model.hpp"

namespace corbel::testing {

class Hinge final : public Joint {
 public:
  /// axis: referential, of both bodies; its length [m] is that over which couples act.
  Hinge(const Bodies& bodies, const Attachment& m, const Attachment& s, const Vec3& axis)
      : Joint(ConstraintKind::joint, m, s, 2), axes_{m, s}
  {
    axes_.master.point.direction = axis;
    axes_.slave.point.direction = s.in_space() ? axes_.master.position(bodies) : axis;
  }
  std::string_view name() const override { return "HINGE"; }
  void initialize(const Bodies& /*bodies*/, double /*t0*/) override {}
  /// Of a hinge in space: where the body was when it was made.
  Properties memory() const override
  {
    return {described("held at", slave.point.X), described("axis", *axes_.slave.point.direction)};
  }
  void set_memory(const Properties& memory) override
  {
    if (!slave.in_space()) return;
    slave.point.X = vector_of(memory, 0);
    axes_.slave.point.direction = vector_of(memory, 1);
  }
  Properties data() const override { return {described("direction", *axes_.master.point.direction)}; }
  RowSides sides(std::size_t row) const override { return row == 0 ? RowSides{master, slave} : axes_; }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    const Vec3 axis = axes_.master.mid_position(bodies) + axes_.slave.mid_position(bodies);
    const Mat3 frame = frame_of_normal(axis.normalized());
    const Vec3 v = sides(0).velocity_to_hold(bodies, Vec3::Zero(), step.rule);
    const Vec3 U = frame.transpose() * axes_.velocity_to_hold(bodies, Vec3::Zero(), step.rule);
    row[0] = {Mat3::Identity(), PrescribedVelocity{v}};
    row[1] = {frame, PrescribedTangentVelocity{U.head<2>()}};
  }
  /// Angle between the axes on both bodies, and the distance of the points [m].
  double axis_error(const Bodies& bodies) const
  {
    return axes_.master.position(bodies).normalized().cross(axes_.slave.position(bodies).normalized()).norm();
  }
  double point_error(const Bodies& bodies) const { return relative_position(bodies).norm(); }
  /// In the last step, on the master, in space axes [N], [N m].
  Vec3 force(const Reactions& reactions) const { return spatial(reactions, 0); }
  Vec3 couple(const Bodies& bodies, const Reactions& reactions) const
  {
    return axes_.master.position(bodies).cross(spatial(reactions, 1));
  }

 private:
  Vec3 spatial(const Reactions& reactions, std::size_t row) const
  {
    const RowOutcome last = reactions.outcome(*this, row);
    return last.frame * last.R / reactions.h;
  }

  RowSides axes_;
};

/// X and axis: referential, of both bodies. Without a second one the hinge is fixed in space.
inline Hinge& add_hinge(Model& model, Body& master, Body* slave, const Vec3& X, const Vec3& axis)
{
  const Attachment m{master.body_id(), master.locate("point", X)};
  const Attachment s = slave ? Attachment{slave->body_id(), slave->locate("point", X)}
                             : Attachment{BodyId::none, {master.position(m.point)}};
  return static_cast<Hinge&>(model.add_joint(std::make_unique<Hinge>(model.bodies(), m, s, axis)));
}

}  // namespace corbel::testing
