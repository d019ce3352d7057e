// SPDX-License-Identifier: MIT
// Joints that move a point along one direction or three: (3), (4), (5) of joint.hpp.
#include "corbel/math/frame.hpp"
#include "corbel/model/direction.hpp"
#include "corbel/model/joint.hpp"

#include <cmath>

namespace corbel {
namespace {

constexpr const char* begun = "time, position and velocity as it began";

/// What is prescribed along one direction n.
class Target {
 public:
  Target(MotionKind kind, Amplitude value) : kind_(kind), value_(std::move(value)) {}

  /// x0 and v0: position and velocity along n when the joint begins.
  void initialize(double t0, double x0, double v0)
  {
    t0_ = t0;
    x0_ = x0;
    v0_ = v0;
  }
  std::vector<double> memory() const { return {t0_, x0_, v0_}; }
  void set_memory(const Property& p) { initialize(p.numbers.at(0), p.numbers.at(1), p.numbers.at(2)); }
  Property data() const { return value_.described(std::string(to_string(kind_))); }
  /// U_N for a point at x along n at t.
  double velocity(double t, double h, double x) const
  {
    switch (kind_) {
    case MotionKind::velocity:
      return value_.value(t + h);  // (3)
    case MotionKind::acceleration:
      return v0_ + value_.velocity(t + h) - value_.velocity(t0_);  // (4)
    case MotionKind::displacement:
      break;
    }
    const double lag = value_.value(t) - value_.value(t0_) - (x - x0_);
    return (value_.value(t + 1.5 * h) - value_.value(t + 0.5 * h) + lag_gain * lag) / h;  // (5)
  }
  bool is_displacement() const { return kind_ == MotionKind::displacement; }
  /// The same where q moves by h U; x_start: position when the step began, and in static passes the one from
  /// which velocities count.
  double end_velocity(double t, double h, double x, double x_start) const
  {
    const double displacement =
        is_displacement() ? value_.value(t + h) - value_.value(t0_) : h * velocity(t, h, x);
    return (displacement - (x - (is_displacement() ? x0_ : x_start))) / h;
  }

 private:
  MotionKind kind_;
  Amplitude value_;
  double t0_ = 0, x0_ = 0, v0_ = 0;
};

class PrescribedMotion final : public Joint {
 public:
  PrescribedMotion(Attachment m, const Vec3& direction, MotionKind kind_, Amplitude value)
      : Joint(ConstraintKind::prescribed_velocity, m, {}), frame_(frame_of_normal(unit_direction(direction))),
        target_(kind_, std::move(value))
  {
  }
  void initialize(const Bodies& bodies, double t0) override
  {
    target_.initialize(t0, position(bodies), n().dot(master.velocity(bodies)));
  }
  Properties memory() const override { return {{begun, "", target_.memory()}}; }
  void set_memory(const Properties& memory) override { target_.set_memory(memory.at(0)); }
  Properties data() const override
  {
    return {{"direction", "", {n().x(), n().y(), n().z()}}, target_.data()};
  }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    row[0] = {frame_, PrescribedNormalVelocity{velocity(bodies, step)}};
  }

 private:
  double velocity(const Bodies& bodies, const TimeStep& step) const
  {
    const auto& [t, rule] = step;
    if (rule.is_static() || (rule.ends_at_U() && target_.is_displacement()))
      return target_.end_velocity(t, rule.h, position(bodies), n().dot(x_start_));
    // Where q moves by h U, velocities are seen through what is nearly q⁺ already.
    const double turn =
        rule.ends_at_U() ? 0 : n().dot(relative_velocity(bodies, Instant::start) - relative_rate(bodies));
    return target_.velocity(t, rule.h, position(bodies)) - turn;
  }
  Vec3 n() const { return frame_.col(2); }
  double position(const Bodies& bodies) const { return n().dot(relative_position(bodies)); }

  Mat3 frame_;
  Target target_;
};

class PrescribedMotion3 final : public Joint {
 public:
  PrescribedMotion3(Attachment m, const Mat3& base, MotionKind kind_, const std::array<Amplitude, 3>& values)
      : Joint(ConstraintKind::prescribed_velocity3, m, {}),
        base_(base), targets_{Target(kind_, values[0]), Target(kind_, values[1]), Target(kind_, values[2])}
  {
    if (!((base.transpose() * base - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-6))
      throw_input_error("base", "vectors that are not orthonormal", "three mutually orthogonal unit vectors");
  }
  void initialize(const Bodies& bodies, double t0) override
  {
    const Vec3 x = base_.transpose() * relative_position(bodies),
               v = base_.transpose() * master.velocity(bodies);
    for (int k = 0; k < 3; ++k)
      targets_[static_cast<std::size_t>(k)].initialize(t0, x[k], v[k]);
  }
  Properties memory() const override
  {
    Properties all;
    for (const Target& target : targets_)
      all.push_back({begun, "", target.memory()});
    return all;
  }
  void set_memory(const Properties& memory) override
  {
    for (std::size_t k = 0; k < 3; ++k)
      targets_[k].set_memory(memory.at(k));
  }
  Properties data() const override
  {
    Properties all = {{"base", "", {base_.data(), base_.data() + 9}}};
    for (std::size_t k = 0; k < 3; ++k) {
      all.push_back(targets_[k].data());
      all.back().name += fmt::format(" {}", k + 1);
    }
    return all;
  }
  void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const override
  {
    row[0] = {base_, PrescribedVelocity{velocity(bodies, step)}};
  }

 private:
  Vec3 velocity(const Bodies& bodies, const TimeStep& step) const
  {
    const StepRule& rule = step.rule;
    const double t = step.t, h = rule.h;
    const Vec3 x = base_.transpose() * relative_position(bodies);
    if (rule.is_static() || (rule.ends_at_U() && targets_[0].is_displacement())) {
      const Vec3 start = base_.transpose() * x_start_;
      return each([&](const Target& target, int k) { return target.end_velocity(t, h, x[k], start[k]); });
    }
    Vec3 turn = Vec3::Zero();
    if (!rule.ends_at_U())
      turn = base_.transpose() * (relative_velocity(bodies, Instant::start) - relative_rate(bodies));
    return each([&](const Target& target, int k) { return target.velocity(t, h, x[k]) - turn[k]; });
  }

  template<class Function>
  Vec3 each(const Function& function) const
  {
    return {function(targets_[0], 0), function(targets_[1], 1), function(targets_[2], 2)};
  }

  Mat3 base_;
  std::array<Target, 3> targets_;
};

}  // namespace

std::unique_ptr<Joint> make_prescribed_motion(Attachment point, const Vec3& direction, MotionKind kind,
                                              Amplitude value)
{
  return std::make_unique<PrescribedMotion>(point, direction, kind, std::move(value));
}

std::unique_ptr<Joint> make_prescribed_motion3(Attachment point, const Mat3& base, MotionKind kind,
                                               const std::array<Amplitude, 3>& values)
{
  return std::make_unique<PrescribedMotion3>(point, base, kind, values);
}

}  // namespace corbel
