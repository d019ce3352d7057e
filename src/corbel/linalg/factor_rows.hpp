// SPDX-License-Identifier: MIT
// G of W = G Gᵀ + C (local_operator.hpp), by rows: constraint i has one block for each of its (at most two) bodies c,
//
//   G_ic (3×w_c) ,   y_c = Σ_i G_icᵀ R_i ,   (G y)_i = Σ_c G_ic y_c
//
// where w_c is the width of body c: six for rigid bodies, twelve for pseudo-rigid ones, r for reduced ones.
// Blocks lie behind each other in one piece of memory, in the order of the rows; y of all bodies is one vector.
// Kernels take six columns at a time in fixed sizes and the rest one by one: a rigid body costs what it would if
// all bodies were rigid.
#pragma once

#include "corbel/math/types.hpp"

#include <Eigen/Core>

#include <array>
#include <span>
#include <vector>

namespace corbel {

using Mat36 = Eigen::Matrix<double, 3, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using FactorBlock = Eigen::Matrix<double, 3, Eigen::Dynamic>;  ///< 3×w

class FactorRows {
 public:
  static constexpr int none = -1;
  using Columns = std::array<int, 2>;  ///< bodies of a row, none where there is no such block
  using Block = Eigen::Map<FactorBlock>;
  using ConstBlock = Eigen::Map<const FactorBlock>;

  /// A row by itself.
  struct Row {
    Columns column = {none, none};
    std::array<FactorBlock, 2> block;
  };

  FactorRows() = default;
  explicit FactorRows(std::size_t rows) : rows_(rows) {}  ///< without bodies
  /// columns: number of bodies. Each has the width of its blocks.
  FactorRows(const std::vector<Row>& rows, int columns);
  /// Rows on these bodies; widths: one per body, zero allowed where no row touches it. The blocks hold anything.
  void lay_out(std::span<const Columns> rows, std::vector<int> widths);

  std::size_t size() const { return rows_.size(); }
  int columns() const { return static_cast<int>(widths_.size()); }
  int width(int c) const { return widths_[static_cast<std::size_t>(c)]; }
  const std::vector<int>& widths() const { return widths_; }
  Eigen::Index total_width() const { return total_width_; }  ///< length of y
  Columns bodies(std::size_t i) const { return {rows_[i][0].column, rows_[i][1].column}; }
  /// Where y_c begins, for the a-th body c of row i.
  Eigen::Index offset(std::size_t i, std::size_t a) const { return rows_[i][a].y; }
  /// G_ic of the a-th body c; of width zero where there is none.
  Block block(std::size_t i, std::size_t a)
  {
    return {pool_.data() + rows_[i][a].block, 3, rows_[i][a].width};
  }
  ConstBlock block(std::size_t i, std::size_t a) const
  {
    return {pool_.data() + rows_[i][a].block, 3, rows_[i][a].width};
  }
  Row row(std::size_t i) const { return {bodies(i), {block(i, 0), block(i, 1)}}; }
  void remove_bodies(std::size_t i) { rows_[i] = {}; }  ///< of a row, which stays as one that nothing moves

  /// Σ_c G_ic y_c
  Vec3 row_product(std::size_t i, const Eigen::VectorXd& y) const
  {
    Vec3 x = Vec3::Zero();
    for (const Side& s : rows_[i]) {
      const double *G = pool_.data() + s.block, *v = y.data() + s.y;
      if (s.width == 6) {  // most rows of most problems: a fifth less without the loops
        x.noalias() += Eigen::Map<const Mat36>(G) * Eigen::Map<const Vec6>(v);
        continue;
      }
      int w = s.width;
      for (; w >= 6; w -= 6, G += 18, v += 6)
        x.noalias() += Eigen::Map<const Mat36>(G) * Eigen::Map<const Vec6>(v);
      for (; w > 0; --w, G += 3, ++v)
        x += *v * Eigen::Map<const Vec3>(G);
    }
    return x;
  }
  /// y_c += G_icᵀ p
  void scatter(std::size_t i, const Vec3& impulse, Eigen::VectorXd& y) const
  {
    // A copy stays in registers while y is written. NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
    const Vec3 p = impulse;
    for (const Side& s : rows_[i]) {
      const double* G = pool_.data() + s.block;
      double* v = y.data() + s.y;
      if (s.width == 6) {
        Eigen::Map<Vec6>(v).noalias() += Eigen::Map<const Mat36>(G).transpose() * p;
        continue;
      }
      int w = s.width;
      for (; w >= 6; w -= 6, G += 18, v += 6)
        Eigen::Map<Vec6>(v).noalias() += Eigen::Map<const Mat36>(G).transpose() * p;
      for (; w > 0; --w, G += 3, ++v)
        *v += Eigen::Map<const Vec3>(G).dot(p);
    }
  }
  /// Σ_c G_ic G_jcᵀ over the bodies that both rows touch.
  Mat3 product(std::size_t i, std::size_t j) const;

 private:
  struct Side {
    int column = none, width = 0;
    std::size_t block = 0;  ///< of its first number in pool_
    Eigen::Index y = 0;     ///< of its first number in y
  };

  std::vector<std::array<Side, 2>> rows_;
  std::vector<double> pool_;
  std::vector<int> widths_;
  Eigen::Index total_width_ = 0;
};

/// AG := A G, six columns at a time.
void multiply(const Mat3& A, const FactorRows::ConstBlock& G, FactorBlock& AG);

}  // namespace corbel
