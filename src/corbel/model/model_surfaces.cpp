// SPDX-License-Identifier: MIT
// What acts on whole surfaces of a body.
#include "corbel/core/check.hpp"
#include "corbel/model/direction.hpp"
#include "corbel/model/model.hpp"

namespace corbel {

std::set<int> surface_ids(const Model& model)
{
  std::set<int> all;
  for (const auto& body : model.bodies())
    all.merge(surface_ids(*body));
  return all;
}

std::vector<Joint*> Model::fix_surface(Body& body, int surface_id,
                                       const std::optional<SurfaceDirection>& direction)
{
  check_unlocked();
  std::vector<std::unique_ptr<Joint>> made;
  for (const SurfacePoint& p : surface_points(body, surface_id)) {
    const Attachment at{body.body_id(), p.point};
    if (!direction) {
      made.push_back(make_fixed_point(at, {BodyId::none, {body.position(p.point)}}));
      continue;
    }
    const auto* axis = std::get_if<SurfaceAxis>(&*direction);
    const Vec3 n = axis ? axis_direction(*axis, p.normal) : unit_direction(std::get<Vec3>(*direction));
    made.push_back(make_fixed_direction(at, n));
  }
  return keep_all(std::move(made));
}

void Model::add_surface_load(Body& body, LoadKind kind, int surface_id, const SurfaceDirection& direction,
                             Amplitude value)
{
  check_unlocked();
  check_finite("value", value.value(0));
  SurfaceDirection unit = direction;
  if (auto* vector = std::get_if<Vec3>(&unit)) *vector = unit_direction(*vector);
  surface_loads.emplace_back(loadable(body), kind, surface_id, unit, std::move(value));
}

}  // namespace corbel
