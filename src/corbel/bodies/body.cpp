// SPDX-License-Identifier: MIT
#include "corbel/bodies/body.hpp"

#include "corbel/core/error.hpp"

#include <fmt/format.h>

namespace corbel {

std::string_view to_string(BodyKind kind)
{
  switch (kind) {
  case BodyKind::rigid:
    return "RIGID";
  case BodyKind::obstacle:
    return "OBSTACLE";
  case BodyKind::pseudo_rigid:
    return "PSEUDO_RIGID";
  case BodyKind::finite_element:
    return "FINITE_ELEMENT";
  }
  throw InternalError("to_string: no such kind of body");
}

Body::Body(BodyKind body_kind, const Shape& shape) : kind(body_kind), surface(contact_surface(shape)) {}

Eigen::Matrix<double, 3, 6> Body::factor(const MaterialPoint& /*X*/) const
{
  throw InternalError(name_of(*this) + " has more than six degrees of freedom");
}

void Body::compliances(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto m = static_cast<Eigen::Index>(points.size());
  C.resize(3 * m, 3 * m);
  for (Eigen::Index i = 0; i < m; ++i)
    for (Eigen::Index j = 0; j < m; ++j)
      C.block<3, 3>(3 * i, 3 * j) =
          compliance(points[static_cast<std::size_t>(i)], points[static_cast<std::size_t>(j)]);
}

void Body::respond(std::span<const MaterialPoint> points, std::span<const Vec3> p, std::span<Vec3> v) const
{
  for (std::size_t i = 0; i < points.size(); ++i) {
    v[i].setZero();
    for (std::size_t j = 0; j < points.size(); ++j)
      v[i] += compliance(points[i], points[j]) * p[j];
  }
}

std::string name_of(const Body& body)
{
  return fmt::format("body {}{}", body.id, body.label.empty() ? "" : " '" + body.label + "'");
}

}  // namespace corbel
