// SPDX-License-Identifier: MIT
#include "corbel/output/model_rows.hpp"

namespace corbel {
namespace {

DescriptionRow numbers_of(const BodyDescription& body)
{
  DescriptionRow row;
  row.id = body.id;
  row.kind_length = static_cast<std::int32_t>(body.kind.size());
  row.label_length = static_cast<std::int32_t>(body.label.size());
  row.material_length = static_cast<std::int32_t>(body.material.size());
  row.parent = body.parent;
  row.basis = body.basis;
  row.mass = body.mass;
  row.volume = body.volume;
  row.center = body.center;
  row.tensor = body.tensor;
  row.shape = shape_fingerprint(body);
  row.data_checksum = data_checksum(body);
  return row;
}

Slice append_properties(Tables& tables, const Properties& properties)
{
  std::vector<PropertyRow> rows;
  for (const Property& p : properties)
    rows.push_back({tables[TableId::text].append(p.name), tables[TableId::text].append(p.text),
                    tables[TableId::numbers].append(p.numbers)});
  return tables[TableId::properties].append(rows);
}

Properties as_properties(const std::vector<StatePart>& parts)
{
  Properties properties;
  for (const StatePart& part : parts)
    properties.push_back({part.name, part.role, {static_cast<double>(part.size)}});
  return properties;
}

template<class Row>
void append_row(Tables& tables, TableId id, Row row)
{
  row.row_checksum = own_checksum(row);
  tables[id].append(std::span(&row, 1));
}

}  // namespace

void append(Tables& tables, const BodyDescription& body)
{
  DescriptionRow row = numbers_of(body);
  row.text = tables[TableId::text].append(body.kind + body.label + body.material);
  row.vertices = tables[TableId::vertices].append(body.vertices);
  row.faces = tables[TableId::faces].append(body.faces);
  row.spheres = tables[TableId::spheres].append(body.spheres);
  row.sphere_surfaces = tables[TableId::sphere_surfaces].append(body.sphere_surfaces);
  row.ellipsoids = tables[TableId::ellipsoids].append(body.ellipsoids);
  row.ellipsoid_surfaces = tables[TableId::ellipsoid_surfaces].append(body.ellipsoid_surfaces);
  row.nodes = tables[TableId::nodes].append(body.nodes);
  row.elements = tables[TableId::elements].append(body.elements);
  row.parts = append_properties(tables, as_properties(body.parts));
  row.properties = append_properties(tables, body.properties);
  append_row(tables, TableId::described_bodies, row);
}

void append(Tables& tables, const JointDescription& joint)
{
  JointRow row;
  row.id = joint.id;
  row.master = joint.master;
  row.slave = joint.slave;
  row.kind = tables[TableId::text].append(joint.kind);
  row.properties = append_properties(tables, joint.properties);
  row.memory = append_properties(tables, joint.memory);
  row.data_checksum = data_checksum(joint);
  append_row(tables, TableId::described_joints, row);
}

void append(Tables& tables, const SettingsDescription& settings)
{
  SettingsRow row;
  row.time = settings.time;
  row.properties = append_properties(tables, settings.properties);
  row.data_checksum = data_checksum(settings);
  append_row(tables, TableId::settings, row);
}

void append(Tables& tables, const BasisDescription& basis)
{
  BasisRow row;
  row.id = basis.id;
  row.rows = basis.rows;
  row.columns = basis.columns;
  row.numbers = tables[TableId::basis_numbers].append(basis.numbers);
  row.properties = append_properties(tables, basis.properties);
  row.data_checksum = data_checksum(basis);
  append_row(tables, TableId::bases, row);
}

void append(Tables& tables, const ModelEvent& event)
{
  append_row(tables, TableId::events,
             EventRow{event.time, static_cast<std::int32_t>(event.kind), event.id, 0});
}

std::uint64_t description_checksum(const BodyDescription& body) { return own_checksum(numbers_of(body)); }

}  // namespace corbel
