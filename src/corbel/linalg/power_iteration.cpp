// SPDX-License-Identifier: MIT
#include "corbel/linalg/power_iteration.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Eigenvalues>
#include <Spectra/SymEigsSolver.h>
#include <Spectra/SymGEigsSolver.h>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr Eigen::Index dense_limit = 40;  // below, the dense matrix is quicker and exact
constexpr Eigen::Index krylov_size = 20;
constexpr Eigen::Index most_restarts = 1000;

/// A = M^{-1/2} K M^{-1/2}, which has the eigenvalues of K x = λ M x, as Spectra asks for it.
class Scaled {
 public:
  using Scalar = double;
  Scaled(const Eigen::SparseMatrix<double>& K, const Eigen::VectorXd& M)
      : K_(K), scale_(M.cwiseSqrt().cwiseInverse())
  {
  }
  Eigen::Index rows() const { return K_.rows(); }
  Eigen::Index cols() const { return K_.cols(); }
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const
  {
    const Eigen::VectorXd scaled = scale_.cwiseProduct(x);
    const Eigen::VectorXd product = K_.selfadjointView<Eigen::Upper>() * scaled;
    return scale_.cwiseProduct(product);
  }
  void perform_op(const double* x, double* y) const
  {
    Eigen::Map<Eigen::VectorXd>(y, rows()) = multiply(Eigen::Map<const Eigen::VectorXd>(x, cols()));
  }
  /// Largest sum of absolute values in a row.
  double largest_row_sum() const
  {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(rows());
    for (int j = 0; j < K_.outerSize(); ++j)
      for (Eigen::SparseMatrix<double>::InnerIterator it(K_, j); it && it.row() <= j; ++it) {
        const double entry = std::abs(it.value()) * scale_[it.row()] * scale_[j];
        sum[it.row()] += entry;
        if (it.row() < j) sum[j] += entry;
      }
    return sum.maxCoeff();
  }
  Eigen::MatrixXd dense() const
  {
    const Eigen::SparseMatrix<double> full = K_.selfadjointView<Eigen::Upper>();
    return scale_.asDiagonal() * full.toDense() * scale_.asDiagonal();
  }

 private:
  const Eigen::SparseMatrix<double>& K_;
  Eigen::VectorXd scale_;
};

/// K and M as Spectra asks for them.
struct StiffnessProduct {
  using Scalar = double;
  const Eigen::SparseMatrix<double>& K;
  Eigen::Index rows() const { return K.rows(); }
  Eigen::Index cols() const { return K.cols(); }
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const { return K.selfadjointView<Eigen::Upper>() * x; }
  void perform_op(const double* x, double* y) const
  {
    Eigen::Map<Eigen::VectorXd>(y, rows()) = multiply(Eigen::Map<const Eigen::VectorXd>(x, rows()));
  }
};

struct MassProduct {
  using Scalar = double;
  const MassProducts& M;
  Eigen::Index size;
  Eigen::Index rows() const { return size; }
  Eigen::Index cols() const { return size; }
  void perform_op(const double* x, double* y) const
  {
    Eigen::Map<Eigen::VectorXd>(y, size) = M.times(Eigen::Map<const Eigen::VectorXd>(x, size));
  }
  void solve(const double* x, double* y) const
  {
    Eigen::Map<Eigen::VectorXd>(y, size) = M.solve(Eigen::Map<const Eigen::VectorXd>(x, size));
  }
};

double lanczos(Scaled& A, double tolerance, double bound)
{
  Spectra::SymEigsSolver<Scaled> solver(A, 1, krylov_size);
  solver.init();  // Spectra's start vector is the same in every run
  // Spectra stops on |residual| ≤ tol λ: the root is enough for λ itself, whose error is of second order, but
  // only where the next eigenvalue is not close; the residual is therefore held to the tolerance.
  if (solver.compute(Spectra::SortRule::LargestAlge, most_restarts, 0.1 * tolerance) < 1) return bound;
  const double value = solver.eigenvalues()[0];
  const Eigen::VectorXd x = solver.eigenvectors().col(0);
  return value + (A.multiply(x) - value * x).norm();
}

}  // namespace

double largest_eigenvalue(const Eigen::SparseMatrix<double>& K, const Eigen::VectorXd& M_diagonal,
                          double relative_tolerance)
{
  demand(K.rows() == K.cols() && K.rows() == M_diagonal.size() && K.rows() > 0,
         "largest eigenvalue: sizes of K and M");
  demand(M_diagonal.minCoeff() > 0 && M_diagonal.allFinite(), "largest eigenvalue: masses not positive");
  Scaled A(K, M_diagonal);
  const double bound = A.largest_row_sum();
  demand(std::isfinite(bound), "largest eigenvalue: K is not finite");
  if (bound == 0) return 0;
  const double value = A.rows() <= dense_limit
                           ? Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A.dense(), Eigen::EigenvaluesOnly)
                                 .eigenvalues()
                                 .maxCoeff()
                           : lanczos(A, relative_tolerance, bound);
  return std::min(bound, value + 0.5 * relative_tolerance * std::abs(value));
}

double largest_eigenvalue(const Eigen::SparseMatrix<double>& K, const MassProducts& M,
                          double relative_tolerance)
{
  demand(K.rows() == K.cols() && K.rows() > 1, "largest eigenvalue: size of K");
  if (K.norm() == 0) return 0;
  StiffnessProduct K_op{K};
  MassProduct M_op{M, K.rows()};
  Spectra::SymGEigsSolver<StiffnessProduct, MassProduct, Spectra::GEigsMode::RegularInverse> solver(
      K_op, M_op, 1, std::min(krylov_size, K.rows()));
  solver.init();
  if (solver.compute(Spectra::SortRule::LargestAlge, most_restarts, 0.1 * relative_tolerance) < 1)
    throw RunError("The highest frequency of a body was not found: its iteration does not converge.");
  const double value = solver.eigenvalues()[0];
  Eigen::VectorXd x = solver.eigenvectors().col(0);
  x /= std::sqrt(x.dot(M.times(x)));
  const Eigen::VectorXd r = K_op.multiply(x) - value * M.times(x);
  return value + std::sqrt(r.dot(M.solve(r))) + 0.5 * relative_tolerance * std::abs(value);
}

}  // namespace corbel
