// SPDX-License-Identifier: MIT
// Motion of finite elements: q are node positions x_a, u node velocities, 3n numbers each, and
//
//   x(X) = Σ_a N_a(X) x_a ,   S(X) u = Σ_a N_a(X) u_a ,   S(X)ᵀ p adds N_a(X) p to node a   TR1 (1), (12)
//
// over the nodes a of the element in which X lies; of a direction D there with ∂N_a/∂X · D in place of N_a.
#pragma once

#include "corbel/bodies/body_template.hpp"
#include "corbel/bodies/kinematics.hpp"
#include "corbel/bodies/shape.hpp"
#include "corbel/geometry/aabb.hpp"

#include <functional>

namespace corbel {

class NodalKinematics final : public Kinematics {
 public:
  /// `shape` is what touches: the mesh of the template itself, or convexes inside of it. Throws InputError when
  /// the mesh does not contain them.
  NodalKinematics(const TemplateMatch& match, const ContactSurface& surface, const Shape& shape);

  NodeWeights weights(const MaterialPoint& X) const;  ///< S(X)
  std::vector<int> nodes_around(std::span<const MaterialPoint> points) const;
  Eigen::Index unknowns() const { return 3 * static_cast<Eigen::Index>(solid().node_count()); }  ///< 3n
  Vec3 reference_node(std::size_t node) const;  ///< X = Q Z + t
  MaterialPoint point_in(int element, const Vec3& xi, int object) const;
  MaterialPoint located(const MaterialPoint& X) const;  ///< with its element
  NodeWeights vertex(int object, std::size_t v) const;  ///< S of a vertex of a convex

  /// Of nodes whose positions are not in a vector: x_a of node a [m].
  using NodePositions = std::function<Vec3(int)>;
  Mat3 gradient(const MaterialPoint& X, const NodePositions& x) const;
  MaterialPoint nearest(const Vec3& x, int object, const NodePositions& x_of) const;

  Vec3 position(const MaterialPoint& X, Coordinates q) const override { return weights(X).gather(q); }
  Vec3 gather(const MaterialPoint& X, Coordinates /*q*/, Coordinates u) const override
  {
    return weights(X).gather(u);
  }
  void scatter(const MaterialPoint& X, Coordinates /*q*/, const Vec3& p,
               Eigen::Ref<Eigen::VectorXd> r) const override
  {
    weights(X).scatter(p, r);
  }
  Mat3 gradient(const MaterialPoint& X, Coordinates q) const override { return gradient(X, in(q)); }
  void place(int object, std::span<const Vec3> X, Coordinates q, std::span<Vec3> x) const override;
  MaterialPoint nearest(const Vec3& x, int object, Coordinates q) const override
  {
    return nearest(x, object, in(q));
  }
  std::optional<MaterialPoint> locate(const Vec3& X) const override;
  Vec3 net_force(Coordinates load) const override;

 private:
  struct VertexPlace {
    int node;  ///< −1: inside of an element
    MaterialPoint point;
  };
  static NodePositions in(const Coordinates& q)
  {
    return [x = q.data()](int node) -> Vec3 { return Eigen::Map<const Vec3>(x + 3 * node); };
  }
  const Solid& solid() const { return match_.of->solid(); }
  const Mesh& mesh() const { return solid().mesh(); }
  void find_vertices(const ContactSurface& surface, const Shape& shape);
  std::vector<int> elements_near(const Aabb& box) const;
  void slopes(const Element& element, const Vec3& xi, const Vec3& D, std::span<double> N) const;

  const TemplateMatch& match_;              ///< that of the body
  std::vector<int> first_vertex_;           ///< per convex object, into vertices_
  std::vector<VertexPlace> vertices_;       ///< of the convexes
  std::vector<std::vector<int>> elements_;  ///< per object: elements that may hold a point of it
};

}  // namespace corbel
