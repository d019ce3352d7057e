// SPDX-License-Identifier: MIT
// Boxes around the contact objects of a body, in referential coordinates.
#pragma once

#include "corbel/bodies/shape.hpp"

namespace corbel {

/// Box of one object; numbers are those of ContactSurface.
Aabb object_box(const ContactSurface& surface, std::size_t object);
/// Box of all objects.
Aabb surface_box(const ContactSurface& surface);

/// What we call the size of an object, of a body or of a model: the largest edge of its box [m].
inline double size_of(const Aabb& box) { return box.size().maxCoeff(); }

}  // namespace corbel
