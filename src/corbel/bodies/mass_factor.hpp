// SPDX-License-Identifier: MIT
// M⁻¹ of consistent masses: one factor of the n × n matrix of the nodes serves x, y and z, and all bodies of a template.
#pragma once

#include "corbel/fem/mass_matrix.hpp"
#include "corbel/linalg/sparse_cholesky.hpp"

namespace corbel {

class MassFactor {
 public:
  /// Throws NotPositiveDefinite.
  explicit MassFactor(const MassMatrix& M) : factor_(M.consistent()) {}

  Eigen::VectorXd solve(const Eigen::Ref<const Eigen::VectorXd>& x) const;  ///< M⁻¹ x, 3n numbers
  /// B := M⁻¹ B, one number per node and column (n × m).
  void solve_components(Eigen::Ref<Eigen::MatrixXd> B) const { factor_.solve_in_place(B); }
  Eigen::Index nodes() const { return factor_.size(); }  ///< n
  std::size_t bytes() const { return factor_.bytes(); }

 private:
  SparseCholesky factor_;
};

}  // namespace corbel
