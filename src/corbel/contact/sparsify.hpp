// SPDX-License-Identifier: MIT
// Contact sparsification (manual §5.2): drops new contacts that add nothing to a neighbour.
#pragma once

#include "corbel/contact/contact_set.hpp"

#include <optional>

namespace corbel {

struct SparsifyOptions {
  double threshold = 0.01;             ///< ratio of areas; 0: nothing is dropped at all
  double min_area = 0;                 ///< [m²]
  std::optional<double> min_distance;  ///< [m]; absent: the smaller Contact::epsilon of the two
  bool patches = false;                ///< contacts are points of patches
};

/// A new contact is dropped when
///   - the area of its patch < min_area,
/// or else, of the contacts between the same two bodies that are still there,
///   - its area < threshold × the area of a topologically adjacent contact, or
///   - its point lies within 2 min_distance (largest coordinate difference) of that of another contact
///     (the one that stays is the older, then the first).
/// Two contacts are topologically adjacent when on both bodies their objects are the same or neighbours. Old
/// contacts are never dropped, so that sparsification cannot flicker. Points of patches are not compared by
/// area, since an edge has none and carries all the same; a point that is dropped leaves its area to the one
/// at its place.
void sparsify(ContactSet& contacts, const Bodies& bodies, const SparsifyOptions& options);

}  // namespace corbel
