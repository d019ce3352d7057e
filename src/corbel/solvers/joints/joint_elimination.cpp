// SPDX-License-Identifier: MIT
// Groups of joints out of a LocalProblem, and their impulses back.
#include "corbel/solvers/joints/joint_elimination.hpp"

#include "corbel/core/index.hpp"
#include "corbel/solvers/joints/reduced_operator.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows that (4) may couple with each other. Rigid bodies: a sweep over k coupled rows costs k blocks a row
/// instead of four. Other bodies couple their rows anyway: the limit is memory, 300 MB.
constexpr std::size_t most_rows_of_rigid_bodies = 200;
constexpr std::size_t most_rows = 2000;

/// W̃_NN of less than this part of W_NN is round-off: the joints hold the row along its normal.
constexpr double locked_tolerance = 1e-12;

/// [-] A sparse factor with δ > 0 answers contradictions with impulses of 1/δ: not beyond this.
constexpr double contradiction = 1e-10;

/// [m/s] Bodies at rest have velocities of round-off, which need not agree with each other.
constexpr double at_rest = 1e-12;

bool in_blocks(const BlockSparse& C, std::size_t i) { return C.n > 0 && C.row_begin[i] < C.row_begin[i + 1]; }

/// Velocities of a body up to which (3) is worth its eigenvectors: 60 take 2 ms.
constexpr int widest_projection = 60;

/// The only body that all rows touch, one of G against the ground (3); else none.
int single_body(const LocalOperator& W, const std::vector<std::size_t>& rows)
{
  const auto [first, second] = W.factor().bodies(rows[0]);
  const int body = first == LocalOperator::none ? second : first;
  if (body == LocalOperator::none || W.factor().width(body) > widest_projection) return LocalOperator::none;
  for (const std::size_t i : rows) {
    const auto column = W.factor().bodies(i);
    const bool alone = (column[0] == body && column[1] == LocalOperator::none) ||
                       (column[1] == body && column[0] == LocalOperator::none);
    if (!alone || in_blocks(W.blocks(), i)) return LocalOperator::none;
  }
  return body;
}

using RowsOfBody = std::vector<std::vector<std::size_t>>;

RowsOfBody rows_of_bodies(const LocalOperator& W)
{
  RowsOfBody on(index(W.columns()));
  for (std::size_t i = 0; i < W.size(); ++i)
    for (const int c : W.factor().bodies(i))
      if (c != LocalOperator::none) on[index(c)].push_back(i);
  return on;
}

/// Rows outside the group that share a body with it, ascending.
std::vector<std::size_t> touched_rows(const LocalOperator& W, const std::vector<std::size_t>& rows,
                                      const RowsOfBody& on)
{
  std::set<int> bodies;
  std::vector<std::size_t> touched;
  std::vector<bool> seen(W.blocks().n, false);  // a body of many rows names them many times
  for (const std::size_t i : rows) {
    for (const int c : W.factor().bodies(i))
      if (c != LocalOperator::none) bodies.insert(c);
    if (!in_blocks(W.blocks(), i)) continue;
    for (int k = W.blocks().row_begin[i]; k < W.blocks().row_begin[i + 1]; ++k)
      if (const std::size_t j = index(W.blocks().column[index(k)]); !seen[j]) {
        seen[j] = true;
        touched.push_back(j);
      }
  }
  for (const int c : bodies)
    touched.insert(touched.end(), on[index(c)].begin(), on[index(c)].end());
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  std::erase_if(touched, [&](auto i) { return std::binary_search(rows.begin(), rows.end(), i); });
  return touched;
}

bool worth_coupling(const LocalOperator& W, const std::vector<std::size_t>& rows, std::size_t touched)
{
  const bool rigid = std::none_of(rows.begin(), rows.end(), [&](auto i) { return in_blocks(W.blocks(), i); });
  return touched <= (rigid ? most_rows_of_rigid_bodies : most_rows);
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
  std::vector<BilateralGroup> candidates = bilateral_groups(problem_);
  if (candidates.empty()) return groups;
  const RowsOfBody on = rows_of_bodies(W);
  const Impulses none(problem_.size(), Vec3::Zero());
  const VectorXd y = W.gather(none);
  for (BilateralGroup& joints : candidates) {
    if (std::ranges::any_of(joints.rows, [&](auto i) { return W.is_implicit(i); })) continue;
    const int body = single_body(W, joints.rows);
    std::vector<std::size_t> touched = touched_rows(W, joints.rows, on);
    if (body == LocalOperator::none && !worth_coupling(W, joints.rows, touched.size())) continue;
    JointSystem system(W, joints);
    if (!system.usable()) continue;
    Group group = {std::move(joints), std::move(system), std::move(touched), body};
    if (group.system.regularized()) {
      const VectorXd a = right_side(group, none, y);
      if ((group.system.multiply(group.system.solve(a)) - a).norm() > contradiction * a.norm()) continue;
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// U* − B_J − W_JC R, for R without impulses of the group; y = Gᵀ R.
VectorXd JointElimination::right_side(const Group& group, const Impulses& R, const VectorXd& y) const
{
  VectorXd a(group.system.size());
  for (std::size_t k = 0; k < group.joints.unknowns.size(); ++k) {
    const auto& [row, axis, target, compliance] = group.joints.unknowns[k];
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
  FactorRows G = selected(problem_.W.factor(), kept_);
  std::vector<BlockRow> blocks(kept_.size());
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (!in_blocks(C, kept_[i])) continue;
    for (int k = C.row_begin[kept_[i]]; k < C.row_begin[kept_[i] + 1]; ++k)
      if (const int j = place_[index(C.column[index(k)])]; j >= 0)
        blocks[i].emplace_back(j, C.block[index(k)]);
  }
  for (const Group& group : groups_) {
    if (group.touched.empty()) continue;
    if (group.column != LocalOperator::none) {
      const MatrixXd P = projection(problem_.W.factor(), group.joints, group.system, group.column);
      for (const std::size_t i : group.touched)
        for (std::size_t a = 0; a < 2; ++a)
          if (const std::size_t k = index(place_[i]); G.bodies(k)[a] == group.column)
            project(G.block(k, a), P);
      continue;
    }
    const MatrixXd S = coupling(problem_.W, group.joints, group.system, group.touched);
    for (std::size_t i = 0; i < group.touched.size(); ++i)
      for (std::size_t j = 0; j < group.touched.size(); ++j)
        blocks[index(place_[group.touched[i]])].emplace_back(
            place_[group.touched[j]], -S.block<3, 3>(3 * static_cast<Index>(i), 3 * static_cast<Index>(j)));
  }
  std::shared_ptr<const ImplicitPart> implicit;
  if (problem_.W.implicit())
    implicit =
        std::make_shared<SelectedPart>(problem_.W.implicit(), kept_, std::vector<double>(kept_.size(), 1));
  return LocalOperator(std::move(G), compressed(blocks), std::move(implicit));
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
  const VectorXd y = problem_.W.gather(others);
  bool met = true;
  for (const Group& group : groups_) {
    const VectorXd a = right_side(group, others, y);
    const VectorXd x = group.system.solve(a);
    double scale = a.norm();
    for (std::size_t k = 0; k < group.joints.unknowns.size(); ++k) {
      const auto& [row, axis, target, compliance] = group.joints.unknowns[k];
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
