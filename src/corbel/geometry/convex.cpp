// SPDX-License-Identifier: MIT
// Checked construction of a convex polyhedron from flat lists.
#include "corbel/geometry/convex.hpp"

#include "corbel/geometry/check_points.hpp"
#include "corbel/geometry/records.hpp"

namespace corbel {
namespace {

void read_faces(std::span<const int> faces, Convex& convex)
{
  RecordReader reader("faces", "face", faces, convex.vertices.size());
  convex.face_begin.push_back(0);
  while (!reader.done()) {
    const Record face = reader.next([](int k) { return k >= 3; }, "at least three vertices");
    convex.face_vertex.insert(convex.face_vertex.end(), face.indices.begin(), face.indices.end());
    convex.face_begin.push_back(static_cast<int>(convex.face_vertex.size()));
    convex.face_surface.push_back(face.id);
  }
  convex.face_boundary.assign(convex.face_count(), 1);
  if (convex.face_count() < 4)
    throw_input_error(
        "faces", fmt::format("{} faces", convex.face_count()), "at least four faces",
        "Give flat records: vertex count, vertices counter-clockwise from outside, surface identifier.");
}

/// A vertex that no face uses would widen boxes and searches without being part of the surface.
void check_vertices_used(const Convex& convex)
{
  std::vector<bool> used(convex.vertices.size(), false);
  for (const int v : convex.face_vertex)
    used[static_cast<std::size_t>(v)] = true;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (!used[v])
      throw_input_error("vertices", fmt::format("vertex {} that belongs to no face", v),
                        "only vertices of faces", "Remove the vertex, or use the convex hull of the points.");
}

}  // namespace

Convex make_convex(std::span<const double> vertices, std::span<const int> faces, int volume_id)
{
  Convex convex;
  convex.vertices = read_points("vertices", vertices);
  convex.volume_id = volume_id;
  read_faces(faces, convex);
  check_vertices_used(convex);
  check_closed(convex);
  check_convex(convex);
  return convex;
}

}  // namespace corbel
