// SPDX-License-Identifier: MIT
// What remains of a file that is continued after one of its frames.
#pragma once

#include "corbel/output/contents.hpp"

#include <limits>
#include <unordered_map>

namespace corbel {

struct KeptRows {
  static constexpr double no_time = -std::numeric_limits<double>::infinity();

  std::array<std::uint64_t, table_count> rows = {};           ///< of each table
  std::unordered_map<std::int32_t, std::uint64_t> described;  ///< as ResultWriter::Impl::described
  double time = no_time;                                      ///< of the last frame

  std::uint64_t& operator[](TableId id) { return rows[static_cast<std::size_t>(id)]; }
};

/// Throws Hdf5Failure when there are fewer frames.
KeptRows kept_rows(const Contents& contents, std::size_t keep_frames);

}  // namespace corbel
