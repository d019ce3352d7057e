// SPDX-License-Identifier: MIT
// Projected gradient steps of all constraints at once, where W is known by products only:
//
//   y = x + β (x − x′) ,   W y = W x + β (W x − W x′) ,   u = W y + B                                    (1)
//   x⁺_i = y_i − F_i(u_i, y_i; ρ_i/λ) ,   ρ_i = 1/‖W_ii‖₂                                                 (2)
//
// with F the natural residual of the law: a sweep takes one product, W x⁺. λ is the greatest eigenvalue of ρ^½ W ρ^½, from a few power
// iterations and from then on at least d·W d / Σ |d_i|²/ρ_i of every step d = x⁺ − y, which costs nothing.
// (H. Mazhar et al., ACM Trans. Graph. 34, 2015.)
#pragma once

#include "corbel/solvers/sweeps/contact_visits.hpp"

namespace corbel {

class ProductVisits : public ContactVisits {
 public:
  ProductVisits(const LocalProblem& problem, const std::vector<Mat3>& proximal);

  void start(const Impulses& R) override;
  VisitSums sweep(double beta, bool all) override;
  bool is_idle() const override { return false; }
  void refresh() override {}  ///< nothing is summed up
  void impulses(Impulses& R) const override { R = x_; }

 private:
  void find_lambda();

  const LocalProblem& problem_;
  std::vector<double> rho_, w_;
  double lambda_ = 1;
  Impulses x_, x_last_;
  std::vector<Vec3> Wx_, Wx_last_;
};

}  // namespace corbel
