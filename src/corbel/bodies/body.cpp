// SPDX-License-Identifier: MIT
#include "corbel/bodies/body.hpp"

#include <fmt/format.h>

namespace corbel {

std::string_view to_string(BodyKind kind) { return kind == BodyKind::rigid ? "RIGID" : "OBSTACLE"; }

Body::Body(BodyKind body_kind, const Shape& shape) : kind(body_kind), surface(contact_surface(shape)) {}

std::string name_of(const Body& body)
{
  return fmt::format("body {}{}", body.id, body.label.empty() ? "" : " '" + body.label + "'");
}

}  // namespace corbel
