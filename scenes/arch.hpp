// SPDX-License-Identifier: MIT
// The semicircular masonry arch of the Solfec tests: 27 voussoirs between two abutments.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

struct ArchOptions {
  double thickness_ratio = 0.11;  ///< thickness / centreline radius
  double friction = 0.5;
  int blocks = 27;
  double radius = 10;  ///< centreline [m]
  double width = 5;    ///< [m]
  ContactPoints points = ContactPoints::patch;
};

/// Rigid blocks of density 1 under g = 9.81, each meshed 3×2×1 with narrow elements [0.05, 1.9, 0.05] at the
/// faces so that hinges form near the edges (manual §5.2); epsilon 1e-4, sparsification 0.005. Bodies:
/// abutment, blocks, abutment.
void build_arch(Simulation& simulation, const ArchOptions& options);

}  // namespace corbel::scenes
