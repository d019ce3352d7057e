// SPDX-License-Identifier: MIT
// What every law's block solve takes and gives.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

struct BlockOptions {
  double epsilon = 1e-10;  ///< relative change of R at which an iterating block solve stops
  int max_iterations = 100;
};

enum class BlockStatus { ok, diverged, failed };  ///< failed: singular block

struct BlockResult {
  Vec3 R;  ///< impulse [N s]
  BlockStatus status;
};

}  // namespace corbel
