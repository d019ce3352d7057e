// SPDX-License-Identifier: MIT
// An untrusted HDF5 file: every access is checked and errors name the dataset.
#pragma once

#include "corbel/output/hdf5_handle.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace corbel {

class ProblemFile {
 public:
  /// Throws FileError when it is missing, cut off or not HDF5.
  explicit ProblemFile(const std::string& path);

  /// Names are full paths in the file: "/fclib_local/W/m".
  bool has(const std::string& name) const;
  int integer(const std::string& name) const;
  std::vector<int> integers(const std::string& name) const;
  /// All finite.
  std::vector<double> numbers(const std::string& name) const;
  std::vector<double> numbers(const std::string& name, std::size_t count) const;
  /// Empty when there is no such text; what is not UTF-8 becomes '?'.
  std::string text(const std::string& name) const;

  /// InputError "'a.hdf5', /fclib_local/W/m: found −3, expected …"
  [[noreturn]] void refuse(const std::string& name, const std::string& found,
                           const std::string& expected) const;
  const std::string& path() const { return path_; }

 private:
  Handle dataset(const std::string& name) const;
  std::size_t checked_count(const std::string& name, hid_t dataset, std::size_t bytes) const;

  std::string path_;
  std::uint64_t bytes_ = 0;
  Handle file_;
};

}  // namespace corbel
