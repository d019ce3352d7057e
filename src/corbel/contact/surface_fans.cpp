// SPDX-License-Identifier: MIT
#include "corbel/contact/surface_fans.hpp"

namespace corbel {
namespace {

/// found(node, convex, face) for all boundary faces of mesh elements and their vertices.
template<class Found>
void for_each_corner(const ContactSurface& surface, const Found& found)
{
  for (std::size_t c = 0; c < surface.convexes.size(); ++c) {
    const Convex& convex = surface.convexes[c];
    const std::vector<int>& nodes = surface.node_of[c];
    if (nodes.empty()) continue;
    for (std::size_t f = 0; f < convex.face_count(); ++f)
      if (convex.face_boundary[f])
        for (const int v : convex.face(f))
          found(static_cast<std::size_t>(nodes[static_cast<std::size_t>(v)]), c, f);
  }
}

}  // namespace

SurfaceFans::SurfaceFans(const ContactSurface& surface)
{
  begin_.assign(static_cast<std::size_t>(surface.node_count) + 1, 0);
  for_each_corner(surface, [&](std::size_t node, std::size_t, std::size_t) { ++begin_[node + 1]; });
  for (std::size_t n = 1; n < begin_.size(); ++n)
    begin_[n] += begin_[n - 1];
  faces_.resize(begin_.back());
  std::vector<std::size_t> next = begin_;
  for_each_corner(surface, [&](std::size_t node, std::size_t c, std::size_t f) {
    faces_[next[node]++] = {static_cast<int>(c), static_cast<int>(f)};
  });
}

}  // namespace corbel
