// SPDX-License-Identifier: MIT
#include "corbel/siconos/friction_problem.hpp"

#include "corbel/core/error.hpp"

#include <FrictionContactProblem.h>
#include <SparseBlockMatrix.h>

#include <array>
#include <cstdlib>

namespace corbel {
namespace {

constexpr std::array<Eigen::Index, 3> component_order = {2, 0, 1};  ///< ours, of their components N, T1, T2

/// Siconos frees what it is given.
template<class T>
T* allocate(std::size_t count)
{
  T* memory = static_cast<T*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(T)));
  if (!memory) throw std::bad_alloc();
  return memory;
}

/// Column by column, in their order.
double* siconos_block(const Mat3& W)
{
  double* block = allocate<double>(9);
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t i = 0; i < 3; ++i)
      block[3 * j + i] = W(component_order[i], component_order[j]);
  return block;
}

unsigned* cumulated_sizes(std::size_t n)
{
  auto* sizes = allocate<unsigned>(n);
  for (std::size_t i = 0; i < n; ++i)
    sizes[i] = static_cast<unsigned>(3 * (i + 1));
  return sizes;
}

SparseBlockStructuredMatrix* siconos_blocks(const BlockSparse& W)
{
  SparseBlockStructuredMatrix* M = SBM_new();
  M->nbblocks = static_cast<unsigned>(W.block.size());
  M->blocknumber0 = M->blocknumber1 = static_cast<unsigned>(W.n);
  M->blocksize0 = cumulated_sizes(W.n);
  M->blocksize1 = cumulated_sizes(W.n);
  M->filled1 = W.n + 1;
  M->filled2 = W.block.size();
  M->index1_data = allocate<std::size_t>(W.n + 1);
  M->index2_data = allocate<std::size_t>(W.block.size());
  M->block = allocate<double*>(W.block.size());
  for (std::size_t i = 0; i <= W.n; ++i)
    M->index1_data[i] = static_cast<std::size_t>(W.row_begin[i]);
  for (std::size_t k = 0; k < W.block.size(); ++k) {
    M->index2_data[k] = static_cast<std::size_t>(W.column[k]);
    M->block[k] = siconos_block(W.block[k]);
  }
  return M;
}

ConeForm contact_form(const LocalProblem& problem, std::size_t i)
{
  const auto contact = rigid_contact(problem.laws[i]);
  if (!contact)
    throw_input_error("problem", fmt::format("constraint {}, which is not a contact", i),
                      "contacts with Coulomb friction");
  if (contact->cohesion != 0)
    throw_input_error("problem", fmt::format("contact {} with cohesion", i), "contacts without");
  return *contact;
}

}  // namespace

void FreeFrictionProblem::operator()(FrictionContactProblem* problem) const
{
  frictionContactProblem_free(problem);
}

FrictionProblem friction_problem(const LocalProblem& problem)
{
  const std::size_t n = problem.size();
  FrictionProblem result(frictionContactProblem_new());
  result->dimension = 3;
  result->numberOfContacts = static_cast<int>(n);
  result->q = allocate<double>(3 * n);
  result->mu = allocate<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const ConeForm contact = contact_form(problem, i);
    result->mu[i] = contact.mu;
    for (std::size_t k = 0; k < 3; ++k)
      result->q[3 * i + k] = problem.B[i](component_order[k]);
    result->q[3 * i] += contact.offset.z();
  }
  NumericsMatrix* M = NM_new();
  M->storageType = NM_SPARSE_BLOCK;
  M->size0 = M->size1 = static_cast<int>(3 * n);
  M->matrix1 = siconos_blocks(problem.W.assemble());
  result->M = M;
  return result;
}

std::vector<double> siconos_order(const std::vector<Vec3>& vectors)
{
  std::vector<double> x(3 * vectors.size());
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      x[3 * i + k] = vectors[i](component_order[k]);
  return x;
}

std::vector<Vec3> our_order(const std::vector<double>& x)
{
  std::vector<Vec3> vectors(x.size() / 3);
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      vectors[i](component_order[k]) = x[3 * i + k];
  return vectors;
}

}  // namespace corbel
