// SPDX-License-Identifier: MIT
// What a result file holds, apart from the frames' own rows: read in one go and checked against itself.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/output/schema.hpp"
#include "corbel/output/stored_table.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace corbel {

/// The tables that the rows of /frames point into.
struct FrameTables {
  StoredTable bodies;
  StoredTable state;
  StoredTable constraints;
};

struct Contents {
  RunDescription run;
  std::vector<BodyDescription> bodies;
  std::vector<DescriptionRow> descriptions;  ///< of `bodies`
  std::vector<FrameRow> frames;              ///< the longest beginning that is whole
  std::size_t lost_frames = 0;               ///< rows behind it
  FrameTables tables;
};

/// Throws Hdf5Failure when the file is not a result, or when not even its first frame is whole.
Contents read_contents(hid_t file, const std::string& path);

}  // namespace corbel
