// SPDX-License-Identifier: MIT
#define CORBEL_KERNEL lanes_avx2
#define CORBEL_KERNEL_TABLE lane_kernels_avx2
#include "corbel/linalg/lane_kernels.inc"
#undef CORBEL_KERNEL
#undef CORBEL_KERNEL_TABLE
