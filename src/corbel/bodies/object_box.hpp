// SPDX-License-Identifier: MIT
// Boxes around the contact objects of a body.
#pragma once

#include "corbel/bodies/body.hpp"

namespace corbel {

/// Box of one object in referential coordinates; numbers are those of ContactSurface.
Aabb object_box(const ContactSurface& surface, std::size_t object);
/// Box of all objects.
Aabb surface_box(const ContactSurface& surface);

/// The same in the current configuration q of a body.
Aabb current_box(const Body& body, std::size_t object);
Aabb current_box(const Body& body);

}  // namespace corbel
