// SPDX-License-Identifier: MIT
#include "corbel/linalg/eigenpairs.hpp"

#include "corbel/core/error.hpp"
#include "corbel/linalg/krylov_basis.hpp"
#include "corbel/linalg/sparse_cholesky.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <random>

namespace corbel {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

constexpr Eigen::Index dense_size = 200;   // below, the dense matrix is quicker
constexpr Eigen::Index least_block = 8;    // six rigid modes and some more
constexpr Eigen::Index widest_block = 24;  // beyond, memory counts more
constexpr int estimate_steps = 3;
constexpr double tolerance = 1e-10;

/// Upper triangle of K + σM.
Sparse shifted(const Sparse& K, const Sparse& M, double sigma)
{
  Sparse A = K.triangularView<Eigen::Upper>();
  const Sparse upper_mass = M.triangularView<Eigen::Upper>();
  A += sigma * upper_mass;
  return A;
}

/// Numbers in (−½, ½) that are the same on every machine (std distributions are not).
Eigen::MatrixXd start_block(Eigen::Index n, Eigen::Index columns, unsigned seed)
{
  std::mt19937 random(seed);
  Eigen::MatrixXd X(n, columns);
  for (double& x : X.reshaped())
    x = (static_cast<double>(random()) + 0.5) / 4294967296.0 - 0.5;
  return X;
}

/// V, T and the part of S V_last outside V.
class BlockLanczos {
 public:
  BlockLanczos(const SparseCholesky& factor, const Sparse& M, const Eigen::MatrixXd& start)
      : factor_(factor), basis_(M)
  {
    basis_.append(start);
  }

  /// S times the columns not yet treated.
  void step()
  {
    const Eigen::Index before = T_.cols(), size = basis_.size();
    const Eigen::MatrixXd W = factor_.solve(Eigen::MatrixXd(basis_.MV().rightCols(size - before)));
    const Eigen::MatrixXd columns = basis_.MV().transpose() * W;
    T_.conservativeResize(size, size);
    T_.rightCols(size - before) = columns;
    T_.bottomLeftCorner(size - before, before) = columns.topRows(before).transpose();
    const Eigen::Index added = basis_.append(W);
    outside_ = basis_.MV().rightCols(added).transpose() * W;
    // Nothing new: V is invariant under S. What else there is has to come from outside.
    if (added == 0) basis_.append(start_block(basis_.V().rows(), W.cols(), 2 + ++fresh_));
  }

  /// Ritz pairs of the columns treated, θ descending.
  void solve_small()
  {
    const Eigen::MatrixXd symmetric = 0.5 * (T_ + T_.transpose());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(symmetric);
    theta_ = eigen.eigenvalues().reverse();
    y_ = eigen.eigenvectors().rowwise().reverse();
  }

  Eigen::Index size() const { return T_.cols(); }
  bool complete() const { return size() == basis_.V().rows(); }
  double theta(Eigen::Index i) const { return theta_[i]; }
  double residual(Eigen::Index i) const { return (outside_ * y_.col(i).tail(outside_.cols())).norm(); }
  Eigen::MatrixXd vectors(Eigen::Index count) const
  {
    return basis_.V().leftCols(size()) * y_.leftCols(count);
  }

 private:
  const SparseCholesky& factor_;
  KrylovBasis basis_;
  Eigen::MatrixXd T_, outside_, y_;
  Eigen::VectorXd theta_;
  unsigned fresh_ = 0;
};

bool converged(const BlockLanczos& lanczos, Eigen::Index count)
{
  for (Eigen::Index i = 0; i < count; ++i)
    if (!(lanczos.residual(i) <= tolerance * lanczos.theta(i))) return false;
  return true;
}

/// Largest component positive; of (nearly) equal ones the first.
void fix_signs(Eigen::MatrixXd& X)
{
  for (auto x : X.colwise()) {
    const double nearly = (1 - 1e-6) * x.cwiseAbs().maxCoeff();
    const auto largest = std::find_if(x.begin(), x.end(), [&](double a) { return std::abs(a) >= nearly; });
    if (largest != x.end() && *largest < 0) x = -x;
  }
}

Eigenpairs dense_pairs(const Sparse& K, const Sparse& M, Eigen::Index count)
{
  const Sparse k = K.selfadjointView<Eigen::Upper>(), m = M.selfadjointView<Eigen::Upper>();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(k.toDense(), m.toDense());
  if (eigen.info() != Eigen::Success) throw RunError("eigenpairs: the dense iteration did not converge");
  return {eigen.eigenvalues().head(count), eigen.eigenvectors().leftCols(count)};
}

Eigenpairs lanczos_pairs(const Sparse& K, const Sparse& M, Eigen::Index count, double highest)
{
  const Eigen::Index n = K.rows(), block = std::clamp(count, least_block, widest_block);
  // A shift far below the wanted λ costs digits (θ of rigid modes dwarfs the others), one far above costs
  // steps: a few steps with a first guess tell where they are.
  double sigma = 1e-6 * highest;
  SparseCholesky factor(shifted(K, M, sigma));
  Eigen::MatrixXd start = start_block(n, block, 1);
  {
    BlockLanczos estimate(factor, M, start);
    for (int k = 0; k < estimate_steps || estimate.size() < count; ++k)
      estimate.step();
    estimate.solve_small();
    start = estimate.vectors(std::min(block, estimate.size()));
    sigma = std::max(sigma, 0.1 * (1 / estimate.theta(count - 1) - sigma));
  }
  factor.refactorize(shifted(K, M, sigma));
  BlockLanczos lanczos(factor, M, start);
  const Eigen::Index most = std::min(n, 10 * count + 20 * block);
  do {
    if (lanczos.size() >= most) throw RunError("eigenpairs: the iteration did not converge");
    lanczos.step();
    if (lanczos.size() >= count) lanczos.solve_small();
  } while (lanczos.size() < count || !(lanczos.complete() || converged(lanczos, count)));
  Eigenpairs pairs{Eigen::VectorXd(count), lanczos.vectors(count)};
  for (Eigen::Index i = 0; i < count; ++i)
    pairs.values[i] = 1 / lanczos.theta(i) - sigma;
  return pairs;
}

/// |K x − λ M x| against what round-off and the tolerance allow: rows of K x are sums of numbers of the size
/// of `highest` times M x.
void check_residuals(const Sparse& K, const Sparse& M, const Eigenpairs& pairs, double highest)
{
  for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
    const Eigen::VectorXd x = pairs.vectors.col(i);
    const Eigen::VectorXd Mx = M.selfadjointView<Eigen::Upper>() * x;
    const Eigen::VectorXd r = K.selfadjointView<Eigen::Upper>() * x - pairs.values[i] * Mx;
    if (!(r.norm() <= 1e-8 * highest * Mx.norm())) throw RunError("eigenpairs: a residual is too large");
  }
}

}  // namespace

Eigenpairs lowest_eigenpairs(const Sparse& K, const Sparse& M, int count)
{
  demand(K.rows() == K.cols() && M.rows() == M.cols() && K.rows() == M.rows(),
         "eigenpairs: sizes of K and M");
  demand(count >= 1 && count <= K.rows(), "eigenpairs: count must be between 1 and the size of K");
  const Eigen::VectorXd mass = M.diagonal();
  demand(mass.minCoeff() > 0, "eigenpairs: masses not positive");
  const double highest = K.diagonal().cwiseQuotient(mass).maxCoeff();  // of the size of the highest λ
  const bool dense = K.rows() <= dense_size || count > K.rows() / 4 || !(highest > 0);
  Eigenpairs pairs = dense ? dense_pairs(K, M, count) : lanczos_pairs(K, M, count, highest);
  if (pairs.values[0] < -1e-6 * std::abs(highest)) throw RunError("eigenpairs: the stiffness is indefinite");
  check_residuals(K, M, pairs, highest);
  pairs.values = pairs.values.cwiseMax(0.0);  // what is left below zero is round-off of rigid modes
  fix_signs(pairs.vectors);
  return pairs;
}

Eigenpairs lowest_eigenpairs(const Sparse& K, const Eigen::VectorXd& M_diagonal, int count)
{
  Sparse M(M_diagonal.size(), M_diagonal.size());
  M.setIdentity();
  M.diagonal() = M_diagonal;
  return lowest_eigenpairs(K, M, count);
}

}  // namespace corbel
