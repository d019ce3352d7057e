// SPDX-License-Identifier: MIT
// A data set of an existing file, read only after all that can be checked about it was checked.
#pragma once

#include "corbel/output/schema.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace corbel {

class StoredTable {
 public:
  /// Throws Hdf5Failure when the data set is missing, is not what Corbel writes, or claims more rows than the
  /// file can hold.
  StoredTable(hid_t file, const std::string& path, const TableInfo& info);

  void close() { dataset_.reset(), type_.reset(); }  ///< nothing can be read afterwards

  std::uint64_t rows() const { return rows_; }
  bool holds(const Slice& slice) const { return slice.begin <= rows_ && slice.count <= rows_ - slice.begin; }

  /// Rows [slice.begin, slice.end()), which must be held.
  template<class Row>
  std::vector<Row> read(const Slice& slice) const
  {
    demand(sizeof(Row) == row_bytes_ && holds(slice), "rows of a result file that are not there");
    std::vector<Row> rows(slice.count);
    if (slice.count > 0) read_into(slice, rows.data());
    return rows;
  }
  template<class Row>
  std::vector<Row> read_all() const
  {
    return read<Row>({0, rows_});
  }

 private:
  void read_into(const Slice& slice, void* rows) const;

  Handle type_;
  Handle dataset_;
  std::size_t row_bytes_;
  std::uint64_t rows_;
};

}  // namespace corbel
