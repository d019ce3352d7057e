// SPDX-License-Identifier: MIT
#include "corbel/output/format4.hpp"

#include <algorithm>

namespace corbel {
namespace {

struct FrameRow4 {
  double time, h;
  std::int64_t step;
  double next_output, next_callback, max_penetration;
  std::int64_t iterations;
  std::int32_t max_iterations, unconverged_steps, status, contact_count;
  double relative_change, residual_absolute, residual_scaled;
  CertificateRecord worst;
  StageSeconds seconds;
  Slice bodies, state, constraints;
  std::uint64_t described_bodies, data_checksum, row_checksum;
};
static_assert(sizeof(FrameRow4) == 31 * 8, "no padding");

struct DescriptionRow4 {
  std::int32_t id, kind_length, label_length, material_length;
  double mass, volume;
  std::array<double, 3> center;
  std::array<double, 9> tensor;
  Slice text, vertices, faces, spheres, sphere_surfaces, ellipsoids, ellipsoid_surfaces, nodes, elements;
  std::uint64_t data_checksum, row_checksum;
};
static_assert(sizeof(DescriptionRow4) == 4 * 4 + 34 * 8, "no padding");

Handle frame4_type()
{
  using Row = FrameRow4;
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
  type.u8("described_bodies", offsetof(Row, described_bodies));
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

Handle description4_type()
{
  using Row = DescriptionRow4;
  Compound type(sizeof(Row));
  type.i4("id", offsetof(Row, id));
  type.i4("kind_length", offsetof(Row, kind_length));
  type.i4("label_length", offsetof(Row, label_length));
  type.i4("material_length", offsetof(Row, material_length));
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
  type.u8("data_checksum", offsetof(Row, data_checksum));
  type.u8("row_checksum", offsetof(Row, row_checksum));
  return type.take();
}

constexpr TableInfo frames_info = {"/frames", frame4_type, sizeof(FrameRow4), 0, "", ""};
constexpr TableInfo bodies_info = {"/model/bodies", description4_type, sizeof(DescriptionRow4), 0, "", ""};

std::uint64_t& described_bodies(FrameRow& row)
{
  return row.model_rows[static_cast<std::size_t>(TableId::described_bodies)];
}

FrameRow of_today(const FrameRow4& old)
{
  FrameRow row;
  row.time = old.time;
  row.h = old.h;
  row.step = old.step;
  row.next_output = old.next_output;
  row.next_callback = old.next_callback;
  row.max_penetration = old.max_penetration;
  row.iterations = old.iterations;
  row.max_iterations = old.max_iterations;
  row.unconverged_steps = old.unconverged_steps;
  row.status = old.status;
  row.contact_count = old.contact_count;
  row.relative_change = old.relative_change;
  row.residual_absolute = old.residual_absolute;
  row.residual_scaled = old.residual_scaled;
  row.worst = old.worst;
  row.seconds = old.seconds;
  row.bodies = old.bodies;
  row.state = old.state;
  row.constraints = old.constraints;
  described_bodies(row) = old.described_bodies;
  row.data_checksum = old.data_checksum;
  return row;
}

DescriptionRow of_today(const DescriptionRow4& old)
{
  DescriptionRow row;
  row.id = old.id;
  row.kind_length = old.kind_length;
  row.label_length = old.label_length;
  row.material_length = old.material_length;
  row.mass = old.mass;
  row.volume = old.volume;
  row.center = old.center;
  row.tensor = old.tensor;
  row.text = old.text;
  row.vertices = old.vertices;
  row.faces = old.faces;
  row.spheres = old.spheres;
  row.sphere_surfaces = old.sphere_surfaces;
  row.ellipsoids = old.ellipsoids;
  row.ellipsoid_surfaces = old.ellipsoid_surfaces;
  row.nodes = old.nodes;
  row.elements = old.elements;
  return row;
}

}  // namespace

std::vector<FrameRow> read_frames_4(hid_t file, const std::string& path, std::size_t& all)
{
  const auto stored = StoredTable(file, path, frames_info).read_all<FrameRow4>();
  all = stored.size();
  std::vector<FrameRow> rows;
  for (const FrameRow4& row : stored) {
    if (row.row_checksum != own_checksum(row)) break;
    rows.push_back(of_today(row));
  }
  return rows;
}

ModelContents read_model_4(hid_t file, const std::string& path, const std::vector<FrameRow>& frames)
{
  ModelContents model;
  const auto rows = StoredTable(file, path, bodies_info).read_all<DescriptionRow4>();
  const ShapeArrays arrays = read_shape_arrays(file, path);
  auto frame = frames.begin();
  for (const DescriptionRow4& row : rows) {
    BodyDescription body;
    if (row.row_checksum != own_checksum(row) || !read_shape(of_today(row), arrays, body) ||
        row.data_checksum != shape_and_text_checksum(body))
      break;
    const std::uint64_t index = model.bodies.size();
    frame = std::find_if(frame, frames.end(), [&](FrameRow f) { return described_bodies(f) > index; });
    if (frame != frames.end()) body.added = frame->time;
    model.bodies.push_back(std::move(body));
  }
  model.rows[static_cast<std::size_t>(TableId::described_bodies)] = model.bodies.size();
  return model;
}

}  // namespace corbel
