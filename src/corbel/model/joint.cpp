// SPDX-License-Identifier: MIT
#include "corbel/model/joint.hpp"

#include "corbel/math/frame.hpp"
#include "corbel/model/described_vector.hpp"
#include "corbel/model/direction.hpp"

#include <cmath>

namespace corbel {
namespace {

class FixedPoint final : public Joint {
 public:
  FixedPoint(Attachment m, Attachment s) : Joint(ConstraintKind::fixed_point, m, s) {}
  void initialize(const Bodies& bodies, double) override { x0_ = relative_position(bodies); }
  /// A point of space is where the material point was when the joint was made.
  Properties memory() const override { return {described("held at", slave.point.X), described("x0", x0_)}; }
  void set_memory(const Properties& memory) override
  {
    if (slave.in_space()) slave.point.X = vector_of(memory, 0);
    x0_ = vector_of(memory, 1);
  }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    const Vec3 U = sides(0).velocity_to_hold(bodies, x0_, step.rule);  // (1)
    row[0] = {Mat3::Identity(), PrescribedVelocity{U}};
  }

 private:
  Vec3 x0_ = Vec3::Zero();
};

class FixedDirection final : public Joint {
 public:
  FixedDirection(Attachment m, const Vec3& direction)
      : Joint(ConstraintKind::fixed_direction, m, {}), frame_(frame_of_normal(unit_direction(direction)))
  {
  }
  void initialize(const Bodies& bodies, double) override { x0_ = relative_position(bodies); }
  Properties memory() const override { return {described("x0", x0_)}; }
  void set_memory(const Properties& memory) override { x0_ = vector_of(memory, 0); }
  Properties data() const override { return {described("direction", frame_.col(2))}; }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    row[0] = {frame_, PrescribedNormalVelocity{velocity(bodies, step.rule)}};
  }

 private:
  double velocity(const Bodies& bodies, const StepRule& rule) const  // (2)
  {
    const Vec3 n = frame_.col(2);
    if (rule.ends_at_U()) return n.dot(x0_ - relative_position(bodies)) / rule.h;
    const double drift = n.dot(relative_position(bodies) - x0_);
    return n.dot(0.5 * relative_rate(bodies) - relative_velocity(bodies, Instant::start)) - drift / rule.h;
  }

  Mat3 frame_;
  Vec3 x0_ = Vec3::Zero();
};

class RigidLinkJoint final : public Joint {
 public:
  RigidLinkJoint(Attachment m, Attachment s) : Joint(ConstraintKind::rigid_link, m, s) {}
  void initialize(const Bodies& bodies, double) override { length_ = relative_position(bodies).norm(); }
  Properties memory() const override { return {{"length", "", {length_}}}; }
  void set_memory(const Properties& memory) override { length_ = memory.at(0).numbers.at(0); }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    const double h = step.rule.h;
    const Vec3 r = relative_position(bodies);
    if (step.rule.ends_at_U()) {
      const Mat3 frame = frame_of_normal(r.normalized());
      row[0] = {frame, RigidLink{frame.transpose() * r, h, length_}};
      return;
    }
    const Vec3 z = r + 0.5 * h * relative_velocity(bodies, Instant::start);
    const Mat3 frame = frame_of_normal(z.normalized());
    const double target =
        length_ + 0.5 * (r.norm() - length_) + 0.25 * h * r.normalized().dot(relative_rate(bodies));
    row[0] = {frame, RigidLink{frame.transpose() * z, 0.5 * h, target}};  // (6)
  }
  double gap(const Bodies& bodies, const Mat3& /*frame*/) const override
  {
    return relative_position(bodies).norm() - length_;
  }
  double governing_reaction(std::span<const Vec3> R, double h) const override
  {
    return -R[0].z() / h;
  }  // n points from slave to master

 private:
  double length_ = 0;  ///< d [m]
};

}  // namespace

Vec3 RowSides::velocity_to_hold(const Bodies& bodies, const Vec3& x0, const StepRule& rule) const
{
  if (rule.ends_at_U()) return (x0 - position(bodies)) / rule.h;
  const Vec3 drift = position(bodies) - x0;
  return 0.5 * rate(bodies) - velocity(bodies, Instant::start) - drift / rule.h;
}

std::vector<RowAction> Joint::rows(const Bodies& bodies, const TimeStep& step) const
{
  std::vector<RowAction> all(row_count());
  rows(bodies, step, all);
  return all;
}

double Joint::governing_reaction(std::span<const Vec3> R, double h) const
{
  double sum = 0;
  for (const Vec3& impulse : R)
    sum += impulse.squaredNorm();
  return std::sqrt(sum) / h;
}

std::unique_ptr<Joint> make_fixed_point(Attachment master, Attachment slave)
{
  return std::make_unique<FixedPoint>(master, slave);
}

std::unique_ptr<Joint> make_fixed_direction(Attachment point, const Vec3& direction)
{
  return std::make_unique<FixedDirection>(point, direction);
}

std::unique_ptr<Joint> make_rigid_link(Attachment master, Attachment slave)
{
  return std::make_unique<RigidLinkJoint>(master, slave);
}

}  // namespace corbel
