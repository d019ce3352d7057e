// SPDX-License-Identifier: MIT
// From a referential point to its element.
#include "corbel/elements/shape_functions.hpp"
#include "corbel/fem/element_distance.hpp"
#include "corbel/fem/solid.hpp"

namespace corbel {

std::optional<Solid::Place> Solid::locate(const Vec3& X, double tolerance) const
{
  constexpr double round_off = 1e-12;  // natural units
  std::optional<Place> best;
  double best_distance = tolerance;  // 0 inside
  tree_.query(X, tolerance, [&](int e) {
    const bool later = best && e > best->element;
    if (best_distance == 0 && later) return;
    const ElementNodes nodes(mesh_, mesh_.elements[static_cast<std::size_t>(e)]);
    const std::optional<Vec3> xi = natural_coordinates(*nodes.kind, nodes.span(), X);
    if (!xi) return;
    const double distance = is_inside(*nodes.kind, *xi, round_off) ? 0 : distance_to_element(nodes, X);
    if (distance > best_distance || (distance == best_distance && later)) return;
    best = {e, *xi};
    best_distance = distance;
  });
  return best;
}

}  // namespace corbel
