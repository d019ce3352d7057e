// SPDX-License-Identifier: MIT
#include "corbel/bodies/reduced_kinematics.hpp"

#include "corbel/bodies/rigid_kinematics.hpp"
#include "corbel/core/check.hpp"
#include "corbel/core/index.hpp"

#include <fmt/format.h>

namespace corbel {

ReducedKinematics::ReducedKinematics(const NodalKinematics& nodal, const TemplateMatch& match,
                                     std::shared_ptr<const ReducedBasis> basis, const Vec3& Z_center)
    : nodal_(nodal), match_(match), E_(std::move(basis)), Z_center_(Z_center)
{
  if (E_->rows() != nodal_.unknowns() || E_->cols() < 1 || E_->cols() > E_->rows())
    throw_input_error(
        "basis", fmt::format("{}×{} numbers", E_->rows(), E_->cols()),
        fmt::format("{} rows, three for each node, and at most as many columns", nodal_.unknowns()));
}

Eigen::VectorXd ReducedKinematics::at_rest() const
{
  Eigen::VectorXd q = Eigen::VectorXd::Zero(12 + size());
  Eigen::Map<Mat3>(q.data()) = match_.Q;
  q.segment<3>(9) = match_.Q * Z_center_ + match_.t;
  return q;
}

Vec3 ReducedKinematics::node(int a, Coordinates q) const
{
  const Vec3 in_axes =
      match_.of->nodes().segment<3>(3 * a) - Z_center_ + E_->middleRows<3>(3 * a) * q.tail(size());
  return center_in(q) + rotation_in(q) * in_axes;
}

Eigen::VectorXd ReducedKinematics::nodes(Coordinates q) const
{
  Eigen::VectorXd x(E_->rows());
  for (int a = 0; 3 * a < x.size(); ++a)
    x.segment<3>(3 * a) = node(a, q);
  return x;
}

Vec3 ReducedKinematics::mean(const NodeWeights& w, Coordinates q) const
{
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 0; k < index(w.count); ++k)
    sum += w.N[k] * node(w.node[k], q);
  return sum;
}

Vec3 ReducedKinematics::position(const MaterialPoint& X, Coordinates q) const
{
  return mean(nodal_.weights(X), q);
}

Vec3 ReducedKinematics::gather(const MaterialPoint& X, Coordinates q, Coordinates u) const
{
  const NodeWeights w = nodal_.weights(X);
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 0; k < index(w.count); ++k)
    sum += w.N[k] * (E_->middleRows<3>(3 * w.node[k]) * u);
  return rotation_in(q) * sum;
}

void ReducedKinematics::scatter(const MaterialPoint& X, Coordinates q, const Vec3& p,
                                Eigen::Ref<Eigen::VectorXd> r) const
{
  const NodeWeights w = nodal_.weights(X);
  const Vec3 in_axes = rotation_in(q).transpose() * p;
  for (std::size_t k = 0; k < index(w.count); ++k)
    r.noalias() += E_->middleRows<3>(3 * w.node[k]).transpose() * (w.N[k] * in_axes);
}

Mat3 ReducedKinematics::gradient(const MaterialPoint& X, Coordinates q) const
{
  return nodal_.gradient(X, [&](int a) { return node(a, q); });
}

void ReducedKinematics::place(int object, std::span<const Vec3> /*X*/, Coordinates q, std::span<Vec3> x) const
{
  for (std::size_t v = 0; v < x.size(); ++v)
    x[v] = mean(nodal_.vertex(object, v), q);
}

MaterialPoint ReducedKinematics::nearest(const Vec3& x, int object, Coordinates q) const
{
  return nodal_.nearest(x, object, [&](int a) { return node(a, q); });
}

}  // namespace corbel
