// SPDX-License-Identifier: MIT
// Anderson acceleration of a fixed-point iteration x ← T(x).
#pragma once

#include <Eigen/Core>

namespace corbel {

/// From the last m + 1 pairs (x_k, g_k = T(x_k)), with f_k = g_k − x_k and Δ the difference of successive
/// pairs,
///
///   γ = argmin |f_k − ΔF γ| ,   x_{k+1} = g_k − ΔG γ            (ΔF, ΔG n×m, γ m)                     (1)
///
/// For a linear T these are the iterates of GMRES (T of one step behind). Only products of columns are kept,
/// one new row of ΔFᵀ ΔF a step: (1) costs 4 n m. The normal equations are solved with columns scaled to one
/// length by a Cholesky factorization that leaves out what depends on the rest (to 1e-6, below which γ is
/// round-off of the squared condition number) and takes the smallest γ of those that do equally well.
///
/// There is no safeguard against a bad step: it needs a merit function of the problem, so it is left to the
/// caller, who calls restart() after returning to an earlier point.
class Anderson {
 public:
  /// memory: largest m, ≥ 1; 5 to 10 are usual.
  explicit Anderson(int memory);

  /// The next point, from the pair (x, g = T(x)) and those before; the first after a restart gives g. All of
  /// one size.
  Eigen::VectorXd next(const Eigen::Ref<const Eigen::VectorXd>& x,
                       const Eigen::Ref<const Eigen::VectorXd>& g);

  /// Discards all pairs.
  void restart();

  /// Columns of ΔF in use, ≤ memory.
  int depth() const { return depth_; }

 private:
  void push(const Eigen::VectorXd& df, const Eigen::VectorXd& dg);

  int memory_;
  int depth_ = 0;   ///< columns filled
  int oldest_ = 0;  ///< column that the next pair takes once all are filled
  bool started_ = false;
  Eigen::VectorXd f_, g_;    ///< of the last pair
  Eigen::MatrixXd dF_, dG_;  ///< n × memory
  Eigen::MatrixXd gram_;     ///< ΔFᵀ ΔF, memory × memory
};

}  // namespace corbel
