// SPDX-License-Identifier: MIT
// PIPE: a tube of hexahedra.
#include "corbel/core/check.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/mesh/boundary.hpp"
#include "corbel/mesh/counts.hpp"
#include "corbel/mesh/generators.hpp"
#include "corbel/mesh/grid.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace corbel {
namespace {

/// Local hexahedron axes: x out of the wall, y around, z along. Local faces by the order of hex8();
/// those across the circumference are never on the boundary.
enum WallFace { at_bottom = 0, at_outside = 2, at_inside = 4, at_top = 5 };

int surface_of(int local_face, std::span<const int> surfaces)
{
  switch (local_face) {
  case at_bottom:
    return surfaces[0];
  case at_top:
    return surfaces[1];
  case at_inside:
    return surfaces[2];
  case at_outside:
    return surfaces[3];
  default:
    throw InternalError("make_pipe_mesh: a cut across the circumference is open");
  }
}

/// Columns: two unit vectors across the unit direction d, and d; right-handed. The first is the axis of space
/// least along d, made perpendicular, so a pipe along z starts its circles at x.
Mat3 frame_along(const Vec3& d)
{
  Eigen::Index least = 0;
  for (Eigen::Index i = 1; i < 3; ++i)
    if (std::abs(d[i]) < std::abs(d[least])) least = i;
  const Vec3 u = (Vec3::Unit(least) - d[least] * d).normalized();
  Mat3 frame;
  frame << u, d.cross(u), d;
  return frame;
}

}  // namespace

Mesh make_pipe_mesh(const Vec3& point, const Vec3& direction, double inner_radius, double thickness, int ndir,
                    int nrad, int nthi, int volume_id, std::span<const int> surfaces)
{
  check_point("point", point);
  const Mat3 frame = frame_along(check_direction("direction", direction));
  check_positive("inner_radius", inner_radius);
  check_positive("thickness", thickness);
  check_count("ndir", ndir);
  check_count("nthi", nthi);
  if (nrad < 3) throw_input_error("nrad", nrad, "at least three cells around the circumference");
  check_node_count("ndir", (ndir + 1.0) * nrad * (nthi + 1.0), ndir, nrad, nthi);
  if (surfaces.size() != 4)
    throw_input_error("surfaces", fmt::format("{} identifiers", surfaces.size()),
                      "four: bottom, top, inner, outer");

  Mesh mesh;
  for (int d = 0; d <= ndir; ++d)
    for (int r = 0; r < nrad; ++r)
      for (int t = 0; t <= nthi; ++t) {
        const double angle = 2 * std::numbers::pi * r / nrad;
        const double radius = inner_radius + thickness * t / nthi;
        const Vec3 across = std::cos(angle) * frame.col(0) + std::sin(angle) * frame.col(1);
        mesh.nodes.push_back(point + (static_cast<double>(d) / ndir) * direction + radius * across);
      }
  const auto node = [&](int t, int r, int d) { return t + (nthi + 1) * (r % nrad + nrad * d); };
  add_grid_elements(nthi, nrad, ndir, volume_id, node, mesh);
  for (const FaceOfElement& face : find_boundary(mesh))
    mesh.boundary.push_back(boundary_face(mesh, face, surface_of(face.face, surfaces)));
  return mesh;
}

}  // namespace corbel
