// SPDX-License-Identifier: MIT
// The prescribed motion of a rigid frame: a translation s(t), given by its displacement, velocity or
// acceleration, and a rotation R(t), given by its angular velocity ω(t) in space axes.
//
//   a point x0 of the frame moves as  p(t) = a + s(t) + R(t) (x0 − a) ,  a the point the frame turns about
//   s(t0) = 0 ,  R(t0) = I ,  dR/dt = skew(ω) R
//
// A function of time alone: a restart needs t0, v0 and the cell of the grid. Constants and series are integrated
// exactly; functions of the user by Simpson's rule on a grid that starts at t0, whatever the steps are. A
// rotation whose axis turns is the product of exp[∫ω] over the cells of that grid (second order in the cell;
// exact for a fixed axis).
#pragma once

#include "corbel/math/types.hpp"
#include "corbel/model/amplitude.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace corbel {

enum class MotionKind { displacement, velocity, acceleration };
std::string_view to_string(MotionKind kind);  ///< "displacement", …

/// A vector in time: along x, y, z, or a function of the user [s].
using VectorFunction = std::function<Vec3(double)>;
using VectorAmplitude = std::variant<std::array<Amplitude, 3>, VectorFunction>;

/// Translation and rotation of a frame since t0.
struct FramePlacement {
  Vec3 s = Vec3::Zero();
  Mat3 R = Mat3::Identity();

  /// Where a point is that was at x0, of a frame that turns about a.
  Vec3 place(const Vec3& x0, const Vec3& a) const { return a + s + R * (x0 - a); }
};

class MotionPath {
 public:
  struct Translation {
    MotionKind kind;
    VectorAmplitude value;
  };
  /// Either may be absent: no translation, no rotation. cell > 0: of the grid for functions [s].
  MotionPath(std::optional<Translation> translation, std::optional<VectorAmplitude> omega, double cell);

  void begin(double t0, const Vec3& v0);  ///< v0: where an acceleration starts from [m/s]
  bool has_begun() const { return !nodes_.empty(); }
  /// What a continued path needs, as the last properties of a joint's memory.
  Properties beginning() const
  {
    return {{"time and velocity as it began", "", {t0_, v0_.x(), v0_.y(), v0_.z()}},
            {grid_cell, "", {cell_}}};
  }
  /// From there on in the memory; files of earlier versions hold no cell, and then the path keeps its own.
  void begin_as(const Properties& memory, std::size_t first);
  static constexpr const char* grid_cell = "cell of the grid for functions";
  Properties data() const;             ///< what is prescribed; of functions only that they are
  FramePlacement placement(double t);  ///< t >= t0
  /// ds/dt; of a displacement the difference over h around t, at t0 one of second order from there on.
  Vec3 velocity(double t, double h);
  Vec3 omega(double t) const;
  /// Whether it moves a point along n, a unit vector; arm: from the point the frame turns about. Of functions
  /// of the user nothing is known before they are called: false.
  bool moves_along(const Vec3& n, const Vec3& arm) const;
  double cell() const { return cell_; }

  /// What joints need of a step, evaluated once for all that share the path, where functions of the user may
  /// be called: load_time is that of Joint::prepare, t + h/2 in dynamics and t + h in quasi-static analysis.
  void prepare(double load_time, double h);
  const FramePlacement& before() const { return at_[0]; }  ///< h/2 before the load time
  const FramePlacement& now() const { return at_[1]; }     ///< at the load time
  const FramePlacement& after() const { return at_[2]; }   ///< h/2 after
  const FramePlacement& beyond() const { return at_[3]; }  ///< h after
  const Vec3& end_velocity() const { return end_velocity_; }
  const Vec3& end_omega() const { return end_omega_; }

 private:
  /// Integrals over the grid up to a node of it.
  struct Node {
    Vec3 once = Vec3::Zero();   ///< ∫ of the translation
    Vec3 twice = Vec3::Zero();  ///< ∫∫
    Mat3 R = Mat3::Identity();
  };
  Node reach(const Node& from, double a, double b) const;
  Node integrals(double t);
  bool needs_grid() const;
  Vec3 displacement(double t);

  std::optional<Translation> translation_;
  std::optional<VectorAmplitude> omega_;
  double cell_;
  double t0_ = 0;
  Vec3 v0_ = Vec3::Zero();
  std::vector<Node> nodes_;  ///< at t0 + i cell

  std::optional<std::pair<double, double>> prepared_;  ///< load time and h
  std::array<FramePlacement, 4> at_;
  Vec3 end_velocity_ = Vec3::Zero(), end_omega_ = Vec3::Zero();
};

}  // namespace corbel
