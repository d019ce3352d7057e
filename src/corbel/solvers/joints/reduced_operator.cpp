// SPDX-License-Identifier: MIT
// Pieces of the operator without its joints.
#include "corbel/solvers/joints/reduced_operator.hpp"

#include "corbel/core/index.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// W̃_ii cannot move along eigenvectors whose eigenvalue is below this part of its trace (round-off of W̃ is
/// 1e-7 for a body 1e8 times softer as a whole than elastically).
constexpr double singular_part = 1e-5;
/// ρ as a part of the trace. More slows down the way to slip, which takes ρ μ R_N / U_T sweeps; less lets the
/// round-off of U_T grow to impulses.
constexpr double proximal_part = 1e-2;

/// 1 − held of a motion that is left by springs is 1/(1 + k w); below this it is the round-off of one that
/// joints hold.
constexpr double least_left = 1e-10;

double part_left(double held, bool compliant)
{
  if (!compliant) return held < 0.5 ? 1 : 0;
  return 1 - held > least_left ? std::min(1 - held, 1.0) : 0;
}

/// P½ in matrices of a fixed size, or of any.
template<int w>
MatrixXd root_of_projection(const MatrixXd& schur, bool compliant)
{
  using Square = Eigen::Matrix<double, w, w>;
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): of a fixed size for most w
  const Square held = schur;
  const Eigen::SelfAdjointEigenSolver<Square> modes(held);
  Square P = Square::Zero(held.rows(), held.rows());
  for (Index m = 0; m < held.rows(); ++m)
    P += std::sqrt(part_left(modes.eigenvalues()[m], compliant)) * modes.eigenvectors().col(m) *
         modes.eigenvectors().col(m).transpose();
  return P;
}

}  // namespace

MatrixXd projection(const FactorRows& G, const BilateralGroup& joints, const JointSystem& system, int body)
{
  MatrixXd G_J(system.size(), G.width(body));
  for (Index k = 0; k < system.size(); ++k) {
    const auto& [row, axis, target, compliance] = joints.unknowns[static_cast<std::size_t>(k)];
    G_J.row(k) = G.block(row, G.bodies(row)[0] == body ? 0 : 1).row(axis);
  }
  const MatrixXd schur = system.schur(G_J);
  return G.width(body) == 6 ? root_of_projection<6>(schur, joints.compliant())
                            : root_of_projection<Eigen::Dynamic>(schur, joints.compliant());
}

void project(FactorRows::Block G, const MatrixXd& root_of_P)
{
  if (G.cols() == 6)
    G = (Mat36(G) * Eigen::Matrix<double, 6, 6>(root_of_P)).eval();
  else
    G = (G * root_of_P).eval();
}

FactorRows selected(const FactorRows& G, const std::vector<std::size_t>& rows)
{
  std::vector<FactorRows::Columns> bodies(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    bodies[i] = G.bodies(rows[i]);
  FactorRows part;
  part.lay_out(bodies, G.widths());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a)
      part.block(i, a) = G.block(rows[i], a);
  return part;
}

MatrixXd coupling(const LocalOperator& W, const BilateralGroup& joints, const JointSystem& system,
                  const std::vector<std::size_t>& touched)
{
  MatrixXd W_JC(system.size(), 3 * static_cast<Index>(touched.size()));
  for (std::size_t j = 0; j < touched.size(); ++j)
    for (std::size_t k = 0; k < joints.unknowns.size();) {
      const std::size_t row = joints.unknowns[k].row;
      const Mat3 block = W.block(row, touched[j]);
      for (; k < joints.unknowns.size() && joints.unknowns[k].row == row; ++k)
        W_JC.block<1, 3>(static_cast<Index>(k), 3 * static_cast<Index>(j)) =
            block.row(joints.unknowns[k].axis);
    }
  return system.schur(W_JC);
}

BlockSparse compressed(std::vector<BlockRow>& rows)
{
  BlockSparse C;
  C.n = rows.size();
  for (BlockRow& row : rows) {
    std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t k = 0; k < row.size(); ++k)
      if (k > 0 && row[k].first == row[k - 1].first) {
        C.block.back() += row[k].second;
      } else {
        C.column.push_back(row[k].first);
        C.block.push_back(row[k].second);
      }
    C.row_begin.push_back(static_cast<int>(C.column.size()));
    BlockRow().swap(row);
  }
  return C;
}

Mat3 proximal_term(const Mat3& W)
{
  const Eigen::SelfAdjointEigenSolver<Mat3> modes(W);
  Mat3 Q = Mat3::Zero();
  for (int m = 0; m < 3; ++m)
    if (modes.eigenvalues()[m] < singular_part * W.trace())
      Q += proximal_part * W.trace() * modes.eigenvectors().col(m) * modes.eigenvectors().col(m).transpose();
  return Q;
}

LocalOperator without(LocalOperator W, const std::vector<bool>& marked)
{
  FactorRows G = W.take_factor();
  BlockSparse C = W.take_blocks();
  for (std::size_t i = 0; i < G.size(); ++i)
    if (marked[i]) G.remove_bodies(i);
  for (std::size_t i = 0; i < C.n; ++i)
    for (int k = C.row_begin[i]; k < C.row_begin[i + 1]; ++k)
      if (marked[i] || marked[index(C.column[index(k)])]) C.block[index(k)].setZero();
  std::shared_ptr<const ImplicitPart> implicit;
  if (W.implicit()) {
    std::vector<std::size_t> all(G.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<double> scale(G.size());
    std::ranges::transform(marked, scale.begin(), [](bool m) { return m ? 0.0 : 1.0; });
    implicit = std::make_shared<SelectedPart>(W.implicit(), std::move(all), std::move(scale));
  }
  return LocalOperator(std::move(G), std::move(C), std::move(implicit));
}

}  // namespace corbel
