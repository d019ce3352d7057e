// SPDX-License-Identifier: MIT
// ELLIP_MESH: an ellipsoid of tetrahedra.
//
// The unit ball is twenty tetrahedral sectors, each between the centre and a face a b c of an icosahedron.
// A sector is a lattice: node (i, j, l), i + j + l ≤ n, lies on the sphere of radius (i + j + l)/n in the
// direction i a + j b + l c. Lattice cells are tetrahedra and octahedra; the latter are cut into four along
// their shortest diagonal: n³ tetrahedra per sector. Sectors share the lattice nodes of their common faces,
// and a face has only one lattice triangulation, so the mesh conforms. Scaling by the radii gives the
// ellipsoid, and multiplies distances by the largest radius at most: so n follows from largest_sagitta.
#include "corbel/core/check.hpp"
#include "corbel/geometry/check_points.hpp"
#include "corbel/mesh/boundary.hpp"
#include "corbel/mesh/element.hpp"
#include "corbel/mesh/generators.hpp"
#include "corbel/mesh/icosahedron.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace corbel {
namespace {

/// 20 n³ ≤ four million.
constexpr int most_divisions = 58;

/// The least n that keeps the error.
int divisions_for(double error, double largest_radius)
{
  const double relative = error / largest_radius;
  if (const double least = largest_sagitta(most_divisions); !(relative >= least)) {
    const double n = most_divisions * std::sqrt(least / relative);
    throw_input_error(
        "error", error,
        fmt::format("at least {:.3g} for a largest radius of {:.3g}", least * largest_radius, largest_radius),
        fmt::format("This would take about {:.1e} tetrahedra; the limit is four million.", 20 * n * n * n));
  }
  int n = 1;
  while (largest_sagitta(n) > relative)
    ++n;
  return n;
}

/// Tetrahedra of the unit ball, sector by sector.
class BallMesh {
 public:
  BallMesh(int n, int volume_id) : n_(n), volume_id_(volume_id)
  {
    for (const auto& face : icosahedron_faces())
      add_sector(face);
  }
  Mesh& mesh() { return mesh_; }
  bool on_surface(int node) const { return on_surface_[static_cast<std::size_t>(node)]; }

 private:
  struct Place {
    int i, j, l;
  };
  /// A node by the icosahedron vertices it is made of, ascending, and their weights.
  using NodeName = std::vector<std::pair<int, int>>;

  void add_sector(const std::array<int, 3>& corners)
  {
    const auto size = static_cast<std::size_t>(n_ + 1);
    number_.assign(size * size * size, -1);
    for (int i = 0; i <= n_; ++i)
      for (int j = 0; i + j <= n_; ++j)
        for (int l = 0; i + j + l <= n_; ++l)
          number_[index({i, j, l})] = find_node(corners, {i, j, l});
    for (int i = 0; i < n_; ++i)
      for (int j = 0; i + j < n_; ++j)
        for (int l = 0; i + j + l < n_; ++l)
          add_cells({i, j, l});
  }

  std::size_t index(const Place& p) const
  {
    const auto size = static_cast<std::size_t>(n_ + 1);
    return (static_cast<std::size_t>(p.i) * size + static_cast<std::size_t>(p.j)) * size +
           static_cast<std::size_t>(p.l);
  }

  /// The node of a lattice place, which a sector before may have made.
  int find_node(const std::array<int, 3>& corners, const Place& p)
  {
    NodeName name;
    Vec3 direction = Vec3::Zero();
    const std::array<int, 3> weights{p.i, p.j, p.l};
    for (std::size_t c = 0; c < 3; ++c) {
      if (weights[c] == 0) continue;
      name.emplace_back(corners[c], weights[c]);
      direction += weights[c] * icosahedron_vertices()[static_cast<std::size_t>(corners[c])];
    }
    std::sort(name.begin(), name.end());
    const auto [entry, is_new] = named_.emplace(std::move(name), static_cast<int>(mesh_.nodes.size()));
    if (is_new) {
      const int shell = p.i + p.j + p.l;
      mesh_.nodes.push_back(shell == 0 ? Vec3(Vec3::Zero())
                                       : Vec3((static_cast<double>(shell) / n_) * direction.normalized()));
      on_surface_.push_back(shell == n_);
    }
    return entry->second;
  }

  /// The cells whose place nearest to the centre is p: a tetrahedron, an octahedron and a tetrahedron that
  /// points inward, as far as the lattice reaches.
  void add_cells(const Place& p)
  {
    const auto at = [&](int i, int j, int l) { return number_[index({p.i + i, p.j + j, p.l + l})]; };
    const int room = n_ - (p.i + p.j + p.l);
    add(at(0, 0, 0), at(1, 0, 0), at(0, 1, 0), at(0, 0, 1));
    if (room >= 2)
      add_octahedron({at(1, 0, 0), at(0, 1, 0), at(0, 0, 1), at(0, 1, 1), at(1, 0, 1), at(1, 1, 0)});
    if (room >= 3) add(at(0, 1, 1), at(1, 1, 0), at(1, 0, 1), at(1, 1, 1));
  }

  /// Vertices v and v + 3 are opposite.
  void add_octahedron(const std::array<int, 6>& v)
  {
    const auto length = [&](std::size_t d) {
      return (mesh_.nodes[static_cast<std::size_t>(v[d])] - mesh_.nodes[static_cast<std::size_t>(v[d + 3])])
          .norm();
    };
    std::size_t shortest = 0;
    for (std::size_t d = 1; d < 3; ++d)
      if (length(d) < (1 - 1e-9) * length(shortest)) shortest = d;
    const std::size_t q = (shortest + 1) % 3;
    const std::size_t r = (shortest + 2) % 3;
    const std::array<int, 4> ring{v[q], v[r], v[q + 3], v[r + 3]};
    for (std::size_t s = 0; s < 4; ++s)
      add(v[shortest], v[shortest + 3], ring[s], ring[(s + 1) % 4]);
  }

  void add(int a, int b, int c, int d)
  {
    Element element = make_element(tet4(), std::array{a, b, c, d}, volume_id_);
    if (orientation(mesh_, element) == Orientation::negative) turn_over(element);
    mesh_.elements.push_back(element);
  }

  int n_;
  int volume_id_;
  Mesh mesh_;
  std::vector<bool> on_surface_;   // per node
  std::map<NodeName, int> named_;  // nodes of all sectors
  std::vector<int> number_;        // node at each lattice place of the current sector
};

}  // namespace

Mesh make_ellipsoid_mesh(const Vec3& center, const Vec3& radii, double error, int volume_id, int surface_id)
{
  check_point("center", center);
  for (const double radius : radii)
    check_positive("radii", radius);
  check_positive("error", error);
  BallMesh ball(divisions_for(error, radii.maxCoeff()), volume_id);
  Mesh mesh = std::move(ball.mesh());
  // Three lattice nodes on the outermost shell are a face of the surface and no other.
  for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e)
    for (int f = 0; f < 4; ++f) {
      const BoundaryFace face = boundary_face(mesh, {e, f, {}}, surface_id);
      if (std::ranges::all_of(face.node_span(), [&](int n) { return ball.on_surface(n); }))
        mesh.boundary.push_back(face);
    }
  for (Vec3& x : mesh.nodes)
    x = center + radii.cwiseProduct(x);
  return mesh;
}

}  // namespace corbel
