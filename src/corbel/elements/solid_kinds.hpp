// SPDX-License-Identifier: MIT
// The table of solid elements. Node order: that of the manual (§3.1.2).
#pragma once

#include "corbel/elements/element_kind.hpp"

namespace corbel {

const ElementKind& tet4();  ///< ξ, η, ζ ≥ 0, ξ + η + ζ ≤ 1
const ElementKind& pyramid5();  ///< |ξ|, |η| ≤ 1 − ζ, 0 ≤ ζ ≤ 1: base in ζ = 0, apex at (0, 0, 1); rational
const ElementKind& wedge6();  ///< ξ, η ≥ 0, ξ + η ≤ 1, |ζ| ≤ 1
const ElementKind& hex8();    ///< |ξ|, |η|, |ζ| ≤ 1

/// All of them, by their number of nodes, which names them in lists of elements.
using ElementKinds = std::span<const ElementKind* const>;
ElementKinds solid_kinds();

/// The one with this number of nodes; nullptr: there is none.
const ElementKind* find_kind(ElementKinds kinds, int node_count);

}  // namespace corbel
