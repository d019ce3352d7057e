// SPDX-License-Identifier: MIT
// The checks that HDF5 makes late or not at all: missing, empty, foreign, cut off.
#include "corbel/output/superblock.hpp"

#include "corbel/output/hdf5_handle.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace corbel {
namespace {

/// HDF5 File Format Specification 3.0, II.A: signature, version 3, sizes of offsets and lengths, flags, then
/// addresses.
constexpr std::array<unsigned char, 8> signature = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t version_at = 8, offset_size_at = 9, length_size_at = 10, flags_at = 11,
                      end_of_file_at = 28;
using Bytes = std::array<unsigned char, 48>;

void check_regular_file(const std::string& path)
{
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw Hdf5Failure{"it does not exist"};
  if (std::filesystem::is_directory(status)) throw Hdf5Failure{"it is a directory"};
  if (!std::filesystem::is_regular_file(status)) throw Hdf5Failure{"it is not a regular file"};
}

Bytes first_bytes(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Hdf5Failure{std::strerror(errno)};
  Bytes bytes{};
  file.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
  if (file.gcount() == 0) throw Hdf5Failure{"it is empty (0 bytes)"};
  const auto got = static_cast<std::size_t>(file.gcount());
  if (!std::equal(signature.begin(), signature.begin() + std::min(got, signature.size()), bytes.begin()))
    throw Hdf5Failure{"it is not a result file (not HDF5)"};
  if (got < bytes.size()) throw Hdf5Failure{fmt::format("it is truncated after {} bytes", got)};
  return bytes;
}

}  // namespace

std::string superblock_bytes(const std::string& path)
{
  const Bytes bytes = first_bytes(path);
  return {bytes.begin(), bytes.end()};
}

void restore_superblock(const std::string& path, const std::string& bytes)
{
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary) << bytes;
}

std::uint64_t file_bytes(const std::string& path)
{
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error) throw Hdf5Failure{error.message()};
  return bytes;
}

Superblock inspect_superblock(const std::string& path)
{
  check_regular_file(path);
  const Bytes bytes = first_bytes(path);
  if (bytes[version_at] != 3 || bytes[offset_size_at] != 8 || bytes[length_size_at] != 8)
    throw Hdf5Failure{"it is an HDF5 file, but not a result of Corbel, or its first bytes are damaged"};
  Superblock block;
  block.marked_open = bytes[flags_at] != 0;
  std::memcpy(&block.end_of_file, bytes.data() + end_of_file_at, sizeof(block.end_of_file));
  const std::uint64_t there = file_bytes(path);
  if (!block.marked_open && there < block.end_of_file)
    throw Hdf5Failure{fmt::format("it is truncated: {} of {} bytes are present", there, block.end_of_file)};
  return block;
}

}  // namespace corbel
