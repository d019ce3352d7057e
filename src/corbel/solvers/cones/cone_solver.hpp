// SPDX-License-Identifier: MIT
// From a LocalProblem to a ConeProblem and back: what all solvers of all constraints at once have in common.
#pragma once

#include "corbel/solvers/cones/search.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

class JointElimination;

/// Groups of joints are eliminated (joint_elimination.hpp), the rest is put into cone form, and a method
/// searches from the given R. Laws that are linearized are linearized again at the solution, until it stays.
/// The residual reported is that of the whole problem, by residual(); status is ok iff both are within the
/// tolerance.
class ConeSolver : public Solver {
 public:
  /// A matrix-free W is assembled if local_form() requires it. Throws InternalError naming the constraint when
  /// W, B or the warm start is not finite.
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

 protected:
  explicit ConeSolver(double tolerance);

  /// Of both residuals.
  virtual double tolerance_for(const LocalProblem& /*problem*/) const { return tolerance_; }

  /// Submits points to the search until it has converged or the method ends.
  virtual void iterate(Search& search) const = 0;
  /// With the problem as it is (proximal: see GaussSeidel::iterate): before any cone problem is made, and
  /// after the search failed. R is left alone or made better. A stage that attempt() adds ends with the
  /// residual of R. The search begins where the solver did: ADMM takes longer from where sweeps were given
  /// up.
  virtual void attempt(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                       Impulses& R, std::vector<SolverStage>& stages) const;
  virtual void last_resort(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                           Impulses& R, std::vector<SolverStage>& stages) const;

  double tolerance_;

 private:
  void solve_by_elimination(const LocalProblem& problem, const JointElimination& joints, Impulses& R,
                            SolverReport& report) const;
  Residual solve_without_joints(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                                double tolerance, const Impulses& start, Impulses& R,
                                SolverReport& report) const;
  struct Found {
    Impulses R;
    bool solved;  ///< the cone problem
  };
  Found search_cones(const ConeProblem& cones, std::size_t size, double tolerance, const Impulses& from,
                     SolverReport& report) const;
};

}  // namespace corbel
