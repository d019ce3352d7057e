// SPDX-License-Identifier: MIT
// Loops of projected sweeps by the instructions that the processor has: eight rigid contacts at a time, one projection each, and rows of W
// in blocks.
//
// The contacts of a batch share no body, so that a visit of all eight does what eight visits one after the other would. Lanes do
// the same operations in the same order on every processor, without fused multiply-add: the same bits from all kernels.
//
//   y  = x + β (x − x′)                                                                                    (1)
//   u  = q + G_a v_a + G_b v_b ,   u_N ← u_N + μ |u_T|                                                     (2)
//   x⁺ = P_K(y − ρ u) ,   d = x⁺ − y                                                                       (3)
//   v_a ← v_a + G_aᵀ d ,   v_b ← v_b + G_bᵀ d ,   x′ ← x ,   x ← x⁺                                        (4)
//   e² ← e² + w |d|² ,   s ← s − w d·(x⁺ − x)      by lane                                                 (5)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace corbel {

inline constexpr std::size_t lanes = 8;

/// Plain arrays: kernels are compiled for processors of their own and share no code with the rest.
struct alignas(64) ContactBatch {
  double G[2][18][lanes];       ///< by side, column after column of 3×6
  double q[3][lanes];           ///< [m/s]
  double mu[lanes];             ///< [-]
  double over[lanes];           ///< 1/(1 + μ²)
  double rho[lanes];            ///< [kg]
  double w[lanes];              ///< [1/kg]
  double x[3][lanes];           ///< [N s]
  double x_last[3][lanes];      ///< x′
  std::int32_t body[2][lanes];  ///< v of eight numbers each, six of them used; 0: a body that does not move
};

/// Sums (5) by lane, to be added up in the order of lanes.
struct alignas(64) LaneSums {
  double e2[lanes];
  double s[lanes];
};

/// (1)–(5) for `count` batches, those of the list in its order.
using VisitBatches = void (*)(ContactBatch* batches, const std::uint32_t* list, std::size_t count,
                              double beta, double* v, LaneSums* sums);

/// u := Σ_k W_k z_{c_k} over the `count` blocks of a row of W, 3×3 column after column, with three numbers of z for each constraint. The
/// fourth number of u is of no use.
using MultiplyRow = void (*)(const double* blocks, const std::int32_t* columns, std::size_t count,
                             const double* z, double* u);

struct SweepKernel {
  std::string_view name;  ///< "avx512", "avx2", "plain"
  VisitBatches visit;
  MultiplyRow multiply_row;
};

/// Those that this processor has, the widest first.
const std::vector<SweepKernel>& sweep_kernels();
/// The first of them, or that named by the environment variable CORBEL_KERNEL; InputError where this processor has none
/// of that name.
const SweepKernel& sweep_kernel();

}  // namespace corbel
