// SPDX-License-Identifier: MIT
#include "corbel/model/motion_path.hpp"

#include "corbel/core/names.hpp"
#include "corbel/math/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

const VectorFunction* function_of(const VectorAmplitude& value)
{
  return std::get_if<VectorFunction>(&value);
}

/// Member of Amplitude for each of x, y, z.
template<class Member>
Vec3 each(const VectorAmplitude& value, Member member, double t)
{
  const auto& parts = std::get<std::array<Amplitude, 3>>(value);
  return {(parts[0].*member)(t), (parts[1].*member)(t), (parts[2].*member)(t)};
}

Vec3 value_at(const VectorAmplitude& value, double t)
{
  const VectorFunction* function = function_of(value);
  return function ? (*function)(t) : each(value, &Amplitude::value, t);
}

bool is_constant(const VectorAmplitude& value)
{
  const auto* parts = std::get_if<std::array<Amplitude, 3>>(&value);
  return parts && std::ranges::none_of(*parts, [](const Amplitude& part) { return part.series(); });
}

/// ∫ from a to b.
Vec3 integral(const VectorAmplitude& value, double a, double b)
{
  const VectorFunction* f = function_of(value);
  if (!f) return each(value, &Amplitude::integral, b) - each(value, &Amplitude::integral, a);
  return (b - a) / 6 * ((*f)(a) + 4 * (*f)(0.5 * (a + b)) + (*f)(b));
}

void describe(Properties& all, const std::string& name, const VectorAmplitude& value)
{
  constexpr std::array axes = {"x", "y", "z"};
  if (function_of(value)) return all.push_back({name, "function", {}});
  for (std::size_t i = 0; i < 3; ++i)
    all.push_back(std::get<std::array<Amplitude, 3>>(value)[i].described(name + " along " + axes[i]));
}

/// At the points of all series, between which they are linear; none of functions.
std::vector<Vec3> corner_values(const VectorAmplitude& value)
{
  const auto* parts = std::get_if<std::array<Amplitude, 3>>(&value);
  if (!parts) return {};
  std::vector<Vec3> values = {value_at(value, 0)};
  for (const Amplitude& part : *parts)
    if (part.series())
      for (const double t : part.series()->times())
        values.push_back(value_at(value, t));
  return values;
}

double largest_norm(const std::vector<Vec3>& vectors)
{
  double most = 0;
  for (const Vec3& v : vectors)
    most = std::max(most, v.norm());
  return most;
}

constexpr double parallel = 1e-9;  ///< sine of an angle that is round-off

constexpr auto motion_kinds = names<MotionKind>({{MotionKind::displacement, "displacement"},
                                                 {MotionKind::velocity, "velocity"},
                                                 {MotionKind::acceleration, "acceleration"}});

}  // namespace

std::string_view to_string(MotionKind kind) { return motion_kinds.name(kind); }

MotionPath::MotionPath(std::optional<Translation> translation, std::optional<VectorAmplitude> omega,
                       double cell)
    : translation_(std::move(translation)), omega_(std::move(omega)), cell_(check_positive("step", cell))
{
}

void MotionPath::begin(double t0, const Vec3& v0)
{
  t0_ = t0;
  v0_ = v0;
  nodes_ = {Node{}};
  prepared_.reset();
}

void MotionPath::begin_as(const Properties& memory, std::size_t first)
{
  const std::vector<double>& n = memory.at(first).numbers;
  if (first + 1 < memory.size()) cell_ = check_positive(grid_cell, memory[first + 1].numbers.at(0));
  begin(n.at(0), {n.at(1), n.at(2), n.at(3)});
}

Properties MotionPath::data() const
{
  Properties all;
  if (translation_) describe(all, std::string(to_string(translation_->kind)), translation_->value);
  if (omega_) describe(all, "angular velocity", *omega_);
  return all;
}

bool MotionPath::moves_along(const Vec3& n, const Vec3& arm) const
{
  if (translation_) {
    std::vector<Vec3> s = corner_values(translation_->value);
    if (translation_->kind == MotionKind::displacement && !s.empty())  // its changes are imposed
      for (const Vec3 first = s.front(); Vec3 & d : s)
        d -= first;
    const double most = largest_norm(s);
    if (std::ranges::any_of(s, [&](const Vec3& v) { return std::abs(n.dot(v)) > parallel * most; }))
      return true;
  }
  if (!omega_) return false;
  // A point off the axis moves in all directions but that of the axis.
  return std::ranges::any_of(corner_values(*omega_), [&](const Vec3& omega) {
    return n.cross(omega).norm() > parallel * omega.norm() &&
           arm.cross(omega).norm() > parallel * arm.norm() * omega.norm();
  });
}

/// Integrals of functions and rotations about an axis that may turn; all else is known at any time.
bool MotionPath::needs_grid() const
{
  const bool translation =
      translation_ && translation_->kind != MotionKind::displacement && function_of(translation_->value);
  return translation || (omega_ && !is_constant(*omega_));
}

/// From a to b inside of a cell.
MotionPath::Node MotionPath::reach(const Node& from, double a, double b) const
{
  Node to = from;
  const double length = b - a;
  if (translation_ && translation_->kind != MotionKind::displacement) {
    if (const VectorFunction* f = function_of(translation_->value)) {
      const Vec3 f0 = (*f)(a), f1 = (*f)(0.5 * (a + b)), f2 = (*f)(b);
      to.once += length / 6 * (f0 + 4 * f1 + f2);
      to.twice += length * from.once + length * length / 6 * (f0 + 2 * f1);  // of the parabola
    }
  }
  if (omega_ && !is_constant(*omega_)) to.R = orthonormalized(exp_map(integral(*omega_, a, b)) * from.R);
  return to;
}

MotionPath::Node MotionPath::integrals(double t)
{
  if (!needs_grid() || t <= t0_) return {};
  const auto cells = static_cast<std::size_t>(std::floor((t - t0_) / cell_));
  const auto time = [&](std::size_t i) { return t0_ + static_cast<double>(i) * cell_; };
  while (nodes_.size() <= cells)
    nodes_.push_back(reach(nodes_.back(), time(nodes_.size() - 1), time(nodes_.size())));
  return t > time(cells) ? reach(nodes_[cells], time(cells), t) : nodes_[cells];
}

Vec3 MotionPath::displacement(double t)
{
  if (!translation_) return Vec3::Zero();
  const auto& [kind, value] = *translation_;
  const bool function = function_of(value);
  if (kind == MotionKind::displacement) return value_at(value, t) - value_at(value, t0_);
  if (kind == MotionKind::velocity) return function ? integrals(t).once : integral(value, t0_, t);
  if (function) return v0_ * (t - t0_) + integrals(t).twice;
  return (v0_ - each(value, &Amplitude::velocity, t0_)) * (t - t0_) +
         each(value, &Amplitude::displacement, t) - each(value, &Amplitude::displacement, t0_);
}

FramePlacement MotionPath::placement(double t)
{
  FramePlacement placement{displacement(t)};
  if (omega_)
    placement.R = is_constant(*omega_) ? exp_map((t - t0_) * value_at(*omega_, t0_)) : integrals(t).R;
  return placement;
}

Vec3 MotionPath::velocity(double t, double h)
{
  if (!translation_) return Vec3::Zero();
  const auto& [kind, value] = *translation_;
  switch (kind) {
  case MotionKind::velocity:
    return value_at(value, t);
  case MotionKind::acceleration:
    if (function_of(value)) return v0_ + integrals(t).once;
    return v0_ + each(value, &Amplitude::velocity, t) - each(value, &Amplitude::velocity, t0_);
  case MotionKind::displacement:
    break;
  }
  if (t - 0.5 * h >= t0_) return (value_at(value, t + 0.5 * h) - value_at(value, t - 0.5 * h)) / h;
  return (4 * value_at(value, t + 0.5 * h) - 3 * value_at(value, t) - value_at(value, t + h)) / h;
}

Vec3 MotionPath::omega(double t) const { return omega_ ? value_at(*omega_, t) : Vec3::Zero(); }

void MotionPath::prepare(double load_time, double h)
{
  if (prepared_ == std::pair(load_time, h)) return;
  for (std::size_t i = 0; i < at_.size(); ++i)
    at_[i] = placement(load_time + (static_cast<double>(i) - 1) * 0.5 * h);
  end_velocity_ = velocity(load_time + 0.5 * h, h);
  end_omega_ = omega(load_time + 0.5 * h);
  prepared_ = std::pair(load_time, h);
}

}  // namespace corbel
