// SPDX-License-Identifier: MIT
// HDF5 identifiers that close themselves, and HDF5's complaints as exceptions.
#pragma once

#include "corbel/core/error.hpp"

#include <hdf5.h>

#include <string>
#include <utility>

namespace corbel {

/// A call into HDF5 that failed, or a file that is not what it should be. It knows no path:
/// with_path() below turns it into a FileError that does.
struct Hdf5Failure {
  std::string what;
};

/// The innermost message of HDF5's error stack, in brackets; empty when there is none.
std::string hdf5_reason();

/// Throws Hdf5Failure when HDF5 reports a failure by a negative number.
template<class Result>
Result checked(Result result, const char* what)
{
  if (result < 0) throw Hdf5Failure{what + hdf5_reason()};
  return result;
}

/// Owner of one identifier.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close, const char* what) : id_(checked(id, what)), close_(close) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept
  {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }

  operator hid_t() const { return id_; }
  bool is_open() const { return id_ >= 0; }

  /// Closes now; false when HDF5 could not (for a file: not all of it reached the disk).
  bool reset() { return id_ < 0 || close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// While alive, HDF5 does not print its error stack.
class SilentErrors {
 public:
  SilentErrors();
  ~SilentErrors();
  SilentErrors(const SilentErrors&) = delete;
  SilentErrors& operator=(const SilentErrors&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// Runs `work` silently; a failure becomes FileError "cannot read 'a.h5': what is wrong. What to try."
template<class Work>
auto with_path(const char* verb, const std::string& path, const char* advice, const Work& work)
{
  const SilentErrors silent;
  try {
    return work();
  } catch (const Hdf5Failure& failure) {
    throw FileError(fmt::format("cannot {} '{}': {}. {}", verb, path, failure.what, advice));
  }
}

}  // namespace corbel
