// SPDX-License-Identifier: MIT
#include "corbel/fclib/global_problem.hpp"

#include "corbel/fclib/constrained_mass.hpp"
#include "corbel/fclib/contact_order.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <optional>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Mat6 = Eigen::Matrix<double, 6, 6>;

constexpr double symmetric_block = 1e-13;  ///< largest difference of M_c and M_cᵀ, of its largest entry
constexpr std::size_t most_entries = 1u << 27;  ///< of an assembled W: 2 GB
constexpr Index columns_together = 64;

// --- bodies of six velocities -------------------------------------------------------------------------

bool has_blocks_of(const SparseMatrix& M, int size)
{
  if (M.rows() % size != 0) return false;
  for (int j = 0; j < M.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(M, j); entry; ++entry)
      if (entry.value() != 0 && entry.row() / size != j / size) return false;
  return true;
}

/// The bodies of each contact, in rows of G whose blocks hold Hᵀ; none when a contact has more than two.
std::optional<std::vector<LocalOperator::Row>> touched_bodies(const SparseMatrix& H, int size)
{
  std::vector<LocalOperator::Row> rows(static_cast<std::size_t>(H.cols() / 3));
  for (int j = 0; j < H.cols(); ++j) {
    LocalOperator::Row& row = rows[static_cast<std::size_t>(j / 3)];
    for (SparseMatrix::InnerIterator entry(H, j); entry; ++entry) {
      if (entry.value() == 0) continue;
      const int body = static_cast<int>(entry.row()) / size;
      std::size_t a = 0;
      while (a < 2 && row.column[a] != body && row.column[a] != LocalOperator::none)
        ++a;
      if (a == 2) return std::nullopt;
      if (row.column[a] == LocalOperator::none) row.block[a].setZero(3, 6);
      row.column[a] = body;
      row.block[a](file_order[static_cast<std::size_t>(j % 3)], entry.row() % size) += entry.value();
    }
  }
  return rows;
}

/// L of M_c = L Lᵀ, ones where a body has fewer than six velocities.
std::optional<Mat6> body_factor(const SparseMatrix& M, int body, int size)
{
  Mat6 M_c = Mat6::Identity();
  M_c.topLeftCorner(size, size).setZero();
  for (int j = 0; j < size; ++j)
    for (SparseMatrix::InnerIterator entry(M, body * size + j); entry; ++entry)
      if (entry.value() != 0) M_c(entry.row() % size, j) = entry.value();
  if ((M_c - M_c.transpose()).cwiseAbs().maxCoeff() > symmetric_block * M_c.cwiseAbs().maxCoeff())
    return std::nullopt;
  const Eigen::LLT<Mat6> factor(M_c);
  if (factor.info() != Eigen::Success) return std::nullopt;
  return factor.matrixL();
}

/// Bodies that contacts touch, numbered anew, with their factors.
struct Bodies {
  std::vector<int> number;  ///< of a body of the file; none where no contact touches it
  std::vector<Mat6> L;
};

std::optional<Bodies> factorized(const SparseMatrix& M, const std::vector<LocalOperator::Row>& rows, int size)
{
  Bodies bodies;
  bodies.number.assign(static_cast<std::size_t>(M.rows() / size), LocalOperator::none);
  for (const LocalOperator::Row& row : rows)
    for (const int body : row.column) {
      if (body == LocalOperator::none) continue;
      int& number = bodies.number[static_cast<std::size_t>(body)];
      if (number != LocalOperator::none) continue;
      const std::optional<Mat6> L = body_factor(M, body, size);
      if (!L) return std::nullopt;
      number = static_cast<int>(bodies.L.size());
      bodies.L.push_back(*L);
    }
  return bodies;
}

/// G = Hᵀ L⁻ᵀ and q = w + G L⁻¹ f.
std::optional<Delassus> by_bodies(const GlobalProblem& p, int size)
{
  if (p.d != 3 || p.G.cols() > 0 || !has_blocks_of(p.M, size)) return std::nullopt;
  auto rows = touched_bodies(p.H, size);
  if (!rows) return std::nullopt;
  const std::optional<Bodies> bodies = factorized(p.M, *rows, size);
  if (!bodies) return std::nullopt;
  std::vector<Vec3> q = vectors_of(p.w, p.d, file_order);
  for (std::size_t i = 0; i < rows->size(); ++i)
    for (std::size_t a = 0; a < 2; ++a) {
      int& column = (*rows)[i].column[a];
      if (column == LocalOperator::none) continue;
      Vec6 f_c = Vec6::Zero();
      f_c.head(size) = p.f.segment(static_cast<Index>(column) * size, size);
      column = bodies->number[static_cast<std::size_t>(column)];
      const auto L = bodies->L[static_cast<std::size_t>(column)].triangularView<Eigen::Lower>();
      Mat36 block = (*rows)[i].block[a];
      block = L.solve(block.transpose()).transpose().eval();
      q[i] += block * L.solve(f_c);
      (*rows)[i].block[a] = block;
    }
  return Delassus{LocalOperator(*rows, static_cast<int>(bodies->L.size())), std::move(q)};
}

// --- any M ----------------------------------------------------------------------------------------------

/// Hᵀ A H a few columns at a time; exact zeros between parts that nothing couples are left out.
SparseMatrix assembled(const SparseMatrix& H, const ConstrainedMass& mass)
{
  std::vector<Eigen::Triplet<double, Index>> entries;
  for (Index begin = 0; begin < H.cols(); begin += columns_together) {
    const Index count = std::min(columns_together, H.cols() - begin);
    const MatrixXd columns = H.transpose() * mass.respond(MatrixXd(H.middleCols(begin, count)));
    for (Index j = 0; j < count; ++j)
      for (Index i = 0; i < columns.rows(); ++i)
        if (columns(i, j) != 0) entries.emplace_back(i, begin + j, columns(i, j));
    if (entries.size() > most_entries)
      throw std::runtime_error(fmt::format("H: a problem whose W has more than {} entries", most_entries));
  }
  SparseMatrix W(H.cols(), H.cols());
  W.setFromTriplets(entries.begin(), entries.end());
  return W;
}

}  // namespace

Delassus delassus(const GlobalProblem& problem)
{
  for (const int size : {6, 3})
    if (std::optional<Delassus> result = by_bodies(problem, size)) return *std::move(result);
  const ConstrainedMass mass(problem.M, problem.G, problem.b);
  const VectorXd v_free = mass.respond(problem.f).col(0) + mass.offset();
  const SparseMatrix W = assembled(problem.H, mass);
  return {LocalOperator(FactorRows(static_cast<std::size_t>(W.rows() / problem.d)),
                        blocks_of(W, problem.d, file_order)),
          vectors_of(problem.H.transpose() * v_free + problem.w, problem.d, file_order)};
}

}  // namespace corbel
