// SPDX-License-Identifier: MIT
// Lemke's method over an explicit inverse of the basis.
#include "corbel/solvers/complementarity/lemke.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/complementarity/frictionless.hpp"

#include <Eigen/LU>

#include <numeric>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int pivots_per_inverse = 100;    ///< round-off grows slowly, an inverse costs n pivots
constexpr double pivot_tolerance = 1e-10;  ///< y of less, in the scaled problem, is round-off
constexpr double ratio_tolerance = 1e-12;  ///< ratios closer than this tie
constexpr double vanished = 1e-12;         ///< z₀ of less is none

/// The basis B of (1): one variable per row. Variables: w_k is k, z_k is n + k, z₀ is 2n.
class Basis {
 public:
  Basis(const MatrixXd& M, const VectorXd& q)
      : M_(M), q_(q), n_(q.size()), variable_(static_cast<std::size_t>(n_)),
        inverse_(MatrixXd::Identity(n_, n_)), x_(q)
  {
    std::iota(variable_.begin(), variable_.end(), Index{0});
  }

  Index artificial() const { return 2 * n_; }
  Index complement(Index v) const { return v < n_ ? v + n_ : v - n_; }
  Index variable(Index row) const { return variable_[static_cast<std::size_t>(row)]; }
  const VectorXd& x() const { return x_; }
  const MatrixXd& inverse() const { return inverse_; }

  /// y = B⁻¹ a of a variable outside of the basis
  VectorXd direction(Index v) const
  {
    if (v < n_) return inverse_.col(v);
    return inverse_ * column(v);
  }

  /// v takes the place of the variable of `row`.
  void exchange(Index row, Index v, const VectorXd& y)
  {
    variable_[static_cast<std::size_t>(row)] = v;
    if (++pivots_ % pivots_per_inverse == 0) {
      refactorize();
      return;
    }
    const Eigen::RowVectorXd pivot_row = inverse_.row(row) / y[row];
    const double value = x_[row] / y[row];
    VectorXd others = y;
    others[row] = 0;
    inverse_.noalias() -= others * pivot_row;
    inverse_.row(row) = pivot_row;
    x_ -= value * others;
    x_[row] = value;
  }

  void refactorize()
  {
    MatrixXd B(n_, n_);
    for (Index i = 0; i < n_; ++i)
      B.col(i) = column(variable(i));
    inverse_ = B.partialPivLu().inverse();
    x_ = inverse_ * q_;
    x_ += inverse_ * (q_ - B * x_);
  }

  double value(Index v) const
  {
    for (Index i = 0; i < n_; ++i)
      if (variable(i) == v) return x_[i];
    return 0;
  }

  VectorXd z() const
  {
    VectorXd z = VectorXd::Zero(n_);
    for (Index i = 0; i < n_; ++i)
      if (variable(i) >= n_ && variable(i) != artificial()) z[variable(i) - n_] = std::max(0.0, x_[i]);
    return z;
  }

 private:
  VectorXd column(Index v) const
  {
    if (v < n_) return VectorXd::Unit(n_, v);
    if (v == artificial()) return -VectorXd::Ones(n_);
    return -M_.col(v - n_);
  }

  const MatrixXd& M_;
  const VectorXd& q_;
  Index n_;
  std::vector<Index> variable_;
  MatrixXd inverse_;
  VectorXd x_;
  int pivots_ = 0;
};

/// −1, 0, 1 as row a of (2) is smaller, equal, larger than row b beyond its first entry.
int compare_rows(const MatrixXd& inverse, const VectorXd& y, Index a, Index b)
{
  for (Index k = 0; k < inverse.cols(); ++k) {
    const double left = inverse(a, k) / y[a], right = inverse(b, k) / y[b];
    if (std::abs(left - right) <= ratio_tolerance * (1 + std::abs(left))) continue;
    return left < right ? -1 : 1;
  }
  return 0;
}

/// The row that leaves (2), or −1: nothing limits the variable that enters. `candidate` chooses rows.
template<class Candidate>
Index leaving_row(const Basis& basis, const VectorXd& y, bool lexicographic, const Candidate& candidate)
{
  Index best = -1;
  double least = 0;
  for (Index i = 0; i < y.size(); ++i) {
    if (!candidate(i)) continue;
    const double ratio = basis.x()[i] / y[i];
    const double tie = ratio_tolerance * (1 + std::abs(least));
    bool better = best < 0 || ratio < least - tie;
    if (!better && ratio <= least + tie && basis.variable(best) != basis.artificial())
      better = basis.variable(i) == basis.artificial() ||
               (lexicographic && compare_rows(basis.inverse(), y, i, best) < 0);
    if (!better) continue;
    least = ratio;
    best = i;
  }
  return best;
}

/// z₀ enters: the lexicographically smallest row of (q, I) leaves.
void enter_artificial(Basis& basis, Index& entering, bool lexicographic)
{
  const VectorXd y = basis.direction(basis.artificial());  // −1 everywhere
  const VectorXd one = -y;
  const Index row = leaving_row(basis, one, lexicographic, [](Index) { return true; });
  entering = basis.complement(basis.variable(row));
  basis.exchange(row, basis.artificial(), y);
}

LcpStatus pivot_to_the_end(Basis& basis, const LemkeOptions& options, int most, LcpResult& result)
{
  Index entering = 0;
  enter_artificial(basis, entering, options.lexicographic);
  for (result.iterations = 1; result.iterations < most; ++result.iterations) {
    const double z0 = basis.value(basis.artificial());
    result.history.push_back(z0);
    if (z0 <= vanished) return LcpStatus::solved;
    const VectorXd y = basis.direction(entering);
    const double smallest = pivot_tolerance * std::max(1.0, y.cwiseAbs().maxCoeff());
    const Index row = leaving_row(basis, y, options.lexicographic, [&](Index i) { return y[i] > smallest; });
    if (row < 0) return LcpStatus::ray;
    const Index leaving = basis.variable(row);
    basis.exchange(row, entering, y);
    if (leaving == basis.artificial()) {
      result.history.push_back(0);
      ++result.iterations;
      return LcpStatus::solved;
    }
    entering = basis.complement(leaving);
  }
  return LcpStatus::iteration_limit;
}

}  // namespace

LcpResult lemke(const MatrixXd& M, const VectorXd& q, const LemkeOptions& options)
{
  demand(M.rows() == q.size() && M.cols() == q.size(), "lemke: M and q differ in size");
  if (!M.allFinite() || !q.allFinite())
    throw_input_error("M, q", "a value that is not finite", "finite numbers");
  LcpResult result;
  const VectorXd S = lcp_scale(M.diagonal());
  const VectorXd q_scaled = S.cwiseProduct(q);
  result.z = VectorXd::Zero(q.size());
  if (q.size() > 0 && q.minCoeff() < 0) {
    const double unit = q_scaled.cwiseAbs().maxCoeff();
    const MatrixXd M_scaled = S.asDiagonal() * M * S.asDiagonal();
    const VectorXd q_unit = q_scaled / unit;
    const int most = options.max_pivots > 0 ? options.max_pivots : 50 * static_cast<int>(q.size()) + 1000;
    Basis basis(M_scaled, q_unit);
    result.status = pivot_to_the_end(basis, options, most, result);
    if (result.iterations > 1) basis.refactorize();
    result.z = unit * S.cwiseProduct(basis.z());
  }
  result.w = M * result.z + q;
  return result;
}

Lemke::Lemke(double tolerance, const LemkeOptions& options) : tolerance_(tolerance), options_(options)
{
  check_positive("tolerance", tolerance);
}

SolverReport Lemke::solve(const LocalProblem& problem, Impulses& R) const
{
  return solve_frictionless(problem, R, "lemke", tolerance_,
                            [this](const LcpMatrix& M, const VectorXd& q, const VectorXd&) {
                              return lemke(MatrixXd(M), q, options_);
                            });
}

}  // namespace corbel
