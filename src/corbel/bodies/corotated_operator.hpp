// SPDX-License-Identifier: MIT
// The operator of the co-rotated step, constant in body axes (TR1 eqs 33, 34, with the manual's
// mass-proportional damping α besides η):
//
//   A₀ = (1 + αh/2) M + (ηh/2 + h²/4) K₀ ,    A⁻¹ = Λ₁ A₀⁻¹ Λ₁ᵀ        (factors of other rules: step_rule.hpp)
//
// factorized once and shared by all bodies of a template. Contacts ask for node blocks of A₀⁻¹: columns are
// solved for when a node is first touched and kept for the whole run, up to a budget of memory. A small A₀ is
// inverted as a whole: that is all columns. Its solutions are those of its sparse factor for eight right-hand sides at a time
// (linalg/batched_cholesky.hpp), 4 entries(L) operations each, where a product with the inverse has 2 n² and is hardly ever less.
//
// Products with A₀⁻¹ in place of its blocks (StepOperator::product) take one solution each and need blocks of nodes
// of one element only, for the diagonal of W: these are cut out of the columns, and the columns given up.
//
// Bits: the column of a node does not depend on when, or with which others, it was asked for. Columns are
// solved in batches of one fixed width, filled up with zeros.
#pragma once

#include "corbel/bodies/node_weights.hpp"
#include "corbel/bodies/step_rule.hpp"
#include "corbel/fem/mass_matrix.hpp"
#include "corbel/linalg/batched_cholesky.hpp"
#include "corbel/math/types.hpp"

#include <Eigen/SparseCore>

#include <atomic>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace corbel {

class CorotatedOperator {
 public:
  /// budget: bytes for columns of A₀⁻¹.
  CorotatedOperator(const MassMatrix& M, const Eigen::SparseMatrix<double>& K0, OperatorFactors factors,
                    std::size_t budget);

  const OperatorFactors factors;

  /// B := A₀⁻¹ B, vectors of three numbers per node.
  void solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const;

  /// The same of a small A₀, one right-hand side in each lane; `work` is overwritten.
  void solve_lanes(LaneArray& x, LaneArray& work) const { batched_->solve_in_place(x, work); }
  /// x := A₀⁻¹ x from columns, where these nodes alone have x ≠ 0 and their columns were asked for.
  void solve_by_columns(std::span<const int> nodes, Eigen::Ref<Eigen::VectorXd> x) const;
  /// That takes fewer operations than a solution.
  bool has_few(std::span<const int> nodes) const;

  /// Solves for the columns of these nodes that are not there yet.
  void need_columns(std::span<const int> nodes) const;
  /// Gives up the columns that did not fit into the budget: they serve one step and are solved for again in
  /// the next.
  void drop_passing() const;
  /// Σ N_a(X) N_b(Y) (A₀⁻¹)_ab over the nodes around two points, whose columns were asked for.
  Mat3 block(const NodeWeights& X, const NodeWeights& Y) const;
  /// E_iᵀ block(X_i, X_j) E_j of all pairs of m points in one matrix, 3m×3m, symmetric to the last bit.
  void blocks(std::span<const NodeWeights> X, std::span<const Mat3> E, Eigen::MatrixXd& C) const;

  /// Solves for the blocks of these nodes with their neighbours that are not there yet.
  void need_neighbours(std::span<const int> nodes) const;
  /// block(X, X) from these, of a point whose nodes were asked for.
  Mat3 own_block(const NodeWeights& X) const;

  bool is_small() const { return inverse_.size() > 0; }  ///< A₀⁻¹ is there as a whole
  std::size_t bytes() const;                             ///< factor, inverse, columns and blocks
  std::size_t columns() const;                           ///< nodes whose columns are kept
  double factor_flops() const { return factor_flops_; }  ///< of one factorization
  double solve_flops() const;                            ///< of one right-hand side

 private:
  using Column = Eigen::Matrix<double, Eigen::Dynamic, 3>;
  /// The 3×3 block of A₀⁻¹ of two nodes.
  Mat3 node_block(int a, int b) const;
  Mat3 neighbour_block(int a, int b) const;
  /// Y_a = Σ N_b(X) (A₀⁻¹)_ab at the nodes a of a list, or, where the list is empty, at all.
  void sum_columns(const NodeWeights& X, std::span<const int> nodes, Column& Y) const;
  /// use(node, column) for each of them, each of its own node, in threads.
  template<class Use>
  void solve_columns(std::span<const int> nodes, const Use& use) const;

  std::optional<SparseCholesky> factor_;    ///< of a large A₀
  std::optional<BatchedCholesky> batched_;  ///< of a small one
  Eigen::MatrixXd inverse_;
  double factor_flops_ = 0;
  std::size_t factor_bytes_ = 0;
  std::size_t budget_;
  std::vector<std::vector<int>> neighbours_;     ///< of a node: those of its elements with no lower number
  mutable std::vector<std::vector<Mat3>> near_;  ///< per node: blocks with its neighbours; empty: not there
  mutable std::mutex mutex_;
  mutable std::vector<Column> column_;  ///< per node; empty: not there
  mutable std::vector<int> passing_;    ///< nodes whose columns do not fit into the budget
  mutable std::size_t column_bytes_ = 0, near_bytes_ = 0;
};

}  // namespace corbel
