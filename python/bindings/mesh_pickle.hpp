// SPDX-License-Identifier: MIT
// Elements and boundary faces of a mesh as flat lists of numbers, for pickles: a kind of element is named by
// its number of nodes, which solid_kinds() tells apart.
#pragma once

#include "pickling.hpp"

#include "corbel/mesh/boundary.hpp"

namespace corbel::python {

/// Per element: number of nodes, nodes, volume identifier.
inline std::vector<int> element_records(const Mesh& mesh)
{
  std::vector<int> records;
  for (const Element& element : mesh.elements) {
    records.push_back(element.node_count());
    records.insert(records.end(), element.node_span().begin(), element.node_span().end());
    records.push_back(element.volume_id);
  }
  return records;
}

inline void add_elements(std::span<const int> records, Mesh& mesh)
{
  while (!records.empty()) {
    const ElementKind* kind = find_kind(solid_kinds(), records[0]);
    const auto count = static_cast<std::size_t>(records[0]);
    if (!kind || records.size() < count + 2) throw py::value_error("a pickle of another version of Corbel");
    mesh.elements.push_back(make_element(*kind, records.subspan(1, count), records[count + 1]));
    records = records.subspan(count + 2);
  }
}

/// Per boundary face: element, its local face, surface identifier.
inline std::vector<int> face_records(const Mesh& mesh)
{
  std::vector<int> records;
  for (const BoundaryFace& face : mesh.boundary)
    records.insert(records.end(), {face.element, face.face, face.surface_id});
  return records;
}

inline void add_faces(std::span<const int> records, Mesh& mesh)
{
  for (; records.size() >= 3; records = records.subspan(3))
    mesh.boundary.push_back(boundary_face(mesh, {records[0], records[1], {}}, records[2]));
}

}  // namespace corbel::python
