// SPDX-License-Identifier: MIT
// Eight right-hand sides at a time, by the instructions that the processor has: numbers of the same place in eight vectors stand
// side by side (x[8 i + lane]), so an entry of the matrix is read once for all of them.
//
// A lane does the same operations in the same order on every processor, whatever the others hold, without fused multiply-add:
// the bits of a solution depend on the matrix and its own right-hand side alone.
#pragma once

#include <cstddef>
#include <vector>

namespace corbel {

inline constexpr std::size_t lane_count = 8;

/// The same number of eight vectors.
struct alignas(64) LaneRow {
  double of[lane_count] = {};
};
/// Eight vectors of one length.
using LaneArray = std::vector<LaneRow>;

/// L of A = P L Lᵀ Pᵀ by supernodes, columns with the same rows. Plain arrays: kernels are compiled for processors of their own
/// and share no code with the rest.
struct SupernodesView {
  std::size_t count;               ///< of supernodes
  const int* column;               ///< first column of each, and n
  const int* row_begin;            ///< into `row`
  const int* value_begin;          ///< into `value`
  const int* row;                  ///< of a supernode ascending, its own columns first
  const double* value;             ///< column after column; above the diagonal anything
  const double* inverse_diagonal;  ///< 1/L_jj, n
};

/// Columns of a symmetric matrix of 3×3 blocks (compressed columns, all blocks full), which are its rows.
struct SymmetricBlocksView {
  std::size_t nodes;
  const int* column_begin;  ///< 3 nodes + 1
  const int* row;
  const double* value;
};

/// x := L⁻ᵀ L⁻¹ x, n rows.
using SolveLanes = void (*)(const SupernodesView& L, LaneRow* x);
/// Kx = K x, and where v is not null Kv = K v.
using MultiplyLanes = void (*)(const SymmetricBlocksView& K, const LaneRow* x, const LaneRow* v, LaneRow* Kx,
                               LaneRow* Kv);

struct LaneKernels {
  SolveLanes solve;
  MultiplyLanes multiply;
};

/// Those of the instruction set in use (core/instruction_set.hpp).
const LaneKernels& lane_kernels();

}  // namespace corbel
