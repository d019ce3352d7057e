// SPDX-License-Identifier: MIT
#include "corbel/fclib/contacts_only.hpp"

#include "corbel/core/error.hpp"
#include "corbel/fclib/contact_order.hpp"
#include "corbel/fclib/eliminate.hpp"

#include <algorithm>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// W̃_NN of less than this part of W_NN is round-off: joints hold the contact along its normal.
constexpr double locked_tolerance = 1e-12;

std::vector<ConeForm> cone_forms(const LocalProblem& problem, const Impulses& R)
{
  const std::vector<Vec3> WR = problem.W.multiply(R);
  std::vector<ConeForm> forms;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const Vec3 U = WR[i] + problem.B[i];
    forms.push_back(cone_form(problem.laws[i], U, R[i]));
  }
  return forms;
}

/// Where scalar row 3i + k goes: ≥ 0 an unknown of the contacts, < 0 equation −1 − e of the joints, or left
/// out.
struct RowNumbers {
  static constexpr int left_out = std::numeric_limits<int>::min();
  std::vector<int> of;
  int contacts = 0, equations = 0;
};

RowNumbers number_rows(const std::vector<ConeForm>& forms)
{
  RowNumbers numbers;
  for (const ConeForm& form : forms)
    for (std::size_t k = 0; k < 3; ++k)
      numbers.of.push_back(form.contact   ? numbers.contacts++
                           : form.held[k] ? -1 - numbers.equations++
                                          : RowNumbers::left_out);
  return numbers;
}

/// u = W r + V λ + q, Vᵀ r + J λ + s = 0.
struct Split {
  SparseMatrix W, V, J;
  VectorXd q, s;
};

void scatter_block(const Mat3& block, const int* rows, const int* columns, Triplets& W, Triplets& V,
                   Triplets& J)
{
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      const int row = rows[k], column = columns[l];
      if (row == RowNumbers::left_out || column == RowNumbers::left_out || block(k, l) == 0) continue;
      if (row >= 0 && column >= 0) W.emplace_back(row, column, block(k, l));
      if (row >= 0 && column < 0) V.emplace_back(row, -1 - column, block(k, l));
      if (row < 0 && column < 0) J.emplace_back(-1 - row, -1 - column, block(k, l));
    }
}

SparseMatrix from(const Triplets& triplets, Index rows, Index columns)
{
  SparseMatrix A(rows, columns);
  A.setFromTriplets(triplets.begin(), triplets.end());
  return A;
}

Split split(const LocalProblem& problem, const std::vector<ConeForm>& forms, const RowNumbers& numbers)
{
  const BlockSparse blocks = problem.W.assemble();
  Triplets W, V, J;
  Split result;
  result.q.resize(numbers.contacts);
  result.s.resize(numbers.equations);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const int* rows = &numbers.of[3 * i];
    for (auto b = static_cast<std::size_t>(blocks.row_begin[i]);
         b < static_cast<std::size_t>(blocks.row_begin[i + 1]); ++b)
      scatter_block(blocks.block[b], rows, &numbers.of[3 * static_cast<std::size_t>(blocks.column[b])], W, V,
                    J);
    scatter_block(forms[i].compliance.asDiagonal(), rows, rows, W, V, J);
    const Vec3 velocity = problem.B[i] + forms[i].offset;
    for (int k = 0; k < 3; ++k) {
      if (rows[k] >= 0)
        result.q(rows[k]) = velocity(k);
      else if (rows[k] != RowNumbers::left_out)
        result.s(-1 - rows[k]) = velocity(k);
    }
  }
  result.W = from(W, numbers.contacts, numbers.contacts);
  result.V = from(V, numbers.contacts, numbers.equations);
  result.J = from(J, numbers.equations, numbers.equations);
  return result;
}

void eliminate(Split& system)
{
  if (system.s.size() == 0) return;
  if (system.s.size() > most_equalities)
    throw_input_error("problem", fmt::format("{} joint equations", system.s.size()),
                      fmt::format("at most {} to eliminate", most_equalities));
  if (!eliminate_equalities(system.V, system.J, system.s, system.W, system.q))
    throw_input_error("problem", "joints that contradict each other", "joints that can be eliminated");
}

/// Rows and columns of contacts that cannot move along their normal any more become zeros. Returns how many.
std::size_t lock(const SparseMatrix& W_before, SparseMatrix& W)
{
  std::vector<char> locked(static_cast<std::size_t>(W.rows() / 3), 0);
  for (std::size_t i = 0; i < locked.size(); ++i) {
    const Index normal = static_cast<Index>(3 * i + 2);
    const double before = W_before.coeff(normal, normal);
    locked[i] = before > 0 && W.coeff(normal, normal) <= locked_tolerance * before;
  }
  W.prune([&](Index row, Index column, double) {
    return !locked[static_cast<std::size_t>(row / 3)] && !locked[static_cast<std::size_t>(column / 3)];
  });
  return static_cast<std::size_t>(std::count(locked.begin(), locked.end(), 1));
}

/// Nothing to eliminate and nothing to add: W itself serves.
bool are_plain(const std::vector<ConeForm>& forms)
{
  return std::all_of(forms.begin(), forms.end(),
                     [](const ConeForm& form) { return form.contact && form.compliance.isZero(0); });
}

/// Laws, impulses and rows of the contacts; c of all of them.
VectorXd take_contacts(const std::vector<ConeForm>& forms, const Impulses& R, ContactsOnly& result)
{
  std::vector<double> cohesion;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    result.linearized = result.linearized || forms[i].linearized;
    if (!forms[i].contact) continue;
    cohesion.insert(cohesion.end(), {0, 0, forms[i].cohesion});
    result.problem.laws.emplace_back(SignoriniCoulomb{.mu = forms[i].mu});
    result.R.push_back(R[i] + Vec3(0, 0, forms[i].cohesion));
    result.kept.push_back(i);
  }
  return Eigen::Map<const VectorXd>(cohesion.data(), static_cast<Index>(cohesion.size()));
}

/// u = W (r − c) + q
void set_velocities(const VectorXd& q, const VectorXd& cohesion, LocalProblem& problem)
{
  problem.B = vectors_of(q, 3, our_order);
  if (cohesion.isZero(0)) return;
  const std::vector<Vec3> Wc = problem.W.multiply(vectors_of(cohesion, 3, our_order));
  for (std::size_t i = 0; i < Wc.size(); ++i)
    problem.B[i] -= Wc[i];
}

VectorXd free_velocities(const LocalProblem& problem, const std::vector<ConeForm>& forms)
{
  VectorXd q(static_cast<Index>(3 * problem.size()));
  for (std::size_t i = 0; i < problem.size(); ++i)
    q.segment<3>(static_cast<Index>(3 * i)) = problem.B[i] + forms[i].offset;
  return q;
}

}  // namespace

std::string ContactsOnly::description() const
{
  std::string text;
  if (eliminated > 0) text += fmt::format("{} joint equations were eliminated. ", eliminated);
  if (locked > 0) text += fmt::format("{} contacts are blocked by joints along their normal. ", locked);
  if (linearized) text += "Nonlinear laws are replaced by their tangents at the solution. ";
  return text;
}

ContactsOnly contacts_only(const LocalProblem& problem, const Impulses& R)
{
  demand(R.size() == problem.size(), "contacts_only: not one impulse per constraint");
  const std::vector<ConeForm> forms = cone_forms(problem, R);
  ContactsOnly result;
  const VectorXd cohesion = take_contacts(forms, R, result);
  if (are_plain(forms)) {
    result.problem.W = problem.W;
    set_velocities(free_velocities(problem, forms), cohesion, result.problem);
    return result;
  }
  const RowNumbers numbers = number_rows(forms);
  Split system = split(problem, forms, numbers);
  const SparseMatrix W_before = system.W;
  eliminate(system);
  result.eliminated = static_cast<std::size_t>(numbers.equations);
  result.locked = numbers.equations > 0 ? lock(W_before, system.W) : 0;
  result.problem.W = LocalOperator(FactorRows(result.kept.size()), blocks_of(system.W, 3, our_order));
  set_velocities(system.q, cohesion, result.problem);
  return result;
}

}  // namespace corbel
