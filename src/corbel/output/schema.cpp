// SPDX-License-Identifier: MIT
// Rows as HDF5 compound types; the layout in the file is the layout in memory, so nothing is converted.
#include "corbel/output/schema.hpp"

#include <bit>

namespace corbel {
namespace {

static_assert(std::endian::native == std::endian::little, "result files are little endian");
static_assert(sizeof(BodyRecord) == 4 * 4 + 7 * 8, "no padding");
static_assert(sizeof(ConstraintRecord) == 10 * 4 + 26 * 8, "no padding");
static_assert(sizeof(FrameRow) == (30 + model_table_count) * 8, "no padding");
static_assert(sizeof(PropertyRow) == 6 * 8 && sizeof(BasisRow) == 2 * 4 + 8 * 8, "no padding");
static_assert(sizeof(SettingsRow) == 5 * 8 && sizeof(JointRow) == 4 * 4 + 8 * 8, "no padding");
static_assert(sizeof(EventRow) == 3 * 8, "no padding");
static_assert(sizeof(DescriptionRow) == 6 * 4 + 39 * 8, "no padding");

Handle copy_of(hid_t type) { return {H5Tcopy(type), H5Tclose, "no copy of a type"}; }
Handle byte_type() { return copy_of(H5T_STD_U8LE); }
Handle integer_type() { return copy_of(H5T_STD_I32LE); }
Handle real_type() { return copy_of(H5T_IEEE_F64LE); }

Handle body_type()
{
  using Row = BodyRecord;
  constexpr std::size_t energy = offsetof(Row, energy);
  Compound type(sizeof(Row));
  type.i4("id", offsetof(Row, id));
  type.i4("kind", offsetof(Row, kind));
  type.i4("q_size", offsetof(Row, q_size));
  type.i4("u_size", offsetof(Row, u_size));
  type.f8("kinetic", energy + offsetof(EnergyRecord, kinetic));
  type.f8("internal", energy + offsetof(EnergyRecord, internal));
  type.f8("external", energy + offsetof(EnergyRecord, external));
  type.f8("contact", energy + offsetof(EnergyRecord, contact));
  type.f8("friction", energy + offsetof(EnergyRecord, friction));
  type.f8("damping", energy + offsetof(EnergyRecord, damping));
  type.f8("start", energy + offsetof(EnergyRecord, start));
  return type.take();
}

Handle constraint_type()
{
  using Row = ConstraintRecord;
  Compound type(sizeof(Row));
  type.i4("kind", offsetof(Row, kind));
  type.i4("master", offsetof(Row, master));
  type.i4("slave", offsetof(Row, slave));
  type.i4("master_object", offsetof(Row, master_object));
  type.i4("slave_object", offsetof(Row, slave_object));
  type.i4("feature", offsetof(Row, feature));
  type.i4("joint", offsetof(Row, joint));
  type.i4("material", offsetof(Row, material));
  type.i4("master_surface", offsetof(Row, master_surface));
  type.i4("slave_surface", offsetof(Row, slave_surface));
  type.array("impulse", offsetof(Row, impulse), H5T_IEEE_F64LE, 3);
  type.array("U", offsetof(Row, U), H5T_IEEE_F64LE, 3);
  type.array("V", offsetof(Row, V), H5T_IEEE_F64LE, 3);
  type.array("point", offsetof(Row, point), H5T_IEEE_F64LE, 3);
  type.array("point2", offsetof(Row, point2), H5T_IEEE_F64LE, 3);
  type.array("frame", offsetof(Row, frame), H5T_IEEE_F64LE, 9);
  type.f8("gap", offsetof(Row, gap));
  type.f8("area", offsetof(Row, area));
  return type.take();
}

Handle frame_type()
{
  using Row = FrameRow;
  Compound type(sizeof(Row));
  type.f8("time", offsetof(Row, time));
  type.f8("h", offsetof(Row, h));
  type.i8("step", offsetof(Row, step));
  type.f8("next_output", offsetof(Row, next_output));
  type.f8("next_callback", offsetof(Row, next_callback));
  type.f8("max_penetration", offsetof(Row, max_penetration));
  type.i8("iterations", offsetof(Row, iterations));
  type.i4("max_iterations", offsetof(Row, max_iterations));
  type.i4("unconverged_steps", offsetof(Row, unconverged_steps));
  type.i4("status", offsetof(Row, status));
  type.i4("contact_count", offsetof(Row, contact_count));
  type.f8("relative_change", offsetof(Row, relative_change));
  type.f8("residual_absolute", offsetof(Row, residual_absolute));
  type.f8("residual_scaled", offsetof(Row, residual_scaled));
  type.f8("worst_residual_absolute", offsetof(Row, worst.residual_absolute));
  type.f8("worst_residual_scaled", offsetof(Row, worst.residual_scaled));
  type.f8("worst_penetration", offsetof(Row, worst.penetration));
  type.f8("energy_balance", offsetof(Row, worst.energy_balance));
  type.array("seconds", offsetof(Row, seconds), H5T_IEEE_F64LE, stage_count);
  type.slice("body", offsetof(Row, bodies));
  type.slice("state", offsetof(Row, state));
  type.slice("constraint", offsetof(Row, constraints));
  type.array("model_rows", offsetof(Row, model_rows), H5T_STD_U64LE, model_table_count);
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

Handle description_type()
{
  using Row = DescriptionRow;
  Compound type(sizeof(Row));
  type.i4("id", offsetof(Row, id));
  type.i4("kind_length", offsetof(Row, kind_length));
  type.i4("label_length", offsetof(Row, label_length));
  type.i4("material_length", offsetof(Row, material_length));
  type.i4("parent", offsetof(Row, parent));
  type.i4("basis", offsetof(Row, basis));
  type.f8("mass", offsetof(Row, mass));
  type.f8("volume", offsetof(Row, volume));
  type.array("center", offsetof(Row, center), H5T_IEEE_F64LE, 3);
  type.array("tensor", offsetof(Row, tensor), H5T_IEEE_F64LE, 9);
  type.slice("text", offsetof(Row, text));
  type.slice("vertex", offsetof(Row, vertices));
  type.slice("face", offsetof(Row, faces));
  type.slice("sphere", offsetof(Row, spheres));
  type.slice("sphere_surface", offsetof(Row, sphere_surfaces));
  type.slice("ellipsoid", offsetof(Row, ellipsoids));
  type.slice("ellipsoid_surface", offsetof(Row, ellipsoid_surfaces));
  type.slice("node", offsetof(Row, nodes));
  type.slice("element", offsetof(Row, elements));
  type.slice("part", offsetof(Row, parts));
  type.slice("property", offsetof(Row, properties));
  type.u8("shape", offsetof(Row, shape));
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

Handle property_type()
{
  using Row = PropertyRow;
  Compound type(sizeof(Row));
  type.slice("name", offsetof(Row, name));
  type.slice("text", offsetof(Row, text));
  type.slice("number", offsetof(Row, numbers));
  return type.take();
}

Handle basis_type()
{
  using Row = BasisRow;
  Compound type(sizeof(Row));
  type.i4("id", offsetof(Row, id));
  type.i4("reserved", offsetof(Row, reserved));
  type.u8("rows", offsetof(Row, rows));
  type.u8("columns", offsetof(Row, columns));
  type.slice("number", offsetof(Row, numbers));
  type.slice("property", offsetof(Row, properties));
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

Handle settings_type()
{
  using Row = SettingsRow;
  Compound type(sizeof(Row));
  type.f8("time", offsetof(Row, time));
  type.slice("property", offsetof(Row, properties));
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

Handle joint_type()
{
  using Row = JointRow;
  Compound type(sizeof(Row));
  type.i4("id", offsetof(Row, id));
  type.i4("master", offsetof(Row, master));
  type.i4("slave", offsetof(Row, slave));
  type.i4("reserved", offsetof(Row, reserved));
  type.slice("kind", offsetof(Row, kind));
  type.slice("property", offsetof(Row, properties));
  type.slice("memory", offsetof(Row, memory));
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

Handle event_type()
{
  using Row = EventRow;
  Compound type(sizeof(Row));
  type.f8("time", offsetof(Row, time));
  type.i4("kind", offsetof(Row, kind));
  type.i4("id", offsetof(Row, id));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

constexpr std::size_t kib = 1024;

constexpr std::array<TableInfo, table_count> tables = {{
    {"/model/text", byte_type, 1, 4 * kib,
     "UTF-8; of each body its kind, label and material without a gap (/model/bodies: text_begin, *_length); "
     "names and texts of properties; kinds of joints",
     "1"},
    {"/model/numbers", real_type, 8, 8 * kib, "numbers of properties",
     "SI, as the name of the property says"},
    {"/model/properties", property_type, sizeof(PropertyRow), 16 * kib,
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
    {"/model/bases", basis_type, sizeof(BasisRow), 4 * kib,
     "a row per basis: numbers in /model/basis_numbers, properties (how it was made) in /model/properties",
     "1"},
    {"/model/settings", settings_type, sizeof(SettingsRow), 4 * kib,
     "properties of the model as a whole (gravity, surface materials, loads, contact) from a time on",
     "time: s"},
    {"/model/bodies", description_type, sizeof(DescriptionRow), 16 * kib,
     "a row per body, and another when its properties change; X_begin and X_count: its numbers in /model/X; "
     "tensor column-wise about the centre; parts (in /model/properties: name, role, size) are what its "
     "numbers "
     "in /state are, in their order; shape: checksum of vertices to elements",
     "mass: kg, volume: m^3, center: m, tensor: kg m^2"},
    {"/model/joints", joint_type, sizeof(JointRow), 8 * kib,
     "a row per joint; properties: what the script gave; memory: what it keeps from the instant it began",
     "1"},
    {"/model/events", event_type, sizeof(EventRow), 4 * kib,
     "kind: 0 body added, 1 body removed, 2 joint added, 3 joint removed, 4 a run ended (id 1: the script "
     "stopped it)",
     "time: s"},
    {"/bodies", body_type, sizeof(BodyRecord), 64 * kib,
     "bodies of frame after frame (/frames: body_begin, body_count); each energy counts once; "
     "kinetic + internal - start - external - contact - friction - damping is the error of the scheme",
     "energies: J"},
    {"/state", real_type, 8, 64 * kib,
     "q_size numbers of configuration, then u_size others, of body after body (/frames: state_begin, "
     "state_count); /model/bodies names the parts",
     "SI, as the name of the part says"},
    {"/constraints", constraint_type, sizeof(ConstraintRecord), 256 * kib,
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
    {"/frames", frame_type, sizeof(FrameRow), 32 * kib,
     "a row per frame; seconds: predict, detect, localize, solve, advance, record; iterations, "
     "unconverged_steps "
     "and seconds are sums since the previous frame, worst values those of all steps since then; "
     "energy_balance: numerical energy since t = 0 relative to all energies",
     "time h next_output next_callback seconds: s, max_penetration worst_penetration: m"},
}};

}  // namespace

const TableInfo& table_info(TableId id) { return tables[static_cast<std::size_t>(id)]; }

Compound::Compound(std::size_t bytes) : type_(H5Tcreate(H5T_COMPOUND, bytes), H5Tclose, "no compound type") {}

void Compound::add(const char* name, std::size_t offset, hid_t member)
{
  checked(H5Tinsert(type_, name, offset, member), "no field in a compound type");
}

void Compound::array(const char* name, std::size_t offset, hid_t member, hsize_t length)
{
  add(name, offset, Handle(H5Tarray_create2(member, 1, &length), H5Tclose, "no array type"));
}

void Compound::slice(const std::string& name, std::size_t offset)
{
  u8((name + "_begin").c_str(), offset + offsetof(Slice, begin));
  u8((name + "_count").c_str(), offset + offsetof(Slice, count));
}

}  // namespace corbel
