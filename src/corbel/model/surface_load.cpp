// SPDX-License-Identifier: MIT
#include "corbel/model/surface_load.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace corbel {
namespace {

/// The face at an integration point: shape functions, ∂x/∂ξ and ∂x/∂η.
struct FaceMetric {
  std::array<double, max_face_nodes> N;
  Vec3 along_xi = Vec3::Zero(), along_eta = Vec3::Zero();

  FaceMetric(const FaceKind& kind, const FacePoint& point, const Vec3* x)
  {
    std::array<Eigen::Vector2d, max_face_nodes> dN;
    kind.shape_values(point.xi, point.eta, N);
    kind.shape_gradients(point.xi, point.eta, dN);
    for (std::size_t a = 0; a < static_cast<std::size_t>(kind.node_count); ++a) {
      along_xi += dN[a].x() * x[a];
      along_eta += dN[a].y() * x[a];
    }
  }
  Vec3 area() const { return along_xi.cross(along_eta); }
};

Vec3 middle_of(const BodyFace& face)
{
  Vec3 sum = Vec3::Zero();
  for (const MaterialPoint& node : face.node_span())
    sum += node.X;
  return sum / face.kind->node_count;
}

}  // namespace

SurfaceLoad::SurfaceLoad(Body& body_, LoadKind kind_, int surface_id_, const SurfaceDirection& direction_,
                         Amplitude value_)
    : body(body_.body_id()), kind(kind_), surface_id(surface_id_), direction(direction_),
      value(std::move(value_))
{
  const bool turns = kind == LoadKind::convected && std::holds_alternative<Vec3>(direction);
  std::vector<Vec3> X;
  for (const BodyFace& face : faces_of(body_, surface_id)) {
    faces_.push_back({nodes_.size(), face.kind, {}});
    if (turns) faces_.back().middle = body_.locate("surface", middle_of(face));
    for (const MaterialPoint& node : face.node_span()) {
      nodes_.push_back(node);
      X.push_back(node.X);
    }
  }
  const auto* axis = std::get_if<SurfaceAxis>(&direction);
  if (axis && *axis != SurfaceAxis::normal) find_tangents(X);
  if (kind == LoadKind::spatial) dead_ = unit_forces(X, nullptr);
}

/// tangent1 lies in the face: its two coordinates there follow from its products with the two sides.
void SurfaceLoad::find_tangents(const std::vector<Vec3>& X)
{
  for (const Face& face : faces_)
    for (const FacePoint& point : face.kind->rule) {
      const FaceMetric metric(*face.kind, point, &X[face.first]);
      const Vec3 t = first_tangent(metric.area().normalized());
      Eigen::Matrix2d gram;
      gram << metric.along_xi.squaredNorm(), metric.along_xi.dot(metric.along_eta),
          metric.along_xi.dot(metric.along_eta), metric.along_eta.squaredNorm();
      tangents_.emplace_back(gram.inverse() *
                             Eigen::Vector2d(metric.along_xi.dot(t), metric.along_eta.dot(t)));
    }
}

Vec3 SurfaceLoad::traction_direction(const Face& face, const Body* follows) const
{
  const Vec3& d = std::get<Vec3>(direction);
  return follows ? (follows->mid_gradient(face.middle) * d).normalized() : d;
}

std::vector<Vec3> SurfaceLoad::unit_forces(const std::vector<Vec3>& x, const Body* follows) const
{
  std::vector<Vec3> f(x.size(), Vec3::Zero());
  const auto* axis = std::get_if<SurfaceAxis>(&direction);
  std::size_t p = 0;  // integration point, of all faces
  for (const Face& face : faces_) {
    const Vec3 d = axis ? Vec3(Vec3::Zero()) : traction_direction(face, follows);
    for (const FacePoint& point : face.kind->rule) {
      const FaceMetric metric(*face.kind, point, &x[face.first]);
      Vec3 force = metric.area();  // outward, so that of a unit normal load
      if (!axis) force = force.norm() * d;
      if (!tangents_.empty()) {
        const Vec3 t =
            (tangents_[p].x() * metric.along_xi + tangents_[p].y() * metric.along_eta).normalized();
        force = *axis == SurfaceAxis::tangent1 ? Vec3(force.norm() * t) : Vec3(force.cross(t));
      }
      for (std::size_t a = 0; a < static_cast<std::size_t>(face.kind->node_count); ++a)
        f[face.first + a] += (point.weight * metric.N[a]) * force;
      ++p;
    }
  }
  return f;
}

void SurfaceLoad::apply(Body& to, double t) const
{
  const double size = value.value(t);
  if (size == 0) return;
  std::vector<Vec3> following;
  if (kind == LoadKind::convected) {
    std::vector<Vec3> x;
    x.reserve(nodes_.size());
    for (const MaterialPoint& node : nodes_)
      x.push_back(to.mid_position(node));
    following = unit_forces(x, &to);
  }
  const std::vector<Vec3>& f = kind == LoadKind::convected ? following : dead_;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    to.add_force(nodes_[i], size * f[i]);
}

}  // namespace corbel
