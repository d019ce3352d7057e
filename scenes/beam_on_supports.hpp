// SPDX-License-Identifier: MIT
// A steel beam of finite elements that lies on two blocks with friction 0.3, under its weight and a load in the middle that
// grows over 50 quasi-static steps.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

struct BeamOnSupports {
  static constexpr double step = 0.02;  ///< [s]: 50 of them up to the full load
  static constexpr int steps = 50;
};

/// 40 × 4 × 4 hexahedra of form BC.
void build_beam_on_supports(Simulation& simulation);

}  // namespace corbel::scenes
