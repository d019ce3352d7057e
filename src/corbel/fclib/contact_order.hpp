// SPDX-License-Identifier: MIT
// Vectors and matrices of a file, contacts ordered (N, T1, T2) or (N, T), in our order (T1, T2, N).
#pragma once

#include "corbel/fclib/matrix.hpp"
#include "corbel/linalg/block_sparse.hpp"

#include <array>

namespace corbel {

/// Our order of the components of a contact.
using ContactOrder = std::array<int, 3>;
constexpr ContactOrder file_order = {2, 0, 1};  ///< of (N, T1, T2)
constexpr ContactOrder our_order = {0, 1, 2};

/// d components a contact (spacedim); of a problem in the plane the second tangent is zero.
std::vector<Vec3> vectors_of(const Eigen::VectorXd& x, int d, const ContactOrder& order);

/// d = 2: the second tangent of a contact gets the mobility of the first, so that no block is singular
/// because of it.
BlockSparse blocks_of(const SparseMatrix& W, int d, const ContactOrder& order);

}  // namespace corbel
