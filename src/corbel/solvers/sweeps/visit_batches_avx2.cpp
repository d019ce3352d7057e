// SPDX-License-Identifier: MIT
#define CORBEL_VISIT_BATCHES visit_batches_avx2
#include "corbel/solvers/sweeps/visit_batches.inc.hpp"
