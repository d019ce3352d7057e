// SPDX-License-Identifier: MIT
// The boundary faces around the nodes of a body's meshes: what the spread of a vertex is measured from when
// the body has deformed.
#pragma once

#include "corbel/bodies/shape.hpp"
#include "corbel/geometry/vertex_spread.hpp"

namespace corbel {

class SurfaceFans {
 public:
  struct Face {
    int convex;  ///< of the surface
    int face;    ///< of the convex
  };

  SurfaceFans() = default;
  explicit SurfaceFans(const ContactSurface& surface);

  bool empty() const { return faces_.empty(); }  ///< no meshes
  std::span<const Face> around(int node) const
  {
    const auto n = static_cast<std::size_t>(node);
    return std::span(faces_).subspan(begin_[n], begin_[n + 1] - begin_[n]);
  }

 private:
  std::vector<std::size_t> begin_;  ///< per node, into faces_
  std::vector<Face> faces_;         ///< ascending in convex, face
};

/// The spread at a node when face f of convex c has the unit normal normal(c, f).
template<class Normal>
float spread_at(const SurfaceFans& fans, int node, const Normal& normal, std::vector<Vec3>& scratch)
{
  scratch.clear();
  for (const SurfaceFans::Face& face : fans.around(node))
    scratch.push_back(normal(face.convex, face.face));
  return vertex_spread(scratch);
}

}  // namespace corbel
