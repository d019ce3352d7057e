// SPDX-License-Identifier: MIT
// Motions of whole obstacles and of surfaces, and what contradicts them.
#include "corbel/core/check.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/model/model.hpp"

#include <algorithm>

namespace corbel {
namespace {

bool acts_on(const Joint& joint, BodyId body)
{
  return body != BodyId::none && (joint.master.body == body || joint.slave.body == body);
}

bool at_same_point(const Joint& a, const Joint& b)
{
  const Vec3 &X = a.master.point.X, &Y = b.master.point.X;
  return a.master.body == b.master.body && (X - Y).norm() <= 1e-9 * std::max(X.norm(), Y.norm());
}

/// Holds a point in space where the other moves it.
bool holds_what_moves(const Bodies& bodies, const Joint& held, const Joint& moved)
{
  if (!held.slave.in_space() || !moved.follows_path() || !at_same_point(held, moved)) return false;
  const auto moves_along = [&](const Vec3& n) { return moved.moves_along(bodies, n); };
  if (held.kind == ConstraintKind::fixed_direction)
    return moves_along(held.rows(bodies, {0, StepRule::static_pass(1)})[0].frame.col(2));
  return held.kind == ConstraintKind::fixed_point &&
         (moves_along(Vec3::UnitX()) || moves_along(Vec3::UnitY()) || moves_along(Vec3::UnitZ()));
}

void check_present(const Bodies& bodies, const Attachment& side, std::string_view which)
{
  if (!bodies.find(side.body))
    throw_input_error("joint",
                      side.in_space() ? fmt::format("a {} in space", which)
                                      : fmt::format("body {} as its {}", number_of(side.body), which),
                      "a body of this model", "Was it removed?");
}

}  // namespace

void Model::check_joint(const Joint& joint) const
{
  check_present(bodies_, joint.master, "master");
  if (!joint.slave.in_space()) check_present(bodies_, joint.slave, "slave");
  check_obstacle_joint(joint);
  check_moved_point(joint);
}

/// A point that is fixed and moved in the same direction would make every step fail.
void Model::check_moved_point(const Joint& joint) const
{
  if (!has_paths_ && !joint.follows_path()) return;
  for (const auto& other : joints_) {
    const bool moves_fixed = holds_what_moves(bodies_, *other, joint);
    if (!moves_fixed && !holds_what_moves(bodies_, joint, *other)) continue;
    throw InputError(fmt::format(
        "the point {} of {} cannot be {}: joint {} {} it in the same direction already. Remove joint {} "
        "first, or fix only directions in which the surface does not move",
        text(joint.master.point.X), name_of(bodies_[joint.master.body]), moves_fixed ? "moved" : "fixed",
        other->id, moves_fixed ? "fixes" : "moves", other->id));
  }
}

/// A motion is that of the whole surface, in all directions.
void Model::check_moved_once(const Body& body, int surface_id,
                             const std::vector<std::unique_ptr<Joint>>& points) const
{
  std::vector<const Joint*> movers;
  for (const auto& joint : joints_)
    if (joint->follows_path() && joint->master.body == body.body_id()) movers.push_back(joint.get());
  int id = 0;
  for (const auto& point : points) {
    const auto found =
        std::ranges::find_if(movers, [&](const Joint* other) { return at_same_point(*other, *point); });
    if (found == movers.end()) return;
    if (id == 0) id = (*found)->id;
  }
  throw_input_error("surface",
                    fmt::format("{} of {}, whose nodes are moved already, by joint {} and those made with it",
                                surface_id, name_of(body), id),
                    "a surface that nothing else moves",
                    "Remove that motion first, or put all of it into one: translation and rotation.");
}

/// An obstacle that is moved as a whole has no freedom left for other joints.
void Model::check_obstacle_joint(const Joint& joint) const
{
  if (has_mover(bodies_, joint)) return;
  for (const auto& other : joints_) {
    if (has_mover(bodies_, *other) || !(joint.moves_whole_body() || other->moves_whole_body())) continue;
    const BodyId body = acts_on(*other, joint.master.body)  ? joint.master.body
                        : acts_on(*other, joint.slave.body) ? joint.slave.body
                                                            : BodyId::none;
    if (body == BodyId::none) continue;
    throw_input_error(
        "body",
        fmt::format("{}, whose motion joint {} prescribes already", name_of(bodies_[body]), other->id),
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
  return add_joint(make_body_motion({body.body_id(), {X}}, std::move(path)));
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
  std::vector<std::unique_ptr<Joint>> made;
  for (const SurfacePoint& p : points)
    made.push_back(make_path_point({body.body_id(), p.point}, about.value_or(mean), path));
  check_moved_once(body, surface_id, made);
  return keep_all(std::move(made));
}

}  // namespace corbel
