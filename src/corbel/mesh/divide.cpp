// SPDX-License-Identifier: MIT
// Step 1 of cutting a mesh: cut elements become tetrahedra around their centres.
//
// A plane quadrilateral is divided along the diagonal from its lowest node number, a warped one into four
// triangles around the mean of its nodes, which is how moments and volumes see it; both neighbours of a face
// divide it alike.
#include "corbel/mesh/remesh.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <set>

namespace corbel {
namespace {

/// A quadrilateral whose nodes span more than this fraction of (largest edge)³ is warped.
constexpr double warp_tolerance = 1e-13;

using Triangle = std::array<int, 3>;

class Divider {
 public:
  explicit Divider(MeshUnderCut& mesh) : mesh_(mesh)
  {
    for (const Element& element : mesh_.elements)
      if (mesh_.is_cut(element)) note_quadrilaterals(element);
  }

  /// Replaces elements with a face that is divided.
  void run()
  {
    std::vector<Element> old;
    old.swap(mesh_.elements);
    for (const Element& element : old)
      if (has_divided_face(element))
        divide(element);
      else
        mesh_.elements.push_back(element);
  }

 private:
  static bool is_quadrilateral(const LocalFace& face) { return face.kind == &quadrilateral4(); }
  static std::array<int, 4> quadrilateral(const Element& element, const LocalFace& local)
  {
    std::array<int, 4> nodes{};
    for (std::size_t i = 0; i < 4; ++i)
      nodes[i] = element.nodes[static_cast<std::size_t>(local.nodes[i])];
    return nodes;
  }
  void note_quadrilaterals(const Element& element)
  {
    for (const LocalFace& local : element.kind->faces)
      if (is_quadrilateral(local)) divided_.insert(face_key(quadrilateral(element, local)));
  }
  bool has_divided_face(const Element& element) const
  {
    return std::ranges::any_of(element.kind->faces, [&](const LocalFace& local) {
      return is_quadrilateral(local) && divided_.contains(face_key(quadrilateral(element, local)));
    });
  }

  const Vec3& x(int node) const { return mesh_.nodes[static_cast<std::size_t>(node)]; }
  Vec3 mean(std::span<const int> nodes) const
  {
    Vec3 sum = Vec3::Zero();
    for (const int n : nodes)
      sum += x(n);
    return sum / static_cast<double>(nodes.size());
  }

  /// In the order of the key, so that both neighbours compute the same bits.
  bool is_warped(const FaceKey& key) const
  {
    const Vec3 e1 = x(key[1]) - x(key[0]);
    const Vec3 e2 = x(key[2]) - x(key[0]);
    const Vec3 e3 = x(key[3]) - x(key[0]);
    const double size = std::max({e1.norm(), e2.norm(), e3.norm()});
    return std::abs(e1.cross(e2).dot(e3)) > warp_tolerance * size * size * size;
  }

  int middle_of(const FaceKey& key)
  {
    const auto [entry, is_new] = middle_.emplace(key, -1);
    if (is_new) {
      const Vec3 m = mean(key);
      entry->second = mesh_.add_node(m, mesh_.height_at(m));
    }
    return entry->second;
  }

  /// Triangles of a quadrilateral with the same orientation.
  std::vector<Triangle> triangles(const std::array<int, 4>& q)
  {
    const FaceKey key = face_key(q);
    if (is_warped(key)) {
      const int m = middle_of(key);
      return {{q[0], q[1], m}, {q[1], q[2], m}, {q[2], q[3], m}, {q[3], q[0], m}};
    }
    const auto lowest = static_cast<std::size_t>(std::min_element(q.begin(), q.end()) - q.begin());
    const auto at = [&](std::size_t i) { return q[(lowest + i) % 4]; };
    return {{at(0), at(1), at(2)}, {at(0), at(2), at(3)}};
  }

  /// Faces are outward, so seen from the centre they run clockwise: bases are reversed.
  void add_tetrahedron(const Triangle& t, int centre, int volume_id)
  {
    mesh_.elements.push_back(make_element(tet4(), std::array{t[0], t[2], t[1], centre}, volume_id));
  }

  void divide_quadrilateral(const std::array<int, 4>& q, int centre, int volume_id)
  {
    const auto surface = mesh_.surface.find(face_key(q));
    for (const Triangle& t : triangles(q)) {
      if (surface != mesh_.surface.end()) mesh_.surface[face_key(t)] = surface->second;
      add_tetrahedron(t, centre, volume_id);
    }
  }

  void divide(const Element& element)
  {
    const int centre = add_centre(element);
    for (const LocalFace& local : element.kind->faces) {
      if (!is_quadrilateral(local)) {
        const auto node = [&](std::size_t i) {
          return element.nodes[static_cast<std::size_t>(local.nodes[i])];
        };
        add_tetrahedron({node(0), node(1), node(2)}, centre, element.volume_id);
        continue;
      }
      const auto q = quadrilateral(element, local);
      if (divided_.contains(face_key(q)))
        divide_quadrilateral(q, centre, element.volume_id);
      else
        mesh_.elements.push_back(
            make_element(pyramid5(), std::array{q[0], q[3], q[2], q[1], centre}, element.volume_id));
    }
  }

  /// The centre of an element that is not cut is on the element's side for certain: nodes that count as on
  /// the plane are taken so.
  int add_centre(const Element& element)
  {
    const Vec3 c = mean(element.node_span());
    if (mesh_.is_cut(element)) return mesh_.add_node(c, mesh_.height_at(c));
    double sum = 0;
    for (const int n : element.node_span())
      sum += mesh_.height[static_cast<std::size_t>(n)];
    return mesh_.add_node(c, sum / element.node_count());
  }

  MeshUnderCut& mesh_;
  std::set<FaceKey> divided_;      // quadrilaterals of cut elements
  std::map<FaceKey, int> middle_;  // middle nodes of warped ones
};

}  // namespace

void divide_cut_elements(MeshUnderCut& mesh) { Divider(mesh).run(); }

}  // namespace corbel
