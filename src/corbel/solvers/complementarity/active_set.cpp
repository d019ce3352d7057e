// SPDX-License-Identifier: MIT
// Primal–dual active set with proximal rounds.
#include "corbel/solvers/complementarity/active_set.hpp"

#include "corbel/core/check.hpp"
#include "corbel/core/interrupt.hpp"
#include "corbel/linalg/sparse_cholesky.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <limits>
#include <variant>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index dense_size = 150;     ///< up to here a dense factor is the faster one
constexpr double first_delta = 1e-6;  ///< of a unit diagonal
constexpr double last_delta = 1e-9;   ///< below, round-off along null vectors, 1e-16/δ, would show
constexpr int most_active_sets = 60;
constexpr double misplaced = 1e-14;  ///< z, w above −this (relative to the largest) are not negative
constexpr double resting = 1e-3;     ///< w of less, with ‖q‖∞ = 1, is rest to the first guess
constexpr double round_off = 1e-15;  ///< a residual of less cannot be improved
constexpr double flat = 1e-7;        ///< ‖M n‖ of a ray, ‖n‖∞ = 1

/// M_AA + δ I of the unknowns A, factorized.
class Block {
 public:
  Block(const LcpMatrix& M, const std::vector<bool>& in_A, double delta)
  {
    std::vector<int> new_index(in_A.size(), -1);
    for (std::size_t i = 0; i < in_A.size(); ++i)
      if (in_A[i]) {
        new_index[i] = static_cast<int>(unknowns_.size());
        unknowns_.push_back(static_cast<Index>(i));
      }
    const auto n = static_cast<Index>(unknowns_.size());
    std::vector<Eigen::Triplet<double>> entries;
    for (const Index j : unknowns_)
      for (LcpMatrix::InnerIterator entry(M, j); entry; ++entry)
        if (const int row = new_index[static_cast<std::size_t>(entry.row())]; row >= 0)
          entries.emplace_back(row, new_index[static_cast<std::size_t>(j)], entry.value());
    for (int k = 0; k < n; ++k)
      entries.emplace_back(k, k, delta);
    LcpMatrix A(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    if (n > dense_size) {
      factor_ = SparseCholesky(A);
      return;
    }
    Eigen::LLT<MatrixXd> dense(A);
    if (dense.info() != Eigen::Success) throw NotPositiveDefinite(0, n);
    factor_ = std::move(dense);
  }

  /// x_A ← x_A + (M_AA + δ)⁻¹ b_A
  void add_solution(const VectorXd& b, VectorXd& x) const
  {
    const VectorXd b_A = b(unknowns_);
    x(unknowns_) += std::visit([&](const auto& factor) -> VectorXd { return factor.solve(b_A); }, factor_);
  }

 private:
  std::vector<Index> unknowns_;
  std::variant<Eigen::LLT<MatrixXd>, SparseCholesky> factor_;
};

/// The scaled problem and where the method is.
struct State {
  LcpMatrix M;
  VectorXd q;
  VectorXd z;              ///< z_k of (2)
  std::vector<bool> in_A;  ///< closed
};

/// (1) of the proximal problem (2): z from the set, and w with its proximal term.
void solve_set(const State& s, double delta, VectorXd& z, VectorXd& w)
{
  z = s.z;
  for (std::size_t i = 0; i < s.in_A.size(); ++i)
    if (!s.in_A[i]) z[static_cast<Index>(i)] = 0;
  const Block block(s.M, s.in_A, delta);
  for (int refinement = 0; refinement < 2; ++refinement)
    block.add_solution(-(s.M * z + s.q + delta * (z - s.z)), z);
  w = s.M * z + s.q + delta * (z - s.z);
}

/// Of z, and so of M z and its round-off.
double largest(const VectorXd& z) { return std::max(1.0, z.cwiseAbs().maxCoeff()); }

std::vector<std::size_t> find_misplaced(const State& s, const VectorXd& z, const VectorXd& w)
{
  const double limit = -misplaced * largest(z);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < s.in_A.size(); ++i) {
    const auto k = static_cast<Index>(i);
    if (s.in_A[i] ? z[k] < limit : w[k] < limit) found.push_back(i);
  }
  return found;
}

double residual_of(const State& s, const VectorXd& z)
{
  const VectorXd admissible = z.cwiseMax(0);
  return lcp_residual(admissible, s.M * admissible + s.q);
}

/// One round: the set that solves (2). False when the iterations are used up.
bool solve_proximal(State& s, double delta, const ActiveSetOptions& options, int most, LcpResult& result)
{
  std::size_t least = s.in_A.size() + 1;
  int patience = options.patience;
  VectorXd z, w;
  while (result.iterations < most) {
    poll_interrupt();
    solve_set(s, delta, z, w);
    ++result.iterations;
    result.history.push_back(residual_of(s, z));
    std::vector<std::size_t> wrong = find_misplaced(s, z, w);
    if (wrong.empty()) {
      s.z = z.cwiseMax(0);
      return true;
    }
    if (wrong.size() < least) {
      least = wrong.size();
      patience = options.patience;
    } else if (patience > 0) {
      --patience;
    }
    if (patience == 0) wrong = {wrong.back()};
    for (const std::size_t i : wrong)
      s.in_A[i] = !s.in_A[i];
  }
  s.z = z.cwiseMax(0);
  return false;
}

/// z_k grows along n ≥ 0 with M n = 0, qᵀ n < 0.
bool grows_for_ever(const State& s, const VectorXd& step)
{
  const double size = step.cwiseAbs().maxCoeff();
  if (!(size > 1 / flat)) return false;
  const VectorXd n = step / size;
  return n.minCoeff() >= -flat && (s.M * n).cwiseAbs().maxCoeff() <= flat && s.q.dot(n) < -flat;
}

LcpStatus iterate(State& s, const ActiveSetOptions& options, int most, LcpResult& result)
{
  double delta = first_delta, last = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_active_sets; ++round) {
    const VectorXd before = s.z;
    if (!solve_proximal(s, delta, options, most, result)) return LcpStatus::iteration_limit;
    const double residual = residual_of(s, s.z), bound = options.tolerance * largest(s.z);
    const bool settled = residual <= round_off * largest(s.z) || residual > 0.5 * last;
    if (residual <= bound && settled) return LcpStatus::solved;
    last = residual;
    if (delta <= last_delta && grows_for_ever(s, s.z - before)) return LcpStatus::ray;
    delta = std::max(last_delta, 0.1 * delta);
  }
  return LcpStatus::iteration_limit;
}

/// Closed are those that were, and those that approach or rest: in a stack falling for one step only the
/// lowest contacts approach, and load would go up one storey an iteration.
std::vector<bool> first_set(const State& s)
{
  const VectorXd w = s.M * s.z + s.q;
  std::vector<bool> in_A(static_cast<std::size_t>(s.z.size()));
  for (Index i = 0; i < s.z.size(); ++i)
    in_A[static_cast<std::size_t>(i)] = s.z[i] >= w[i] - resting;
  return in_A;
}

}  // namespace

LcpResult active_set(const LcpMatrix& M, const VectorXd& q, const VectorXd& z_start,
                     const ActiveSetOptions& options)
{
  demand(M.rows() == q.size() && M.cols() == q.size(), "active set: M and q differ in size");
  LcpResult result;
  result.z = VectorXd::Zero(q.size());
  const VectorXd S = lcp_scale(M.diagonal());
  if (q.size() > 0 && q.minCoeff() < 0) {
    const double unit = S.cwiseProduct(q).cwiseAbs().maxCoeff();
    State s = {S.asDiagonal() * M * S.asDiagonal(), S.cwiseProduct(q) / unit, VectorXd::Zero(q.size()), {}};
    if (z_start.size() == q.size()) s.z = z_start.cwiseMax(0).cwiseQuotient(S) / unit;
    s.in_A = first_set(s);
    const int most =
        options.max_iterations > 0 ? options.max_iterations : 20 * static_cast<int>(q.size()) + 1000;
    try {
      result.status = iterate(s, options, most, result);
    } catch (const NotPositiveDefinite&) {  // not a problem for this method: the last z, and no success
      result.status = LcpStatus::iteration_limit;
    }
    if (!s.z.allFinite()) s.z.setZero();
    result.z = unit * S.cwiseProduct(s.z);
  }
  result.w = M * result.z + q;
  return result;
}

ActiveSet::ActiveSet(double tolerance, const ActiveSetOptions& options)
    : tolerance_(tolerance), options_(options)
{
  check_positive("tolerance", tolerance);
  check_positive("options.tolerance", options.tolerance);
}

SolverReport ActiveSet::solve(const LocalProblem& problem, Impulses& R) const
{
  return solve_frictionless(problem, R, "active_set", tolerance_,
                            [this](const LcpMatrix& M, const VectorXd& q, const VectorXd& z_start) {
                              return active_set(M, q, z_start, options_);
                            });
}

}  // namespace corbel
