// SPDX-License-Identifier: MIT
// The checks of a data set before its first number is read.
#include "corbel/output/stored_table.hpp"

#include "corbel/output/superblock.hpp"

namespace corbel {
namespace {

constexpr std::uint64_t max_chunk_bytes = 1u << 24;
constexpr std::uint64_t max_deflate_ratio = 1032;  // https://zlib.net/zlib_tech.html

[[noreturn]] void throw_damaged(const TableInfo& info, const char* what)
{
  throw Hdf5Failure{fmt::format("data set {} {}", info.name, what)};
}

/// True when compressed. Other filters are not ours, and HDF5 would go looking for plug-ins.
bool check_filters(hid_t properties, const TableInfo& info)
{
  const int filters = H5Pget_nfilters(properties);
  if (filters == 0) return false;
  unsigned flags = 0, config = 0;
  std::size_t no_parameters = 0;
  if (filters != 1 || H5Pget_filter2(properties, 0, &flags, &no_parameters, nullptr, 0, nullptr, &config) !=
                          H5Z_FILTER_DEFLATE)
    throw_damaged(info, "is not stored as Corbel stores it");
  return true;
}

/// Returns whether the rows are compressed.
bool check_layout(hid_t dataset, const TableInfo& info)
{
  const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "no data set properties");
  hsize_t chunk_rows = 0;
  if (H5Pget_layout(properties) != H5D_CHUNKED || H5Pget_chunk(properties, 1, &chunk_rows) != 1 ||
      chunk_rows == 0 || chunk_rows > max_chunk_bytes / info.row_bytes)
    throw_damaged(info, "is not stored as Corbel stores it");
  return check_filters(properties, info);
}

std::uint64_t checked_rows(hid_t dataset, const std::string& path, const TableInfo& info, bool compressed)
{
  const Handle space(H5Dget_space(dataset), H5Sclose, "no data space");
  hsize_t rows = 0;
  if (H5Sget_simple_extent_ndims(space) != 1 || H5Sget_simple_extent_dims(space, &rows, nullptr) != 1)
    throw_damaged(info, "is not a list of rows");
  const std::uint64_t most_bytes = file_bytes(path) * (compressed ? max_deflate_ratio : 1);
  if (rows > most_bytes / info.row_bytes) throw_damaged(info, "has more rows than the file can contain");
  return rows;
}

}  // namespace

StoredTable::StoredTable(hid_t file, const std::string& path, const TableInfo& info)
{
  type_ = info.make_type();
  row_bytes_ = info.row_bytes;
  const hid_t dataset = H5Dopen2(file, info.name, H5P_DEFAULT);
  if (dataset < 0) throw_damaged(info, ("is missing or damaged" + hdf5_reason()).c_str());
  dataset_ = Handle(dataset, H5Dclose, "");
  const Handle stored_type(H5Dget_type(dataset_), H5Tclose, "no type");
  if (H5Tequal(stored_type, type_) <= 0) throw_damaged(info, "has other columns than Corbel writes");
  rows_ = checked_rows(dataset_, path, info, check_layout(dataset_, info));
}

void StoredTable::read_into(const Slice& slice, void* rows) const
{
  const hsize_t begin = slice.begin, count = slice.count;
  const Handle there(H5Dget_space(dataset_), H5Sclose, "no data space");
  const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose, "no data space");
  checked(H5Sselect_hyperslab(there, H5S_SELECT_SET, &begin, nullptr, &count, nullptr), "no selection");
  checked(H5Dread(dataset_, type_, here, there, H5P_DEFAULT, rows), "rows cannot be read");
}

}  // namespace corbel
