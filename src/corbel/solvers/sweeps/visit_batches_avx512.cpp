// SPDX-License-Identifier: MIT
#define CORBEL_KERNEL kernel_avx512
#define CORBEL_KERNEL_FUNCTION visit_batches_avx512
#define CORBEL_KERNEL_ROW multiply_row_avx512
#include "corbel/solvers/sweeps/visit_batches.inc"
#undef CORBEL_KERNEL
#undef CORBEL_KERNEL_FUNCTION
#undef CORBEL_KERNEL_ROW
