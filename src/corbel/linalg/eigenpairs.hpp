// SPDX-License-Identifier: MIT
// The lowest eigenpairs of K x = λ M x: natural modes, λ = ω².
//
// Block Lanczos with S = (K + σM)⁻¹ M, whose eigenvalues θ = 1/(λ + σ) are largest where λ is lowest:
//
//   V ← start block ,   W = S V_last ,   V ← [V, what W adds] (M-orthonormal) ,   T = Vᵀ M S V ,   T y = θ y
//
// until |S x − θ x|_M ≤ 1e-10 θ for all wanted x = V y. σ > 0 makes K + σM positive definite although K has
// rigid modes. A block finds eigenvalues of multiplicity up to its width (8 to 24, as many as pairs are
// wanted), which a single start vector (Spectra, ARPACK) need not: free bodies have λ = 0 six times,
// symmetric ones have twins.
#pragma once

#include <Eigen/SparseCore>

namespace corbel {

struct Eigenpairs {
  Eigen::VectorXd values;   ///< λ ≥ 0, ascending
  Eigen::MatrixXd vectors;  ///< one mode a column, xᵀ M x = 1, its largest component positive
};

/// The `count` lowest pairs, 1 ≤ count ≤ size of K. K: symmetric, positive semi-definite, in full or its
/// upper triangle; M: positive diagonal. Deterministic. A λ of a rigid mode is exact to round-off of the
/// highest λ of all. Throws NotPositiveDefinite when K is indefinite, RunError when the iteration does not
/// converge.
Eigenpairs lowest_eigenpairs(const Eigen::SparseMatrix<double>& K, const Eigen::VectorXd& M_diagonal,
                             int count);
/// Same with any symmetric positive definite M, in full or its upper triangle.
Eigenpairs lowest_eigenpairs(const Eigen::SparseMatrix<double>& K, const Eigen::SparseMatrix<double>& M,
                             int count);

}  // namespace corbel
