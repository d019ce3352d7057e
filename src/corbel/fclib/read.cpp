// SPDX-License-Identifier: MIT
#include "corbel/fclib/contact_order.hpp"
#include "corbel/fclib/eliminate.hpp"
#include "corbel/fclib/fclib.hpp"
#include "corbel/fclib/global_problem.hpp"
#include "corbel/fclib/inspect.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

VectorXd vector_of(const std::vector<double>& x)
{
  return Eigen::Map<const VectorXd>(x.data(), static_cast<Index>(x.size()));
}

/// The group that holds the problem. Rolling friction has groups of its own.
std::string find_root(const ProblemFile& file)
{
  for (const char* rolling : {"/fclib_global_rolling", "/fclib_local_rolling"})
    if (file.has(rolling))
      file.refuse(rolling, "a problem with rolling friction",
                  "Coulomb friction only (fclib_local, fclib_global)");
  const bool local = file.has("/fclib_local");
  const bool global = file.has("/fclib_global");
  if (local && global) file.refuse("/", "both fclib_local and fclib_global", "one problem");
  if (!local && !global) file.refuse("/", "neither fclib_local nor fclib_global", "an FCLIB problem");
  return local ? "/fclib_local" : "/fclib_global";
}

int read_dimension(const ProblemFile& file, const std::string& root)
{
  const int d = file.integer(root + "/spacedim");
  if (d == 5 || file.has(root + "/vectors/mu_r"))
    file.refuse(root, "rolling friction (spacedim 5 or mu_r)", "Coulomb friction only, spacedim 2 or 3");
  if (d != 2 && d != 3) file.refuse(root + "/spacedim", std::to_string(d), "2 or 3");
  return d;
}

std::vector<double> read_friction(const ProblemFile& file, const std::string& root)
{
  const std::vector<double> mu = file.numbers(root + "/vectors/mu");
  for (std::size_t i = 0; i < mu.size(); ++i)
    if (mu[i] < 0)
      file.refuse(root + "/vectors/mu", fmt::format("{} of contact {}", mu[i], i), "friction >= 0");
  return mu;
}

/// Vector of equality constraints, empty where there are none: `matrix` and `vector` come together.
std::vector<double> read_equalities(const ProblemFile& file, const std::string& matrix,
                                    const std::string& vector)
{
  if (!file.has(matrix)) return {};
  const std::vector<double> values = file.numbers(vector);
  if (values.size() > static_cast<std::size_t>(most_equalities))
    file.refuse(vector, fmt::format("{} equality constraints", values.size()),
                fmt::format("at most {}", most_equalities));
  return values;
}

/// True of half a symmetric matrix, as codes write it that factorize in place.
bool is_triangular(const SparseMatrix& M)
{
  bool above = false, below = false;
  for (int j = 0; j < M.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(M, j); entry; ++entry) {
      above = above || (entry.row() < j && entry.value() != 0);
      below = below || (entry.row() > j && entry.value() != 0);
    }
  return above != below;
}

Delassus read_local(const ProblemFile& file, const std::string& root, std::size_t contacts,
                    FclibProblem& result)
{
  const int d = result.spacedim;
  const auto size = static_cast<Index>(contacts) * d;
  VectorXd q = vector_of(file.numbers(root + "/vectors/q", static_cast<std::size_t>(size)));
  SparseMatrix W = read_matrix(file, root + "/W", size, size);
  const std::vector<double> s = read_equalities(file, root + "/V", root + "/vectors/s");
  result.equalities = s.size();
  if (!s.empty()) {
    const auto p = static_cast<Index>(s.size());
    const SparseMatrix V = read_matrix(file, root + "/V", size, p);
    const SparseMatrix R = read_matrix(file, root + "/R", p, p);
    if (!eliminate_equalities(V, R, vector_of(s), W, q))
      file.refuse(root + "/R", "a singular matrix that constrains reactions",
                  "one with V and s in its range");
  }
  return {LocalOperator(FactorRows(contacts), blocks_of(W, d, file_order)), vectors_of(q, d, file_order)};
}

Delassus read_global(const ProblemFile& file, const std::string& root, std::size_t contacts,
                     FclibProblem& result)
{
  const int d = result.spacedim;
  const auto size = static_cast<Index>(contacts) * d;
  GlobalProblem p;
  p.d = d;
  p.f = vector_of(file.numbers(root + "/vectors/f"));
  p.w = vector_of(file.numbers(root + "/vectors/w", static_cast<std::size_t>(size)));
  p.M = read_matrix(file, root + "/M", p.f.size(), p.f.size());
  p.H = read_matrix(file, root + "/H", p.f.size(), size);
  p.b = vector_of(read_equalities(file, root + "/G", root + "/vectors/b"));
  p.G = SparseMatrix(p.f.size(), p.b.size());
  if (p.b.size() > 0) p.G = read_matrix(file, root + "/G", p.f.size(), p.b.size());
  result.equalities = static_cast<std::size_t>(p.b.size());
  if (is_triangular(p.M))
    result.notes.push_back(
        "the file contains only one triangle of M; it is used as given, so W is not symmetric");
  try {
    return delassus(p);
  } catch (const std::runtime_error& error) {
    file.refuse(root, error.what(), "positive definite M and consistent equality constraints");
  }
}

void inspect(const ProblemFile& file, const std::string& root, FclibProblem& result)
{
  const ContactInspection found = inspect_contacts(result.problem.W);
  if (!found.fault.empty())
    file.refuse(root, found.fault, "W_NN > 0, or a zero row for a contact between immovable bodies");
  result.immovable = found.immovable;
  result.singular_blocks = found.singular_blocks;
  result.asymmetry = found.asymmetry;
}

void add_notes(FclibProblem& result)
{
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) result.notes.push_back(fmt::format("{} {}", count, what));
  };
  add(result.equalities, "equality constraints were eliminated");
  add(result.immovable.size(), "immobile contacts (zero rows in W); they carry no impulse");
  add(result.singular_blocks.size(), "contacts whose diagonal block of W is singular");
  if (result.spacedim == 2)
    result.notes.push_back("a two-dimensional problem: the second tangent direction is unused");
}

Impulses read_reactions(const ProblemFile& file, const std::string& name, int d, std::size_t contacts)
{
  return vectors_of(vector_of(file.numbers(name, contacts * static_cast<std::size_t>(d))), d, file_order);
}

void read_solutions(const ProblemFile& file, FclibProblem& result)
{
  const std::size_t contacts = result.problem.size();
  if (file.has("/solution/r")) {
    Impulses r = read_reactions(file, "/solution/r", result.spacedim, contacts);
    if (std::any_of(r.begin(), r.end(), [](const Vec3& x) { return !x.isZero(0); }))
      result.solution = std::move(r);
  }
  for (int k = 1; file.has(fmt::format("/guesses/{}/r", k)); ++k)
    result.guesses.push_back(
        read_reactions(file, fmt::format("/guesses/{}/r", k), result.spacedim, contacts));
}

}  // namespace

FclibProblem read_fclib(const std::string& path)
{
  const ProblemFile file(path);
  const std::string root = find_root(file);
  FclibProblem result;
  result.global = root == "/fclib_global";
  result.spacedim = read_dimension(file, root);
  const std::vector<double> mu = read_friction(file, root);
  Delassus delassus = (result.global ? read_global : read_local)(file, root, mu.size(), result);
  result.problem.W = std::move(delassus.W);
  result.problem.B = std::move(delassus.q);
  for (const double friction : mu)
    result.problem.laws.emplace_back(SignoriniCoulomb{.mu = friction});
  inspect(file, root, result);
  add_notes(result);
  result.info = {file.text(root + "/info/title"), file.text(root + "/info/description"),
                 file.text(root + "/info/math_info")};
  read_solutions(file, result);
  return result;
}

}  // namespace corbel
