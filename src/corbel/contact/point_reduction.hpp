// SPDX-License-Identifier: MIT
// Fewer points with the same sums: of points with weights w_i ≥ 0 and vectors φ_i,
//
//   Σ_i w_i φ_i = t                                                                                        (1)
//
// no more are needed than the rank of the φ_i (Carathéodory's theorem on cones). Points are taken up one after the other.
// One whose φ depends on those before, φ_p = Σ c_i φ_i, gives its weight to them,
//
//   w_i ← w_i + α c_i ,   w_p ← w_p − α                                                                    (2)
//
// until α = w_p, and it is not needed, or one of the w_i is zero and it takes the place of that one.
#pragma once

#include <Eigen/Core>

#include <optional>
#include <span>
#include <vector>

namespace corbel {

/// Columns of Phi, independent of each other, with which (1) holds for weights ≥ 0, ascending; `order`: in which they are taken
/// up. Earlier ones are more likely to stay.
std::vector<std::size_t> independent_points(Eigen::MatrixXd Phi, Eigen::VectorXd w,
                                            std::span<const std::size_t> order);

/// Weights ≥ 0 of these columns with (1) and the sum of t's own weights; nothing where they miss t, or some would be
/// negative, by more than a thousandth: what moves by round-off or strains a little keeps its points.
std::optional<Eigen::VectorXd> weights_of(const Eigen::MatrixXd& Phi, std::span<const std::size_t> points,
                                          const Eigen::VectorXd& w);

}  // namespace corbel
