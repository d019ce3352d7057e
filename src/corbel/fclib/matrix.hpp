// SPDX-License-Identifier: MIT
// Sparse matrices of FCLIB: triplets (nz ≥ 0), compressed columns (nz = −1) or compressed rows (nz = −2).
#pragma once

#include "corbel/fclib/problem_file.hpp"

#include <Eigen/SparseCore>

namespace corbel {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// What `nz` says of a matrix that is not in triplets.
constexpr int compressed_columns = -1, compressed_rows = -2;

/// The matrix in `group`, which must have the given size. Triplets: `i` holds rows, `p` columns. Entries
/// with the same indices are summed. Arrays may be longer than what is used (nzmax).
SparseMatrix read_matrix(const ProblemFile& file, const std::string& group, Eigen::Index rows,
                         Eigen::Index columns);

}  // namespace corbel
