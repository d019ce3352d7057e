// SPDX-License-Identifier: MIT
// The Delassus operator W of one step as an n×n matrix of 3×3 blocks, in two parts:
//
//   W = G Gᵀ + C ,   G_ic = E_iᵀ S_c(X_i) A_c^{-1/2}   (3×w)
//
// G, of bodies with few degrees of freedom (factor_rows.hpp): row i (a constraint) has one block for each of its (at
// most two) such bodies c that respond to impulses; the w columns of c are the mass-normalised velocity
// coordinates of that body. A product with a row costs two blocks however many constraints a body carries, where
// the assembled row costs one 3×3 block for each of them (595 contacts on 37 bodies: 64 blocks a row).
// C, of all other bodies: block-sparse, C_ij = Σ_c E_iᵀ S_c(X_i) A_c⁻¹ S_c(X_j)ᵀ E_j over the bodies that
// both constraints touch; or matrix-free: products and diagonal blocks only. Then multiply() and diagonal()
// are all there is, block() and row_product() throw where they meet it, and with_blocks() makes it
// block-sparse. assemble() gives the sum as one block-sparse matrix to whoever wants it.
#pragma once

#include "corbel/linalg/block_sparse.hpp"
#include "corbel/linalg/factor_rows.hpp"
#include "corbel/linalg/implicit_part.hpp"
#include "corbel/math/types.hpp"

#include <Eigen/Core>

#include <utility>
#include <vector>

namespace corbel {

class LocalOperator {
 public:
  static constexpr int none = FactorRows::none;
  using Row = FactorRows::Row;

  LocalOperator() = default;
  /// Computes the diagonal blocks, in threads.
  explicit LocalOperator(FactorRows G, BlockSparse C = {},
                         std::shared_ptr<const ImplicitPart> implicit = nullptr);
  /// rows: one per constraint; columns: number of bodies (c < columns).
  LocalOperator(const std::vector<Row>& rows, int columns, BlockSparse C = {},
                std::shared_ptr<const ImplicitPart> implicit = nullptr)
      : LocalOperator(FactorRows(rows, columns), std::move(C), std::move(implicit))
  {
  }
  /// G back, for the memory it holds; the operator is empty afterwards.
  FactorRows take_factor()
  {
    diagonal_.clear();
    return std::exchange(G_, {});
  }
  BlockSparse take_blocks() { return std::exchange(C_, {}); }

  std::size_t size() const { return G_.size(); }
  int columns() const { return G_.columns(); }
  const FactorRows& factor() const { return G_; }
  Row row(std::size_t i) const { return G_.row(i); }
  const Mat3& diagonal(std::size_t i) const { return diagonal_[i]; }
  /// C, with n = 0 when there is no such part.
  const BlockSparse& blocks() const { return C_; }
  /// The matrix-free part of C, or nullptr.
  const std::shared_ptr<const ImplicitPart>& implicit() const { return implicit_; }
  bool is_implicit(std::size_t i) const { return implicit_ && implicit_->touches(i); }  ///< row i is in it
  /// The same operator, with all of C as blocks.
  LocalOperator with_blocks() const;
  /// W_ij, zero when the rows share no body.
  Mat3 block(std::size_t i, std::size_t j) const;

  /// y = Gᵀ R: body velocity changes in mass-normalised coordinates, of length factor().total_width().
  Eigen::VectorXd gather(const std::vector<Vec3>& R) const;
  /// (G y + C R)_i: with y = Gᵀ R the product of row i of W with R
  Vec3 row_product(std::size_t i, const Eigen::VectorXd& y, const std::vector<Vec3>& R) const
  {
    if (is_implicit(i)) throw_implicit(i);
    return known_product(i, y, R);
  }
  /// y += G_iᵀ ΔR
  void scatter(std::size_t i, const Vec3& dR, Eigen::VectorXd& y) const { G_.scatter(i, dR, y); }
  /// U = W R
  std::vector<Vec3> multiply(const std::vector<Vec3>& R) const;
  /// The block-sparse matrix itself, rows and columns in order.
  BlockSparse assemble() const;

 private:
  /// Without the implicit part.
  Mat3 known_block(std::size_t i, std::size_t j) const;
  Vec3 known_product(std::size_t i, const Eigen::VectorXd& y, const std::vector<Vec3>& R) const
  {
    return C_.n == 0 ? G_.row_product(i, y) : with_compliant_part(i, G_.row_product(i, y), R);
  }
  /// G_i y + C_i R
  Vec3 with_compliant_part(std::size_t i, const Vec3& Gy, const std::vector<Vec3>& R) const;
  [[noreturn]] static void throw_implicit(std::size_t i);

  FactorRows G_;
  std::vector<Mat3> diagonal_;
  BlockSparse C_;  ///< n = 0: no such part
  std::shared_ptr<const ImplicitPart> implicit_;
};

}  // namespace corbel
