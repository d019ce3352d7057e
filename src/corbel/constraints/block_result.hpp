// SPDX-License-Identifier: MIT
// What every law's block solve takes and gives.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// How a frictional contact is solved: by cases and a scalar root, or by one of the methods of Solfec
/// (block_methods.hpp). Other laws have closed forms.
enum class BlockMethod { exact, semismooth_newton, projected_gradient, de_saxce_feng, projected_newton };

struct BlockOptions {
  double epsilon = 1e-10;  ///< relative change of R at which an iterating block solve stops
  int max_iterations = 100;
  BlockMethod method = BlockMethod::exact;
  bool fallback = true;  ///< a method that does not converge is followed by the others, exact last
};

enum class BlockStatus { ok, diverged, failed };  ///< failed: singular block

struct BlockResult {
  Vec3 R;  ///< impulse [N s]
  BlockStatus status;
};

}  // namespace corbel
