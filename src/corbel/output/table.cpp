// SPDX-License-Identifier: MIT
// Appending to chunked HDF5 data sets.
#include "corbel/output/table.hpp"

#include "corbel/output/attributes.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr unsigned deflate_level = 1;  // the run waits for it
constexpr std::size_t max_deflated_chunk_bytes = 32 * 1024;

Handle creation_properties(const TableInfo& info, bool compress)
{
  Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "no data set properties");
  const std::size_t bytes =
      compress ? std::min(info.chunk_bytes, max_deflated_chunk_bytes) : info.chunk_bytes;
  const hsize_t chunk_rows = bytes / info.row_bytes;
  checked(H5Pset_chunk(properties, 1, &chunk_rows), "no chunks");
  // Only rows that were written are ever read: filling new chunks with zeros would be wasted.
  checked(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER), "no fill time");
  if (compress) checked(H5Pset_deflate(properties, deflate_level), "no compression in this HDF5");
  return properties;
}

/// Without a chunk cache, rows go straight to their place in the file and a flush does not write whole chunks
/// again. (Compressed chunks are cached all the same, in the cache of HDF5's default size.)
Handle access_properties(bool compressed)
{
  Handle properties(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "no data set properties");
  if (!compressed) checked(H5Pset_chunk_cache(properties, 1, 0, 1.0), "no chunk cache");
  return properties;
}

bool is_compressed(hid_t dataset)
{
  const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "no data set properties");
  return H5Pget_nfilters(properties) > 0;
}

std::uint64_t row_count(hid_t dataset)
{
  const Handle space(H5Dget_space(dataset), H5Sclose, "no data space");
  return static_cast<std::uint64_t>(checked(H5Sget_simple_extent_npoints(space), "no extent"));
}

}  // namespace

void Table::create(hid_t file, bool compress)
{
  const TableInfo& info = table_info(id_);
  const hsize_t none = 0, unlimited = H5S_UNLIMITED;
  const Handle space(H5Screate_simple(1, &none, &unlimited), H5Sclose, "no data space");
  const Handle creation = creation_properties(info, compress);
  const Handle access = access_properties(compress);
  type_ = info.make_type();
  dataset_ = Handle(H5Dcreate2(file, info.name, type_, space, H5P_DEFAULT, creation, access), H5Dclose,
                    "a data set cannot be created");
  write_attribute(dataset_, "about", std::string(info.about));
  write_attribute(dataset_, "units", std::string(info.units));
}

void Table::open(hid_t file)
{
  const TableInfo& info = table_info(id_);
  const char* failure = "a data set cannot be opened";
  type_ = info.make_type();
  const bool compressed = is_compressed(Handle(H5Dopen2(file, info.name, H5P_DEFAULT), H5Dclose, failure));
  dataset_ = Handle(H5Dopen2(file, info.name, access_properties(compressed)), H5Dclose, failure);
  stored_rows_ = row_count(dataset_);
}

void Table::flush()
{
  if (pending_.empty()) return;
  const hsize_t begin = stored_rows_, count = pending_.size() / table_info(id_).row_bytes,
                end = begin + count;
  checked(H5Dset_extent(dataset_, &end), "a data set cannot grow");
  const Handle there(H5Dget_space(dataset_), H5Sclose, "no data space");
  const Handle here(H5Screate_simple(1, &count, nullptr), H5Sclose, "no data space");
  checked(H5Sselect_hyperslab(there, H5S_SELECT_SET, &begin, nullptr, &count, nullptr), "no selection");
  checked(H5Dwrite(dataset_, type_, here, there, H5P_DEFAULT, pending_.data()), "rows cannot be written");
  checked(H5Dflush(dataset_), "rows cannot be flushed");
  stored_rows_ = end;
  pending_.clear();
}

void Table::truncate(std::uint64_t rows)
{
  const hsize_t end = rows;
  checked(H5Dset_extent(dataset_, &end), "a data set cannot be shortened");
  checked(H5Dflush(dataset_), "a data set cannot be flushed");
  stored_rows_ = rows;
}

}  // namespace corbel
