// SPDX-License-Identifier: MIT
// Existence, type and size are checked before anything is allocated.
#include "corbel/fclib/problem_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace corbel {
namespace {

namespace fs = std::filesystem;

/// zlib makes nothing more than this many times smaller: a bound on what a small file can ask us to allocate.
constexpr std::uint64_t largest_compression = 1032;
constexpr std::size_t most_text_bytes = 1u << 20;
constexpr const char* advice = "Give a complete FCLIB file (HDF5).";

std::uint64_t size_of(const std::string& path)
{
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) throw Hdf5Failure{"it does not exist"};
  if (!fs::is_regular_file(status)) throw Hdf5Failure{"it is not a regular file"};
  const std::uint64_t bytes = fs::file_size(path, error);
  if (error) throw Hdf5Failure{error.message()};
  if (bytes == 0) throw Hdf5Failure{"it is empty (0 bytes)"};
  return bytes;
}

/// Where a disk knows no locks, or another part of this process has the file open without them, none is
/// taken.
Handle open(const std::string& path)
{
  const hid_t locked = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (locked >= 0) return {locked, H5Fclose, ""};
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "no file access properties");
#if H5_VERSION_GE(1, 10, 7)
  checked(H5Pset_file_locking(access, false, true), "no file locking");
#endif
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  return {file, H5Fclose, "it is not an HDF5 file, or it is damaged or truncated"};
}

/// Well-formed UTF-8, but for overlong forms and surrogates.
bool is_utf8(const std::string& text)
{
  for (std::size_t k = 0; k < text.size();) {
    const auto lead = static_cast<unsigned char>(text[k++]);
    const int more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : -1;
    if (more < 0) return false;
    for (int j = 0; j < more; ++j, ++k)
      if (k >= text.size() || (static_cast<unsigned char>(text[k]) & 0xC0) != 0x80) return false;
  }
  return true;
}

std::string readable(std::string text)
{
  text.resize(std::min(text.size(), text.find('\0')));
  if (!is_utf8(text))
    std::replace_if(
        text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; }, '?');
  return text;
}

std::string fixed_text(hid_t dataset, hid_t type)
{
  const std::size_t width = H5Tget_size(type);
  if (width == 0 || width > most_text_bytes) return "";
  std::string text(width, '\0');
  checked(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "a text cannot be read");
  return text;
}

std::string variable_text(hid_t dataset, hid_t type)
{
  char* stored = nullptr;
  checked(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &stored), "a text cannot be read");
  const std::string text = stored ? std::string(stored).substr(0, most_text_bytes) : "";
  H5free_memory(stored);
  return text;
}

std::size_t count_of(hid_t dataset)
{
  const Handle space(H5Dget_space(dataset), H5Sclose, "a dataset has no size");
  return static_cast<std::size_t>(checked(H5Sget_simple_extent_npoints(space), "a dataset has no size"));
}

bool is_chunked(hid_t dataset)
{
  const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "a dataset has no layout");
  return H5Pget_layout(properties) == H5D_CHUNKED;
}

}  // namespace

ProblemFile::ProblemFile(const std::string& path) : path_(path)
{
  with_path("read", path_, advice, [&] {
    bytes_ = size_of(path_);
    file_ = open(path_);
  });
}

void ProblemFile::refuse(const std::string& name, const std::string& found, const std::string& expected) const
{
  throw InputError(fmt::format("'{}', {}: found {}, expected {}.", path_, name, found, expected));
}

bool ProblemFile::has(const std::string& name) const
{
  const SilentErrors silent;
  for (std::size_t end = name.find('/', 1); end != std::string::npos; end = name.find('/', end + 1))
    if (H5Lexists(file_, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0 && H5Oexists_by_name(file_, name.c_str(), 0) > 0;
}

Handle ProblemFile::dataset(const std::string& name) const
{
  if (!has(name)) refuse(name, "nothing", "a dataset");
  const SilentErrors silent;
  const hid_t id = H5Dopen2(file_, name.c_str(), H5P_DEFAULT);
  if (id < 0) refuse(name, "something else", "a dataset");
  return {id, H5Dclose, "no dataset"};
}

std::size_t ProblemFile::checked_count(const std::string& name, hid_t dataset, std::size_t bytes) const
{
  const std::size_t count = count_of(dataset);
  const std::uint64_t most = is_chunked(dataset) ? largest_compression * bytes_ : bytes_;
  if (count > std::min<std::uint64_t>(most / bytes, std::numeric_limits<int>::max()))
    refuse(name, fmt::format("{} numbers in a file of {} bytes", count, bytes_),
           "no more numbers than a file of this size can contain");
  return count;
}

std::vector<int> ProblemFile::integers(const std::string& name) const
{
  return with_path("read", path_, advice, [&] {
    const Handle data = dataset(name);
    const Handle type(H5Dget_type(data), H5Tclose, "a dataset has no type");
    if (H5Tget_class(type) != H5T_INTEGER) refuse(name, "another type", "integers");
    std::vector<long long> wide(checked_count(name, data, H5Tget_size(type)));
    if (!wide.empty())
      checked(H5Dread(data, H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, wide.data()),
              (name + " cannot be read").c_str());
    std::vector<int> values(wide.size());
    for (std::size_t k = 0; k < wide.size(); ++k) {
      values[k] = static_cast<int>(wide[k]);
      if (values[k] != wide[k])
        refuse(name, fmt::format("{} at index {}", wide[k], k), "integers of 32 bits");
    }
    return values;
  });
}

int ProblemFile::integer(const std::string& name) const
{
  const std::vector<int> values = integers(name);
  if (values.size() != 1) refuse(name, fmt::format("{} numbers", values.size()), "one");
  return values.front();
}

std::vector<double> ProblemFile::numbers(const std::string& name) const
{
  return with_path("read", path_, advice, [&] {
    const Handle data = dataset(name);
    const Handle type(H5Dget_type(data), H5Tclose, "a dataset has no type");
    const H5T_class_t kind = H5Tget_class(type);
    if (kind != H5T_FLOAT && kind != H5T_INTEGER) refuse(name, "another type", "numbers");
    std::vector<double> values(checked_count(name, data, H5Tget_size(type)));
    if (!values.empty())
      checked(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
              (name + " cannot be read").c_str());
    for (std::size_t k = 0; k < values.size(); ++k)
      if (!std::isfinite(values[k]))
        refuse(name, fmt::format("{} at index {}", values[k], k), "finite numbers");
    return values;
  });
}

std::vector<double> ProblemFile::numbers(const std::string& name, std::size_t count) const
{
  std::vector<double> values = numbers(name);
  if (values.size() != count)
    refuse(name, fmt::format("{} numbers", values.size()), fmt::format("{}", count));
  return values;
}

std::string ProblemFile::text(const std::string& name) const
{
  if (!has(name)) return "";
  return with_path("read", path_, advice, [&]() -> std::string {
    const Handle data = dataset(name);
    const Handle type(H5Dget_type(data), H5Tclose, "a dataset has no type");
    if (H5Tget_class(type) != H5T_STRING || count_of(data) != 1) return "";
    return readable(H5Tis_variable_str(type) > 0 ? variable_text(data, type) : fixed_text(data, type));
  });
}

}  // namespace corbel
