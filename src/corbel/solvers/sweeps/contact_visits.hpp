// SPDX-License-Identifier: MIT
// How projected sweeps with momentum (nesterov_sweeps.hpp) go through the constraints of a problem.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <memory>

namespace corbel {

/// What a sweep did, d = x⁺ − y of each constraint and w = tr(W_ii)/3.
struct VisitSums {
  double e2 = 0;  ///< Σ w |d|²
  double s = 0;   ///< −Σ w d·(x⁺ − x): above zero, the momentum leads uphill
};

class ContactVisits {
 public:
  virtual ~ContactVisits() = default;

  /// x = x′ = R.
  virtual void start(const Impulses& R) = 0;
  /// One sweep with momentum β: extrapolates what bodies do, and visits all constraints, or those that had an impulse in
  /// the last sweep over all.
  virtual VisitSums sweep(double beta, bool all) = 0;
  /// There is nothing to visit but all constraints.
  virtual bool is_idle() const = 0;
  /// What bodies do is summed up anew from x and x′: round-off of the sums is gone.
  virtual void refresh() = 0;
  /// The same, and constraints that carry come first from now on.
  virtual void reorder() { refresh(); }
  virtual void impulses(Impulses& R) const = 0;
};

/// W is a factor of at most six columns a body, and all laws are rigid contacts.
bool takes_batches(const LocalProblem& problem);

/// Batches of eight where W is a factor of six columns a body and all laws are rigid contacts, all at once where W is known by
/// products only, else row by row. The arguments
/// have to outlive it. proximal: see JointElimination; empty for none.
std::unique_ptr<ContactVisits> make_visits(const LocalProblem& problem, const std::vector<Mat3>& proximal);

/// The length of a step that one constraint can take, 1/‖W_ii + Q_i‖₂ [kg]; zero where it is immobile.
double step_length(const LocalProblem& problem, const std::vector<Mat3>& proximal, std::size_t i);

}  // namespace corbel
