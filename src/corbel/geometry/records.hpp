// SPDX-License-Identifier: MIT
// Index records "k, n1 … nk, id" of flat user lists: faces of a convex, elements and surfaces of a mesh.
#pragma once

#include "corbel/core/error.hpp"

#include <algorithm>
#include <span>

namespace corbel {

struct Record {
  std::span<const int> indices;  ///< n1 … nk
  int id;
};

/// Reads one record after the other and checks each; errors name the argument and the record ("face 3").
class RecordReader {
 public:
  RecordReader(std::string_view argument, std::string_view what, std::span<const int> flat,
               std::size_t index_limit)
      : argument_(argument), what_(what), rest_(flat), index_limit_(index_limit)
  {
  }

  bool done() const { return rest_.empty(); }

  /// `accepts(k)` says whether a record may hold k indices; `expected` says the same in words.
  template<class Accepts>
  Record next(const Accepts& accepts, std::string_view expected)
  {
    const int k = rest_[0];
    if (!accepts(k)) fail(fmt::format("a count of {}", k), expected);
    const auto count = static_cast<std::size_t>(k);
    if (rest_.size() < count + 2)
      fail(fmt::format("only {} of {} numbers", rest_.size(), count + 2),
           "the count, that many indices and an identifier");
    const Record record{rest_.subspan(1, count), rest_[count + 1]};
    check_indices(record.indices);
    rest_ = rest_.subspan(count + 2);
    ++number_;
    return record;
  }

 private:
  void check_indices(std::span<const int> indices) const
  {
    for (auto i = indices.begin(); i != indices.end(); ++i) {
      if (*i < 0 || static_cast<std::size_t>(*i) >= index_limit_)
        fail(fmt::format("the index {}", *i), fmt::format("indices from 0 to {}", index_limit_ - 1));
      if (std::find(indices.begin(), i, *i) != i)
        fail(fmt::format("the index {} twice", *i), "different indices");
    }
  }
  [[noreturn]] void fail(std::string_view given, std::string_view expected) const
  {
    throw_input_error(argument_, fmt::format("{} in {} {}", given, what_, number_), expected);
  }

  std::string_view argument_;
  std::string_view what_;
  std::span<const int> rest_;
  std::size_t index_limit_;
  std::size_t number_ = 0;
};

}  // namespace corbel
