// SPDX-License-Identifier: MIT
// The part C of W due to the compliant parts of bodies (bodies/step_operator.hpp), matrix-free:
//
//   (C R)_i = E_iᵀ Σ_b ± S_b(X_i) A_b⁻¹ Σ_j ± S_b(X_j)ᵀ E_j R_j
//
// One solve with A_b per product, whereas m constraints on a body have m² blocks. Diagonal
// blocks are Σ_b E_iᵀ own_block_b(X_i) E_i, computed once; those of self-contacts by three products with
// the body.
#pragma once

#include "corbel/linalg/implicit_part.hpp"
#include "corbel/local_dynamics/touched_bodies.hpp"

namespace corbel {

/// Valid only during the step in which it was created.
class MatrixFreeCompliance : public ImplicitPart {
 public:
  explicit MatrixFreeCompliance(TouchedBodies touched);

  std::size_t size() const override { return touched_.size(); }
  bool touches(std::size_t i) const override
  {
    return touched_.sides[i][0].body >= 0 || touched_.sides[i][1].body >= 0;
  }
  Mat3 diagonal(std::size_t i) const override { return diagonal_[i]; }
  std::vector<Vec3> multiply(const std::vector<Vec3>& R) const override;
  double block_count() const override { return touched_.block_count(); }
  BlockSparse assemble() const override;

 private:
  Mat3 own_block(const TouchedBody& b, std::size_t touch) const;
  Mat3 self_contact_block(std::size_t i) const;

  TouchedBodies touched_;
  std::vector<Mat3> diagonal_;
};

}  // namespace corbel
