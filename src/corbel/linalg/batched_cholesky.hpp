// SPDX-License-Identifier: MIT
// Solutions with one sparse factor for many right-hand sides, eight at a time (lane_kernels.hpp):
//
//   A = P L Lᵀ Pᵀ ,   X := A⁻¹ B        2 entries(L) multiplications and as many subtractions a column
//
// For small matrices: a call of a BLAS for each supernode costs more there than its arithmetic. 432 unknowns of a plate of hexahedra
// have 24 thousand entries of L, their inverse has 187 thousand.
#pragma once

#include "corbel/linalg/lane_kernels.hpp"
#include "corbel/linalg/sparse_cholesky.hpp"

#include <vector>

namespace corbel {

/// x of a lane := b, as long as the array.
inline void set_lane(LaneArray& x, std::size_t lane, const Eigen::Ref<const Eigen::VectorXd>& b)
{
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i].of[lane] = b[static_cast<Eigen::Index>(i)];
}
inline void get_lane(const LaneArray& x, std::size_t lane, Eigen::Ref<Eigen::VectorXd> b)
{
  for (std::size_t i = 0; i < x.size(); ++i)
    b[static_cast<Eigen::Index>(i)] = x[i].of[lane];
}

class BatchedCholesky {
 public:
  explicit BatchedCholesky(const SparseCholesky& factor);

  Eigen::Index size() const { return static_cast<Eigen::Index>(factor_.permutation.size()); }
  /// B := A⁻¹ B; the bits of a column depend on A and that column alone. Any number of threads.
  void solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const;
  /// The same for one column per lane; `work` is overwritten.
  void solve_in_place(LaneArray& x, LaneArray& work) const;

  double flops() const { return flops_; }  ///< of one right-hand side
  std::size_t bytes() const;

 private:
  SupernodalFactor factor_;
  Eigen::VectorXd inverse_diagonal_;
  double flops_ = 0;
};

}  // namespace corbel
