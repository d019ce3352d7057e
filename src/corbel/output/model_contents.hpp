// SPDX-License-Identifier: MIT
// What a result file tells of the model, read in one go and checked against itself.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/output/schema.hpp"
#include "corbel/output/stored_table.hpp"

#include <string>
#include <vector>

namespace corbel {

/// Each list is the longest beginning of its table that is whole.
struct ModelContents {
  std::vector<BodyDescription> bodies;
  std::vector<JointDescription> joints;
  std::vector<SettingsDescription> settings;
  std::vector<BasisDescription> bases;
  std::vector<ModelEvent> events;
  std::array<std::uint64_t, model_table_count> rows = {};  ///< whole ones of each table
};

/// The flat arrays of /model that bodies point into.
struct ShapeArrays {
  std::vector<char> text;
  std::vector<double> vertices;
  std::vector<std::int32_t> faces;
  std::vector<double> spheres;
  std::vector<std::int32_t> sphere_surfaces;
  std::vector<double> ellipsoids;
  std::vector<std::int32_t> ellipsoid_surfaces;
  std::vector<double> nodes;
  std::vector<std::int32_t> elements;
};

template<class Row>
std::vector<Row> read_table(hid_t file, const std::string& path, TableId id)
{
  return StoredTable(file, path, table_info(id)).read_all<Row>();
}

ShapeArrays read_shape_arrays(hid_t file, const std::string& path);

/// Numbers, text and shape of the row, not its parts and properties; false when they are not in the arrays.
bool read_shape(const DescriptionRow& row, const ShapeArrays& arrays, BodyDescription& body);

/// Throws Hdf5Failure when a table is missing or foreign. The times at which bodies and joints came and went
/// are not told yet.
ModelContents read_model(hid_t file, const std::string& path);
/// From the events.
void tell_times(ModelContents& model);

}  // namespace corbel
