// SPDX-License-Identifier: MIT
#include "corbel/fem/surface_load.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Geometry>

namespace corbel {
namespace {

void add_face(const BoundaryFace& face, std::span<const Vec3> x, const Traction& traction, Eigen::VectorXd& f)
{
  std::array<double, max_face_nodes> N;
  std::array<Eigen::Vector2d, max_face_nodes> dN;
  const std::size_t count = face.node_span().size();
  for (const FacePoint& point : face.kind->rule) {
    face.kind->shape_values(point.xi, point.eta, N);
    face.kind->shape_gradients(point.xi, point.eta, dN);
    Vec3 position = Vec3::Zero(), along_xi = Vec3::Zero(), along_eta = Vec3::Zero();
    for (std::size_t a = 0; a < count; ++a) {
      position += N[a] * x[a];
      along_xi += dN[a].x() * x[a];
      along_eta += dN[a].y() * x[a];
    }
    const Vec3 area = along_xi.cross(along_eta);
    const double size = area.norm();
    if (size == 0) continue;  // a face pressed flat carries no load
    const Vec3 force = point.weight * size * traction(area / size, position);
    for (std::size_t a = 0; a < count; ++a)
      f.segment<3>(3 * face.nodes[a]) += N[a] * force;
  }
}

}  // namespace

void add_face_traction(const Mesh& mesh, int surface_id, const Eigen::VectorXd* q, const Traction& traction,
                       Eigen::VectorXd& f)
{
  const auto size = static_cast<Eigen::Index>(3 * mesh.nodes.size());
  demand(f.size() == size && (!q || q->size() == size), "add_face_traction: f and q have 3 numbers a node");
  for (const BoundaryFace& face : mesh.boundary) {
    if (face.surface_id != surface_id) continue;
    std::array<Vec3, max_face_nodes> x;
    for (std::size_t a = 0; a < face.node_span().size(); ++a) {
      x[a] = mesh.nodes[static_cast<std::size_t>(face.nodes[a])];
      if (q) x[a] += q->segment<3>(3 * face.nodes[a]);
    }
    add_face(face, x, traction, f);
  }
}

}  // namespace corbel
