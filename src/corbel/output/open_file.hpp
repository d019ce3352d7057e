// SPDX-License-Identifier: MIT
// The three ways in which a result file is opened: to create, to go on writing, to read.
//
// Writing is single-writer/multiple-reader (SWMR): HDF5 then orders its writes so that the file on disk can
// be read at any instant, by a viewer while it grows and by anyone after a kill. The price is that nothing
// may be created in that mode, so a file is created, given its first frame, closed, and opened again for
// writing.
#pragma once

#include "corbel/output/hdf5_handle.hpp"

#include <string>

namespace corbel {

Handle create_file(const std::string& path);

/// Also a file whose writer was killed. The caller holds its WriteLock.
Handle open_for_appending(const std::string& path);

/// Also a file that is being written, here or in another process.
Handle open_for_reading(const std::string& path);

}  // namespace corbel
