// SPDX-License-Identifier: MIT
// What the state of a body consists of: the named parts of q and u, kind by kind.
#pragma once

#include "corbel/bodies/state.hpp"

namespace corbel {

/// The vectors of a formulation; the texts say in messages what they hold.
struct BodyLayout {
  std::vector<NamedPart> parts;  ///< of q, then of u
  Eigen::Index load_size;        ///< of StepVectors::force
  std::string_view q_contents, u_contents;

  BodySizes sizes() const;
};

BodyLayout rigid_layout();                        ///< q = (R, x), u = (ω, v); loads: force, two torques
BodyLayout affine_layout();                       ///< q = (F, x̄), u = (Ḟ, v)
BodyLayout nodal_layout(std::size_t node_count);  ///< x and u of the nodes

}  // namespace corbel
