// SPDX-License-Identifier: MIT
// A matrix-free part of W: C x, its diagonal blocks, and no others unless they are asked
// for.
#pragma once

#include "corbel/linalg/block_sparse.hpp"

#include <memory>
#include <vector>

namespace corbel {

/// C, symmetric, n×n blocks of 3×3. Products have the same bits for any number of threads.
class ImplicitPart {
 public:
  virtual ~ImplicitPart() = default;

  virtual std::size_t size() const = 0;            ///< n
  virtual bool touches(std::size_t i) const = 0;   ///< row i is not empty
  virtual Mat3 diagonal(std::size_t i) const = 0;  ///< C_ii, or what is near it: it scales, it never adds up
  virtual std::vector<Vec3> multiply(const std::vector<Vec3>& x) const = 0;
  virtual double block_count() const = 0;    ///< of assemble(), at most
  virtual BlockSparse assemble() const = 0;  ///< all blocks: as dear as what this class avoids
};

/// D Pᵀ C P D: some rows of C, each scaled by a number, which may be zero.
class SelectedPart : public ImplicitPart {
 public:
  /// rows: of C; scale: one number for each of them
  SelectedPart(std::shared_ptr<const ImplicitPart> C, std::vector<std::size_t> rows,
               std::vector<double> scale);

  std::size_t size() const override { return rows_.size(); }
  bool touches(std::size_t i) const override { return scale_[i] != 0 && C_->touches(rows_[i]); }
  Mat3 diagonal(std::size_t i) const override { return scale_[i] * scale_[i] * C_->diagonal(rows_[i]); }
  std::vector<Vec3> multiply(const std::vector<Vec3>& x) const override;
  double block_count() const override { return C_->block_count(); }
  BlockSparse assemble() const override;

 private:
  std::shared_ptr<const ImplicitPart> C_;
  std::vector<std::size_t> rows_;
  std::vector<double> scale_;
};

}  // namespace corbel
