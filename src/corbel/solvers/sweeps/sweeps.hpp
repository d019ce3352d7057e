// SPDX-License-Identifier: MIT
// Sweeps of block Gauss–Seidel: every constraint once, each solved with all others held.
//
// The sweep keeps y = Gᵀ R (as many numbers per body as it has velocities), so that with W = G Gᵀ + C
//
//   b_i = B_i + Σ_{j≠i} W_ij R_j = B_i + G_i y + C_i R − W_ii R_i                                        (1)
//   R_i ← solution of C_i(W_ii R_i + b_i, R_i) = 0,   y ← y + G_iᵀ ΔR_i                                  (2)
//
// cost four products with a block of G (3×6 for rigid bodies) whatever the number of constraints on a body.
//
// Small problems are swept in the constraints' order by one thread. Large ones that fall into few colours
// (colouring.hpp) are swept colour by colour, each by all threads. Which of the two is decided by the problem
// alone, so that the bits are the same for every number of threads.
#pragma once

#include "corbel/solvers/local_problem.hpp"
#include "corbel/solvers/sweeps/colouring.hpp"

#include <optional>

namespace corbel {

/// What one sweep did.
struct Sweep {
  double change2 = 0;   ///< Σ|ΔR|²
  double impulse2 = 0;  ///< Σ|R|²
  double scaled2 =
      0;  ///< Σ w_i|ΔR_i|², w_i = tr(W_ii)/3: about the square of the scaled residual's numerator
  BlockStatus worst = BlockStatus::ok;

  void add(const Sweep& other);
  /// With R = 0 everywhere (all open) the change itself: zero from the second sweep on.
  double relative_change() const;
};

enum class SweepOrder { automatic, given, coloured };  ///< the last two for tests and measurements

class Sweeps {
 public:
  /// proximal: Q_i added to the diagonal blocks in (1), (2), one per constraint, or empty for none. All
  /// arguments have to outlive this. Constraints with a zero diagonal block are passed over.
  Sweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal, const BlockOptions& options,
         SweepOrder order = SweepOrder::automatic);

  /// Takes R as the point to go on from.
  void start(const Impulses& R);
  /// One sweep over all constraints; R as start() or the last sweep left it.
  Sweep operator()(bool backwards, Impulses& R);

  /// 0 when swept in the given order.
  std::size_t colours() const { return colouring_ ? colouring_->colours() : 0; }

 private:
  void update(std::size_t i, Impulses& R, Sweep& sweep);
  Sweep piece(std::size_t p, bool backwards, Impulses& R);
  Sweep coloured(bool backwards, Impulses& R);

  const LocalProblem& problem_;
  const std::vector<Mat3>& proximal_;
  const BlockOptions& options_;
  std::optional<Colouring> colouring_;
  std::vector<Sweep> of_piece_;
  Eigen::VectorXd y_;
};

}  // namespace corbel
