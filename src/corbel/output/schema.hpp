// SPDX-License-Identifier: MIT
// The tables of a result file: names, rows, and the order in which they are written.
//
//   /model/text … /model/events   what the model is: flat arrays, and rows that point into them
//   /bodies /state /constraints   what the frames hold, one frame after another
//   /frames                       a row per frame that points into these three
//
// A table is written after those its rows point into, so /frames comes last: a frame counts once its row is
// there. All numbers are little endian. A row carries a checksum of itself and one of the rows it points to.
//
// Whatever a later formulation stores has a place: parts of a body's state and properties have names, bases
// have tables, events have kinds. Format 4, which had none of these, is read as well (format4.hpp).
#pragma once

#include "corbel/output/checksum.hpp"
#include "corbel/output/frame.hpp"
#include "corbel/output/hdf5_handle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace corbel {

inline constexpr const char* format_name = "Corbel result";
inline constexpr std::int32_t format_version = 5;

/// In the order of writing.
enum class TableId : std::size_t {
  text,
  numbers,
  properties,
  vertices,
  faces,
  spheres,
  sphere_surfaces,
  ellipsoids,
  ellipsoid_surfaces,
  nodes,
  elements,
  basis_numbers,
  bases,
  settings,
  described_bodies,
  described_joints,
  events,
  bodies,
  state,
  constraints,
  frames
};
inline constexpr std::size_t table_count = 21;
inline constexpr std::size_t model_table_count = 17;  ///< text … events

/// Rows [begin, begin + count) of another table.
struct Slice {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;

  std::uint64_t end() const { return begin + count; }
};

/// A row of /frames.
struct FrameRow {
  FrameNumbers numbers;
  Slice bodies;
  Slice state;
  Slice constraints;
  std::array<std::uint64_t, model_table_count> model_rows = {};  ///< of each table of /model at that time
  std::uint64_t data_checksum = 0;
  std::uint64_t row_checksum = 0;  ///< of all fields above
};

constexpr auto fields_of(const FrameRow* /*record*/)
{
  using Record = FrameRow;
  return std::tuple(Field{"", &Record::numbers}, Field{"body", &Record::bodies},
                    Field{"state", &Record::state}, Field{"constraint", &Record::constraints},
                    Field{"model_rows", &Record::model_rows}, Field{"data_checksum", &Record::data_checksum},
                    Field{"row_checksum", &Record::row_checksum});
}

/// A row of /model/bodies.
struct DescriptionRow {
  std::int32_t id = 0;
  std::int32_t kind_length = 0;  ///< text of a body: kind, label, material without a gap
  std::int32_t label_length = 0;
  std::int32_t material_length = 0;
  std::int32_t parent = 0;
  std::int32_t basis = 0;
  double mass = 0;
  double volume = 0;
  std::array<double, 3> center = {};
  std::array<double, 9> tensor = {};
  Slice text;
  Slice vertices;
  Slice faces;
  Slice spheres;
  Slice sphere_surfaces;
  Slice ellipsoids;
  Slice ellipsoid_surfaces;
  Slice nodes;
  Slice elements;
  Slice parts;  ///< of /model/properties: text is the role, the only number the size
  Slice properties;
  std::uint64_t shape = 0;  ///< fingerprint: checksum of vertices … elements
  std::uint64_t data_checksum = 0;
  std::uint64_t row_checksum = 0;  ///< of all fields above
};

constexpr auto fields_of(const DescriptionRow* /*record*/)
{
  using Record = DescriptionRow;
  return std::tuple(
      Field{"id", &Record::id}, Field{"kind_length", &Record::kind_length},
      Field{"label_length", &Record::label_length}, Field{"material_length", &Record::material_length},
      Field{"parent", &Record::parent}, Field{"basis", &Record::basis}, Field{"mass", &Record::mass},
      Field{"volume", &Record::volume}, Field{"center", &Record::center}, Field{"tensor", &Record::tensor},
      Field{"text", &Record::text}, Field{"vertex", &Record::vertices}, Field{"face", &Record::faces},
      Field{"sphere", &Record::spheres}, Field{"sphere_surface", &Record::sphere_surfaces},
      Field{"ellipsoid", &Record::ellipsoids}, Field{"ellipsoid_surface", &Record::ellipsoid_surfaces},
      Field{"node", &Record::nodes}, Field{"element", &Record::elements}, Field{"part", &Record::parts},
      Field{"property", &Record::properties}, Field{"shape", &Record::shape},
      Field{"data_checksum", &Record::data_checksum}, Field{"row_checksum", &Record::row_checksum});
}

/// A row of /model/properties. Rows that point to it check it.
struct PropertyRow {
  Slice name;  ///< of /model/text
  Slice text;
  Slice numbers;
};

constexpr auto fields_of(const PropertyRow* /*record*/)
{
  using Record = PropertyRow;
  return std::tuple(Field{"name", &Record::name}, Field{"text", &Record::text},
                    Field{"number", &Record::numbers});
}

/// A row of /model/bases.
struct BasisRow {
  std::int32_t id = 0;
  std::int32_t reserved = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  Slice numbers;  ///< of /model/basis_numbers
  Slice properties;
  std::uint64_t data_checksum = 0;
  std::uint64_t row_checksum = 0;
};

constexpr auto fields_of(const BasisRow* /*record*/)
{
  using Record = BasisRow;
  return std::tuple(Field{"id", &Record::id}, Field{"reserved", &Record::reserved},
                    Field{"rows", &Record::rows}, Field{"columns", &Record::columns},
                    Field{"number", &Record::numbers}, Field{"property", &Record::properties},
                    Field{"data_checksum", &Record::data_checksum},
                    Field{"row_checksum", &Record::row_checksum});
}

/// A row of /model/settings.
struct SettingsRow {
  double time = 0;
  Slice properties;
  std::uint64_t data_checksum = 0;
  std::uint64_t row_checksum = 0;
};

constexpr auto fields_of(const SettingsRow* /*record*/)
{
  using Record = SettingsRow;
  return std::tuple(Field{"time", &Record::time}, Field{"property", &Record::properties},
                    Field{"data_checksum", &Record::data_checksum},
                    Field{"row_checksum", &Record::row_checksum});
}

/// A row of /model/joints.
struct JointRow {
  std::int32_t id = 0;
  std::int32_t master = 0;
  std::int32_t slave = 0;
  std::int32_t reserved = 0;
  Slice kind;  ///< of /model/text
  Slice properties;
  Slice memory;
  std::uint64_t data_checksum = 0;
  std::uint64_t row_checksum = 0;
};

constexpr auto fields_of(const JointRow* /*record*/)
{
  using Record = JointRow;
  return std::tuple(Field{"id", &Record::id}, Field{"master", &Record::master},
                    Field{"slave", &Record::slave}, Field{"reserved", &Record::reserved},
                    Field{"kind", &Record::kind}, Field{"property", &Record::properties},
                    Field{"memory", &Record::memory}, Field{"data_checksum", &Record::data_checksum},
                    Field{"row_checksum", &Record::row_checksum});
}

/// A row of /model/events.
struct EventRow {
  double time = 0;
  std::int32_t kind = 0;  ///< ModelEventKind
  std::int32_t id = 0;
  std::uint64_t row_checksum = 0;
};

constexpr auto fields_of(const EventRow* /*record*/)
{
  using Record = EventRow;
  return std::tuple(Field{"time", &Record::time}, Field{"kind", &Record::kind}, Field{"id", &Record::id},
                    Field{"row_checksum", &Record::row_checksum});
}

struct TableInfo {
  const char* name;
  Handle (*make_type)();
  std::size_t row_bytes;
  std::size_t chunk_bytes;  ///< file space is taken in pieces of this size
  const char* about;
  const char* units;
};

const TableInfo& table_info(TableId id);

/// Checksum of a row's own fields: all but the last, which holds it.
template<class Row>
std::uint64_t own_checksum(const Row& row)
{
  static_assert(std::is_trivially_copyable_v<Row> &&
                offsetof(Row, row_checksum) + sizeof(std::uint64_t) == sizeof(Row));
  return checksum(std::as_bytes(std::span(&row, 1)).first(offsetof(Row, row_checksum)), 0);
}

/// Checksums of what a row points to.
std::uint64_t data_checksum(const Frame& frame);
std::uint64_t data_checksum(const BodyDescription& body);
std::uint64_t data_checksum(const JointDescription& joint);
std::uint64_t data_checksum(const SettingsDescription& settings);
std::uint64_t data_checksum(const BasisDescription& basis);
/// Kind, label, material and shape: all that format 4 has of a body.
std::uint64_t shape_and_text_checksum(const BodyDescription& body);
/// Fingerprint of the shape: equal bits have equal fingerprints.
std::uint64_t shape_fingerprint(const BodyDescription& body);

}  // namespace corbel
