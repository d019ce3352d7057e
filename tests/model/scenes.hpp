// SPDX-License-Identifier: MIT
// Boxes and balls in a model, with a word each.
#pragma once

#include "body_steps.hpp"

#include "corbel/model/model.hpp"

#include "../geometry/bodies.hpp"

namespace corbel::testing {

inline const BulkMaterial stone = {.label = "stone", .young = 1e9, .poisson = 0.2, .density = 2000};

inline RigidBody& add_box(Model& model, const Vec3& lo, const Vec3& hi, BodyKind kind = BodyKind::rigid)
{
  return model.add_body(kind, {make_box(lo, hi)}, stone, "");
}

inline RigidBody& add_ball(Model& model, const Vec3& center, double radius, BodyKind kind = BodyKind::rigid)
{
  return model.add_body(kind, {make_sphere(center, radius, 0, 21)}, stone, "");
}

/// Boundary elements of an i×j×k mesh between two corners.
inline RigidBody& add_mesh(Model& model, const Vec3& lo, const Vec3& hi, int i, int j, int k)
{
  const std::vector<int> surfaces(6, 1);
  return model.add_body(BodyKind::rigid,
                        {make_hex_mesh(box_corners(lo, hi), i, j, k, 0, surfaces, {}, {}, {})}, stone, "");
}

/// Stage 1 without loads.
inline void half_step_and_predict(Model& model, double h)
{
  for (auto& body : model.bodies()) {
    half_step(*body, h);
    predict(*body, h);
  }
}

}  // namespace corbel::testing
