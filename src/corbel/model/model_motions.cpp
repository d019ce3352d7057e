// SPDX-License-Identifier: MIT
// Motions of whole obstacles and of surfaces, and what contradicts them.
#include "corbel/core/check.hpp"
#include "corbel/geometry/vectors.hpp"
#include "corbel/model/model.hpp"

#include <algorithm>

namespace corbel {
namespace {

bool acts_on(const Joint& joint, const Body* body)
{
  return body && (joint.master.body == body || joint.slave.body == body);
}

/// No side answers to impulses: the joint decides how obstacles move.
bool moves_obstacles(const Joint& joint)
{
  return !joint.master.body->responds() && !(joint.slave.body && joint.slave.body->responds());
}

}  // namespace

/// An obstacle that is moved as a whole has no freedom left for other joints.
void Model::check_joint(const Joint& joint) const
{
  if (!moves_obstacles(joint)) return;
  for (const auto& other : joints_) {
    if (!moves_obstacles(*other) || !(joint.moves_whole_body() || other->moves_whole_body())) continue;
    const Body* body = acts_on(*other, joint.master.body)  ? joint.master.body
                       : acts_on(*other, joint.slave.body) ? joint.slave.body
                                                           : nullptr;
    if (!body) continue;
    throw_input_error("body",
                      fmt::format("{}, whose motion joint {} prescribes already", name_of(*body), other->id),
                      joint.moves_whole_body() ? "an obstacle without other joints"
                                               : "an obstacle that is not moved as a whole",
                      fmt::format("Remove joint {} first, or put all of the motion into one.", other->id));
  }
}

Joint& Model::move_obstacle(Body& body, const Vec3& about, std::shared_ptr<MotionPath> path)
{
  check_point("about", about);
  if (body.responds())
    throw_input_error("item", fmt::format("{} of kind {}", name_of(body), to_string(body.kind)),
                      "an obstacle, or a finite-element body with surface=",
                      "Other bodies follow forces; points of them are moved by set_velocity, "
                      "set_displacement or set_acceleration.");
  const auto& obstacle = static_cast<const RigidBody&>(body);
  const Vec3 X = body.center() + obstacle.rotation().transpose() * (about - obstacle.current_center());
  return keep(make_body_motion({&body, {X}}, std::move(path)));
}

std::vector<Joint*> Model::move_surface(Body& body, int surface_id, const std::optional<Vec3>& about,
                                        const std::shared_ptr<MotionPath>& path)
{
  check_unlocked();
  if (about) check_point("about", *about);
  if (body.kind != BodyKind::finite_element)
    throw_input_error("surface",
                      fmt::format("{} of {} of kind {}", surface_id, name_of(body), to_string(body.kind)),
                      "a surface of a finite-element body",
                      "An obstacle is moved as a whole, without surface=; a rigid body by set_velocity, "
                      "set_displacement or set_acceleration.");
  const std::vector<SurfacePoint> points = surface_points(body, surface_id);
  Vec3 mean = Vec3::Zero();
  for (const SurfacePoint& p : points)
    mean += body.position(p.point) / static_cast<double>(points.size());
  std::vector<Joint*> made;
  for (const SurfacePoint& p : points)
    made.push_back(&keep(make_path_point({&body, p.point}, about.value_or(mean), path)));
  return made;
}

}  // namespace corbel
