// SPDX-License-Identifier: MIT
#include "corbel/elements/solid_kinds.hpp"

#include <algorithm>

namespace corbel {

ElementKinds solid_kinds()
{
  static const std::array<const ElementKind*, 4> kinds{&tet4(), &pyramid5(), &wedge6(), &hex8()};
  return kinds;
}

const ElementKind* find_kind(ElementKinds kinds, int node_count)
{
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const ElementKind* kind) { return kind->node_count == node_count; });
  return found == kinds.end() ? nullptr : *found;
}

}  // namespace corbel
