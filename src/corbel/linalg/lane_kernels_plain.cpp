// SPDX-License-Identifier: MIT
#define CORBEL_KERNEL lanes_plain
#define CORBEL_KERNEL_TABLE lane_kernels_plain
#include "corbel/linalg/lane_kernels.inc"
#undef CORBEL_KERNEL
#undef CORBEL_KERNEL_TABLE
