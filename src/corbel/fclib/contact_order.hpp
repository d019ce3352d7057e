// SPDX-License-Identifier: MIT
// Vectors and matrices of a file, contacts ordered (N, T1, T2) or (N, T), in our order (T1, T2, N).
#pragma once

#include "corbel/fclib/matrix.hpp"
#include "corbel/linalg/block_sparse.hpp"

#include <array>

namespace corbel {

/// Our place of component k of a contact in a file.
constexpr int place_of(int k) { return std::array{2, 0, 1}[static_cast<std::size_t>(k)]; }

/// d components a contact (spacedim); of a problem in the plane the second tangent is zero.
std::vector<Vec3> contact_vectors(const Eigen::VectorXd& x, int d);

/// d = 2: the second tangent of a contact gets the mobility of the first, so that no block is singular
/// because of it.
BlockSparse contact_blocks(const SparseMatrix& W, int d);

}  // namespace corbel
