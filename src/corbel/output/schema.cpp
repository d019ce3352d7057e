// SPDX-License-Identifier: MIT
#include "corbel/output/schema.hpp"

#include "corbel/output/compound.hpp"

namespace corbel {
namespace {

Handle copy_of(hid_t type) { return {H5Tcopy(type), H5Tclose, "no copy of a type"}; }
Handle byte_type() { return copy_of(H5T_STD_U8LE); }
Handle integer_type() { return copy_of(H5T_STD_I32LE); }
Handle real_type() { return copy_of(H5T_IEEE_F64LE); }

constexpr std::size_t kib = 1024;

constexpr std::array<TableInfo, table_count> tables = {{
    {"/model/text", byte_type, 1, 4 * kib,
     "UTF-8; of each body its kind, label and material without a gap (/model/bodies: text_begin, *_length); "
     "names and texts of properties; kinds of joints",
     "1"},
    {"/model/numbers", real_type, 8, 8 * kib, "numbers of properties",
     "SI, as the name of the property says"},
    {"/model/properties", compound_type<PropertyRow>, sizeof(PropertyRow), 16 * kib,
     "named values: X_begin and X_count point into /model/text (name, text) and /model/numbers", "1"},
    {"/model/vertices", real_type, 8, 16 * kib,
     "x y z of body after body, referential; of convexes and boundary elements", "m"},
    {"/model/faces", integer_type, 4, 16 * kib,
     "boundary faces: n, v1 ... vn, surface; v counts the vertices of the body from 0", "1"},
    {"/model/spheres", real_type, 8, 8 * kib, "x y z r of sphere after sphere, referential", "m"},
    {"/model/sphere_surfaces", integer_type, 4, 4 * kib, "surface of each sphere", "1"},
    {"/model/ellipsoids", real_type, 8, 8 * kib,
     "x y z of the centre and of three semi-axes of ellipsoid after ellipsoid, referential", "m"},
    {"/model/ellipsoid_surfaces", integer_type, 4, 4 * kib, "surface of each ellipsoid", "1"},
    {"/model/nodes", real_type, 8, 16 * kib,
     "x y z of the nodes of finite elements, body after body, referential", "m"},
    {"/model/elements", integer_type, 4, 16 * kib,
     "finite elements: n, node1 ... noden, volume; nodes of the body counted from 0", "1"},
    {"/model/basis_numbers", real_type, 8, 64 * kib, "bases of reduced bodies, column after column", "1"},
    {"/model/bases", compound_type<BasisRow>, sizeof(BasisRow), 4 * kib,
     "a row per basis: numbers in /model/basis_numbers, properties (how it was made) in /model/properties",
     "1"},
    {"/model/settings", compound_type<SettingsRow>, sizeof(SettingsRow), 4 * kib,
     "properties of the model as a whole (gravity, surface materials, loads, contact) from a time on",
     "time: s"},
    {"/model/bodies", compound_type<DescriptionRow>, sizeof(DescriptionRow), 16 * kib,
     "a row per body, and another when its properties change; X_begin and X_count: its numbers in /model/X; "
     "tensor column-wise about the centre; parts (in /model/properties: name, role, size) are what its "
     "numbers "
     "in /state are, in their order; shape: checksum of vertices to elements",
     "mass: kg, volume: m^3, center: m, tensor: kg m^2"},
    {"/model/joints", compound_type<JointRow>, sizeof(JointRow), 8 * kib,
     "a row per joint; properties: what the script gave; memory: what it keeps from the instant it began",
     "1"},
    {"/model/events", compound_type<EventRow>, sizeof(EventRow), 4 * kib,
     "kind: 0 body added, 1 body removed, 2 joint added, 3 joint removed, 4 a run ended (id 1: the script "
     "stopped it)",
     "time: s"},
    {"/bodies", compound_type<BodyRecord>, sizeof(BodyRecord), 64 * kib,
     "bodies of frame after frame (/frames: body_begin, body_count); each energy counts once; "
     "kinetic + internal - start - external - contact - friction - damping is the error of the scheme",
     "energies: J"},
    {"/state", real_type, 8, 64 * kib,
     "q_size numbers of configuration, then u_size others, of body after body (/frames: state_begin, "
     "state_count); /model/bodies names the parts",
     "SI, as the name of the part says"},
    {"/constraints", compound_type<ConstraintRecord>, sizeof(ConstraintRecord), 256 * kib,
     "constraints of frame after frame (/frames: constraint_begin, constraint_count); kind: 0 contact, 1 "
     "fixed "
     "point, 2 fixed direction, 3 prescribed velocity, 4 rigid link, 5 spring, 6 prescribed velocity in "
     "three directions, 7 bond, 8 another joint, as /model/joints says; a joint of several rows has one "
     "constraint per row, feature counts them; a row on a direction, which carries a couple, has its tip for "
     "a point, "
     "as seen from the point of the first row; local vectors are (T1, T2, N); frame: t1, t2, n one after "
     "another; reaction "
     "= impulse / h; a bond marks the contact of the same objects as cohesive, with referential "
     "point (master), point2 (slave) and frame (slave), and the first gap and area",
     "impulse: N s, U V: m/s, point point2 gap: m, area: m^2"},
    {"/frames", compound_type<FrameRow>, sizeof(FrameRow), 32 * kib,
     "a row per frame; seconds: predict, detect, localize, solve, advance, record; iterations, "
     "unconverged_steps "
     "and seconds are sums since the previous frame, worst values those of all steps since then; "
     "energy_balance: numerical energy since t = 0 relative to all energies",
     "time h next_output next_callback seconds: s, max_penetration worst_penetration: m"},
}};

}  // namespace

const TableInfo& table_info(TableId id) { return tables[static_cast<std::size_t>(id)]; }

Compound::Compound(std::size_t bytes) : type_(H5Tcreate(H5T_COMPOUND, bytes), H5Tclose, "no compound type") {}

void Compound::add(const std::string& name, std::size_t offset, hid_t member)
{
  checked(H5Tinsert(type_, name.c_str(), offset, member), "no field in a compound type");
}

void Compound::add_array(const std::string& name, std::size_t offset, hid_t member, hsize_t length)
{
  add(name, offset, Handle(H5Tarray_create2(member, 1, &length), H5Tclose, "no array type"));
}

}  // namespace corbel
