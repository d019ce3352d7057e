// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/cone_problem.hpp"

#include "corbel/math/cone.hpp"
#include "corbel/solvers/residual.hpp"

#include <cmath>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// Compliance in mobilities of its constraint.
constexpr double most_compliance = 1e8;

Index index(std::size_t i) { return static_cast<Index>(i); }

void add_block(Triplets& entries, Index row, Index column, const auto& block)
{
  for (Index i = 0; i < block.rows(); ++i)
    for (Index j = 0; j < block.cols(); ++j)
      entries.emplace_back(static_cast<int>(row + i), static_cast<int>(column + j), block(i, j));
}

SparseRows matrix(Index rows, Index columns, const Triplets& entries)
{
  SparseRows A(rows, columns);
  A.setFromTriplets(entries.begin(), entries.end());
  A.makeCompressed();
  return A;
}

/// D G, the columns of bodies that no row touches left out.
FactorRows scaled_factor(const FactorRows& G, const ConeProblem& p)
{
  std::vector<int> new_index(static_cast<std::size_t>(G.columns()), FactorRows::none), widths;
  std::vector<FactorRows::Columns> bodies(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    bodies[i] = G.bodies(p.row[i]);
    for (int& body : bodies[i]) {
      if (body == FactorRows::none) continue;
      int& c = new_index[static_cast<std::size_t>(body)];
      if (c == FactorRows::none) {
        c = static_cast<int>(widths.size());
        widths.push_back(G.width(body));
      }
      body = c;
    }
  }
  FactorRows scaled;
  scaled.lay_out(bodies, std::move(widths));
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a)
      scaled.block(i, a) = p.d[i] * G.block(p.row[i], a);
  return scaled;
}

/// A law so soft that it would drown W is taken stiffer through the same point, and linearized again from
/// there.
ConeForm bounded(ConeForm form, const Vec3& U, double w)
{
  for (int k = 0; k < 3; ++k)
    if (const double most = most_compliance * w; form.compliance[k] > most) {
      form.offset[k] = -U[k] + (form.offset[k] + U[k]) * (most / form.compliance[k]);
      form.compliance[k] = most;
      form.linearized = true;
    }
  return form;
}

/// D C D + compliance.
SparseRows scaled_blocks(const LocalOperator& W, const ConeProblem& p, const std::vector<ConeForm>& forms)
{
  Triplets entries;
  if (const BlockSparse& C = W.blocks(); C.n > 0) {
    std::vector<int> new_index(C.n, -1);
    for (std::size_t i = 0; i < p.size(); ++i)
      new_index[p.row[i]] = static_cast<int>(i);
    for (std::size_t i = 0; i < p.size(); ++i)
      for (int k = C.row_begin[p.row[i]]; k < C.row_begin[p.row[i] + 1]; ++k) {
        const int j = new_index[static_cast<std::size_t>(C.column[static_cast<std::size_t>(k)])];
        if (j < 0) continue;
        add_block(entries, 3 * index(i), 3 * j,
                  p.d[i] * p.d[static_cast<std::size_t>(j)] * C.block[static_cast<std::size_t>(k)]);
      }
  }
  for (std::size_t i = 0; i < p.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (forms[i].compliance[k] > 0)
        entries.emplace_back(static_cast<int>(3 * i) + k, static_cast<int>(3 * i) + k,
                             p.d[i] * p.d[i] * forms[i].compliance[k]);
  return matrix(3 * index(p.size()), 3 * index(p.size()), entries);
}

}  // namespace

Vec3 Cone::project(const Vec3& r) const
{
  if (contact) return project_on_cone(r, mu);
  return {held[0] ? r.x() : 0, held[1] ? r.y() : 0, held[2] ? r.z() : 0};
}

Vec3 Cone::natural_map(const Vec3& r, const Vec3& u_of_law, double rho) const
{
  const Vec3 u = u_of_law.cwiseQuotient((rho * compliance).cwiseMax(1));
  if (!contact) return r - project(r - rho * u);
  return corbel::natural_map(r, rho * Vec3(u.x(), u.y(), u.z() + mu * std::hypot(u.x(), u.y())), mu);
}

Residual ConeProblem::residual(const VectorXd& r, const VectorXd& u) const
{
  double absolute2 = 0, scaled2 = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double w = 1 / (d[i] * d[i]), noise2 = round_off2(part(r, i));
    absolute2 += cones[i].natural_map(part(r, i), part(u, i), w).squaredNorm() / w + w * noise2;
    scaled2 += cones[i].natural_map(part(r, i), part(u, i), 1).squaredNorm() + noise2;
  }
  return {std::sqrt(absolute2) / reference.absolute, std::sqrt(scaled2) / reference.scaled};
}

VectorXd ConeProblem::project(const VectorXd& r) const
{
  VectorXd projected(r.size());
  for (std::size_t i = 0; i < size(); ++i)
    part(projected, i) = cones[i].project(part(r, i));
  return projected;
}

VectorXd ConeProblem::scaled(const Impulses& R) const
{
  VectorXd r(3 * index(size()));
  for (std::size_t i = 0; i < size(); ++i)
    part(r, i) = (R[row[i]] + cohesion[i] * Vec3::UnitZ()) / d[i];
  return r;
}

Impulses ConeProblem::unscaled(const VectorXd& r, std::size_t rows) const
{
  Impulses R(rows, Vec3::Zero());
  for (std::size_t i = 0; i < size(); ++i)
    R[row[i]] = d[i] * part(r, i) - cohesion[i] * Vec3::UnitZ();
  return R;
}

ConeProblem cone_problem(const LocalProblem& problem, const Impulses& R)
{
  ConeProblem p;
  std::vector<ConeForm> forms;
  const std::vector<Vec3> WR = problem.W.multiply(R);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double w = mobility(problem, i);
    if (!(w > 0)) continue;
    const Vec3 U = WR[i] + problem.B[i];
    const ConeForm form = bounded(cone_form(problem.laws[i], U, R[i]), U, w);
    p.row.push_back(i);
    p.d.push_back(1 / std::sqrt(w));
    p.cohesion.push_back(form.contact ? form.cohesion : 0);
    p.cones.push_back({form.contact, form.mu, form.held, form.compliance / w});
    p.linearized = p.linearized || form.linearized;
    forms.push_back(form);
  }
  p.W.G = scaled_factor(problem.W.factor(), p);
  p.W.C = scaled_blocks(problem.W, p, forms);
  if (problem.W.implicit()) p.W.implicit = std::make_shared<SelectedPart>(problem.W.implicit(), p.row, p.d);
  p.q.resize(3 * index(p.size()));
  VectorXd c = VectorXd::Zero(p.q.size());
  double B2 = 0, B2_scaled = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    part(p.q, i) = p.d[i] * (problem.B[p.row[i]] + forms[i].offset);
    B2 += problem.B[p.row[i]].squaredNorm();
    B2_scaled += (p.d[i] * problem.B[p.row[i]]).squaredNorm();
    c[3 * index(i) + 2] = p.cohesion[i] / p.d[i];
  }
  p.reference = {B2 > 0 ? std::sqrt(B2) : 1, B2_scaled > 0 ? std::sqrt(B2_scaled) : 1};
  if (c.any()) p.q -= p.W.multiply(c);
  return p;
}

}  // namespace corbel
