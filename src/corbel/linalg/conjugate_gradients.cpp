// SPDX-License-Identifier: MIT
#include "corbel/linalg/conjugate_gradients.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace corbel {
namespace {

/// pᵀ A p below this part of |p| |A p| counts as zero. For positive definite A the part is at least 2
/// κ^{-1/2} or so: only condition numbers κ beyond 1e27 could be mistaken.
constexpr double no_curvature = 1e-14;

Eigen::MatrixXd applied(const BlockOperator& A, const Eigen::MatrixXd& X)
{
  Eigen::MatrixXd Y(X.rows(), X.cols());
  A(X, Y);
  demand(Y.rows() == X.rows() && Y.cols() == X.cols(), "conjugate gradients: a product changed its size");
  return Y;
}

/// The columns that still iterate, packed to the left.
struct ActiveColumns {
  std::vector<Eigen::Index> column;  // of B and X
  Eigen::MatrixXd R, P;              // residuals, directions
  std::vector<double> rho;           // rᵀ M⁻¹ r of the step before; 0 at the start

  std::size_t count() const { return column.size(); }

  /// Drops the columns for which leaves(k) is true.
  template<class Leaves>
  void drop(const Leaves& leaves)
  {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count(); ++k) {
      if (leaves(k)) continue;
      const auto to = static_cast<Eigen::Index>(kept), from = static_cast<Eigen::Index>(k);
      column[kept] = column[k];
      rho[kept] = rho[k];
      if (to != from) {
        R.col(to) = R.col(from);
        P.col(to) = P.col(from);
      }
      ++kept;
    }
    column.resize(kept);
    rho.resize(kept);
    R.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(kept));
    P.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(kept));
  }
};

class Iteration {
 public:
  Iteration(const BlockOperator& A, const BlockOperator& M, const Eigen::MatrixXd& B, Eigen::MatrixXd& X,
            double tolerance)
      : A_(A), M_(M), B_(B), X_(X), limit_(tolerance * B.colwise().norm())
  {
    for (Eigen::Index j = 0; j < B.cols(); ++j) {
      if (B.col(j).isZero(0)) X_.col(j).setZero();
      active_.column.push_back(j);
    }
    active_.rho.assign(active_.count(), 0.0);
    active_.R = B_ - applied(A_, X_);
    active_.P = Eigen::MatrixXd::Zero(B.rows(), B.cols());
    drop_converged();
  }

  bool done() const { return active_.count() == 0; }
  bool indefinite() const { return indefinite_; }

  void step()
  {
    new_directions();
    if (done()) return;
    const Eigen::MatrixXd AP = applied(A_, active_.P);
    std::vector<bool> stopped(active_.count(), false);
    for (std::size_t k = 0; k < active_.count(); ++k) {
      const auto c = static_cast<Eigen::Index>(k);
      const double curvature = active_.P.col(c).dot(AP.col(c));
      const double alpha = active_.rho[k] / curvature;
      stopped[k] =
          !(curvature > no_curvature * active_.P.col(c).norm() * AP.col(c).norm()) || !std::isfinite(alpha);
      if (stopped[k]) continue;
      X_.col(active_.column[k]) += alpha * active_.P.col(c);
      active_.R.col(c) -= alpha * AP.col(c);
    }
    drop_indefinite(stopped);
    drop_converged();
  }

 private:
  /// p = z + β p with z = M⁻¹ r, ρ = rᵀ z, β = ρ / ρ of the step before.
  void new_directions()
  {
    const Eigen::MatrixXd Z = applied(M_, active_.R);
    std::vector<bool> stopped(active_.count(), false);
    for (std::size_t k = 0; k < active_.count(); ++k) {
      const auto c = static_cast<Eigen::Index>(k);
      const double rho = active_.R.col(c).dot(Z.col(c));
      const double beta = active_.rho[k] > 0 ? rho / active_.rho[k] : 0.0;
      stopped[k] = !(rho > 0) || !std::isfinite(rho) || !std::isfinite(beta);
      if (stopped[k]) continue;
      active_.P.col(c) = Z.col(c) + beta * active_.P.col(c);
      active_.rho[k] = rho;
    }
    drop_indefinite(stopped);
  }

  void drop_indefinite(const std::vector<bool>& stopped)
  {
    if (std::find(stopped.begin(), stopped.end(), true) == stopped.end()) return;
    indefinite_ = true;
    active_.drop([&](std::size_t k) { return stopped[k]; });
  }

  void drop_converged()
  {
    active_.drop([&](std::size_t k) {
      return active_.R.col(static_cast<Eigen::Index>(k)).norm() <= limit_[active_.column[k]];
    });
  }

  const BlockOperator& A_;
  const BlockOperator& M_;
  const Eigen::MatrixXd& B_;
  Eigen::MatrixXd& X_;
  Eigen::RowVectorXd limit_;
  ActiveColumns active_;
  bool indefinite_ = false;
};

double relative_residual(const BlockOperator& A, const Eigen::MatrixXd& B, const Eigen::MatrixXd& X)
{
  const Eigen::MatrixXd R = B - applied(A, X);
  double largest = 0;
  for (Eigen::Index j = 0; j < B.cols(); ++j)
    if (B.col(j).norm() > 0) {
      const double residual = R.col(j).norm() / B.col(j).norm();
      largest = std::isfinite(residual) ? std::max(largest, residual) : INFINITY;
    }
  return largest;
}

}  // namespace

CgReport conjugate_gradients(const BlockOperator& A, const BlockOperator& preconditioner,
                             const Eigen::MatrixXd& B, Eigen::MatrixXd& X, double tolerance,
                             int max_iterations)
{
  demand(X.rows() == B.rows() && X.cols() == B.cols(), "conjugate gradients: X and B differ in shape");
  CgReport report;
  Iteration iteration(A, preconditioner, B, X, tolerance);
  while (!iteration.done() && report.iterations < max_iterations) {
    iteration.step();
    ++report.iterations;
  }
  report.indefinite = iteration.indefinite();
  report.converged = iteration.done() && !report.indefinite;
  report.residual = relative_residual(A, B, X);
  return report;
}

}  // namespace corbel
