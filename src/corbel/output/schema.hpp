// SPDX-License-Identifier: MIT
// The tables of a result file: names, rows, and the order in which they are written.
//
//   /model/text … /model/bodies   what the bodies are: flat arrays, and a row per body that points into them
//   /bodies /state /constraints   what the frames hold, one frame after another
//   /frames                       a row per frame that points into these three
//
// A table is written after those its rows point into, so /frames comes last: a frame counts once its row is
// there. All numbers are little endian. A row carries a checksum of itself and one of the rows it points to.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/output/hdf5_handle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace corbel {

inline constexpr const char* format_name = "Corbel result";
inline constexpr std::int32_t format_version = 4;

/// In the order of writing.
enum class TableId : std::size_t {
  text,
  vertices,
  faces,
  spheres,
  sphere_surfaces,
  ellipsoids,
  ellipsoid_surfaces,
  nodes,
  elements,
  described_bodies,
  bodies,
  state,
  constraints,
  frames
};
inline constexpr std::size_t table_count = 14;

/// Rows [begin, begin + count) of another table.
struct Slice {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;

  std::uint64_t end() const { return begin + count; }
};

/// A row of /frames.
struct FrameRow {
  double time = 0;
  double h = 0;
  std::int64_t step = 0;
  double next_output = 0;
  double next_callback = 0;
  double max_penetration = 0;
  std::int64_t iterations = 0;
  std::int32_t max_iterations = 0;
  std::int32_t unconverged_steps = 0;
  std::int32_t status = 0;
  std::int32_t contact_count = 0;  ///< constraints that are contacts
  double relative_change = 0;
  double residual_absolute = 0;
  double residual_scaled = 0;
  CertificateRecord worst;
  StageSeconds seconds = {};
  Slice bodies;
  Slice state;
  Slice constraints;
  std::uint64_t described_bodies = 0;  ///< rows of /model/bodies when the frame was written
  std::uint64_t data_checksum = 0;
  std::uint64_t row_checksum = 0;  ///< of all fields above
};

/// A row of /model/bodies.
struct DescriptionRow {
  std::int32_t id = 0;
  std::int32_t kind_length = 0;  ///< text of a body: kind, label, material without a gap
  std::int32_t label_length = 0;
  std::int32_t material_length = 0;
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
  std::uint64_t data_checksum = 0;
  std::uint64_t row_checksum = 0;  ///< of all fields above
};

struct TableInfo {
  const char* name;
  Handle (*make_type)();
  std::size_t row_bytes;
  std::size_t chunk_bytes;  ///< file space is taken in pieces of this size
  const char* about;
  const char* units;
};

const TableInfo& table_info(TableId id);

/// Checksums of a row's own fields.
std::uint64_t own_checksum(const FrameRow& row);
std::uint64_t own_checksum(const DescriptionRow& row);

/// Checksums of what a row points to.
std::uint64_t data_checksum(const Frame& frame);
std::uint64_t data_checksum(const BodyDescription& body);

}  // namespace corbel
