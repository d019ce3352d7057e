// SPDX-License-Identifier: MIT
// A file that gets its name when it is worth having, and leaves no trace otherwise.
#pragma once

#include "corbel/output/write_lock.hpp"

#include <deque>
#include <filesystem>

namespace corbel {

/// Stands for `path` under the name `path`.part until publish(), locked; makes the directories on the way.
/// Throws Hdf5Failure when the file cannot be written or another run writes it.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path path);
  ~TemporaryFile();  ///< unless published: removes the file and those directories it made that are empty
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const { return part_; }
  /// Renames; a file that had the name is replaced in the same instant. Hands over the lock of the file.
  WriteLock publish();

 private:
  void make_directories();
  void remove_directories();

  std::filesystem::path final_;
  std::filesystem::path part_;
  std::deque<std::filesystem::path> made_directories_;  ///< innermost first
  WriteLock lock_;
  bool published_ = false;
};

}  // namespace corbel
