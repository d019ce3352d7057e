// SPDX-License-Identifier: MIT
#include "corbel/linalg/factor_rows.hpp"

#include "corbel/core/error.hpp"
#include "corbel/core/index.hpp"

namespace corbel {
namespace {

/// The width of each body, from the blocks of its rows.
std::vector<int> widths_of(const std::vector<FactorRows::Row>& rows, int columns)
{
  std::vector<int> widths(index(columns), 0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a) {
      const int c = rows[i].column[a], w = static_cast<int>(rows[i].block[a].cols());
      if (c == FactorRows::none) continue;
      if (c < 0 || c >= columns)
        throw InternalError(fmt::format("local operator, row {}: body column {} of {}", i, c, columns));
      int& width = widths[index(c)];
      if (w == 0 || (width != 0 && width != w))
        throw InternalError(
            fmt::format("local operator, row {}: block of width {} for a body of width {}", i, w, width));
      width = w;
    }
  return widths;
}

}  // namespace

FactorRows::FactorRows(const std::vector<Row>& rows, int columns)
{
  std::vector<Columns> bodies(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    bodies[i] = rows[i].column;
  lay_out(bodies, widths_of(rows, columns));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a)
      if (rows[i].column[a] != none) block(i, a) = rows[i].block[a];
}

void FactorRows::lay_out(std::span<const Columns> rows, std::vector<int> widths)
{
  widths_ = std::move(widths);
  std::vector<Eigen::Index> begin(widths_.size() + 1, 0);
  for (std::size_t c = 0; c < widths_.size(); ++c)
    begin[c + 1] = begin[c] + widths_[c];
  total_width_ = begin.back();
  rows_.assign(rows.size(), {});
  std::size_t end = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a) {
      const int c = rows[i][a];
      if (c == none) continue;
      rows_[i][a] = {c, widths_[index(c)], end, begin[index(c)]};
      end += 3 * index(widths_[index(c)]);
    }
  pool_.resize(end);
}

Mat3 FactorRows::product(std::size_t i, std::size_t j) const
{
  Mat3 W = Mat3::Zero();
  for (const Side& a : rows_[i])
    for (const Side& b : rows_[j]) {
      if (a.column == none || a.column != b.column) continue;
      const double *G = pool_.data() + a.block, *H = pool_.data() + b.block;
      int w = a.width;
      for (; w >= 6; w -= 6, G += 18, H += 18)
        W += Eigen::Map<const Mat36>(G) * Eigen::Map<const Mat36>(H).transpose();
      for (; w > 0; --w, G += 3, H += 3)
        W += Eigen::Map<const Vec3>(G) * Eigen::Map<const Vec3>(H).transpose();
    }
  return W;
}

void multiply(const Mat3& A, const FactorRows::ConstBlock& G, FactorBlock& AG)
{
  AG.resize(3, G.cols());
  Eigen::Index k = 0;
  for (; k + 6 <= G.cols(); k += 6)
    AG.middleCols<6>(k).noalias() = A * G.middleCols<6>(k);
  for (; k < G.cols(); ++k)
    AG.col(k).noalias() = A * G.col(k);
}

}  // namespace corbel
