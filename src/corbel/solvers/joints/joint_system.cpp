// SPDX-License-Identifier: MIT
// Factorization and refined solution of the equations of a group of joints.
#include "corbel/solvers/joints/joint_system.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index always_dense = 150;  ///< unknowns: 1 ms, less than the sparse machinery takes to start
constexpr Index never_dense = 3000;  ///< unknowns: 72 MB, seconds
constexpr double mostly_full = 0.25;
constexpr int refinements = 2;

/// Stored blocks of each row of the group, by their places in the group.
using Pattern = std::vector<std::vector<std::size_t>>;

void push_rows_of_bodies(const LocalOperator& W, const std::vector<std::size_t>& rows, Pattern& pattern)
{
  std::map<int, std::vector<std::size_t>> on;
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (const int c : W.factor().bodies(rows[a]))
      if (c != LocalOperator::none) on[c].push_back(a);
  for (const auto& [body, members] : on)
    for (const std::size_t a : members)
      pattern[a].insert(pattern[a].end(), members.begin(), members.end());
}

void push_blocks(const BlockSparse& C, const std::vector<std::size_t>& rows, Pattern& pattern)
{
  if (C.n == 0) return;
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (int k = C.row_begin[rows[a]]; k < C.row_begin[rows[a] + 1]; ++k) {
      const auto j = static_cast<std::size_t>(C.column[static_cast<std::size_t>(k)]);
      const auto found = std::lower_bound(rows.begin(), rows.end(), j);
      if (found != rows.end() && *found == j)
        pattern[a].push_back(static_cast<std::size_t>(found - rows.begin()));
    }
}

Pattern pattern_of(const LocalOperator& W, const std::vector<std::size_t>& rows)
{
  Pattern pattern(rows.size());
  push_rows_of_bodies(W, rows, pattern);
  push_blocks(W.blocks(), rows, pattern);
  for (auto& members : pattern) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
  }
  return pattern;
}

/// For each row of the group its first unknown; one more at the end.
std::vector<Index> first_unknowns(const BilateralGroup& group)
{
  std::vector<Index> first;
  for (std::size_t k = 0; k < group.unknowns.size(); ++k)
    if (k == 0 || group.unknowns[k].row != group.unknowns[k - 1].row) first.push_back(static_cast<Index>(k));
  first.push_back(static_cast<Index>(group.unknowns.size()));
  return first;
}

/// put(k, l, A_kl) for every stored entry.
template<class Put>
void for_entries(const LocalOperator& W, const BilateralGroup& group, const Pattern& pattern, const Put& put)
{
  const std::vector<Index> first = first_unknowns(group);
  for (std::size_t a = 0; a < pattern.size(); ++a)
    for (const std::size_t b : pattern[a]) {
      const Mat3 block = W.block(group.rows[a], group.rows[b]);
      for (Index k = first[a]; k < first[a + 1]; ++k)
        for (Index l = first[b]; l < first[b + 1]; ++l)
          put(k, l,
              block(group.unknowns[static_cast<std::size_t>(k)].axis,
                    group.unknowns[static_cast<std::size_t>(l)].axis) +
                  (k == l ? group.unknowns[static_cast<std::size_t>(k)].compliance : 0.0));
    }
}

bool prefer_dense(const Pattern& pattern, Index unknowns)
{
  if (unknowns <= always_dense) return true;
  double stored = 0;
  for (const auto& members : pattern)
    stored += static_cast<double>(members.size());
  const auto rows = static_cast<double>(pattern.size());
  return unknowns <= never_dense && stored > mostly_full * rows * rows;
}

}  // namespace

JointSystem::JointSystem(const LocalOperator& W, const BilateralGroup& group)
    : size_(static_cast<Index>(group.unknowns.size()))
{
  const Pattern pattern = pattern_of(W, group.rows);
  if (prefer_dense(pattern, size_)) {
    A_dense_.setZero(size_, size_);
    for_entries(W, group, pattern, [&](Index k, Index l, double value) { A_dense_(k, l) = value; });
    dense_.emplace(A_dense_);
    return;
  }
  std::vector<Eigen::Triplet<double, int>> entries;
  for_entries(W, group, pattern, [&](Index k, Index l, double value) {
    entries.emplace_back(static_cast<int>(k), static_cast<int>(l), value);
  });
  A_sparse_.resize(size_, size_);
  A_sparse_.setFromTriplets(entries.begin(), entries.end());
  factorize_sparse();
}

void JointSystem::factorize_sparse()
{
  scale_ = A_sparse_.diagonal().cwiseSqrt().cwiseInverse();
  Eigen::SparseMatrix<double> identity(size_, size_);
  identity.setIdentity();
  for (double delta = 1e-13; delta < 2e-11 && !sparse_; delta *= 10) {
    const Eigen::SparseMatrix<double> scaled = scale_.asDiagonal() * A_sparse_ * scale_.asDiagonal();
    try {
      sparse_.emplace(Eigen::SparseMatrix<double>(scaled + delta * identity));
    } catch (const NotPositiveDefinite&) {
      continue;  // round-off of a singular matrix: more δ
    }
  }
}

VectorXd JointSystem::multiply(const VectorXd& x) const
{
  if (dense_) return A_dense_.selfadjointView<Eigen::Lower>() * x;
  return A_sparse_ * x;
}

VectorXd JointSystem::solve(const VectorXd& a) const
{
  const auto once = [&](const VectorXd& b) -> VectorXd {
    if (dense_) return dense_->solve(b);
    return scale_.cwiseProduct(sparse_->solve(VectorXd(scale_.cwiseProduct(b))));
  };
  VectorXd x = once(a);
  if (dense_) x = dense_->smallest(x);
  for (int k = 0; k < refinements; ++k)
    x += once(a - multiply(x));
  return x;
}

MatrixXd JointSystem::schur(const MatrixXd& B) const
{
  MatrixXd S = MatrixXd::Zero(B.cols(), B.cols());
  if (dense_) {
    S.selfadjointView<Eigen::Lower>().rankUpdate(dense_->half_solve(B).transpose());
    return S.selfadjointView<Eigen::Lower>();
  }
  const auto once = [&](const MatrixXd& C) -> MatrixXd {
    return scale_.asDiagonal() * sparse_->solve(MatrixXd(scale_.asDiagonal() * C));
  };
  MatrixXd X = once(B);
  for (int k = 0; k < refinements; ++k)
    X += once(B - A_sparse_ * X);
  S.noalias() = B.transpose() * X;
  return 0.5 * (S + S.transpose());
}

}  // namespace corbel
