// SPDX-License-Identifier: MIT
// Connected components of the linear rows of a LocalProblem.
#include "corbel/solvers/joints/bilateral_groups.hpp"

#include <algorithm>
#include <numeric>

namespace corbel {
namespace {

using Unknown = BilateralGroup::Unknown;

/// k W_NN of a spring that is treated as a joint. Softer ones hardly change what sweeps do.
constexpr double stiff = 1e-3;

constexpr std::size_t no_row = static_cast<std::size_t>(-1);

bool is_soft(const Law& law, const Mat3& W)
{
  const auto spring = spring_form(law);
  return spring && !(spring->stiffness * W(2, 2) > stiff);
}

/// (1) for row i; none when its law is not linear.
void add_unknowns(const LocalProblem& problem, std::size_t i, std::vector<Unknown>& unknowns)
{
  const Law& law = problem.laws[i];
  const Mat3& W = problem.W.diagonal(i);
  const std::vector<LinearEquation> equations = linear_equations(law);
  const auto is_fixed = [&](const LinearEquation& e) { return !(W(e.axis, e.axis) > 0); };
  if (equations.empty() || std::ranges::any_of(equations, is_fixed) || is_soft(law, W)) return;
  for (const LinearEquation& e : equations)
    unknowns.push_back({i, e.axis, e.target, e.compliance});
}

/// (1) of all rows.
std::vector<Unknown> all_unknowns(const LocalProblem& problem)
{
  std::vector<Unknown> unknowns;
  for (std::size_t i = 0; i < problem.size(); ++i)
    add_unknowns(problem, i, unknowns);
  return unknowns;
}

/// Each row of the unknowns once.
std::vector<std::size_t> rows_of(const std::vector<Unknown>& unknowns)
{
  std::vector<std::size_t> rows;
  for (const Unknown& u : unknowns)
    if (rows.empty() || rows.back() != u.row) rows.push_back(u.row);
  return rows;
}

/// Disjoint sets of rows, each named by its first row.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  std::size_t find(std::size_t i)
  {
    while (parent_[i] != i)
      i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j)
  {
    const std::size_t a = find(i), b = find(j);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

void join_by_bodies(const LocalOperator& W, const std::vector<std::size_t>& rows, Sets& sets)
{
  std::vector<std::size_t> first_on(static_cast<std::size_t>(W.columns()), no_row);
  for (const std::size_t i : rows)
    for (const int c : W.factor().bodies(i)) {
      if (c == LocalOperator::none) continue;
      std::size_t& first = first_on[static_cast<std::size_t>(c)];
      if (first == no_row) first = i;
      sets.join(first, i);
    }
}

void join_by_blocks(const BlockSparse& C, const std::vector<std::size_t>& rows, Sets& sets)
{
  if (C.n == 0) return;
  std::vector<bool> linear(C.n, false);
  for (const std::size_t i : rows)
    linear[i] = true;
  for (const std::size_t i : rows)
    for (int k = C.row_begin[i]; k < C.row_begin[i + 1]; ++k)
      if (const auto j = static_cast<std::size_t>(C.column[static_cast<std::size_t>(k)]); linear[j])
        sets.join(i, j);
}

}  // namespace

bool BilateralGroup::compliant() const
{
  return std::ranges::any_of(unknowns, [](const Unknown& u) { return u.compliance > 0; });
}

std::vector<BilateralGroup> bilateral_groups(const LocalProblem& problem)
{
  const std::vector<Unknown> unknowns = all_unknowns(problem);
  if (unknowns.empty()) return {};
  const std::vector<std::size_t> rows = rows_of(unknowns);
  Sets sets(problem.size());
  join_by_bodies(problem.W, rows, sets);
  join_by_blocks(problem.W.blocks(), rows, sets);

  std::vector<std::size_t> group_of(problem.size(), no_row);
  std::vector<BilateralGroup> groups;
  for (const std::size_t i : rows) {
    const std::size_t root = sets.find(i);
    if (group_of[root] == no_row) {
      group_of[root] = groups.size();
      groups.emplace_back();
    }
    groups[group_of[root]].rows.push_back(i);
  }
  for (const Unknown& u : unknowns)
    groups[group_of[sets.find(u.row)]].unknowns.push_back(u);
  std::erase_if(groups,
                [](const BilateralGroup& group) { return group.rows.size() < 2 && !group.compliant(); });
  return groups;
}

}  // namespace corbel
