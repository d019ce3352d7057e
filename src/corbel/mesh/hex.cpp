// SPDX-License-Identifier: MIT
// HEX of the manual: a box of hexahedra between eight corners.
#include "corbel/core/check.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/mesh/boundary.hpp"
#include "corbel/mesh/counts.hpp"
#include "corbel/mesh/element.hpp"
#include "corbel/mesh/grid.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <utility>

namespace corbel {
namespace {

/// Which of the six identifiers (k=0, i=0, j=max, i=max, j=0, k=max) local face f of a boundary hexahedron
/// gets.
constexpr std::array<std::size_t, 6> surface_of_face{0, 4, 3, 2, 1, 5};

/// Cell borders from 0 to 1: count + 1 numbers.
std::vector<double> borders(std::string_view argument, std::span<const double> sizes, int count)
{
  const auto n = static_cast<std::size_t>(count);
  if (!sizes.empty() && sizes.size() < n)
    throw_input_error(argument, fmt::format("{} numbers", sizes.size()),
                      fmt::format("at least {} relative sizes, one for each cell", n));
  std::vector<double> t{0};
  for (std::size_t c = 0; c < n; ++c)
    t.push_back(t.back() + (sizes.empty() ? 1.0 : check_positive(argument, sizes[c])));
  const double sum = check_finite(argument, t.back());
  for (double& x : t)
    x /= sum;
  return t;
}

/// Four corners counter-clockwise seen from above, four above them; upside-down boxes change bottom and top.
std::vector<Vec3> read_corners(std::span<const double> corners)
{
  if (corners.size() != 24)
    throw_input_error("corners", fmt::format("{} numbers", corners.size()),
                      "three numbers for each of eight corners",
                      "Give the bottom four corners counter-clockwise, then the top four.");
  std::vector<Vec3> x = read_points("corners", corners);
  if ((x[1] - x[0]).cross(x[2] - x[1]).dot(x[4] - x[0]) < 0)
    std::swap_ranges(x.begin(), x.begin() + 4, x.begin() + 4);
  return x;
}

Vec3 trilinear(const std::vector<Vec3>& x, double r, double s, double t)
{
  const auto bilinear = [&](std::size_t first) -> Vec3 {
    return (1 - s) * ((1 - r) * x[first] + r * x[first + 1]) +
           s * ((1 - r) * x[first + 3] + r * x[first + 2]);
  };
  return (1 - t) * bilinear(0) + t * bilinear(4);
}

void check_elements(const Mesh& mesh)
{
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    if (orientation(mesh, mesh.elements[e]) != Orientation::positive)
      throw_input_error("corners", fmt::format("corners that make element {} flat or inverted", e),
                        "the eight corners of a box",
                        "Give the bottom four corners counter-clockwise, then the top four above them.");
}

}  // namespace

Mesh make_hex_mesh(std::span<const double> corners, int i, int j, int k, int volume_id,
                   std::span<const int> surfaces, std::span<const double> dx, std::span<const double> dy,
                   std::span<const double> dz)
{
  const std::vector<Vec3> x = read_corners(corners);
  check_count("i", i);
  check_count("j", j);
  check_count("k", k);
  check_node_count("i", (i + 1.0) * (j + 1.0) * (k + 1.0), i, j, k);
  if (surfaces.size() != 6)
    throw_input_error("surfaces", fmt::format("{} identifiers", surfaces.size()),
                      "six: bottom, i = 0, j = max, i = max, j = 0, top");
  const std::vector<double> r = borders("dx", dx, i);
  const std::vector<double> s = borders("dy", dy, j);
  const std::vector<double> t = borders("dz", dz, k);

  Mesh mesh;
  for (const double t_c : t)
    for (const double s_b : s)
      for (const double r_a : r)
        mesh.nodes.push_back(trilinear(x, r_a, s_b, t_c));
  const auto node = [&](int a, int b, int c) { return a + (i + 1) * (b + (j + 1) * c); };
  add_grid_elements(i, j, k, volume_id, node, mesh);
  check_elements(mesh);
  for (const FaceOfElement& face : find_boundary(mesh))
    mesh.boundary.push_back(
        boundary_face(mesh, face, surfaces[surface_of_face[static_cast<std::size_t>(face.face)]]));
  return mesh;
}

}  // namespace corbel
