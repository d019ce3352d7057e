// SPDX-License-Identifier: MIT
// Making, naming and removing the file of a run.
#include "corbel/output/temporary_file.hpp"

#include "corbel/output/hdf5_handle.hpp"

namespace corbel {
namespace {

namespace fs = std::filesystem;

void check_name(const fs::path& path)
{
  std::error_code error;
  if (!path.has_filename()) throw Hdf5Failure{"the file name is missing"};
  if (fs::is_directory(path, error)) throw Hdf5Failure{"it is a directory"};
  if (is_being_written(path)) throw Hdf5Failure{"another run is writing it"};
}

}  // namespace

TemporaryFile::TemporaryFile(fs::path path) : final_(std::move(path)), part_(final_)
{
  check_name(final_);
  part_ += ".part";
  try {
    make_directories();
    lock_ = WriteLock(part_, true);
  } catch (...) {
    remove_directories();
    throw;
  }
}

TemporaryFile::~TemporaryFile()
{
  if (published_) return;
  std::error_code ignored;
  fs::remove(part_, ignored);
  remove_directories();
}

WriteLock TemporaryFile::publish()
{
  std::error_code error;
  fs::rename(part_, final_, error);
  if (error) throw Hdf5Failure{"it cannot be renamed: " + error.message()};
  published_ = true;
  return std::move(lock_);
}

void TemporaryFile::make_directories()
{
  fs::path directory;
  for (const fs::path& part : final_.parent_path()) {
    directory /= part;
    std::error_code error;
    if (fs::create_directory(directory, error)) made_directories_.push_front(directory);
    if (error) throw Hdf5Failure{fmt::format("no directory '{}': {}", directory.string(), error.message())};
  }
}

void TemporaryFile::remove_directories()
{
  std::error_code ignored;
  for (const fs::path& directory : made_directories_)
    fs::remove(directory, ignored);  // only succeeds when empty
}

}  // namespace corbel
