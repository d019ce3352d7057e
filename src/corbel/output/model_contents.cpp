// SPDX-License-Identifier: MIT
// The tables of /model, each up to its first row that does not fit.
#include "corbel/output/model_contents.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace corbel {
namespace {

/// Properties, and the arrays they point into.
class StoredProperties {
 public:
  StoredProperties(hid_t file, const std::string& path, const std::vector<char>& text)
      : text_(text), numbers_(read_table<double>(file, path, TableId::numbers)),
        rows_(read_table<PropertyRow>(file, path, TableId::properties))
  {
  }

  std::uint64_t number_count() const { return numbers_.size(); }
  std::uint64_t row_count() const { return rows_.size(); }

  bool read_text(const Slice& slice, std::string& text) const { return take(slice, text_, text); }

  bool read(const Slice& slice, Properties& properties) const
  {
    if (!is_part(slice, rows_.size())) return false;
    properties.resize(slice.count);
    for (std::size_t i = 0; i < slice.count; ++i) {
      const PropertyRow& row = rows_[slice.begin + i];
      Property& p = properties[i];
      if (!take(row.name, text_, p.name) || !take(row.text, text_, p.text) ||
          !take(row.numbers, numbers_, p.numbers))
        return false;
    }
    return true;
  }

 private:
  static bool is_part(const Slice& slice, std::uint64_t size)
  {
    return slice.begin <= size && slice.count <= size - slice.begin;
  }
  template<class Number, class Array>
  static bool take(const Slice& slice, const std::vector<Number>& all, Array& part)
  {
    if (!is_part(slice, all.size())) return false;
    const std::span numbers = std::span(all).subspan(slice.begin, slice.count);
    part.assign(numbers.begin(), numbers.end());
    return true;
  }

  const std::vector<char>& text_;
  std::vector<double> numbers_;
  std::vector<PropertyRow> rows_;
};

bool read_parts(const Properties& properties, std::vector<StatePart>& parts)
{
  for (const Property& p : properties) {
    if (p.numbers.size() != 1 ||
        !(p.numbers[0] >= 0 && p.numbers[0] <= std::numeric_limits<std::int32_t>::max()))
      return false;
    parts.push_back({p.name, p.text, static_cast<std::int32_t>(p.numbers[0])});
  }
  return true;
}

/// Rows of a table as what they describe, up to the first that is damaged.
template<class Row, class Description, class Read>
std::vector<Description> read_rows(hid_t file, const std::string& path, TableId id, const Read& read)
{
  std::vector<Description> all;
  for (const Row& row : read_table<Row>(file, path, id)) {
    Description description;
    if (row.row_checksum != own_checksum(row) || !read(row, description)) break;
    all.push_back(std::move(description));
  }
  return all;
}

}  // namespace

void tell_times(ModelContents& model)
{
  std::map<std::int32_t, double> begin[2], end[2];  // of bodies, of joints; an id comes once
  for (const ModelEvent& event : model.events) {
    if (event.kind == ModelEventKind::body_added) begin[0].emplace(event.id, event.time);
    if (event.kind == ModelEventKind::body_removed) end[0].emplace(event.id, event.time);
    if (event.kind == ModelEventKind::joint_added) begin[1].emplace(event.id, event.time);
    if (event.kind == ModelEventKind::joint_removed) end[1].emplace(event.id, event.time);
  }
  const auto tell = [&](auto& descriptions, int which) {
    for (auto& d : descriptions) {
      if (const auto found = begin[which].find(d.id); found != begin[which].end()) d.added = found->second;
      if (const auto found = end[which].find(d.id); found != end[which].end()) d.removed = found->second;
    }
  };
  tell(model.bodies, 0);
  tell(model.joints, 1);
}

ModelContents read_model(hid_t file, const std::string& path)
{
  ModelContents model;
  for (std::size_t i = 0; i < model_table_count; ++i)
    model.rows[i] = StoredTable(file, path, table_info(static_cast<TableId>(i))).rows();
  const ShapeArrays arrays = read_shape_arrays(file, path);
  const StoredProperties properties(file, path, arrays.text);
  model.bodies = read_rows<DescriptionRow, BodyDescription>(
      file, path, TableId::described_bodies, [&](const DescriptionRow& row, BodyDescription& d) {
        Properties parts;
        return read_shape(row, arrays, d) && properties.read(row.parts, parts) &&
               read_parts(parts, d.parts) && properties.read(row.properties, d.properties) &&
               data_checksum(d) == row.data_checksum;
      });
  model.joints = read_rows<JointRow, JointDescription>(
      file, path, TableId::described_joints, [&](const JointRow& row, JointDescription& d) {
        d.id = row.id;
        d.master = row.master;
        d.slave = row.slave;
        return properties.read_text(row.kind, d.kind) && properties.read(row.properties, d.properties) &&
               properties.read(row.memory, d.memory) && data_checksum(d) == row.data_checksum;
      });
  model.settings = read_rows<SettingsRow, SettingsDescription>(
      file, path, TableId::settings, [&](const SettingsRow& row, SettingsDescription& d) {
        d.time = row.time;
        return properties.read(row.properties, d.properties) && data_checksum(d) == row.data_checksum;
      });
  const auto basis_numbers = read_table<double>(file, path, TableId::basis_numbers);
  model.bases = read_rows<BasisRow, BasisDescription>(
      file, path, TableId::bases, [&](const BasisRow& row, BasisDescription& d) {
        const Slice& s = row.numbers;
        if (s.begin > basis_numbers.size() || s.count > basis_numbers.size() - s.begin ||
            (row.columns > 0 && s.count / row.columns != row.rows) || s.count != row.rows * row.columns)
          return false;
        d.id = row.id;
        d.rows = row.rows;
        d.columns = row.columns;
        const std::span numbers = std::span(basis_numbers).subspan(s.begin, s.count);
        d.numbers.assign(numbers.begin(), numbers.end());
        return properties.read(row.properties, d.properties) && data_checksum(d) == row.data_checksum;
      });
  model.events =
      read_rows<EventRow, ModelEvent>(file, path, TableId::events, [](const EventRow& row, ModelEvent& e) {
        e = {row.time, static_cast<ModelEventKind>(row.kind), row.id};
        return true;
      });
  const auto whole = [&](TableId id) -> std::uint64_t& { return model.rows[static_cast<std::size_t>(id)]; };
  whole(TableId::described_bodies) = model.bodies.size();
  whole(TableId::described_joints) = model.joints.size();
  whole(TableId::settings) = model.settings.size();
  whole(TableId::bases) = model.bases.size();
  whole(TableId::events) = model.events.size();
  return model;
}

}  // namespace corbel
