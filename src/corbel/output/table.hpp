// SPDX-License-Identifier: MIT
// A growing data set: rows are collected in memory and appended to the file together.
#pragma once

#include "corbel/output/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace corbel {

class Table {
 public:
  explicit Table(TableId id) : id_(id) {}

  void create(hid_t file, bool compress);
  void open(hid_t file);
  void close() { dataset_.reset(); }

  /// Collects rows and says where they will stand.
  template<class Array>
  Slice append(const Array& rows)
  {
    const Slice slice = {this->rows(), rows.size()};
    const auto bytes = std::as_bytes(std::span(rows.data(), rows.size()));
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    return slice;
  }

  /// Appends the collected rows to the file and makes them visible to other processes. After a failure (a
  /// full disk) it can be called again.
  void flush();

  /// Drops the rows behind the first `rows` of the file, visibly to other processes.
  void truncate(std::uint64_t rows);

  std::uint64_t rows() const { return stored_rows_ + pending_.size() / table_info(id_).row_bytes; }
  std::size_t pending_bytes() const { return pending_.size(); }

 private:
  TableId id_;
  Handle type_;
  Handle dataset_;
  std::uint64_t stored_rows_ = 0;
  std::vector<std::byte> pending_;
};

}  // namespace corbel
