// SPDX-License-Identifier: MIT
// The fields of a record, listed once (`fields_of`, beside the record): the compound type of a file, its check against the record's
// size and the dictionaries of Python are made from the list.
#pragma once

#include <concepts>
#include <cstddef>
#include <tuple>

namespace corbel {

template<class Record, class Value>
struct Field {
  const char* name;  ///< empty: the fields of the value are fields of the record
  Value Record::*member;
};
template<class Record, class Value>
Field(const char*, Value Record::*) -> Field<Record, Value>;

template<class Record>
concept HasFields = requires(const Record* record)
{
  fields_of(record);
};

/// visit(name, value) for each field of a record, in the order of the list; those of parts in their place.
template<HasFields Record, class Visit>
void for_each_field(const Record& record, Visit&& visit)
{
  const auto show = [&]<class Of, class Value>(const Field<Of, Value>& field) {
    if constexpr (HasFields<Value>)
      for_each_field(record.*field.member, visit);
    else
      visit(field.name, record.*field.member);
  };
  std::apply([&](const auto&... field) { (show(field), ...); }, fields_of(&record));
}

/// Sum of the sizes of the listed values: that of the record, if none is forgotten and there is no padding.
template<HasFields Record>
constexpr std::size_t bytes_of_fields()
{
  const auto bytes = []<class Of, class Value>(const Field<Of, Value>&) {
    if constexpr (HasFields<Value>)
      return bytes_of_fields<Value>();
    else
      return sizeof(Value);
  };
  return std::apply([&](const auto&... field) { return (bytes(field) + ...); },
                    fields_of(static_cast<const Record*>(nullptr)));
}

}  // namespace corbel
