// SPDX-License-Identifier: MIT
#include "corbel/model/model.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/check.hpp"
#include "corbel/core/names.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/model/direction.hpp"

#include <algorithm>

namespace corbel {
namespace {

RigidBody& turnable(Body& body)
{
  if (loadable(body).kind != BodyKind::rigid)
    throw_input_error("body", fmt::format("body {} of kind {}", body.id, to_string(body.kind)),
                      "a body of kind 'RIGID'", "Apply a couple of forces to a deformable body.");
  return static_cast<RigidBody&>(body);
}

/// The object around a point that must not lie on its border, where it would belong to a neighbour as well.
int object_around(std::string_view argument, const Body& body, const Vec3& X)
{
  check_point(argument, X);
  const int object = find_object(body.surface, X, -1e-9 * size_of(surface_box(body.surface)));
  if (object < 0)
    throw_input_error(
        argument, text(X), fmt::format("a referential point inside a contact object of {}", name_of(body)),
        "Contact objects of a mesh are its elements with a face on the boundary; a point on a face, edge "
        "or corner does not identify one of them.");
  return object;
}

constexpr double relative_epsilon = 1e-6;  ///< of the sizes of objects and of linked bodies

/// A point in space is of a body without end.
double body_size(const Body* body)
{
  return body ? size_of(surface_box(body->surface)) : std::numeric_limits<double>::infinity();
}

constexpr auto kinds_of_points =
    names<ContactPoints>({{ContactPoints::centroid, "CENTROID"}, {ContactPoints::patch, "PATCH"}});
constexpr auto load_kinds =
    names<LoadKind>({{LoadKind::spatial, "SPATIAL"}, {LoadKind::convected, "CONVECTED"}});

}  // namespace

std::string_view to_string(ContactPoints points) { return kinds_of_points.name(points); }

ContactPoints contact_points(std::string_view name) { return kinds_of_points.value("points", name); }

std::string_view to_string(LoadKind kind) { return load_kinds.name(kind); }

LoadKind load_kind(std::string_view name) { return load_kinds.value("kind", name); }

Body& loadable(Body& body)
{
  if (!body.responds())
    throw_input_error("body", fmt::format("body {} of kind {}", body.id, to_string(body.kind)),
                      "a body other than an obstacle",
                      "Obstacles ignore loads; prescribe their motion, for example with SET_VELOCITY.");
  return body;
}

void Model::check_unlocked() const
{
  if (locked_)
    throw InputError(
        "bodies, constraints and loads cannot be added or removed in a force callback, which is called "
        "during a step; use a callback of the run");
}

void Model::remove_body(Body& body)
{
  check_unlocked();
  const auto uses = [&](const Attachment& a) { return a.body == body.body_id(); };
  for (std::size_t i = joints_.size(); i-- > 0;)
    if (uses(joints_[i]->master) || uses(joints_[i]->slave)) remove_joint(joints_[i]->id);
  const auto of_body = [&](const auto& load) { return load.body == body.body_id(); };
  std::erase_if(forces, of_body);
  std::erase_if(torques, of_body);
  std::erase_if(callbacks, of_body);
  std::erase_if(surface_loads, of_body);
  bodies_.remove(body);
}

void Model::set_present(const std::vector<int>& present)
{
  check_unlocked();
  bodies_.set_present(present);
}

Attachment Model::attach(std::string_view argument, Body& body, const Vec3& X) const
{
  check_point(argument, X);
  // A little slack: decks give corners with rounded coordinates.
  const int object =
      find_object(body.surface, X, std::max(contact.epsilon, 1e-5 * size_of(surface_box(body.surface))));
  // Inner elements of a mesh are no objects; locate knows them.
  const bool is_mesh = body.kind == BodyKind::finite_element && !body.surface.node_of.empty() &&
                       !body.surface.node_of.front().empty();
  if (object < 0 && !is_mesh)
    throw_input_error(argument, text(X), fmt::format("a referential point of {}", name_of(body)),
                      "The point lies outside the shape of the body.");
  MaterialPoint point = body.locate(argument, X);
  point.object = object;
  return {body.body_id(), point};
}

Joint& Model::add_joint(std::unique_ptr<Joint> joint)
{
  check_unlocked();
  check_joint(*joint);
  return insert(std::move(joint));
}

Joint& Model::insert(std::unique_ptr<Joint> joint)
{
  has_paths_ = has_paths_ || joint->follows_path();
  joint->id = next_joint_++;
  ++joint_revision_;
  joints_.emplace_back(std::move(joint));
  return *joints_.back();
}

std::vector<Joint*> Model::keep_all(std::vector<std::unique_ptr<Joint>> joints)
{
  for (const auto& joint : joints)
    check_joint(*joint);
  std::vector<Joint*> kept;
  for (auto& joint : joints)
    kept.push_back(&insert(std::move(joint)));
  return kept;
}

Joint& Model::add_fixed_point(Body& body, const Vec3& X)
{
  const Attachment m = attach("point", body, X);
  return add_joint(make_fixed_point(m, {BodyId::none, {body.position(m.point)}}));
}

Joint& Model::add_fixed_direction(Body& body, const Vec3& X, const Vec3& direction)
{
  return add_joint(make_fixed_direction(attach("point", body, X), direction));
}

Joint& Model::add_prescribed_motion(Body& body, const Vec3& X, const Vec3& direction, MotionKind kind,
                                    Amplitude value)
{
  check_finite("value", value.value(0));
  return add_joint(make_prescribed_motion(attach("point", body, X), direction, kind, std::move(value)));
}

Joint& Model::add_rigid_link(Body* body1, Body* body2, const Vec3& X1, const Vec3& X2)
{
  if (!body1 && !body2) throw_input_error("body1, body2", "None and None", "at least one body");
  if (body1 == body2) throw_input_error("body2", "the same body twice", "two different bodies");
  check_point("point1", X1);
  check_point("point2", X2);
  Attachment one = body1 ? attach("point1", *body1, X1) : Attachment{BodyId::none, {X1}};
  Attachment two = body2 ? attach("point2", *body2, X2) : Attachment{BodyId::none, {X2}};
  if (one.in_space()) std::swap(one, two);
  const double length = (one.position(bodies_) - two.position(bodies_)).norm();
  double tolerance = contact.epsilon;
  if (!(tolerance > 0)) tolerance = relative_epsilon * std::min(body_size(body1), body_size(body2));
  return add_joint(length > tolerance ? make_rigid_link(one, two) : make_fixed_point(one, two));
}

Joint& Model::add_spring(Body& body1, const Vec3& X1, Body* body2, const Vec3& X2, SpringData data)
{
  if (&body1 == body2) throw_input_error("body2", "the same body twice", "two different bodies");
  if (!body1.responds() && !(body2 && body2->responds()))
    throw_input_error("body1", fmt::format("{}, an obstacle", name_of(body1)), "at least one body that moves",
                      "No force moves an obstacle: prescribe its motion instead.");
  const Attachment one = attach("point1", body1, X1);
  check_point("point2", X2);
  const Attachment two = body2 ? attach("point2", *body2, X2) : Attachment{BodyId::none, {X2}};
  return add_joint(make_spring(bodies_, one, two, std::move(data)));
}

Joint& Model::add_prescribed_motion3(Body& body, const Vec3& X, const Mat3& base, MotionKind kind,
                                     const std::array<Amplitude, 3>& values)
{
  for (const Amplitude& value : values)
    check_finite("value", value.value(0));
  return add_joint(make_prescribed_motion3(attach("point", body, X), base, kind, values));
}

void Model::remove_joint(int id)
{
  check_unlocked();
  const auto found =
      std::find_if(joints_.begin(), joints_.end(), [&](const auto& joint) { return joint->id == id; });
  if (found == joints_.end())
    throw_input_error("constraint", fmt::format("joint {}", id), "a joint of this simulation",
                      "Was it removed before?");
  if (static_cast<std::size_t>(found - joints_.begin()) < initialized_joints_) --initialized_joints_;
  joints_.erase(found);
  ++joint_revision_;
}

void Model::add_force(Body& body, LoadKind kind, const Vec3& X, const Vec3& direction, Amplitude value)
{
  check_unlocked();
  check_point("point", X);
  check_finite("value", value.value(0));
  forces.push_back(
      {loadable(body).body_id(), kind, body.locate("point", X), unit_direction(direction), std::move(value)});
}

void Model::add_torque(Body& body, LoadKind kind, const Vec3& direction, Amplitude value)
{
  check_unlocked();
  check_finite("value", value.value(0));
  torques.push_back({turnable(body).body_id(), kind, unit_direction(direction), std::move(value)});
}

void Model::add_callback_force(Body& body, CallbackForce::Function function)
{
  check_unlocked();
  callbacks.push_back({loadable(body).body_id(), std::move(function)});
}

void Model::exclude_contact(const Body& a, const Body& b)
{
  check_unlocked();
  if (&a == &b) throw_input_error("body2", fmt::format("body {} twice", a.id), "two different bodies");
  filter_.exclude_bodies(a.body_id(), b.body_id());
}

void Model::exclude_objects(const Body& a, const Vec3& X, const Body& b, const Vec3& Y)
{
  check_unlocked();
  const ContactFilter::Object one(a.body_id(), object_around("point1", a, X));
  const ContactFilter::Object two(b.body_id(), object_around("point2", b, Y));
  if (one == two)
    throw_input_error("point2", text(Y), "a point of another object",
                      "Both points lie in the same object of the same body.");
  filter_.exclude_objects(one, two);
}

void Model::exclude_surfaces(int surface1, int surface2)
{
  check_unlocked();
  filter_.exclude_surfaces(surface1, surface2);
}

double Model::epsilon() const
{
  if (contact.epsilon > 0) return contact.epsilon;
  if (derived_at_ != revision()) {
    std::vector<double> sizes;
    for (const auto& body : bodies_)
      for (std::size_t i = 0; i < body->surface.object_count(); ++i)
        sizes.push_back(size_of(object_box(body->surface, i)));
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    derived_epsilon_ = sizes.empty() ? relative_epsilon : relative_epsilon * *middle;
    derived_at_ = revision();
  }
  return derived_epsilon_;
}

double Model::pair_epsilon(double size1, double size2) const
{
  if (contact.epsilon > 0) return contact.epsilon;
  return std::min({epsilon(), relative_epsilon * size1, relative_epsilon * size2});
}

void Model::initialize_joints(double t)
{
  for (; initialized_joints_ < joints_.size(); ++initialized_joints_) {
    Joint& joint = *joints_[initialized_joints_];
    joint.initialize(bodies_, t);
    if (!joint.drive()) continue;
    const RigidMotion start = joint.drive()->start();
    bodies_[joint.master.body].set_initial_velocity(start.v, start.R.transpose() * start.omega);
  }
}

void Model::prepare_joints(double t, double h) const
{
  for (const auto& joint : joints_)
    joint->prepare(bodies_, t, h);
}

}  // namespace corbel
