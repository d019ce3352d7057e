// SPDX-License-Identifier: MIT
// Visits one by one, for any W and any law:
//
//   u = B_i + (W z)_i ,   x⁺ = y − F_i(u, y; ρ)
//
// with F the natural residual of the law (for a rigid contact x⁺ = P_K(y − ρ û)) and z the newest impulse of each constraint: x⁺ of those
// visited, y of those to come. The momentum of G's part of W is that of v = Gᵀ z.
#pragma once

#include "corbel/solvers/sweeps/contact_batches.hpp"
#include "corbel/solvers/sweeps/contact_visits.hpp"

namespace corbel {

class RowVisits : public ContactVisits {
 public:
  RowVisits(const LocalProblem& problem, const std::vector<Mat3>& proximal,
            const SweepKernel& kernel = sweep_kernel());

  void start(const Impulses& R) override;
  VisitSums sweep(double beta, bool all) override;
  bool is_idle() const override { return carrying_.empty(); }
  void refresh() override;
  void impulses(Impulses& R) const override { R = x_; }

 private:
  void visit(std::size_t i, VisitSums& sums);
  Vec3 row_product(std::size_t i) const;

  const LocalProblem& problem_;
  MultiplyRow multiply_row_;
  std::vector<double> rho_, w_;
  std::vector<std::size_t> mobile_, carrying_;
  Impulses x_, x_last_, z_;
  Eigen::VectorXd v_, v_last_;
};

}  // namespace corbel
