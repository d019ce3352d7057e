// SPDX-License-Identifier: MIT
// Checks the first bytes of a file before HDF5 opens it.
#pragma once

#include <cstdint>
#include <string>

namespace corbel {

/// What the first 48 bytes of an HDF5 file of the newest kind say.
struct Superblock {
  bool marked_open = false;       ///< a writer has it open, or was killed
  std::uint64_t end_of_file = 0;  ///< bytes when it was closed; out of date while marked open
};

/// Throws Hdf5Failure when the file is missing, empty, foreign or cut off.
Superblock inspect_superblock(const std::string& path);

/// The block as it stands, to be put back by restore_superblock(): which un-does what closing the file writes
/// there.
std::string superblock_bytes(const std::string& path);
void restore_superblock(const std::string& path, const std::string& bytes);

/// Bytes on disk now.
std::uint64_t file_bytes(const std::string& path);

}  // namespace corbel
