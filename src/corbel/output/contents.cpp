// SPDX-License-Identifier: MIT
// Descriptions and the table of frames, up to the first row that does not fit.
#include "corbel/output/contents.hpp"

#include "corbel/output/attributes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace corbel {
namespace {

/// The flat arrays of /model.
struct ModelArrays {
  std::vector<char> text;
  std::vector<double> vertices;
  std::vector<std::int32_t> faces;
  std::vector<double> spheres;
  std::vector<std::int32_t> sphere_surfaces;
  std::vector<double> ellipsoids;
  std::vector<std::int32_t> ellipsoid_surfaces;
  std::vector<double> nodes;
  std::vector<std::int32_t> elements;
};

template<class Row>
std::vector<Row> read_table(hid_t file, const std::string& path, TableId id)
{
  return StoredTable(file, path, id).read_all<Row>();
}

ModelArrays read_arrays(hid_t file, const std::string& path)
{
  return {read_table<char>(file, path, TableId::text),
          read_table<double>(file, path, TableId::vertices),
          read_table<std::int32_t>(file, path, TableId::faces),
          read_table<double>(file, path, TableId::spheres),
          read_table<std::int32_t>(file, path, TableId::sphere_surfaces),
          read_table<double>(file, path, TableId::ellipsoids),
          read_table<std::int32_t>(file, path, TableId::ellipsoid_surfaces),
          read_table<double>(file, path, TableId::nodes),
          read_table<std::int32_t>(file, path, TableId::elements)};
}

template<class Number>
bool fits(const Slice& slice, const std::vector<Number>& array)
{
  return slice.begin <= array.size() && slice.count <= array.size() - slice.begin;
}

bool fits(const DescriptionRow& row, const ModelArrays& arrays)
{
  const std::int64_t letters =
      std::int64_t(row.kind_length) + std::int64_t(row.label_length) + std::int64_t(row.material_length);
  return row.row_checksum == own_checksum(row) && row.kind_length >= 0 && row.label_length >= 0 &&
         row.material_length >= 0 && std::uint64_t(letters) == row.text.count &&
         fits(row.text, arrays.text) && fits(row.vertices, arrays.vertices) &&
         fits(row.faces, arrays.faces) && fits(row.spheres, arrays.spheres) &&
         fits(row.sphere_surfaces, arrays.sphere_surfaces) && fits(row.ellipsoids, arrays.ellipsoids) &&
         fits(row.ellipsoid_surfaces, arrays.ellipsoid_surfaces) && fits(row.nodes, arrays.nodes) &&
         fits(row.elements, arrays.elements);
}

template<class Number>
std::vector<Number> part(const std::vector<Number>& array, const Slice& slice)
{
  const std::span numbers = std::span(array).subspan(slice.begin, slice.count);
  return {numbers.begin(), numbers.end()};
}

BodyDescription description(const DescriptionRow& row, const ModelArrays& arrays)
{
  const auto kind = static_cast<std::size_t>(row.kind_length),
             label = static_cast<std::size_t>(row.label_length);
  const std::vector<char> letters = part(arrays.text, row.text);
  const std::string text(letters.begin(), letters.end());
  BodyDescription body;
  body.id = row.id;
  body.kind = text.substr(0, kind);
  body.label = text.substr(kind, label);
  body.material = text.substr(kind + label);
  body.mass = row.mass;
  body.volume = row.volume;
  body.center = row.center;
  body.tensor = row.tensor;
  body.vertices = part(arrays.vertices, row.vertices);
  body.faces = part(arrays.faces, row.faces);
  body.spheres = part(arrays.spheres, row.spheres);
  body.sphere_surfaces = part(arrays.sphere_surfaces, row.sphere_surfaces);
  body.ellipsoids = part(arrays.ellipsoids, row.ellipsoids);
  body.ellipsoid_surfaces = part(arrays.ellipsoid_surfaces, row.ellipsoid_surfaces);
  body.nodes = part(arrays.nodes, row.nodes);
  body.elements = part(arrays.elements, row.elements);
  return body;
}

void read_model(hid_t file, const std::string& path, Contents& contents)
{
  contents.descriptions = read_table<DescriptionRow>(file, path, TableId::described_bodies);
  const ModelArrays arrays = read_arrays(file, path);
  for (const DescriptionRow& row : contents.descriptions) {
    if (!fits(row, arrays)) break;
    BodyDescription body = description(row, arrays);
    if (row.data_checksum != data_checksum(body)) break;
    contents.bodies.push_back(std::move(body));
  }
  contents.descriptions.resize(contents.bodies.size());
}

/// Frames follow each other without gaps, and all they point to is there.
bool follows(const FrameRow& row, const FrameRow& previous, const Contents& contents)
{
  return row.row_checksum == own_checksum(row) && std::isfinite(row.time) && row.time >= previous.time &&
         row.bodies.begin == previous.bodies.end() && row.state.begin == previous.state.end() &&
         row.constraints.begin == previous.constraints.end() && contents.tables.bodies.holds(row.bodies) &&
         contents.tables.state.holds(row.state) && contents.tables.constraints.holds(row.constraints) &&
         row.described_bodies <= contents.bodies.size();
}

std::size_t whole_frames(const Contents& contents)
{
  FrameRow previous;
  previous.time = -std::numeric_limits<double>::infinity();
  std::size_t count = 0;
  for (const FrameRow& row : contents.frames) {
    if (!follows(row, previous, contents)) break;
    previous = row;
    ++count;
  }
  return count;
}

}  // namespace

Contents read_contents(hid_t file, const std::string& path)
{
  RunDescription run = read_run(file);
  // A live file grows while it is read, /frames last: read first, it never points beyond what is read after
  // it.
  std::vector<FrameRow> frames = read_table<FrameRow>(file, path, TableId::frames);
  Contents contents = {std::move(run),
                       {},
                       {},
                       std::move(frames),
                       0,
                       {StoredTable(file, path, TableId::bodies), StoredTable(file, path, TableId::state),
                        StoredTable(file, path, TableId::constraints)}};
  read_model(file, path, contents);
  const std::size_t whole = whole_frames(contents), all = contents.frames.size();
  if (whole == 0 && all > 0) throw Hdf5Failure{"its first frame is damaged"};
  contents.frames.resize(whole);
  contents.lost_frames = all - whole;
  return contents;
}

}  // namespace corbel
