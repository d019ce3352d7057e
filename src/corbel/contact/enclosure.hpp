// SPDX-License-Identifier: MIT
// What lies within a mesh, where contact detection sees no elements.
#pragma once

#include "corbel/bodies/body.hpp"

namespace corbel {

/// The closed surface of the convexes of a body, mesh elements among them, in its configuration q_e.
class Enclosure {
 public:
  explicit Enclosure(const Body& body);

  bool contains(const Vec3& x) const;

 private:
  struct Face {
    std::size_t begin, end;  ///< into x_, counter-clockwise seen from outside
  };
  Aabb box_;
  std::vector<Vec3> x_;
  std::vector<Face> faces_;  ///< without those inside a mesh
};

/// A body with elements inside, which have no contacts, may enclose others unseen.
bool has_inner_faces(const Body& body);

/// A point inside of an object, in the configuration q_e. When the object touches nothing of an enclosure it
/// is within it or outside as a whole, as this point is.
Vec3 inner_point(const Body& body, std::size_t object);

}  // namespace corbel
