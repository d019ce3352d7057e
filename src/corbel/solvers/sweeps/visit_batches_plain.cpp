// SPDX-License-Identifier: MIT
#define CORBEL_VISIT_BATCHES visit_batches_plain
#include "corbel/solvers/sweeps/visit_batches.inc.hpp"
