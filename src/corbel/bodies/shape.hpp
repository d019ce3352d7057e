// SPDX-License-Identifier: MIT
// The shape of a body: a list of spheres, ellipsoids, convexes and meshes in referential coordinates.
#pragma once

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/ellipsoid.hpp"
#include "corbel/geometry/mass_properties.hpp"
#include "corbel/geometry/sphere.hpp"
#include "corbel/mesh/mesh.hpp"

#include <variant>
#include <vector>

namespace corbel {

using ShapePart = std::variant<Sphere, Ellipsoid, Convex, Mesh>;
using Shape = std::vector<ShapePart>;

/// What contact detection sees of a shape, referential coordinates. Objects are numbered convexes first, then
/// spheres, then ellipsoids.
struct ContactSurface {
  std::vector<Convex> convexes;  ///< convexes of the shape and boundary elements of its meshes
  std::vector<int> element_of;   ///< per convex: element of its mesh, −1 for a convex of the shape
  std::vector<const ElementKind*> kind_of;  ///< per convex: kind of that element, nullptr for a convex
  std::vector<std::vector<int>>
      node_of;  ///< per convex: numbers of its vertices among the nodes of all meshes; of the shape: empty
  int node_count = 0;  ///< of all meshes
  std::vector<Sphere> spheres;
  std::vector<Ellipsoid> ellipsoids;
  std::vector<std::vector<int>>
      neighbours;  ///< per object, ascending: objects that share a mesh node, or (convexes) a vertex position
  int renumbered = 0;  ///< elements of meshes that came numbered upside down (Mesh::renumbered)
  std::size_t object_count() const { return convexes.size() + spheres.size() + ellipsoids.size(); }
};

ContactSurface contact_surface(const Shape& shape);

/// Sum over the parts (parts are taken as disjoint, as in Solfec).
Moments moments(const Shape& shape);

/// Object of the surface that contains X (within tolerance), or −1.
int find_object(const ContactSurface& surface, const Vec3& X, double tolerance);

/// In place: x ← x + v;  x ← p + exp[axis angle](x − p);  x ← diag(c) x (a sphere: radius × c_x, centre
/// kept; an ellipsoid: its true image).
void translate(ShapePart& part, const Vec3& v);
void rotate(ShapePart& part, const Vec3& point, const Vec3& axis, double angle_degrees);
void scale(ShapePart& part, const Vec3& coefficients);

}  // namespace corbel
