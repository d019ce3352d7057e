// SPDX-License-Identifier: MIT
#include "corbel/bodies/nodal_operators.hpp"

#include "corbel/core/index.hpp"

#include <algorithm>

namespace corbel {

Eigen::VectorXd turned(const Mat3& Lambda, const Eigen::Ref<const Eigen::VectorXd>& x)
{
  Eigen::VectorXd y(x.size());
  for (Eigen::Index i = 0; i < x.size(); i += 3)
    y.segment<3>(i).noalias() = Lambda * x.segment<3>(i);
  return y;
}

// --- all ------------------------------------------------------------------------------------------------

std::vector<NodeWeights> NodalOperator::weights(std::span<const MaterialPoint> points) const
{
  std::vector<NodeWeights> w;
  w.reserve(points.size());
  for (const MaterialPoint& point : points)
    w.push_back(kinematics_.weights(point));
  return w;
}

void NodalOperator::product(std::span<const MaterialPoint> points, std::span<const Vec3> p,
                            std::span<Vec3> v) const
{
  const std::vector<NodeWeights> w = weights(points);
  Eigen::VectorXd u = Eigen::VectorXd::Zero(kinematics_.unknowns());
  for (std::size_t i = 0; i < points.size(); ++i)
    w[i].scatter(p[i], u);
  solve(u);
  for (std::size_t i = 0; i < points.size(); ++i)
    v[i] = w[i].gather(u);
}

// --- A = M, lumped --------------------------------------------------------------------------------------

/// S(X) M⁻¹ S(Y)ᵀ
Mat3 LumpedOperator::block(const NodeWeights& X, const NodeWeights& Y) const
{
  double sum = 0;
  for (std::size_t a = 0; a < index(X.count); ++a)
    for (std::size_t b = 0; b < index(Y.count); ++b)
      if (X.node[a] == Y.node[b]) sum += X.N[a] * Y.N[b] / (*M)[3 * X.node[a]];
  return sum * Mat3::Identity();
}

void LumpedOperator::blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto m = static_cast<Eigen::Index>(points.size());
  const std::vector<NodeWeights> w = weights(points);
  C.resize(3 * m, 3 * m);
  for (Eigen::Index j = 0; j < m; ++j)
    for (Eigen::Index i = 0; i <= j; ++i) {
      const Mat3 own = block(w[static_cast<std::size_t>(i)], w[static_cast<std::size_t>(j)]);
      C.block<3, 3>(3 * i, 3 * j) = own;
      C.block<3, 3>(3 * j, 3 * i) = own;
    }
}

Mat3 LumpedOperator::own_block(const MaterialPoint& X) const
{
  const NodeWeights w = kinematics_.weights(X);
  return block(w, w);
}

// --- A = M, consistent ----------------------------------------------------------------------------------

Eigen::MatrixXd MassOperator::components(std::span<const MaterialPoint> points) const
{
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(M->nodes(), static_cast<Eigen::Index>(points.size()));
  for (std::size_t j = 0; j < points.size(); ++j) {
    const NodeWeights w = kinematics_.weights(points[j]);
    for (std::size_t a = 0; a < index(w.count); ++a)
      S(w.node[a], static_cast<Eigen::Index>(j)) = w.N[a];
  }
  Eigen::MatrixXd X = S;
  M->solve_components(X);
  const Eigen::MatrixXd c = S.transpose() * X;
  return 0.5 * (c + c.transpose());
}

void MassOperator::blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const Eigen::MatrixXd c = components(points);
  C.setZero(3 * c.rows(), 3 * c.cols());
  for (Eigen::Index j = 0; j < c.cols(); ++j)
    for (Eigen::Index i = 0; i < c.rows(); ++i)
      C.block<3, 3>(3 * i, 3 * j).diagonal().setConstant(c(i, j));
}

Mat3 MassOperator::own_block(const MaterialPoint& X) const
{
  return components(std::span(&X, 1))(0, 0) * Mat3::Identity();
}

// --- A = Λ A₀ Λᵀ ----------------------------------------------------------------------------------------

void TurnedOperator::solve(Eigen::Ref<Eigen::VectorXd> x) const
{
  into_shared_axes(x);
  A0->solve_in_place(x);
  from_shared_axes(x);
}

void TurnedOperator::into_shared_axes(Eigen::Ref<Eigen::VectorXd> x) const
{
  x = turned(Lambda.transpose(), x);
}

void TurnedOperator::from_shared_axes(Eigen::Ref<Eigen::VectorXd> x) const { x = turned(Lambda, x); }

void TurnedOperator::need(std::span<const MaterialPoint> points, PointUse use)
{
  if (A0->is_small()) return;
  const std::vector<int> nodes = kinematics_.nodes_around(points);
  if (use == PointUse::products) return A0->need_neighbours(nodes);
  A0->need_columns(nodes);
  nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
  std::sort(nodes_.begin(), nodes_.end());
  nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
}

/// Which nodes are known depends on the points of this step alone, not on columns that are left of others: a resumed run has none.
bool TurnedOperator::solve_at_points(Eigen::Ref<Eigen::VectorXd> x) const
{
  if (!A0->has_few(nodes_)) return false;
  std::size_t k = 0;
  for (Eigen::Index node = 0; node < x.size() / 3; ++node) {
    const bool known = k < nodes_.size() && nodes_[k] == node;
    if (known)
      ++k;
    else if (!x.segment<3>(3 * node).isZero(0))
      return false;
  }
  into_shared_axes(x);
  A0->solve_by_columns(nodes_, x);
  from_shared_axes(x);
  return true;
}

/// S(X) A⁻¹ S(Y)ᵀ = Λ [Σ N_a(X) N_b(Y) (A₀⁻¹)_ab] Λᵀ
void TurnedOperator::blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  A0->blocks(weights(points), std::vector<Mat3>(points.size(), Lambda.transpose()), C);
}

void TurnedOperator::blocks(std::span<const MaterialPoint> points, std::span<const Mat3> E,
                            Eigen::MatrixXd& C) const
{
  std::vector<Mat3> turned_back(E.begin(), E.end());
  for (Mat3& frame : turned_back)
    frame = (Lambda.transpose() * frame).eval();
  A0->blocks(weights(points), turned_back, C);
}

Mat3 TurnedOperator::own_block(const MaterialPoint& X) const
{
  return Lambda * A0->own_block(kinematics_.weights(X)) * Lambda.transpose();
}

// --- A = mass M + stiffness K(q) ------------------------------------------------------------------------

void TangentOperator::need(std::span<const MaterialPoint> points, PointUse use)
{
  if (use == PointUse::blocks) return;
  solver.expect_many();
  if (const CorotatedOperator* A0 = solver.preconditioner())
    A0->need_neighbours(kinematics_.nodes_around(points));
}

void TangentOperator::blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto m = static_cast<Eigen::Index>(points.size());
  const std::vector<NodeWeights> w = weights(points);
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(kinematics_.unknowns(), 3 * m);
  for (Eigen::Index j = 0; j < m; ++j)
    w[static_cast<std::size_t>(j)].add_to(S.middleCols<3>(3 * j));
  const Eigen::MatrixXd X = solver.solve(S);
  C.resize(3 * m, 3 * m);
  for (Eigen::Index i = 0; i < m; ++i)
    C.middleRows<3>(3 * i) = w[static_cast<std::size_t>(i)].gather_rows(X);
  C = (0.5 * (C + C.transpose())).eval();  // iterations leave a last digit
}

Mat3 TangentOperator::own_block(const MaterialPoint& X) const
{
  const NodeWeights w = kinematics_.weights(X);
  if (const CorotatedOperator* A0 = solver.preconditioner())
    return solver.rotation() * A0->own_block(w) * solver.rotation().transpose();
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(kinematics_.unknowns(), 3);
  w.add_to(S);
  return w.gather_rows(solver.solve(S));
}

}  // namespace corbel
