// SPDX-License-Identifier: MIT
// Open-file-description locks (Linux: fcntl(2), F_OFD_SETLK).
#include "corbel/output/write_lock.hpp"

#include "corbel/output/hdf5_handle.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace corbel {
namespace {

constexpr const char* in_use = "another run is writing it";

struct flock whole_file()
{
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

/// False when another holds the lock.
bool take_lock(int file)
{
  struct flock lock = whole_file();
  return ::fcntl(file, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

}  // namespace

WriteLock::WriteLock(const std::filesystem::path& path, bool create)
    : file_(::open(path.c_str(), O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0), 0666))
{
  if (file_ < 0) throw Hdf5Failure{std::strerror(errno)};
  if (take_lock(file_)) return;
  ::close(file_);
  throw Hdf5Failure{in_use};
}

WriteLock::~WriteLock()
{
  if (file_ >= 0) ::close(file_);
}

bool is_being_written(const std::filesystem::path& path)
{
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  struct flock lock = whole_file();
  const bool held = ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(file);
  return held;
}

}  // namespace corbel
