// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/cone_systems.hpp"

#include "corbel/linalg/gmres.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::SparseMatrix;
using Eigen::VectorXd;

/// Unknowns up to which a dense factorization is faster than a sparse one.
constexpr Index most_dense_rows = 90;

/// Below this estimate of 1/cond a dense factor is of no use.
constexpr double least_condition = 1e-18;

/// A solution whose residual is below this part of b needs no refinement; one above the second after all of
/// it is not good enough.
constexpr double accurate_solution = 1e-12;
constexpr double acceptable = 1e-6;
constexpr int most_refinements = 4;

/// Numbers that the basis of GMRES may take (256 MB): restarts cost more products than they save memory.
constexpr Index most_basis = Index{1} << 25;

bool is_product(const ConeOperator& W) { return W.has_factor() && !W.has_blocks(); }

/// Gᵀ G instead of W = G Gᵀ: for rigid bodies, and for wider ones where it is not the larger of the two.
bool by_bodies(const ConeOperator& W)
{
  return is_product(W) && W.G.total_width() <= std::max<Index>(6 * W.G.columns(), W.size());
}

VectorXd times(const std::vector<Mat3>& M, const VectorXd& x)
{
  VectorXd y(x.size());
  for (std::size_t i = 0; i < M.size(); ++i)
    part(y, i).noalias() = M[i] * part(x, i);
  return y;
}

/// (3): blocks that happen to be zero stay in the pattern.
SparseMatrix<double> extended(const ConeOperator& W, const std::vector<Mat3>& A, const std::vector<Mat3>& B)
{
  const Index n = W.size(), m = W.G.total_width();
  std::vector<Eigen::Triplet<double>> entries;
  FactorBlock AG;
  const auto add = [&](Index i, Index j, double a) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(j), a);
  };
  for (std::size_t b = 0; b < A.size(); ++b) {
    const Index i = 3 * static_cast<Index>(b);
    for (Index row = 0; row < 3; ++row)
      for (Index k = 0; k < 3; ++k)
        add(i + row, i + k, B[b](row, k));
    for (Index k = 0; W.has_blocks() && k < 3; ++k)
      for (SparseRows::InnerIterator entry(W.C, i + k); entry; ++entry)
        for (Index row = 0; row < 3; ++row)
          add(i + row, entry.col(), A[b](row, k) * entry.value());
    for (std::size_t s = 0; W.has_factor() && s < 2; ++s) {
      const Index column = n + W.G.offset(b, s);
      const auto G = W.G.block(b, s);
      multiply(A[b], G, AG);
      for (Index row = 0; row < 3; ++row)
        for (Index k = 0; k < G.cols(); ++k) {
          add(i + row, column + k, AG(row, k));
          add(column + k, i + row, -G(row, k));
        }
    }
  }
  for (Index c = 0; c < m; ++c)
    add(n + c, n + c, 1);
  SparseMatrix<double> K(n + m, n + m);
  K.setFromTriplets(entries.begin(), entries.end());
  K.makeCompressed();
  return K;
}

}  // namespace

ShiftedSystem::ShiftedSystem(const ConeOperator& W) : W_(W)
{
  demand(!W.is_implicit(), "shifted system: W is matrix-free, its blocks are not available");
  if (by_bodies(W)) {
    bodies_.emplace(W);
    return;
  }
  SparseMatrix<double> identity(W.size(), W.size());
  identity.setIdentity();  // the diagonal must be in the pattern
  assembled_ = SparseMatrix<double>(W.assembled()) + 0 * identity;
  assembled_.makeCompressed();
}

void ShiftedSystem::factorize(double rho)
{
  rho_ = rho;
  SparseMatrix<double> A = assembled_;
  if (bodies_)
    A = bodies_->assemble(std::vector<Mat3>(W_.G.size(), Mat3::Identity() / rho));
  else
    A.diagonal().array() += rho;
  if (factor_)
    factor_->refactorize(A);
  else
    factor_.emplace(A);
}

VectorXd ShiftedSystem::solve(const VectorXd& b) const
{
  if (!bodies_) return factor_->solve(b);
  const VectorXd y = factor_->solve(VectorXd(W_.gather(b) / rho_));
  return (b - W_.spread(y)) / rho_;
}

NewtonSystem::NewtonSystem(const ConeOperator& W) : W_(W)
{
  demand(!W.is_implicit(), "direct Newton system: W is matrix-free, its blocks are not available");
  if (W.size() <= most_dense_rows) W_dense_ = MatrixXd(W.assembled());
}

bool NewtonSystem::factorize(const std::vector<Mat3>& A, const std::vector<Mat3>& B)
{
  A_ = A;
  B_ = B;
  if (W_dense_.size() > 0) {
    form_ = Form::dense;
    MatrixXd K(W_.size(), W_.size());
    for (std::size_t i = 0; i < A.size(); ++i) {
      const Index k = 3 * static_cast<Index>(i);
      K.middleRows<3>(k).noalias() = A[i] * W_dense_.middleRows<3>(k);
      K.block<3, 3>(k, k) += B[i];
    }
    if (!K.allFinite()) return false;
    dense_.compute(K);
    return dense_.rcond() > least_condition;
  }
  if (is_product(W_) && factorize_by_bodies()) return true;
  return factorize_sparse();
}

bool NewtonSystem::factorize_by_bodies()
{
  form_ = Form::by_bodies;
  B_inverse_.resize(B_.size());
  S_.resize(B_.size());
  for (std::size_t i = 0; i < B_.size(); ++i) {
    B_inverse_[i] = B_[i].inverse();
    S_[i] = B_inverse_[i] * A_[i];
    if (!S_[i].allFinite() || !B_inverse_[i].allFinite()) return false;
  }
  if (!bodies_) bodies_.emplace(W_);
  const SparseMatrix<double>& K = bodies_->assemble(S_);
  if (!body_factor_) body_factor_.emplace(K);
  return body_factor_->factorize(K);
}

bool NewtonSystem::factorize_sparse()
{
  form_ = Form::sparse;
  const SparseMatrix<double> K = extended(W_, A_, B_);
  if (!K.coeffs().allFinite()) return false;
  if (!sparse_) sparse_.emplace(K);
  return sparse_->factorize(K);
}

VectorXd NewtonSystem::multiply(const VectorXd& x) const { return times(A_, W_.multiply(x)) + times(B_, x); }

VectorXd NewtonSystem::solve_once(const VectorXd& b) const
{
  if (form_ == Form::dense) return dense_.solve(b);
  if (form_ == Form::by_bodies) {
    const VectorXd x = times(B_inverse_, b);
    const VectorXd y = body_factor_->solve(W_.gather(x));
    return x - times(S_, W_.spread(y));
  }
  VectorXd all = VectorXd::Zero(b.size() + W_.G.total_width());
  all.head(b.size()) = b;
  return sparse_->solve(all).head(b.size());
}

VectorXd NewtonSystem::solve(const VectorXd& b)
{
  VectorXd x = solve_once(b);
  if (form_ != Form::by_bodies) return x;
  const double size = b.norm();
  double error = size;
  for (int k = 0; k < most_refinements; ++k) {
    const VectorXd missing = b - multiply(x);
    const double now = missing.norm();
    if (now <= accurate_solution * size || !(now < error / 2)) {
      error = std::min(error, now);
      break;
    }
    error = now;
    x += solve_once(missing);
  }
  if (error <= acceptable * size) return x;
  if (factorize_sparse()) return solve_once(b);
  form_ = Form::by_bodies;
  return x;
}

KrylovSystem::KrylovSystem(const ConeOperator& W, double relative_tolerance, int max_products)
    : tolerance(relative_tolerance), W_(W), max_products_(max_products), W_diagonal_(W.diagonal())
{
}

bool KrylovSystem::factorize(const std::vector<Mat3>& A, const std::vector<Mat3>& B)
{
  A_ = A;
  B_ = B;
  preconditioner_.resize(A.size());
  for (std::size_t i = 0; i < A.size(); ++i) {
    preconditioner_[i] = (A[i] * W_diagonal_[i] + B[i]).inverse();
    if (!preconditioner_[i].allFinite()) return false;
  }
  return true;
}

VectorXd KrylovSystem::solve(const VectorXd& b) const
{
  const auto product = [&](const VectorXd& x) -> VectorXd {
    return times(A_, W_.multiply(x)) + times(B_, x);
  };
  const auto precondition = [&](const VectorXd& x) -> VectorXd { return times(preconditioner_, x); };
  const int restart = static_cast<int>(std::clamp<Index>(most_basis / b.size(), 50, max_products_));
  return gmres(product, precondition, b,
               {.tolerance = tolerance, .max_iterations = max_products_, .restart = restart})
      .x;
}

}  // namespace corbel
