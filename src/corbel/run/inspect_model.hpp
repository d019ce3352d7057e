// SPDX-License-Identifier: MIT
// A look at a model before it runs: what overlaps, what lies outside, what has a strange size, what no
// surface fits.
#pragma once

#include "corbel/model/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace corbel {

struct ModelInspection {
  struct Overlap {
    int body1, body2;  ///< ids
    double depth;      ///< of the deepest contact of the pair; the thickness of an object within a mesh [m]
  };
  std::vector<Overlap>
      overlaps;  ///< deepest first, then what lies within meshes; not those of less than overlap_tolerance
  std::vector<int> outside;           ///< ids of bodies entirely outside of the extents
  std::vector<std::string> scale;     ///< implausible sizes
  std::vector<int> inverted;          ///< ids of bodies with elements of inverted node numbering
  std::vector<std::string> surfaces;  ///< identifiers of materials and exclusions that no body has
  std::vector<std::string> findings;  ///< all of these in words, a line each; empty: nothing found

  /// The findings, the last of many as "... and n more".
  std::vector<std::string> lines() const;
};

/// A contact counts as an overlap when it is deeper than this part of the thickness (smallest edge of the
/// box) of both objects and than the tolerance of contact. So bodies that touch, as most models have them,
/// are fine.
constexpr double overlap_tolerance = 1e-3;

/// Bodies are checked in their current configuration; the half step of the bodies is recomputed. Not in the
/// middle of a step (InputError). Inverted element numbering was corrected when the mesh was created;
/// flat elements and elements inverted at a corner need no check: such a mesh cannot be created.
ModelInspection inspect_model(Model& model, const std::optional<Aabb>& extents);

}  // namespace corbel
