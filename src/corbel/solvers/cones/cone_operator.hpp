// SPDX-License-Identifier: MIT
// The scaled W of a ConeProblem.
#pragma once

#include "corbel/linalg/local_operator.hpp"
#include "corbel/math/types.hpp"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <vector>

namespace corbel {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// W = G Gᵀ + C, 3n×3n; G (3n×m) of bodies that give a factor, of m columns together, C of all others and of compliance.
/// Either may have no entries. C need not be symmetric. A further part may be matrix-free.
struct ConeOperator {
  FactorRows G;  ///< size n
  SparseRows C;
  std::shared_ptr<const ImplicitPart> implicit;  ///< or nullptr

  Eigen::Index size() const { return C.rows(); }
  bool has_factor() const { return G.columns() > 0; }
  bool has_blocks() const { return C.nonZeros() > 0; }
  bool is_implicit() const { return implicit != nullptr; }  ///< multiply() and diagonal() are all there is

  Eigen::VectorXd multiply(const Eigen::VectorXd& r) const;
  /// y = Gᵀ r, size m
  Eigen::VectorXd gather(const Eigen::VectorXd& r) const;
  /// G y
  Eigen::VectorXd spread(const Eigen::VectorXd& y) const;
  /// W_ii
  std::vector<Mat3> diagonal() const;
  /// The sum as one matrix.
  SparseRows assembled() const;
  /// ‖C − Cᵀ‖ / ‖C‖ in the greatest entry; zero for W = G Gᵀ.
  double asymmetry() const;
};

inline auto part(Eigen::VectorXd& v, std::size_t i) { return v.segment<3>(3 * static_cast<Eigen::Index>(i)); }
inline auto part(const Eigen::VectorXd& v, std::size_t i)
{
  return v.segment<3>(3 * static_cast<Eigen::Index>(i));
}

}  // namespace corbel
