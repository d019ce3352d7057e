// SPDX-License-Identifier: MIT
// The state of all bodies, q and u, and the vectors of a step, flat and by number of the body.
//
//   State         q, u                                        what frames, restarts and undone steps move
//   StepVectors   q_e, u at the start, u_free, u⁺, Hᵀ R, f    live in a step
//
// A body's number is its place in these arrays (Body::index); it changes when bodies are removed. Its id (body_id.hpp)
// stays. q and u of a body need not be equally long: twelve and six numbers of a rigid body.
#pragma once

#include <Eigen/Core>

#include <span>
#include <string_view>
#include <vector>

namespace corbel {

/// Which of the two vectors of a state.
enum class StateVector { q, u };

/// A named part of the state of a body: so many numbers of q or of u. Parts follow each other, those of q first.
struct NamedPart {
  std::string_view name;
  StateVector of;
  Eigen::Index begin, size;
};

/// Numbers that a body has.
struct BodySizes {
  Eigen::Index q = 0, u = 0, load = 0;
  bool operator==(const BodySizes&) const = default;
};

/// Body after body. Each begins at a multiple of 64 bytes from the start, so that vectorised sums do not depend on
/// which body it is; the gaps are zeros.
class FlatVector {
 public:
  void add(Eigen::Index size);
  double* data(std::size_t body) { return numbers_.data() + begin_[body]; }
  const double* data(std::size_t body) const { return numbers_.data() + begin_[body]; }
  Eigen::Index size(std::size_t body) const { return size_[body]; }
  std::span<double> operator[](std::size_t body)
  {
    return {data(body), static_cast<std::size_t>(size_[body])};
  }
  std::span<const double> operator[](std::size_t body) const
  {
    return {data(body), static_cast<std::size_t>(size_[body])};
  }
  std::size_t body_count() const { return size_.size(); }
  const double* memory() const { return numbers_.data(); }
  bool operator==(const FlatVector&) const = default;

 private:
  std::vector<double, Eigen::aligned_allocator<double>> numbers_;
  std::vector<Eigen::Index> begin_, size_;
};

/// A value: it can be copied, compared, and assigned to that of the same bodies.
struct State {
  FlatVector q, u;
  bool operator==(const State&) const = default;
};

struct StepVectors {
  FlatVector q_mid;    ///< q_e of the step (step_rule.hpp)
  FlatVector start;    ///< u when the step began
  FlatVector free;     ///< u_free: without reactions
  FlatVector end;      ///< u⁺
  FlatVector impulse;  ///< Hᵀ R, conjugate to u [N s], [N m s]
  /// f, conjugate to u [N]; of a rigid body spatial force, spatial torque, referential torque [N], [N m]
  FlatVector force;
};

/// The memory of bodies.
struct BodyArrays {
  State state;
  StepVectors step;

  /// Room for one more body, zeros. True: the memory of the others has moved.
  bool add(const BodySizes& sizes);
};

/// The vectors of one body: views of the arrays it is in.
class MotionVectors {
 public:
  using Vector = Eigen::Map<Eigen::VectorXd, Eigen::Aligned16>;

  MotionVectors() = default;
  MotionVectors(const MotionVectors&) = delete;
  MotionVectors& operator=(const MotionVectors&) = delete;

  void view(BodyArrays& arrays, std::size_t body);
  /// Writes the numbers to the arrays, and is a view of them from now on.
  void move_to(BodyArrays& arrays, std::size_t body);

  Vector q{nullptr, 0}, q_mid{nullptr, 0};
  Vector u{nullptr, 0}, start{nullptr, 0}, free{nullptr, 0}, end{nullptr, 0}, impulse{nullptr, 0};
  Vector force{nullptr, 0};
};

/// A vector with its length, where that is known: numbers are copied without a loop.
template<int n>
Eigen::Map<Eigen::Matrix<double, n, 1>, Eigen::Aligned16> fixed(MotionVectors::Vector& v)
{
  return Eigen::Map<Eigen::Matrix<double, n, 1>, Eigen::Aligned16>(v.data());
}

}  // namespace corbel
