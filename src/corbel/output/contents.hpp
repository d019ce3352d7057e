// SPDX-License-Identifier: MIT
// What a result file holds, apart from the frames' own rows: read in one go and checked against itself.
#pragma once

#include "corbel/output/model_contents.hpp"

#include <cstddef>

namespace corbel {

/// The tables that the rows of /frames point into.
struct FrameTables {
  StoredTable bodies;
  StoredTable state;
  StoredTable constraints;

  void close()
  {
    for (StoredTable* table : {&bodies, &state, &constraints})
      table->close();
  }
};

struct Contents {
  RunDescription run;
  std::int32_t format = format_version;
  ModelContents model;  ///< what the frames need of it, and events that say that a run ended with the last
  std::vector<FrameRow> frames;  ///< the longest beginning that is whole
  std::size_t lost_frames = 0;   ///< rows behind it
  FrameTables tables;
};

/// Throws Hdf5Failure when the file is not a result, or when not even its first frame is whole.
Contents read_contents(hid_t file, const std::string& path);

}  // namespace corbel
