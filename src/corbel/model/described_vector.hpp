// SPDX-License-Identifier: MIT
// Vectors as named values, and back.
#pragma once

#include "corbel/core/property.hpp"
#include "corbel/math/types.hpp"

namespace corbel {

inline Property described(const char* name, const Vec3& a) { return {name, "", {a.x(), a.y(), a.z()}}; }

inline Vec3 vector_of(const Properties& properties, std::size_t index)
{
  const std::vector<double>& n = properties.at(index).numbers;
  return {n.at(0), n.at(1), n.at(2)};
}

}  // namespace corbel
