// SPDX-License-Identifier: MIT
#include "corbel/run/describe_model.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/core/version.hpp"
#include "corbel/run/stored_state.hpp"
#include "corbel/step/step_joints.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace corbel {
namespace {

std::array<double, 3> numbers(const Vec3& a) { return {a.x(), a.y(), a.z()}; }
std::array<double, 9> numbers(const Mat3& a)
{
  std::array<double, 9> n;
  std::copy(a.data(), a.data() + 9, n.begin());
  return n;
}
Vec3 vector(const std::array<double, 3>& n) { return {n[0], n[1], n[2]}; }
Mat3 matrix(const std::array<double, 9>& n) { return Eigen::Map<const Mat3>(n.data()); }

ContactKey key_of(const ConstraintRecord& r)
{
  const bool slave_first =
      std::pair(r.slave, r.slave_object) < std::pair(r.master, r.master_object);  // one body in self-contact
  const BodyId slave{r.slave}, master{r.master};
  return slave_first ? ContactKey{slave, master, r.slave_object, r.master_object, r.feature}
                     : ContactKey{master, slave, r.master_object, r.slave_object, r.feature};
}

void append_faces(const Convex& convex, BodyDescription& d)
{
  const auto first = static_cast<std::int32_t>(d.vertices.size() / 3);
  for (const Vec3& x : convex.vertices)
    d.vertices.insert(d.vertices.end(), x.data(), x.data() + 3);
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    if (!convex.face_boundary[f]) continue;
    d.faces.push_back(static_cast<std::int32_t>(convex.face(f).size()));
    for (const int v : convex.face(f))
      d.faces.push_back(first + v);
    d.faces.push_back(convex.face_surface[f]);
  }
}

void append_mesh(const Mesh& mesh, BodyDescription& d)
{
  for (const Vec3& x : mesh.nodes)
    d.nodes.insert(d.nodes.end(), x.data(), x.data() + 3);
  for (const Element& element : mesh.elements) {
    d.elements.push_back(element.node_count());
    d.elements.insert(d.elements.end(), element.node_span().begin(), element.node_span().end());
    d.elements.push_back(element.volume_id);
  }
}

/// Files of earlier versions do not know the grid of paths.
bool has_names_and_sizes_of(const Properties& stored, Properties own)
{
  if (stored.size() + 1 == own.size() && own.back().name == MotionPath::grid_cell) own.pop_back();
  return std::equal(stored.begin(), stored.end(), own.begin(), own.end(),
                    [](const Property& x, const Property& y) {
                      return x.name == y.name && x.numbers.size() == y.numbers.size();
                    });
}

[[noreturn]] void throw_other_kind(const Joint& joint)
{
  throw InputError(fmt::format("joint {} of the results is of another kind than in this model", joint.id));
}

void check_fit(const JointDescription& stored, const Joint& joint)
{
  if (!has_names_and_sizes_of(stored.memory, joint.memory())) throw_other_kind(joint);
}

/// How many a frame has of each joint. Those of one joint follow each other, `feature` counting them.
std::map<int, std::size_t> rows_of_joints(const Frame& frame)
{
  std::map<int, std::size_t> rows;
  for (const ConstraintRecord& r : frame.constraints)
    if (r.joint > 0) ++rows[r.joint];
  return rows;
}

/// Of a direction its tip, when it begins at the point of the joint: the couple of an impulse is its moment about that point.
Vec3 shown_at(const Bodies& bodies, const Attachment& side, const Attachment& point)
{
  const Vec3 x = side.position(bodies);
  return side.is_direction() ? Vec3(point.position(bodies) + x) : x;
}

/// The last description of each joint.
std::map<int, const JointDescription*> joints_by_id(const std::vector<JointDescription>& descriptions)
{
  std::map<int, const JointDescription*> by_id;
  for (const JointDescription& d : descriptions)
    by_id[d.id] = &d;
  return by_id;
}

}  // namespace

RunDescription describe_run(const Model& model, const OutputSettings& output, Analysis analysis, double h,
                            int threads)
{
  RunDescription run;
  run.program = fmt::format("corbel {}", version);
  run.analysis = to_string(analysis);
  run.deck = output.deck;
  run.solver = output.solver;
  run.h = h;
  run.threads = threads > 0 ? threads : hardware_threads();
  for (int i = 0; i < model.surface_materials.size(); ++i)
    run.surface_materials.push_back(model.surface_materials[i].label);
  return run;
}

BodyDescription describe_body(const Body& body)
{
  BodyDescription d;
  d.id = body.id;
  d.kind = to_string(body.kind);
  d.label = body.label;
  d.material = body.material;
  d.mass = body.mass();
  d.volume = body.volume();
  d.center = numbers(body.center());
  d.tensor = numbers(body.tensor());
  for (const Convex& convex : body.surface.convexes)
    append_faces(convex, d);
  for (const Sphere& sphere : body.surface.spheres) {
    d.spheres.insert(d.spheres.end(),
                     {sphere.center.x(), sphere.center.y(), sphere.center.z(), sphere.radius});
    d.sphere_surfaces.push_back(sphere.surface_id);
  }
  for (const Ellipsoid& ellipsoid : body.surface.ellipsoids) {
    const Mat3 A = placed(ellipsoid).A;
    d.ellipsoids.insert(d.ellipsoids.end(), ellipsoid.center.data(), ellipsoid.center.data() + 3);
    d.ellipsoids.insert(d.ellipsoids.end(), A.data(), A.data() + 9);
    d.ellipsoid_surfaces.push_back(ellipsoid.surface_id);
  }
  if (const auto* elements = dynamic_cast<const FiniteElementBody*>(&body))
    append_mesh(elements->reference_mesh(), d);
  d.parts = stored_parts(body);
  d.properties = describe_properties(body);
  return d;
}

std::vector<ConstraintRecord> describe_joint(const Bodies& bodies, const Joint& joint,
                                             const Reactions& reactions)
{
  std::vector<ConstraintRecord> rows(joint.row_count());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const RowSides sides = joint.sides(k);
    const RowOutcome outcome = reactions.outcome(joint, k);
    ConstraintRecord& r = rows[k];
    r.kind = joint.kind;
    r.master = number_of(joint.master.body);
    r.slave = number_of(joint.slave.body);
    r.feature = static_cast<std::int32_t>(k);
    r.joint = joint.id;
    r.impulse = numbers(outcome.R);
    r.U = numbers(outcome.U);
    r.V = numbers(outcome.V);
    r.point = numbers(shown_at(bodies, sides.master, joint.master));
    r.point2 = numbers(shown_at(bodies, sides.slave, joint.slave));
    r.frame = numbers(outcome.frame);
    if (k == 0) r.gap = joint.gap(bodies, outcome.frame);
  }
  return rows;
}

ConstraintRecord describe_contact(const Contact& contact, const Reactions& reactions)
{
  ConstraintRecord r;
  r.kind = ConstraintKind::contact;
  r.master = number_of(contact.master);
  r.slave = number_of(contact.slave);
  r.master_object = contact.master_object;
  r.slave_object = contact.slave_object;
  r.feature = contact.key.feature;
  r.material = contact.material;
  r.master_surface = contact.master_surface;
  r.slave_surface = contact.slave_surface;
  r.impulse = numbers(reactions.impulse(contact));
  r.U = numbers(reactions.end_velocity(contact));
  r.V = numbers(reactions.start_velocity(contact));
  r.point = numbers(contact.point);
  r.point2 = numbers(contact.point);
  r.frame = numbers(contact.frame);
  r.gap = contact.gap;
  r.area = contact.area;
  return r;
}

/// The record of its contact tells the rest.
ConstraintRecord describe_bond(const Bond& bond)
{
  const Contact& c = bond.contact;
  ConstraintRecord r;
  r.kind = ConstraintKind::bond;
  r.master = number_of(c.master);
  r.slave = number_of(c.slave);
  r.master_object = c.master_object;
  r.slave_object = c.slave_object;
  r.feature = c.key.feature;
  r.point = numbers(bond.on_master.X);
  r.point2 = numbers(bond.on_slave.X);
  r.frame = numbers(bond.frame);
  r.gap = bond.gap;
  r.area = c.area;
  return r;
}

void check_fit(const Model& model, const Frame& frame, const std::vector<JointDescription>& joints)
{
  for (const BodyRecord& record : frame.bodies)
    if (const Body* body = model.bodies().find(BodyId{record.id})) check_fit(record, *body);
  const auto described = joints_by_id(joints);
  const std::map<int, std::size_t> rows = rows_of_joints(frame);
  for (const auto& joint : model.joints()) {
    const auto present = rows.find(joint->id);
    if (present == rows.end()) continue;
    if (present->second != joint->row_count()) throw_other_kind(*joint);
    if (const auto found = described.find(joint->id); found != described.end())
      check_fit(*found->second, *joint);
  }
}

Reactions restore_joints(Model& model, const Frame& frame)
{
  Reactions reactions;
  start_joints(joints_of(model), {}, reactions);
  reactions.h = frame.h;
  std::map<int, Joint*> joints;
  for (auto& joint : model.joints()) {
    joints[joint->id] = joint.get();
    joint->absent = true;
  }
  for (const ConstraintRecord& r : frame.constraints) {
    if (r.kind == ConstraintKind::contact || r.kind == ConstraintKind::bond) continue;
    const auto found = joints.find(r.joint);
    if (found == joints.end()) continue;
    Joint& joint = *found->second;
    const auto row = static_cast<std::size_t>(r.feature);
    if (row >= joint.row_count()) throw_other_kind(joint);
    joint.absent = false;
    reactions.set_outcome(joint, row, {matrix(r.frame), vector(r.impulse), vector(r.U), vector(r.V)});
  }
  return reactions;
}

void restore_joint_memory(Model& model, const std::vector<JointDescription>& descriptions)
{
  const auto by_id = joints_by_id(descriptions);
  for (auto& joint : model.joints()) {
    const auto found = by_id.find(joint->id);
    if (found == by_id.end()) continue;
    check_fit(*found->second, *joint);
    joint->set_memory(found->second->memory);
  }
}

ContactSet restore_contacts(const Model& model, const Frame& frame, Reactions& reactions)
{
  ContactSet contacts;
  for (const ConstraintRecord& r : frame.constraints) {
    if (r.kind != ConstraintKind::contact) continue;
    Contact c;
    c.master = BodyId{r.master};
    c.slave = BodyId{r.slave};
    if (!model.bodies().find(c.master) || !model.bodies().find(c.slave)) continue;
    c.master_object = r.master_object;
    c.slave_object = r.slave_object;
    c.key = key_of(r);
    c.point = vector(r.point);
    c.frame = matrix(r.frame);
    c.gap = r.gap;
    c.area = r.area;
    c.master_surface = r.master_surface;
    c.slave_surface = r.slave_surface;
    c.material = r.material;
    c.is_new = false;
    c.row = static_cast<int>(reactions.size());
    reactions.append({c.frame, vector(r.impulse), vector(r.U), vector(r.V)});
    contacts.push_back(c);
  }
  return contacts;
}

Bonds restore_bonds(const Bodies& bodies, ContactSet& contacts, const Frame& frame)
{
  std::map<ContactKey, Contact*> by_key;
  for (Contact& contact : contacts)
    by_key[contact.key] = &contact;
  Bonds bonds;
  for (const ConstraintRecord& r : frame.constraints) {
    if (r.kind != ConstraintKind::bond) continue;
    const auto found = by_key.find(key_of(r));
    if (found == by_key.end()) continue;
    Contact& c = *found->second;
    c.cohesive = true;
    c.area = r.area;
    bonds.add({c, lasting_point(bodies[c.slave], vector(r.point2), c.slave_object),
               lasting_point(bodies[c.master], vector(r.point), c.master_object), matrix(r.frame), r.gap});
  }
  return bonds;
}

}  // namespace corbel
