// SPDX-License-Identifier: MIT
// Groups of joints out of a LocalProblem, and their impulses back.
#include "corbel/solvers/joint_elimination.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <utility>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using BlockRow = std::vector<std::pair<int, Mat3>>;  ///< (column, block), in any order, to be added up

/// Rows that (4) may couple with each other. Rigid bodies: a sweep over k coupled rows costs k blocks a row
/// instead of four. Other bodies couple their rows anyway: the limit is memory, 300 MB.
constexpr std::size_t most_rows_of_rigid_bodies = 200;
constexpr std::size_t most_rows = 2000;

/// W̃_NN of less than this part of W_NN is round-off: the joints hold the row along its normal.
constexpr double locked_tolerance = 1e-12;

/// W̃_ii cannot move along eigenvectors whose eigenvalue is below this part of its trace (round-off of W̃ is
/// 1e-7 for a body 1e8 times softer as a whole than elastically).
constexpr double singular_part = 1e-5;
/// ρ as a part of the trace. More slows down the way to slip, which takes ρ μ R_N / U_T sweeps; less lets the
/// round-off of U_T grow to impulses.
constexpr double proximal_part = 1e-2;

/// [-] A sparse factor with δ > 0 answers contradictions with impulses of 1/δ: not beyond this.
constexpr double contradiction = 1e-10;

/// [m/s] Bodies at rest have velocities of round-off, which need not agree with each other.
constexpr double at_rest = 1e-12;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool in_blocks(const BlockSparse& C, std::size_t i) { return C.n > 0 && C.row_begin[i] < C.row_begin[i + 1]; }

/// The only body that all rows touch, one of six velocities against the ground (3); else none.
int single_rigid_body(const LocalOperator& W, const std::vector<std::size_t>& rows)
{
  const auto [first, second] = W.row(rows[0]).column;
  const int body = first == LocalOperator::none ? second : first;
  for (const std::size_t i : rows) {
    const auto& column = W.row(i).column;
    const bool alone = (column[0] == body && column[1] == LocalOperator::none) ||
                       (column[1] == body && column[0] == LocalOperator::none);
    if (!alone || in_blocks(W.blocks(), i)) return LocalOperator::none;
  }
  return body;
}

/// Rows outside the group that share a body with it, ascending.
std::vector<std::size_t> touched_rows(const LocalOperator& W, const std::vector<std::size_t>& rows)
{
  std::vector<bool> body(index(W.columns()), false), in_group(W.size(), false), touched(W.size(), false);
  for (const std::size_t i : rows) {
    in_group[i] = true;
    for (const int c : W.row(i).column)
      if (c != LocalOperator::none) body[index(c)] = true;
    if (in_blocks(W.blocks(), i))
      for (int k = W.blocks().row_begin[i]; k < W.blocks().row_begin[i + 1]; ++k)
        touched[index(W.blocks().column[index(k)])] = true;
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < W.size(); ++i) {
    for (const int c : W.row(i).column)
      if (c != LocalOperator::none && body[index(c)]) touched[i] = true;
    if (touched[i] && !in_group[i]) result.push_back(i);
  }
  return result;
}

bool worth_coupling(const LocalOperator& W, const std::vector<std::size_t>& rows, std::size_t touched)
{
  const bool rigid = std::none_of(rows.begin(), rows.end(), [&](auto i) { return in_blocks(W.blocks(), i); });
  return touched <= (rigid ? most_rows_of_rigid_bodies : most_rows);
}

/// P of (3), its eigenvalues made zero or one to the bit.
Eigen::Matrix<double, 6, 6> projection(const LocalOperator& W, const BilateralGroup& joints,
                                       const JointSystem& system, int body)
{
  MatrixXd G(system.size(), 6);
  for (Index k = 0; k < system.size(); ++k) {
    const auto& [row, axis, target] = joints.unknowns[static_cast<std::size_t>(k)];
    G.row(k) = W.row(row).block[W.row(row).column[0] == body ? 0 : 1].row(axis);
  }
  const Eigen::Matrix<double, 6, 6> held = system.schur(G);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> modes(held);
  Eigen::Matrix<double, 6, 6> P = Eigen::Matrix<double, 6, 6>::Zero();
  for (int m = 0; m < 6; ++m)
    if (modes.eigenvalues()[m] < 0.5)
      P += modes.eigenvectors().col(m) * modes.eigenvectors().col(m).transpose();
  return P;
}

/// W_CJ W_JJ⁺ W_JC over the touched rows C: what (4) subtracts.
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

/// The blocks of all rows, those of one place added up.
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

/// W without the rows and columns that are marked: they answer to no impulse.
LocalOperator without(LocalOperator W, const std::vector<bool>& marked)
{
  const int columns = W.columns();
  std::vector<LocalOperator::Row> rows = W.take_rows();
  BlockSparse C = W.take_blocks();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (marked[i]) rows[i] = {};
  for (std::size_t i = 0; i < C.n; ++i)
    for (int k = C.row_begin[i]; k < C.row_begin[i + 1]; ++k)
      if (marked[i] || marked[index(C.column[index(k)])]) C.block[index(k)].setZero();
  return LocalOperator(std::move(rows), columns, std::move(C));
}

}  // namespace

JointElimination::JointElimination(const LocalProblem& problem) : problem_(problem), groups_(find_groups())
{
  if (!empty()) reduce();
}

std::vector<JointElimination::Group> JointElimination::find_groups() const
{
  std::vector<Group> groups;
  const LocalOperator& W = problem_.W;
  for (BilateralGroup& joints : bilateral_groups(problem_)) {
    const int body = single_rigid_body(W, joints.rows);
    std::vector<std::size_t> touched = touched_rows(W, joints.rows);
    if (body == LocalOperator::none && !worth_coupling(W, joints.rows, touched.size())) continue;
    JointSystem system(W, joints);
    if (!system.usable()) continue;
    Group group = {std::move(joints), std::move(system), std::move(touched), body};
    if (group.system.regularized()) {
      const VectorXd a = right_side(group, Impulses(problem_.size(), Vec3::Zero()));
      if ((group.system.multiply(group.system.solve(a)) - a).norm() > contradiction * a.norm()) continue;
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// U* − B_J − W_JC R, for R without impulses of the group.
VectorXd JointElimination::right_side(const Group& group, const Impulses& R) const
{
  const std::vector<Vec6> y = problem_.W.gather(R);
  VectorXd a(group.system.size());
  for (std::size_t k = 0; k < group.joints.unknowns.size(); ++k) {
    const auto& [row, axis, target] = group.joints.unknowns[k];
    a[static_cast<Index>(k)] = target - problem_.B[row][axis] - problem_.W.row_product(row, y, R)[axis];
  }
  return a;
}

void JointElimination::reduce()
{
  place_.assign(problem_.size(), 0);
  for (const Group& group : groups_)
    for (const std::size_t i : group.joints.rows)
      place_[i] = -1;
  for (std::size_t i = 0; i < problem_.size(); ++i)
    if (place_[i] == 0) {
      place_[i] = static_cast<int>(kept_.size());
      kept_.push_back(i);
      reduced_.laws.push_back(problem_.laws[i]);
    }
  reduced_.B = reduced_B();
  reduced_.W = reduced_W();

  std::vector<bool> touched(kept_.size(), false), locked(kept_.size(), false);
  for (const Group& group : groups_)
    for (const std::size_t i : group.touched)
      touched[index(place_[i])] = true;
  proximal_.assign(kept_.size(), Mat3::Zero());
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (!touched[i]) continue;
    const Mat3& W = reduced_.W.diagonal(i);
    locked[i] = !(W(2, 2) > locked_tolerance * problem_.W.diagonal(kept_[i])(2, 2));
    if (!locked[i]) proximal_[i] = proximal_term(W);
  }
  if (std::find(locked.begin(), locked.end(), true) != locked.end())
    reduced_.W = without(std::move(reduced_.W), locked);
}

/// B̃ of (2).
std::vector<Vec3> JointElimination::reduced_B() const
{
  Impulses R(problem_.size(), Vec3::Zero());
  recover(Impulses(kept_.size(), Vec3::Zero()), 1, R);
  const std::vector<Vec3> WR = problem_.W.multiply(R);
  std::vector<Vec3> B(kept_.size());
  for (std::size_t i = 0; i < kept_.size(); ++i)
    B[i] = problem_.B[kept_[i]] + WR[kept_[i]];
  return B;
}

/// W̃ by (3) and (4).
LocalOperator JointElimination::reduced_W() const
{
  const BlockSparse& C = problem_.W.blocks();
  std::vector<LocalOperator::Row> rows(kept_.size());
  std::vector<BlockRow> blocks(kept_.size());
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    rows[i] = problem_.W.row(kept_[i]);
    if (!in_blocks(C, kept_[i])) continue;
    for (int k = C.row_begin[kept_[i]]; k < C.row_begin[kept_[i] + 1]; ++k)
      if (const int j = place_[index(C.column[index(k)])]; j >= 0)
        blocks[i].emplace_back(j, C.block[index(k)]);
  }
  for (const Group& group : groups_) {
    if (group.touched.empty()) continue;
    if (group.column != LocalOperator::none) {
      const auto P = projection(problem_.W, group.joints, group.system, group.column);
      for (const std::size_t i : group.touched)
        for (std::size_t a = 0; a < 2; ++a)
          if (auto& row = rows[index(place_[i])]; row.column[a] == group.column) row.block[a] *= P;
      continue;
    }
    const MatrixXd S = coupling(problem_.W, group.joints, group.system, group.touched);
    for (std::size_t i = 0; i < group.touched.size(); ++i)
      for (std::size_t j = 0; j < group.touched.size(); ++j)
        blocks[index(place_[group.touched[i]])].emplace_back(
            place_[group.touched[j]], -S.block<3, 3>(3 * static_cast<Index>(i), 3 * static_cast<Index>(j)));
  }
  return LocalOperator(std::move(rows), problem_.W.columns(), compressed(blocks));
}

Impulses JointElimination::restrict(const Impulses& R) const
{
  Impulses R_C(kept_.size());
  for (std::size_t i = 0; i < kept_.size(); ++i)
    R_C[i] = R[kept_[i]];
  return R_C;
}

bool JointElimination::recover(const Impulses& R_C, double tolerance, Impulses& R) const
{
  std::fill(R.begin(), R.end(), Vec3::Zero());
  for (std::size_t i = 0; i < kept_.size(); ++i)
    R[kept_[i]] = R_C[i];
  const Impulses others = R;  // W couples no group with another
  bool met = true;
  for (const Group& group : groups_) {
    const VectorXd a = right_side(group, others);
    const VectorXd x = group.system.solve(a);
    double scale = a.norm();
    for (std::size_t k = 0; k < group.joints.unknowns.size(); ++k) {
      const auto& [row, axis, target] = group.joints.unknowns[k];
      // What is not finite must show, also in an equation that the solution passes over as redundant.
      R[row][axis] =
          std::isfinite(a[static_cast<Index>(k)]) ? x[static_cast<Index>(k)] : a[static_cast<Index>(k)];
      scale = std::max({scale, std::abs(target), std::abs(problem_.B[row][axis])});
    }
    met = met && (a - group.system.multiply(x)).norm() <= std::max(tolerance * scale, at_rest);
  }
  return met;
}

}  // namespace corbel
