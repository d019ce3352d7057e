// SPDX-License-Identifier: MIT
// No more contact points than freedoms: where two bodies of finite elements touch, or one of them and another body, the faces of both
// meshes cut each other into many small pieces, and points of the same few nodes press each other's reactions down to round-off.
//
// What a point i passes on to the nodes a of both bodies is φ_i = (N_a(X_i)). Of the points of an interface only so many are kept
// as the φ_i have independent ones, with areas A′ ≥ 0 for which
//
//   Σ_i A′_i φ_i = Σ_i A_i φ_i                                                                             (1)
//
// (point_reduction.hpp). So every node gets the same share of a uniform pressure as from all points: it passes through the interface as
// before (patch test). Σ_a N_a = 1 keeps the sum of areas, Σ_a N_a x_a = x that of their moments. There are no more points than
// nodes in touch, those of both bodies counted.
//
// (Rejected: points at the nodes of one body. A uniform pressure then does not pass to a mesh that does not match. The
// nearest point for each node: the same, and areas are lost.)
#pragma once

#include "corbel/contact/contact_set.hpp"
#include "corbel/model/model.hpp"

namespace corbel {

/// Drops points until (1) has as many as it needs; A′ become their areas. Points that were there in the last step stay as long as
/// they fulfil (1) alone, to a thousandth, so that bodies at rest keep their points. Left as they are: interfaces with fewer
/// points than nodes, points without an area (edges) at nodes that no area presses on, materials with cohesion, whose bonds are
/// points, and with springs, of which each point has one.
void thin_points(ContactSet& contacts, const Model& model);

}  // namespace corbel
