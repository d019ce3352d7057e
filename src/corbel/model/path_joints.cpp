// SPDX-License-Identifier: MIT
// Joints that follow a path (motion_path.hpp): obstacles as a whole, and points of surfaces, (7) of
// joint.hpp.
#include "corbel/bodies/rigid_body.hpp"
#include "corbel/model/described_vector.hpp"
#include "corbel/model/joint.hpp"

#include <Eigen/Geometry>

namespace corbel {
namespace {

Properties with_beginning(Properties memory, const MotionPath& path)
{
  for (Property& property : path.beginning())
    memory.push_back(std::move(property));
  return memory;
}

/// Obstacles have no inertia: the motion of the path is theirs, at any time and without error.
class BodyMotion final : public Joint, private ObstacleDrive {
 public:
  BodyMotion(Attachment about, std::shared_ptr<MotionPath> path)
      : Joint(ConstraintKind::prescribed_velocity3, about, {}), path_(std::move(path))
  {
  }
  const ObstacleDrive* drive() const override { return this; }
  void initialize(const Bodies& bodies, double t0) override
  {
    const RigidBody& body = obstacle(bodies);
    about_ = master.position(bodies);
    path_->begin(t0, master.velocity(bodies));
    const Vec3 x = body.current_center(), omega = path_->omega(t0);
    start_ = {body.rotation(), x, path_->velocity(t0, path_->cell()) + omega.cross(x - about_), omega};
  }
  /// The point it turns about is given in space, so which material point that is depends on where the body
  /// was.
  Properties memory() const override
  {
    return with_beginning({described("turns about the referential point", master.point.X),
                           described("turns about", about_),
                           {"rotation", "", {start_.R.data(), start_.R.data() + 9}},
                           described("center", start_.x)},
                          *path_);
  }
  void set_memory(const Properties& memory) override
  {
    master.point.X = vector_of(memory, 0);
    about_ = vector_of(memory, 1);
    const std::vector<double>& R = memory.at(2).numbers;
    for (std::size_t i = 0; i < 9; ++i)
      start_.R.data()[i] = R.at(i);
    start_.x = vector_of(memory, 3);
    path_->begin_as(memory, 4);
  }
  Properties data() const override { return path_->data(); }
  void prepare(const Bodies&, double load_time, double h) const override { path_->prepare(load_time, h); }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    const Vec3 v = step.rule.is_static()
                       ? Vec3((path_->now().place(about_, about_) - master.position(bodies)) / step.rule.h)
                       : path_->end_velocity();
    row[0] = {Mat3::Identity(), PrescribedVelocity{v}};
  }
  RigidMotion start() const override { return start_; }
  DrivenStep step(const Bodies& bodies, const StepRule& rule) const override
  {
    const double h = rule.h;
    const RigidBody& body = obstacle(bodies);
    const FramePlacement& placement = rule.is_static() ? path_->now() : path_->after();
    RigidMotion end{placement.R * start_.R, placement.place(start_.x, about_), Vec3::Zero(), Vec3::Zero()};
    const Vec3 v = path_->end_velocity(), omega = path_->end_omega();
    if (!rule.is_static()) {
      end.v = v + omega.cross(end.x - placement.place(about_, about_));
      end.omega = omega;
    }
    if (rule.ends_at_U()) {
      // Bodies move by h U, and so has what they lie on to: the rotation vector of what is left, about the mass centre.
      const Eigen::AngleAxisd left(end.R * body.rotation().transpose());
      return {(end.x - body.current_center()) / h, left.angle() / h * left.axis(), end};
    }
    // Contacts see velocities through q½: with the arm from there the field is one of pure rotation about the
    // axis, and walls of a drum keep their distance from it.
    const Vec3 mid_arm = body.mid_position({body.center()}) - master.mid_position(bodies);
    return {v + omega.cross(mid_arm), omega, end};
  }

 private:
  const RigidBody& obstacle(const Bodies& bodies) const
  {
    return static_cast<const RigidBody&>(bodies[master.body]);
  }

  std::shared_ptr<MotionPath> path_;
  RigidMotion start_{Mat3::Identity(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  Vec3 about_ = Vec3::Zero();  ///< at t0
};

class PathPoint final : public Joint {
 public:
  PathPoint(Attachment point, const Vec3& about, std::shared_ptr<MotionPath> path)
      : Joint(ConstraintKind::prescribed_velocity3, point, {}), about_(about), path_(std::move(path))
  {
  }
  /// The points of a surface begin together. One path starts from one velocity: that of the first point.
  void initialize(const Bodies& bodies, double t0) override
  {
    x0_ = master.position(bodies);
    if (!path_->has_begun()) path_->begin(t0, master.velocity(bodies));
  }
  Properties memory() const override
  {
    return with_beginning({described("x0", x0_), described("turns about", about_)}, *path_);
  }
  void set_memory(const Properties& memory) override
  {
    x0_ = vector_of(memory, 0);
    about_ = vector_of(memory, 1);
    path_->begin_as(memory, 2);
  }
  Properties data() const override { return path_->data(); }
  void prepare(const Bodies&, double load_time, double h) const override { path_->prepare(load_time, h); }
  bool follows_path() const override { return true; }
  bool moves_along(const Bodies& bodies, const Vec3& n) const override
  {
    return path_->moves_along(n, master.position(bodies) - about_);
  }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    row[0] = {Mat3::Identity(), PrescribedVelocity{velocity(bodies, step.rule)}};
  }

 private:
  Vec3 velocity(const Bodies& bodies, const StepRule& rule) const
  {
    const double h = rule.h;
    const Vec3 x = master.position(bodies);
    const auto p = [&](const FramePlacement& placement) { return placement.place(x0_, about_); };
    if (rule.ends_at_U()) {
      const Vec3 end = p(rule.is_static() ? path_->now() : path_->after());
      return (end - x) / h;
    }
    const Vec3 lag = p(path_->before()) - x;
    return (p(path_->beyond()) - p(path_->now()) + lag_gain * lag) / h;  // (7)
  }

  Vec3 about_;
  std::shared_ptr<MotionPath> path_;
  Vec3 x0_ = Vec3::Zero();  ///< at t0
};

}  // namespace

std::unique_ptr<Joint> make_body_motion(Attachment about, std::shared_ptr<MotionPath> path)
{
  return std::make_unique<BodyMotion>(about, std::move(path));
}

std::unique_ptr<Joint> make_path_point(Attachment point, const Vec3& about, std::shared_ptr<MotionPath> path)
{
  return std::make_unique<PathPoint>(point, about, std::move(path));
}

}  // namespace corbel
