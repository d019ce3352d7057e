// SPDX-License-Identifier: MIT
// Rows as HDF5 compound types, made from their lists of fields (fields.hpp). The layout in the file is that in memory, so nothing is
// converted.
#pragma once

#include "corbel/output/fields.hpp"
#include "corbel/output/hdf5_handle.hpp"
#include "corbel/output/schema.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <type_traits>

namespace corbel {

static_assert(std::endian::native == std::endian::little, "result files are little endian");

/// A compound type that grows field by field.
class Compound {
 public:
  explicit Compound(std::size_t bytes);
  void add(const std::string& name, std::size_t offset, hid_t member);

  template<class Value>
  void add(const std::string& name, std::size_t offset, const Value* /*type*/)
  {
    if constexpr (std::is_same_v<Value, double>)
      add(name, offset, H5T_IEEE_F64LE);
    else if constexpr (std::is_same_v<Value, std::int64_t>)
      add(name, offset, H5T_STD_I64LE);
    else if constexpr (std::is_same_v<Value, std::uint64_t>)
      add(name, offset, H5T_STD_U64LE);
    else {
      static_assert(sizeof(Value) == sizeof(std::int32_t) &&
                    (std::is_enum_v<Value> || std::is_same_v<Value, std::int32_t>));
      add(name, offset, H5T_STD_I32LE);
    }
  }
  template<class Value, std::size_t N>
  void add(const std::string& name, std::size_t offset, const std::array<Value, N>* /*type*/)
  {
    const hid_t member = std::is_same_v<Value, double> ? H5T_IEEE_F64LE : H5T_STD_U64LE;
    static_assert(std::is_same_v<Value, double> || std::is_same_v<Value, std::uint64_t>);
    add_array(name, offset, member, N);
  }
  void add(const std::string& name, std::size_t offset, const Slice* /*type*/)
  {
    add(name + "_begin", offset + offsetof(Slice, begin), H5T_STD_U64LE);
    add(name + "_count", offset + offsetof(Slice, count), H5T_STD_U64LE);
  }

  Handle take() { return std::move(type_); }

 private:
  void add_array(const std::string& name, std::size_t offset, hid_t member, hsize_t length);
  Handle type_;
};

template<HasFields Row>
Handle compound_type()
{
  static_assert(bytes_of_fields<Row>() == sizeof(Row), "no padding, and no field that is not listed");
  Compound type(sizeof(Row));
  const Row row = {};
  for_each_field(row, [&](const char* name, const auto& value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&row);  // NOLINT: a place in memory
    type.add(name, static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&value) - begin),
             &value);  // NOLINT
  });
  return type.take();
}

}  // namespace corbel
