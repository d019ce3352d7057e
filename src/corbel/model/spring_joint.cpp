// SPDX-License-Identifier: MIT
#include "corbel/model/spring_joint.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/names.hpp"
#include "corbel/math/frame.hpp"
#include "corbel/model/direction.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Differences for slopes: this part of what the step moves, and of the size of the body.
constexpr double part_of_motion = 1e-6, part_of_size = 1e-9;

/// [m] Of shorter springs the direction is not known.
constexpr double no_length = 1e-12;

class SpringJoint final : public Joint {
 public:
  SpringJoint(Attachment one, Attachment two, double size, SpringData data)
      : Joint(ConstraintKind::spring, one, two), data_(std::move(data)), size_(size)
  {
    if (data_.direction) direction_ = -unit_direction(*data_.direction);
  }

  void initialize(const Bodies& bodies, double) override
  {
    if (const Attachment* carrier = turning())
      direction_ = bodies[carrier->body].current_gradient(carrier->point).inverse() * direction_;
    const Vec3 r = relative_position(bodies);
    n_ = first_n_ = normal(bodies, r);
    offset_ = length(r, n_);
  }
  Mat3 first_frame() const override { return frame_of_normal(first_n_); }
  Properties memory() const override
  {
    return {{"direction as it began", "", {direction_.x(), direction_.y(), direction_.z()}},
            {"length", "", {offset_}}};
  }
  void set_memory(const Properties& memory) override
  {
    const std::vector<double>& n = memory.at(0).numbers;
    direction_ = {n.at(0), n.at(1), n.at(2)};
    offset_ = memory.at(1).numbers.at(0);
  }
  /// The force is a function of the script: only that there is one can be told.
  Properties data() const override
  {
    const Vec3 n = data_.direction.value_or(Vec3::Zero());
    return {{"limits", "", {data_.smin, data_.smax}},
            {"direction", data_.direction ? "" : "of the spring", {n.x(), n.y(), n.z()}},
            {"update", "", {static_cast<double>(data_.update)}}};
  }

  void prepare(const Bodies& bodies, double t, double h) const override
  {
    const Vec3 r = master.mid_position(bodies) - slave.mid_position(bodies);
    n_ = normal(bodies, r);
    stroke_ = length(r, n_) - offset_;
    V_ = n_.dot(relative_velocity(bodies, Instant::start));
    const double ds = part_of_motion * std::max(std::abs(stroke_), h * std::abs(V_)) + part_of_size * size_;
    const double dv = part_of_motion * std::abs(V_) + part_of_size * size_ / h;
    force_ = call(stroke_, V_, t);
    force_s_ = (call(stroke_ + ds, V_, t) - call(stroke_ - ds, V_, t)) / (2 * ds);
    force_v_ = (call(stroke_, V_ + dv, t) - call(stroke_, V_ - dv, t)) / (2 * dv);
  }

  void rows(const Bodies& /*bodies*/, const TimeStep& step, std::span<RowAction> row) const override
  {
    const StepRule& rule = step.rule;
    row[0] = {frame_of_normal(n_), rule.is_static() ? static_law(rule.h) : law(rule)};
  }

  double static_force(std::size_t /*row*/) const override { return force_; }

  double gap(const Bodies& bodies, const Mat3& frame) const override
  {
    const Vec3 r = relative_position(bodies);
    return length(r, data_.direction ? Vec3(frame.col(2)) : normal(bodies, r)) - offset_;
  }

 private:
  Spring law(const StepRule& rule) const
  {
    const double h = rule.h;
    const double k = std::max(0.0, -h * (rule.b * h * force_s_ + rule.c * force_v_));
    Spring own{.impulse = h * force_ + k * V_, .stiffness = k};
    if (stroke_ >= data_.smax) own.upper = 0;
    if (stroke_ <= data_.smin) own.lower = 0;
    return own;
  }

  /// The pass moves by h U, up to the limits.
  Spring static_law(double h) const
  {
    const double k = std::max(0.0, -h * h * force_s_);
    return {0, k, (data_.smin - stroke_) / h, (data_.smax - stroke_) / h};
  }

  /// The point whose body turns the direction.
  const Attachment* turning() const
  {
    if (!data_.direction || data_.update == SpringUpdate::fixed) return nullptr;
    const Attachment* carrier = data_.update == SpringUpdate::convected1 ? &master : &slave;
    return carrier->in_space() ? nullptr : carrier;
  }

  /// Of the frame, for r = p1 − p2, in q_e.
  Vec3 normal(const Bodies& bodies, const Vec3& r) const
  {
    if (!data_.direction) return r.norm() > no_length ? Vec3(r.normalized()) : Vec3(Vec3::UnitZ());
    const Attachment* carrier = turning();
    return carrier ? Vec3((bodies[carrier->body].mid_gradient(carrier->point) * direction_).normalized())
                   : direction_;
  }
  double length(const Vec3& r, const Vec3& n) const { return data_.direction ? n.dot(r) : r.norm(); }

  double call(double stroke, double rate, double t) const
  {
    const double force = data_.force(stroke, rate);
    if (!std::isfinite(force))
      throw InputError(
          fmt::format("the function of spring {} returned {} for stroke {} and velocity {} at t = {}, "
                      "expected a finite number",
                      id, force, stroke, rate, t));
    return force;
  }

  SpringData data_;
  Vec3 direction_ = Vec3::UnitZ();  ///< −n, referential when it turns
  double size_;                     ///< of the first body [m]
  double offset_ = 0;               ///< first length [m]
  Vec3 first_n_ = Vec3::UnitZ();    ///< as it began

  // Of this step: prepare().
  mutable Vec3 n_ = Vec3::UnitZ();            ///< of the frame
  mutable double stroke_ = 0, V_ = 0;         ///< in q_e [m], at t [m/s]
  mutable double force_ = 0;                  ///< f(stroke, V) [N]
  mutable double force_s_ = 0, force_v_ = 0;  ///< its slopes [N/m], [N s/m]
};

constexpr auto spring_updates = names<SpringUpdate>({{SpringUpdate::fixed, "FIXED"},
                                                     {SpringUpdate::convected1, "CONV1"},
                                                     {SpringUpdate::convected2, "CONV2"}});

}  // namespace

SpringUpdate spring_update(std::string_view name) { return spring_updates.value("update", name); }

std::unique_ptr<Joint> make_spring(const Bodies& bodies, Attachment one, Attachment two, SpringData data)
{
  if (!(data.smin <= 0 && data.smax >= 0))
    throw_input_error("limits", fmt::format("({}, {})", data.smin, data.smax),
                      "(smin, smax), smin <= 0 <= smax");
  const double size = size_of(surface_box(bodies[one.body].surface));
  return std::make_unique<SpringJoint>(one, two, size, std::move(data));
}

}  // namespace corbel
