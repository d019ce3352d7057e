// SPDX-License-Identifier: MIT
// Bodies from the flat arrays of /model.
#include "corbel/output/model_contents.hpp"

#include <span>

namespace corbel {
namespace {

template<class Number>
bool fits(const Slice& slice, const std::vector<Number>& array)
{
  return slice.begin <= array.size() && slice.count <= array.size() - slice.begin;
}

bool fits(const DescriptionRow& row, const ShapeArrays& arrays)
{
  const std::int64_t letters =
      std::int64_t(row.kind_length) + std::int64_t(row.label_length) + std::int64_t(row.material_length);
  return row.kind_length >= 0 && row.label_length >= 0 && row.material_length >= 0 &&
         std::uint64_t(letters) == row.text.count && fits(row.text, arrays.text) &&
         fits(row.vertices, arrays.vertices) && fits(row.faces, arrays.faces) &&
         fits(row.spheres, arrays.spheres) && fits(row.sphere_surfaces, arrays.sphere_surfaces) &&
         fits(row.ellipsoids, arrays.ellipsoids) && fits(row.ellipsoid_surfaces, arrays.ellipsoid_surfaces) &&
         fits(row.nodes, arrays.nodes) && fits(row.elements, arrays.elements);
}

template<class Number>
std::vector<Number> part(const std::vector<Number>& array, const Slice& slice)
{
  const std::span numbers = std::span(array).subspan(slice.begin, slice.count);
  return {numbers.begin(), numbers.end()};
}

}  // namespace

ShapeArrays read_shape_arrays(hid_t file, const std::string& path)
{
  return {read_table<char>(file, path, TableId::text),
          read_table<double>(file, path, TableId::vertices),
          read_table<std::int32_t>(file, path, TableId::faces),
          read_table<double>(file, path, TableId::spheres),
          read_table<std::int32_t>(file, path, TableId::sphere_surfaces),
          read_table<double>(file, path, TableId::ellipsoids),
          read_table<std::int32_t>(file, path, TableId::ellipsoid_surfaces),
          read_table<double>(file, path, TableId::nodes),
          read_table<std::int32_t>(file, path, TableId::elements)};
}

bool read_shape(const DescriptionRow& row, const ShapeArrays& arrays, BodyDescription& body)
{
  if (!fits(row, arrays)) return false;
  const auto kind = static_cast<std::size_t>(row.kind_length),
             label = static_cast<std::size_t>(row.label_length);
  const std::vector<char> letters = part(arrays.text, row.text);
  const std::string text(letters.begin(), letters.end());
  body.id = row.id;
  body.parent = row.parent;
  body.basis = row.basis;
  body.kind = text.substr(0, kind);
  body.label = text.substr(kind, label);
  body.material = text.substr(kind + label);
  body.mass = row.mass;
  body.volume = row.volume;
  body.center = row.center;
  body.tensor = row.tensor;
  body.vertices = part(arrays.vertices, row.vertices);
  body.faces = part(arrays.faces, row.faces);
  body.spheres = part(arrays.spheres, row.spheres);
  body.sphere_surfaces = part(arrays.sphere_surfaces, row.sphere_surfaces);
  body.ellipsoids = part(arrays.ellipsoids, row.ellipsoids);
  body.ellipsoid_surfaces = part(arrays.ellipsoid_surfaces, row.ellipsoid_surfaces);
  body.nodes = part(arrays.nodes, row.nodes);
  body.elements = part(arrays.elements, row.elements);
  return true;
}

}  // namespace corbel
