// SPDX-License-Identifier: MIT
// Copies and pickles of values: py::pickle over their members.
#pragma once

#include "bindings.hpp"

#include "corbel/math/types.hpp"

#include <cstring>
#include <type_traits>

namespace corbel::python {

/// The bytes of a vector of plain numbers or structs of them; pickles are of one machine and version.
template<class T>
py::bytes bytes_of(const std::vector<T>& values)
{
  static_assert(std::is_trivially_copyable_v<T> || std::is_same_v<T, Vec3>);
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template<class T>
std::vector<T> from_bytes(const py::handle& object)
{
  const auto bytes = py::reinterpret_borrow<py::bytes>(object).cast<std::string_view>();
  if (bytes.size() % sizeof(T) != 0) throw py::value_error("a pickle of another version of Corbel");
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
  return values;
}

}  // namespace corbel::python
