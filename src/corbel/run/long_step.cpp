// SPDX-License-Identifier: MIT
#include "corbel/run/long_step.hpp"

#include "corbel/bodies/object_box.hpp"

#include <cmath>

namespace corbel {
namespace {

constexpr double most_sizes = 100;  ///< displacement of a body in a step, in units of its size

}  // namespace

std::optional<std::string> long_step_remark(const Model& model, double t, double h)
{
  const Vec3 g(model.gravity[0].value(t), model.gravity[1].value(t), model.gravity[2].value(t));
  const Body* fastest = nullptr;
  double farthest = 0, ratio = most_sizes;
  for (const auto& body : model.bodies()) {
    if (!body->responds()) continue;
    const double displacement = h * (body->linear_momentum().norm() / body->mass() + h * g.norm());
    const double size = size_of(surface_box(body->surface));
    if (!(displacement > ratio * size && std::isfinite(displacement)))
      continue;  // infinity shows in the state
    fastest = body.get();
    farthest = displacement;
    ratio = displacement / size;
  }
  if (!fastest) return std::nullopt;
  return fmt::format("{} moves by about {:.3g} m in one step of {:.3g} s, {:.1e} times its own size: it "
                     "meets nothing on its path. "
                     "Is the step in seconds, and the velocity right?",
                     name_of(*fastest), farthest, h, ratio);
}

}  // namespace corbel
