// SPDX-License-Identifier: MIT
// Gauss–Seidel sweeps with Anderson acceleration.
#pragma once

#include "corbel/linalg/anderson.hpp"
#include "corbel/solvers/sweeps/sweeps.hpp"

#include <Eigen/Core>

namespace corbel {

/// With T(R) one sweep, Anderson acceleration (linalg/anderson.hpp) of x = √w ∘ R, w = tr(W_ii)/3, proposes the next R.
/// T has kinks where contacts open, stick or slip, so that a proposal can be far off: when the step |T(R) −
/// R| grows by a fifth, all pairs are discarded, and plain sweeps continue from T(R). The first two sweeps,
/// and all that follow while each changes less than a third of what the last one did, are plain: they identify
/// the active contacts and often suffice.
class AcceleratedSweeps {
 public:
  /// Arguments as of Sweeps; memory: pairs used.
  AcceleratedSweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                    const BlockOptions& options, int memory, SweepOrder order = SweepOrder::automatic);

  /// R ← T(R); R as accelerate() left it.
  Sweep sweep(Impulses& R);
  /// R ← the next point, after a sweep. False when it is not finite: R is left.
  bool accelerate(Impulses& R);

 private:
  void set_weights();
  Eigen::VectorXd weighted(const Impulses& R) const;

  const LocalProblem& problem_;
  Sweeps sweeps_;
  Anderson anderson_;
  Eigen::VectorXd weight_;  ///< √w for each component of R, once it is needed
  Eigen::VectorXd x_;
  int plain_ = 0;      ///< sweeps without acceleration
  bool fast_ = false;  ///< the last one was
  double last_change_ = 0;
  bool moved_ = true;  ///< R is not what the last sweep left
  double last_step_;
};

}  // namespace corbel
