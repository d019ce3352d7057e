// SPDX-License-Identifier: MIT
#include "meshes.hpp"

#include <random>

namespace corbel::testing {
namespace {

/// Local nodes of the six faces of a cell; which neighbour it lies to.
struct CellFace {
  std::array<int, 4> nodes;
  std::array<int, 3> to;
};
constexpr std::array<CellFace, 6> cell_faces{{{{0, 3, 2, 1}, {0, 0, -1}},
                                              {{4, 5, 6, 7}, {0, 0, 1}},
                                              {{0, 1, 5, 4}, {0, -1, 0}},
                                              {{3, 7, 6, 2}, {0, 1, 0}},
                                              {{0, 4, 7, 3}, {-1, 0, 0}},
                                              {{1, 2, 6, 5}, {1, 0, 0}}}};

class Builder {
 public:
  Builder(Kind kind, double distortion, int cells) : kind_(kind), cells_(cells)
  {
    const Eigen::VectorXd shift = noise(3 * (cells + 1) * (cells + 1) * (cells + 1), 5);
    for (int k = 0; k <= cells; ++k)
      for (int j = 0; j <= cells; ++j)
        for (int i = 0; i <= cells; ++i)
          add_node((Vec3(i, j, k) + distortion * shift.segment<3>(3 * grid_node(i, j, k))) / cells);
    for (int k = 0; k < cells; ++k)
      for (int j = 0; j < cells; ++j)
        for (int i = 0; i < cells; ++i)
          add_cell({i, j, k});
  }

  Mesh mesh() const { return make_mesh(nodes_, elements_, std::vector<int>{1}); }

 private:
  int grid_node(int i, int j, int k) const { return i + (cells_ + 1) * (j + (cells_ + 1) * k); }

  int add_node(const Vec3& x)
  {
    nodes_.insert(nodes_.end(), {x.x(), x.y(), x.z()});
    return static_cast<int>(nodes_.size()) / 3 - 1;
  }

  void add_element(const std::vector<int>& nodes)
  {
    elements_.push_back(static_cast<int>(nodes.size()));
    elements_.insert(elements_.end(), nodes.begin(), nodes.end());
    elements_.push_back(0);
  }

  void add_cell(const std::array<int, 3>& c)
  {
    const auto [i, j, k] = c;
    const std::array<int, 8> n{grid_node(i, j, k),
                               grid_node(i + 1, j, k),
                               grid_node(i + 1, j + 1, k),
                               grid_node(i, j + 1, k),
                               grid_node(i, j, k + 1),
                               grid_node(i + 1, j, k + 1),
                               grid_node(i + 1, j + 1, k + 1),
                               grid_node(i, j + 1, k + 1)};
    switch (kind_) {
    case Kind::tetrahedra:  // six around the diagonal 0–6
      for (const auto& [a, b] : {std::pair(1, 2), {1, 5}, {4, 5}, {4, 7}, {3, 7}, {3, 2}})
        add_element({n[0], n[static_cast<std::size_t>(a)], n[static_cast<std::size_t>(b)], n[6]});
      return;
    case Kind::pyramids:
      return add_pyramids(c, n, false);
    case Kind::wedges:
      return add_wedges(n);
    case Kind::hexahedra:
      return add_element({n.begin(), n.end()});
    case Kind::mixed:  // a column of wedges shows its triangles above and below only
      if (i == 0 && j == 1) return add_wedges(n);
      if ((i + j + k) % 2 == 0) return add_element({n.begin(), n.end()});
      return add_pyramids(c, n, true);
    }
  }

  void add_wedges(const std::array<int, 8>& n)
  {
    add_element({n[0], n[1], n[2], n[4], n[5], n[6]});
    add_element({n[0], n[2], n[3], n[4], n[6], n[7]});
  }

  /// Six around a node in the middle; those with their base on the boundary as two tetrahedra if asked for.
  void add_pyramids(const std::array<int, 3>& c, const std::array<int, 8>& n, bool cut)
  {
    Vec3 middle = Vec3::Zero();
    for (const int node : n)
      middle += Eigen::Map<const Vec3>(&nodes_[3 * static_cast<std::size_t>(node)]) / 8;
    const int apex = add_node(middle);
    for (const CellFace& face : cell_faces) {
      std::array<int, 4> b;
      bool outside = false;
      for (std::size_t a = 0; a < 4; ++a)
        b[a] = n[static_cast<std::size_t>(face.nodes[a])];
      for (std::size_t axis = 0; axis < 3; ++axis)
        outside = outside || c[axis] + face.to[axis] < 0 || c[axis] + face.to[axis] == cells_;
      if (cut && outside) {
        add_element({b[0], b[1], b[2], apex});
        add_element({b[0], b[2], b[3], apex});
      } else {
        add_element({b[0], b[1], b[2], b[3], apex});
      }
    }
  }

  Kind kind_;
  int cells_;  // along an edge
  std::vector<double> nodes_;
  std::vector<int> elements_;
};

Mesh one_element(int k, const std::vector<Vec3>& x)
{
  std::vector<double> nodes;
  std::vector<int> element{k};
  for (int a = 0; a < k; ++a) {
    const Vec3& p = x[static_cast<std::size_t>(a)];
    nodes.insert(nodes.end(), {p.x(), p.y(), p.z()});
    element.push_back(a);
  }
  element.push_back(0);
  return make_mesh(nodes, element, std::vector<int>{1});
}

}  // namespace

std::string name(Kind kind)
{
  switch (kind) {
  case Kind::tetrahedra:
    return "tetrahedra";
  case Kind::pyramids:
    return "pyramids";
  case Kind::wedges:
    return "wedges";
  case Kind::hexahedra:
    return "hexahedra";
  default:
    return "mixed";
  }
}

Mesh distorted_block(Kind kind, double distortion, int cells)
{
  return Builder(kind, distortion, cells).mesh();
}

Mesh single_element(int k)
{
  const Eigen::VectorXd shift = 0.15 * noise(3 * k, 11);
  Mat3 A;  // turns and stretches
  A << 0.9, -0.5, 0.2, 0.4, 1.1, -0.3, 0.1, 0.3, 1.2;
  std::vector<Vec3> x;
  for (int a = 0; a < k; ++a)
    x.push_back(A * (find_kind(solid_kinds(), k)->reference_nodes[static_cast<std::size_t>(a)] +
                     Vec3(shift.segment<3>(3 * a))));
  return one_element(k, x);
}

Mesh frustum(int k)
{
  // A projective map keeps planes and changes lengths along them.
  std::vector<Vec3> x;
  for (const Vec3& xi : find_kind(solid_kinds(), k)->reference_nodes)
    x.push_back(xi / (1 + 0.2 * xi.x() - 0.15 * xi.y() + 0.25 * xi.z()));
  return one_element(k, x);
}

Solid make_solid(const Mesh& mesh)
{
  return Solid(mesh, {{SaintVenantKirchhoff::from_young_poisson(young, poisson), density}},
               std::vector<int>(mesh.elements.size(), 0));
}

Eigen::VectorXd affine(const Mesh& mesh, const Mat3& F, const Vec3& c)
{
  Eigen::VectorXd q(3 * static_cast<Eigen::Index>(mesh.nodes.size()));
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
    q.segment<3>(3 * static_cast<Eigen::Index>(n)) = F * mesh.nodes[n] + c - mesh.nodes[n];
  return q;
}

Eigen::VectorXd noise(Eigen::Index size, unsigned seed)
{
  std::mt19937 generator(seed);  // its numbers are the same everywhere, those of distributions are not
  Eigen::VectorXd values(size);
  for (double& v : values)
    v = 2.0 * static_cast<double>(generator()) / std::mt19937::max() - 1;
  return values;
}

std::vector<int> interior_nodes(const Mesh& mesh)
{
  std::vector<bool> outer(mesh.nodes.size(), false);
  for (const BoundaryFace& face : mesh.boundary)
    for (const int n : face.node_span())
      outer[static_cast<std::size_t>(n)] = true;
  std::vector<int> inner;
  for (std::size_t n = 0; n < outer.size(); ++n)
    if (!outer[n]) inner.push_back(static_cast<int>(n));
  return inner;
}

}  // namespace corbel::testing
