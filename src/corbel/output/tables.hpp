// SPDX-License-Identifier: MIT
// All tables of a file that is being written.
#pragma once

#include "corbel/output/table.hpp"

#include <vector>

namespace corbel {

/// All tables of a file, in the order of writing.
class Tables {
 public:
  Tables()
  {
    for (std::size_t i = 0; i < table_count; ++i)
      tables_.emplace_back(static_cast<TableId>(i));
  }

  Table& operator[](TableId id) { return tables_[static_cast<std::size_t>(id)]; }

  void create(hid_t file, bool compress)
  {
    for (Table& table : tables_)
      table.create(file, compress);
  }
  void open(hid_t file)
  {
    for (Table& table : tables_)
      table.open(file);
  }
  void close()
  {
    for (Table& table : tables_)
      table.close();
  }
  void flush()
  {
    for (Table& table : tables_)
      table.flush();
  }
  std::size_t pending_bytes() const
  {
    std::size_t bytes = 0;
    for (const Table& table : tables_)
      bytes += table.pending_bytes();
    return bytes;
  }

 private:
  std::vector<Table> tables_;
};

}  // namespace corbel
