// SPDX-License-Identifier: MIT
// From a LocalProblem to (M, q) and back.
#include "corbel/solvers/complementarity/frictionless.hpp"

#include "corbel/core/error.hpp"
#include "corbel/linalg/pivoted_cholesky.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/joints/joint_elimination.hpp"

#include <algorithm>
#include <optional>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

ConeForm form_of(const LocalProblem& problem, std::size_t i)
{
  return cone_form(problem.laws[i], Vec3::Zero(), Vec3::Zero());
}

void check_law(const ConeForm& form, std::size_t i, std::string_view solver)
{
  const auto constraint = fmt::format("solver '{}', constraint {}", solver, i);
  const auto advice = "Use 'gauss_seidel' for this problem.";
  if (form.contact && form.mu != 0)
    throw_input_error(constraint, fmt::format("friction {}", form.mu), "contacts without friction", advice);
  if (form.linearized)
    throw_input_error(constraint, "a nonlinear law", "contacts without friction and linear joints", advice);
}

void check_problem(const LocalProblem& problem, const Impulses& R, std::string_view solver)
{
  demand_sound_problem(problem, R);
  for (std::size_t i = 0; i < problem.size(); ++i)
    check_law(form_of(problem, i), i, solver);
}

/// One component of one row.
struct FrictionlessUnknown {
  std::size_t row;
  int axis;
};

/// (1), (2) for a problem without groups of joints.
class FrictionlessLcp {
 public:
  explicit FrictionlessLcp(const LocalProblem& problem) : problem_(problem)
  {
    index_.assign(3 * problem.size(), -1);
    for (std::size_t i = 0; i < problem.size(); ++i) {
      forms_.push_back(form_of(problem, i));
      list_unknowns(i);
    }
    B_ = problem.W.multiply(cohesive_impulses());
    for (std::size_t i = 0; i < problem.size(); ++i)
      B_[i] += problem.B[i] + forms_[i].offset + forms_[i].compliance.cwiseProduct(cohesive(i));
    assemble();
    if (!joints_.empty()) eliminate_joints();
  }

  const LcpMatrix& M() const { return M_; }
  const VectorXd& q() const { return q_; }

  VectorXd start(const Impulses& R) const
  {
    VectorXd z(q_.size());
    for (Index k = 0; k < z.size(); ++k) {
      const std::size_t i = contacts_[static_cast<std::size_t>(k)].row;
      z[k] = std::max(0.0, R[i].z() + forms_[i].cohesion);
    }
    return z;
  }

  Impulses impulses(const VectorXd& z) const
  {
    Impulses R = cohesive_impulses();
    for (Index k = 0; k < z.size(); ++k)
      R[contacts_[static_cast<std::size_t>(k)].row].z() += z[k];
    if (joints_.empty()) return R;
    const VectorXd R_J = A_->solve(a_ - W_JN_ * z);
    for (Index k = 0; k < R_J.size(); ++k)
      R[joints_[static_cast<std::size_t>(k)].row][joints_[static_cast<std::size_t>(k)].axis] = R_J[k];
    return R;
  }

 private:
  Vec3 cohesive(std::size_t i) const { return {0, 0, forms_[i].contact ? -forms_[i].cohesion : 0.0}; }

  /// Of mobile rows; the others have none.
  Impulses cohesive_impulses() const
  {
    Impulses R(problem_.size(), Vec3::Zero());
    for (const FrictionlessUnknown& u : contacts_)
      R[u.row] = cohesive(u.row);
    return R;
  }

  void list_unknowns(std::size_t i)
  {
    for (int axis = 0; axis < 3; ++axis) {
      const ConeForm& form = forms_[i];
      const bool acts = form.contact ? axis == 2 : form.held.at(static_cast<std::size_t>(axis));
      if (!acts || !(problem_.W.diagonal(i)(axis, axis) > 0)) continue;
      auto& list = form.contact ? contacts_ : joints_;
      index_[3 * i + static_cast<std::size_t>(axis)] = static_cast<int>(list.size());
      list.push_back({i, axis});
    }
  }

  int index(std::size_t row, int axis) const { return index_[3 * row + static_cast<std::size_t>(axis)]; }

  /// W and compliance at the unknowns of both lists, and q.
  void assemble()
  {
    const auto n = static_cast<Index>(contacts_.size()), m = static_cast<Index>(joints_.size());
    std::vector<Eigen::Triplet<double>> entries;
    W_JN_ = MatrixXd::Zero(m, n);
    W_JJ_ = MatrixXd::Zero(m, m);
    const BlockSparse W = problem_.W.assemble();
    for (const FrictionlessUnknown& u : contacts_)
      for_row(W, u, [&](const FrictionlessUnknown& v, double value) {
        if (forms_[v.row].contact) entries.emplace_back(index(u.row, 2), index(v.row, 2), value);
      });
    for (const FrictionlessUnknown& u : joints_)
      for_row(W, u, [&](const FrictionlessUnknown& v, double value) {
        MatrixXd& part = forms_[v.row].contact ? W_JN_ : W_JJ_;
        part(index(u.row, u.axis), index(v.row, v.axis)) = value;
      });
    M_.resize(n, n);
    M_.setFromTriplets(entries.begin(), entries.end());
    q_.resize(n);
    for (Index k = 0; k < n; ++k)
      q_[k] = B_[contacts_[static_cast<std::size_t>(k)].row].z();
  }

  /// visit(unknown, W_uv + compliance) over the unknowns of row u that are stored.
  template<class Visit>
  void for_row(const BlockSparse& W, const FrictionlessUnknown& u, const Visit& visit) const
  {
    for (int k = W.row_begin[u.row]; k < W.row_begin[u.row + 1]; ++k) {
      const auto j = static_cast<std::size_t>(W.column[static_cast<std::size_t>(k)]);
      for (int axis = 0; axis < 3; ++axis) {
        if (index(j, axis) < 0) continue;
        const bool same = j == u.row && axis == u.axis;
        visit({j, axis},
              W.block[static_cast<std::size_t>(k)](u.axis, axis) + (same ? forms_[j].compliance[axis] : 0.0));
      }
    }
  }

  void eliminate_joints()
  {
    A_.emplace(W_JJ_);
    a_.resize(W_JJ_.rows());
    for (Index k = 0; k < a_.size(); ++k)
      a_[k] = -B_[joints_[static_cast<std::size_t>(k)].row][joints_[static_cast<std::size_t>(k)].axis];
    const MatrixXd Z = A_->half_solve(W_JN_);
    const MatrixXd M = MatrixXd(M_) - Z.transpose() * Z;
    q_ += W_JN_.transpose() * A_->solve(a_);
    M_ = M.sparseView();
  }

  const LocalProblem& problem_;
  std::vector<ConeForm> forms_;
  std::vector<FrictionlessUnknown> contacts_, joints_;
  std::vector<int> index_;  ///< of (row, axis) in its list, −1 for none
  std::vector<Vec3> B_;     ///< with offsets and cohesion
  LcpMatrix M_;
  VectorXd q_, a_;
  MatrixXd W_JN_, W_JJ_;
  std::optional<PivotedCholesky> A_;
};

SolverReport solve_lcp(const LocalProblem& problem, Impulses& R, const LcpMethod& method)
{
  const FrictionlessLcp lcp(problem);
  const LcpResult result = method(lcp.M(), lcp.q(), lcp.start(R));
  R = lcp.impulses(result.z);
  SolverReport report;
  report.status = result.status == LcpStatus::solved ? SolverStatus::ok : SolverStatus::diverged;
  report.iterations = result.iterations;
  report.change_history = result.history;
  report.relative_change = result.history.empty() ? 0 : result.history.back();
  return report;
}

}  // namespace

SolverReport solve_frictionless(const LocalProblem& problem, Impulses& R, std::string_view solver,
                                double tolerance, const LcpMethod& method)
{
  check_problem(problem, R, solver);
  const JointElimination joints(problem);
  SolverReport report;
  bool met = true;
  if (joints.empty()) {
    report = solve_lcp(problem, R, method);
  } else {
    Impulses R_C = joints.restrict(R);
    report = solve_lcp(joints.reduced(), R_C, method);
    met = joints.recover(R_C, std::max(tolerance, joint_tolerance), R);
  }
  if (!std::all_of(R.begin(), R.end(), [](const Vec3& r) { return r.allFinite(); })) {  // a singular basis
    R.assign(problem.size(), Vec3::Zero());
    met = false;
  }
  report.residual = residual(problem, R);
  if (!met || !(std::max(report.residual.absolute, report.residual.scaled) <= tolerance))
    report.status = SolverStatus::diverged;
  return report;
}

}  // namespace corbel
