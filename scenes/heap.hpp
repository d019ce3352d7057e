// SPDX-License-Identifier: MIT
// Boxes dropped onto a heap.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// 25 boxes a layer, edges of 0.07 to 0.1 m, turned at random.
struct Heap {
  int layers = 20;
  double friction = 0.5;
  unsigned seed = 1;

  static constexpr double step = 2e-3;  ///< [s]
};

void build_heap(Simulation& simulation, const Heap& heap);

}  // namespace corbel::scenes
