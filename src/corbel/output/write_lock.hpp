// SPDX-License-Identifier: MIT
// The sign on the door of a file that is being written; the system takes it down when the writer dies.
#pragma once

#include <filesystem>
#include <utility>

namespace corbel {

/// An open-file-description lock, seen by writers here and elsewhere, and by nothing else: HDF5's own locks
/// (flock) are switched off, because they keep readers out and are let go of while SWMR writing. Where the
/// file system knows no locks there is none.
class WriteLock {
 public:
  WriteLock() = default;
  /// Creates the file if `create` and it is not there. Throws Hdf5Failure when it cannot be opened for
  /// writing, or somebody writes it.
  WriteLock(const std::filesystem::path& path, bool create);
  ~WriteLock();
  WriteLock(WriteLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  WriteLock& operator=(WriteLock&& other) noexcept
  {
    std::swap(file_, other.file_);
    return *this;
  }

 private:
  int file_ = -1;
};

/// True while a WriteLock of the file is alive in any process.
bool is_being_written(const std::filesystem::path& path);

}  // namespace corbel
