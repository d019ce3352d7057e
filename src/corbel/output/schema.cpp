// SPDX-License-Identifier: MIT
// Rows as HDF5 compound types; the layout in the file is the layout in memory, so nothing is converted.
#include "corbel/output/schema.hpp"

#include "corbel/output/checksum.hpp"

#include <bit>
#include <cstddef>
#include <type_traits>

namespace corbel {
namespace {

static_assert(std::endian::native == std::endian::little, "result files are little endian");
static_assert(sizeof(BodyRecord) == 4 * 4 + 7 * 8, "no padding");
static_assert(sizeof(ConstraintRecord) == 10 * 4 + 26 * 8, "no padding");
static_assert(sizeof(FrameRow) == 31 * 8, "no padding");
static_assert(sizeof(DescriptionRow) == 4 * 4 + 34 * 8, "no padding");

/// Collects the fields of a compound type.
class Compound {
 public:
  explicit Compound(std::size_t bytes) : type_(H5Tcreate(H5T_COMPOUND, bytes), H5Tclose, "no compound type")
  {
  }

  void add(const char* name, std::size_t offset, hid_t member)
  {
    checked(H5Tinsert(type_, name, offset, member), "no field in a compound type");
  }
  void i4(const char* name, std::size_t offset) { add(name, offset, H5T_STD_I32LE); }
  void i8(const char* name, std::size_t offset) { add(name, offset, H5T_STD_I64LE); }
  void u8(const char* name, std::size_t offset) { add(name, offset, H5T_STD_U64LE); }
  void f8(const char* name, std::size_t offset) { add(name, offset, H5T_IEEE_F64LE); }
  void f8(const char* name, std::size_t offset, hsize_t length)
  {
    add(name, offset, Handle(H5Tarray_create2(H5T_IEEE_F64LE, 1, &length), H5Tclose, "no array type"));
  }
  void slice(const std::string& name, std::size_t offset)
  {
    u8((name + "_begin").c_str(), offset + offsetof(Slice, begin));
    u8((name + "_count").c_str(), offset + offsetof(Slice, count));
  }

  Handle take() { return std::move(type_); }

 private:
  Handle type_;
};

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
  type.f8("impulse", offsetof(Row, impulse), 3);
  type.f8("U", offsetof(Row, U), 3);
  type.f8("V", offsetof(Row, V), 3);
  type.f8("point", offsetof(Row, point), 3);
  type.f8("point2", offsetof(Row, point2), 3);
  type.f8("frame", offsetof(Row, frame), 9);
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
  type.f8("seconds", offsetof(Row, seconds), stage_count);
  type.slice("body", offsetof(Row, bodies));
  type.slice("state", offsetof(Row, state));
  type.slice("constraint", offsetof(Row, constraints));
  type.u8("described_bodies", offsetof(Row, described_bodies));
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
  type.f8("mass", offsetof(Row, mass));
  type.f8("volume", offsetof(Row, volume));
  type.f8("center", offsetof(Row, center), 3);
  type.f8("tensor", offsetof(Row, tensor), 9);
  type.slice("text", offsetof(Row, text));
  type.slice("vertex", offsetof(Row, vertices));
  type.slice("face", offsetof(Row, faces));
  type.slice("sphere", offsetof(Row, spheres));
  type.slice("sphere_surface", offsetof(Row, sphere_surfaces));
  type.slice("ellipsoid", offsetof(Row, ellipsoids));
  type.slice("ellipsoid_surface", offsetof(Row, ellipsoid_surfaces));
  type.slice("node", offsetof(Row, nodes));
  type.slice("element", offsetof(Row, elements));
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

constexpr std::size_t kib = 1024;

constexpr std::array<TableInfo, table_count> tables = {{
    {"/model/text", byte_type, 1, 4 * kib,
     "UTF-8; of each body its kind, label and material without a gap (/model/bodies: text_begin, *_length)",
     "1"},
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
    {"/model/bodies", description_type, sizeof(DescriptionRow), 16 * kib,
     "a row per body; X_begin and X_count: its numbers in /model/X; tensor column-wise about the centre",
     "mass: kg, volume: m^3, center: m, tensor: kg m^2"},
    {"/bodies", body_type, sizeof(BodyRecord), 64 * kib,
     "bodies of frame after frame (/frames: body_begin, body_count); each energy counts once; "
     "kinetic + internal - start - external - contact - friction - damping is the error of the scheme",
     "energies: J"},
    {"/state", real_type, 8, 64 * kib,
     "q_size numbers of configuration, then u_size of velocity, of body after body (/frames: state_begin, "
     "state_count)",
     "SI, as the kind of the body says"},
    {"/constraints", constraint_type, sizeof(ConstraintRecord), 256 * kib,
     "constraints of frame after frame (/frames: constraint_begin, constraint_count); kind: 0 contact, 1 "
     "fixed "
     "point, 2 fixed direction, 3 prescribed velocity, 4 rigid link, 5 spring, 6 prescribed velocity in "
     "three directions, 7 bond; local vectors are (T1, T2, N); frame: t1, t2, n one after another; reaction "
     "= impulse / h; a bond says of the contact of the same objects that it is cohesive, with referential "
     "point (master), point2 (slave) and frame (slave), and the first gap and area",
     "impulse: N s, U V: m/s, point point2 gap: m, area: m^2"},
    {"/frames", frame_type, sizeof(FrameRow), 32 * kib,
     "a row per frame; seconds: predict, detect, localize, solve, advance, record; iterations, "
     "unconverged_steps "
     "and seconds are sums since the previous frame, worst values those of all steps since then; "
     "energy_balance: what the time integration has added since t = 0 beside all energies",
     "time h next_output next_callback seconds: s, max_penetration worst_penetration: m"},
}};

/// Both kinds of rows end with the checksum of what stands before it.
template<class Row>
std::uint64_t checksum_before_last(const Row& row)
{
  static_assert(std::is_trivially_copyable_v<Row>);
  return checksum(std::as_bytes(std::span(&row, 1)).first(offsetof(Row, row_checksum)), 0);
}

}  // namespace

const TableInfo& table_info(TableId id) { return tables[static_cast<std::size_t>(id)]; }

std::uint64_t own_checksum(const FrameRow& row) { return checksum_before_last(row); }
std::uint64_t own_checksum(const DescriptionRow& row) { return checksum_before_last(row); }

std::uint64_t data_checksum(const Frame& frame)
{
  return checksum_of(frame.constraints, checksum_of(frame.state, checksum_of(frame.bodies, 0)));
}

std::uint64_t data_checksum(const BodyDescription& body)
{
  const std::uint64_t text = checksum_of(body.material, checksum_of(body.label, checksum_of(body.kind, 0)));
  const std::uint64_t mesh = checksum_of(body.faces, checksum_of(body.vertices, text));
  const std::uint64_t round = checksum_of(body.sphere_surfaces, checksum_of(body.spheres, mesh));
  const std::uint64_t smooth = checksum_of(body.ellipsoid_surfaces, checksum_of(body.ellipsoids, round));
  return checksum_of(body.elements, checksum_of(body.nodes, smooth));
}

}  // namespace corbel
