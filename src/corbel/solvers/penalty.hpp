// SPDX-License-Identifier: MIT
// Contacts by springs and dashpots, each once and for itself; joints by Gauss–Seidel afterwards.
//
// The law of a contact (manual section 6.1.2; R_T of the last step on the right-hand side):
//
//   B̄ = B_N + W_NT R_T                                                  velocity without its own R_N    (6.8)
//   R_N = h [s (−g)^m − d/2 (B̄ + V_N)] / [1 + h d/2 W_NN]               as in the manual                (6.9)
//   R_T = −W_TT⁻¹ (B_T + W_TN R_N) , no longer than μ (R_N + c)          friction, stick first (6.10)
//
// Without a bond R_N < 0 means R = 0; a bond bears c. How the spring is taken (Solfec-1.0 of 2020):
//
//   manual     (6.9): the spring at t + h/2, the dashpot implicit. Stable for h ω < 2
//   implicit   g = gap + h/4 (B̄ − V_N), and h/4 s m (−g)^(m−1) beside d/2 in the denominator
//   explicit   R_N = h [s (−g)^m − d V_N]
//
// Contacts do not see each other within a step: bodies on several contacts need a smaller step than one
// contact tells.
#pragma once

#include "corbel/solvers/solver.hpp"

namespace corbel {

enum class PenaltyVariant { manual, implicit, explicit_ };
std::string_view to_string(PenaltyVariant variant);     ///< "MANUAL", "IMPLICIT", "EXPLICIT"
PenaltyVariant penalty_variant(std::string_view name);  ///< throws InputError for another name

struct PenaltyOptions {
  PenaltyVariant variant = PenaltyVariant::implicit;
  double epsilon = 1e-4;      ///< of Gauss–Seidel for joints
  int max_iterations = 1000;  ///< of Gauss–Seidel for joints
};

/// R of a contact from W and B of its own block, and the R of the last step.
Vec3 penalty_impulse(const SpringDashpot& law, const Mat3& W, const Vec3& B, const Vec3& R,
                     PenaltyVariant variant);

class Penalty : public Solver {
 public:
  explicit Penalty(const PenaltyOptions& options = {});

  /// Iterations and residuals are those of the joints: a penalty is evaluated, not solved for. Throws
  /// InputError for a contact without spring data.
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;
  bool wants_springs() const override { return true; }

  const PenaltyOptions& options() const { return options_; }

 private:
  PenaltyOptions options_;
};

}  // namespace corbel
