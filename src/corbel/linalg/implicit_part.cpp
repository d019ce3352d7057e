// SPDX-License-Identifier: MIT
#include "corbel/linalg/implicit_part.hpp"

#include "corbel/core/error.hpp"

#include <utility>

namespace corbel {

SelectedPart::SelectedPart(std::shared_ptr<const ImplicitPart> C, std::vector<std::size_t> rows,
                           std::vector<double> scale)
    : C_(std::move(C)), rows_(std::move(rows)), scale_(std::move(scale))
{
  demand(rows_.size() == scale_.size(), "selected part: not one scale per row");
}

std::vector<Vec3> SelectedPart::multiply(const std::vector<Vec3>& x) const
{
  demand(x.size() == size(), "selected part: not one vector per row");
  std::vector<Vec3> all(C_->size(), Vec3::Zero());
  for (std::size_t i = 0; i < size(); ++i)
    all[rows_[i]] = scale_[i] * x[i];
  all = C_->multiply(all);
  std::vector<Vec3> y(size());
  for (std::size_t i = 0; i < size(); ++i)
    y[i] = scale_[i] * all[rows_[i]];
  return y;
}

BlockSparse SelectedPart::assemble() const
{
  const BlockSparse all = C_->assemble();
  std::vector<int> new_index(all.n, -1);
  for (std::size_t i = 0; i < size(); ++i)
    new_index[rows_[i]] = static_cast<int>(i);
  BlockSparse C;
  C.n = size();
  for (std::size_t i = 0; i < size(); ++i) {
    for (int k = all.row_begin[rows_[i]]; k < all.row_begin[rows_[i] + 1]; ++k) {
      const int j = new_index[static_cast<std::size_t>(all.column[static_cast<std::size_t>(k)])];
      if (j < 0) continue;
      C.column.push_back(j);
      C.block.push_back(scale_[i] * scale_[static_cast<std::size_t>(j)] *
                        all.block[static_cast<std::size_t>(k)]);
    }
    C.row_begin.push_back(static_cast<int>(C.column.size()));
  }
  return C;
}

}  // namespace corbel
