// SPDX-License-Identifier: MIT
// Whether the passes of a quasi-static step come closer to equilibrium, and what is said of a step that ends without.
#pragma once

#include "corbel/local_dynamics/localize.hpp"
#include "corbel/statics/static_balance.hpp"
#include "corbel/statics/static_step.hpp"

#include <limits>
#include <string>

namespace corbel {

class StaticProgress {
 public:
  explicit StaticProgress(const StaticOptions& options) : options_(options) {}

  /// After a pass; changed: contacts came or were taken over in it, so that it is no fault that it gained nothing.
  void add(const StaticBalance& balance, bool changed);

  bool is_slow() const { return slow_ >= 2; }    ///< the last passes gained little
  bool is_idle() const { return stuck_ >= 3; }   ///< they gained next to nothing
  bool is_stuck() const { return stuck_ >= 5; }  ///< and it is time to end

 private:
  const StaticOptions& options_;
  double least_ = std::numeric_limits<double>::infinity();  ///< violation, in tolerances
  int slow_ = 0, stuck_ = 0;                                ///< passes in succession
};

/// Nothing that a solver says of itself is in here.
bool certified(const StaticBalance& balance, const SolverReport& report, const StaticOptions& options);

/// Equilibrium but for motions that nothing holds, frictionless ones above all: round-off and the tilt of normals drive
/// them with next to no force, and no pass can balance that. What is left is named; empty: it is something else.
std::string unheld_remark(const Model& model, const LocalDynamics& dynamics, const StaticBalance& balance,
                          const SolverReport& report, const StaticOptions& options);

/// Why a step is not in equilibrium: what is violated most, and by which body.
std::string failure_remark(const Model& model, const StaticBalance& balance, const SolverReport& report,
                           const StaticOptions& options, bool stuck);

/// Throws RunError naming the body that is farthest from balance when something is free to move.
void throw_if_unsupported(const Model& model, const LocalDynamics& dynamics, const StaticBalance& balance);

}  // namespace corbel
