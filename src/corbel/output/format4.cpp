// SPDX-License-Identifier: MIT
#include "corbel/output/format4.hpp"

#include "corbel/output/compound.hpp"

#include <algorithm>

namespace corbel {
namespace {

struct FrameRow4 {
  FrameNumbers numbers;
  Slice bodies, state, constraints;
  std::uint64_t described_bodies, data_checksum, row_checksum;
};

constexpr auto fields_of(const FrameRow4* /*record*/)
{
  using Record = FrameRow4;
  return std::tuple(
      Field{"", &Record::numbers}, Field{"body", &Record::bodies}, Field{"state", &Record::state},
      Field{"constraint", &Record::constraints}, Field{"described_bodies", &Record::described_bodies},
      Field{"data_checksum", &Record::data_checksum}, Field{"row_checksum", &Record::row_checksum});
}

struct DescriptionRow4 {
  std::int32_t id, kind_length, label_length, material_length;
  double mass, volume;
  std::array<double, 3> center;
  std::array<double, 9> tensor;
  Slice text, vertices, faces, spheres, sphere_surfaces, ellipsoids, ellipsoid_surfaces, nodes, elements;
  std::uint64_t data_checksum, row_checksum;
};

constexpr auto fields_of(const DescriptionRow4* /*record*/)
{
  using Record = DescriptionRow4;
  return std::tuple(
      Field{"id", &Record::id}, Field{"kind_length", &Record::kind_length},
      Field{"label_length", &Record::label_length}, Field{"material_length", &Record::material_length},
      Field{"mass", &Record::mass}, Field{"volume", &Record::volume}, Field{"center", &Record::center},
      Field{"tensor", &Record::tensor}, Field{"text", &Record::text}, Field{"vertex", &Record::vertices},
      Field{"face", &Record::faces}, Field{"sphere", &Record::spheres},
      Field{"sphere_surface", &Record::sphere_surfaces}, Field{"ellipsoid", &Record::ellipsoids},
      Field{"ellipsoid_surface", &Record::ellipsoid_surfaces}, Field{"node", &Record::nodes},
      Field{"element", &Record::elements}, Field{"data_checksum", &Record::data_checksum},
      Field{"row_checksum", &Record::row_checksum});
}

constexpr TableInfo frames_info = {"/frames", compound_type<FrameRow4>, sizeof(FrameRow4), 0, "", ""};
constexpr TableInfo bodies_info = {
    "/model/bodies", compound_type<DescriptionRow4>, sizeof(DescriptionRow4), 0, "", ""};

std::uint64_t& described_bodies(FrameRow& row)
{
  return row.model_rows[static_cast<std::size_t>(TableId::described_bodies)];
}

FrameRow of_today(const FrameRow4& old)
{
  FrameRow row;
  row.numbers = old.numbers;
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
    if (frame != frames.end()) body.added = frame->numbers.time;
    model.bodies.push_back(std::move(body));
  }
  model.rows[static_cast<std::size_t>(TableId::described_bodies)] = model.bodies.size();
  return model;
}

}  // namespace corbel
