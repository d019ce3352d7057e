// SPDX-License-Identifier: MIT
#include "corbel/bodies/body_template.hpp"

#include "corbel/linalg/eigenpairs.hpp"
#include "corbel/linalg/power_iteration.hpp"
#include "corbel/math/polar.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Operators kept at once: a run changes its step seldom.
constexpr std::size_t most_operators = 3;

/// Nodes of meshes that are the same up to a rigid motion differ by no more than this part of their size.
constexpr double same_place = 1e-10;

Vec3 mean(const std::vector<Vec3>& points)
{
  Vec3 sum = Vec3::Zero();
  for (const Vec3& x : points)
    sum += x;
  return sum / static_cast<double>(points.size());
}

bool same_elements(const Solid& a, const Solid& b)
{
  const auto &ea = a.mesh().elements, &eb = b.mesh().elements;
  if (ea.size() != eb.size() || a.node_count() != b.node_count()) return false;
  for (std::size_t e = 0; e < ea.size(); ++e)
    if (ea[e].kind != eb[e].kind || !std::ranges::equal(ea[e].node_span(), eb[e].node_span()) ||
        a.material(static_cast<int>(e)) != b.material(static_cast<int>(e)))
      return false;
  return true;
}

/// Natural coordinates do not change with a rigid motion.
bool same_rules(const Solid& a, const Solid& b)
{
  constexpr double same_point = 1e-9;
  const auto same = [](const QuadraturePoint& p, const QuadraturePoint& q) {
    return (p.xi - q.xi).cwiseAbs().maxCoeff() <= same_point &&
           std::abs(p.weight - q.weight) <= same_point * std::abs(p.weight);
  };
  return std::ranges::equal(a.rules(), b.rules(), [&](const ElementRule& p, const ElementRule& q) {
    return std::ranges::equal(p, q, same);
  });
}

/// X = Q Z + t for all nodes, or nothing.
bool align(const std::vector<Vec3>& Z, const std::vector<Vec3>& X, Mat3& Q, Vec3& t)
{
  const Vec3 Z_mean = mean(Z), X_mean = mean(X);
  Mat3 H = Mat3::Zero();
  double size = 0;
  for (std::size_t i = 0; i < Z.size(); ++i) {
    H += (X[i] - X_mean) * (Z[i] - Z_mean).transpose();
    size = std::max(size, (Z[i] - Z_mean).norm());
  }
  Q = polar_rotation(H);
  if ((Q - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-13) Q.setIdentity();
  t = X_mean - Q * Z_mean;
  const double scale = size + std::max(Z_mean.norm(), X_mean.norm()) * 1e-5;  // coordinates are rounded
  for (std::size_t i = 0; i < Z.size(); ++i)
    if (!((X[i] - Q * Z[i] - t).norm() <= same_place * scale)) return false;
  return true;
}

}  // namespace

BodyTemplate::BodyTemplate(Solid solid, std::size_t budget)
    : solid_(std::move(solid)), mass_matrix_(solid_.mass_matrix()), K0_(solid_.tangent_pattern()),
      budget_(budget)
{
  const auto n = static_cast<Eigen::Index>(solid_.node_count());
  Z_.resize(3 * n);
  for (Eigen::Index i = 0; i < n; ++i)
    Z_.segment<3>(3 * i) = solid_.mesh().nodes[static_cast<std::size_t>(i)];
  solid_.tangent(Eigen::VectorXd::Zero(3 * n), K0_);
}

const MassFactor& BodyTemplate::mass_factor() const
{
  const std::lock_guard lock(mutex_);
  if (mass_factor_) return *mass_factor_;
  try {
    mass_factor_ = std::make_unique<const MassFactor>(mass_matrix_);
  } catch (const NotPositiveDefinite&) {
    const auto& elements = solid_.mesh().elements;
    const auto unlumped = std::ranges::find_if(elements, [](const Element& e) { return !e.kind->lumps; });
    throw RunError(fmt::format("The mass matrix of a mesh with elements of the kind {} is singular: too few "
                               "integration points for masses. DEF_EXP needs its inverse.",
                               unlumped->kind->name));
  }
  return *mass_factor_;
}

double BodyTemplate::mean_eigenvalue() const { return K0_.diagonal().sum() / mass_matrix_.trace(); }

double BodyTemplate::largest_frequency() const
{
  const MassFactor* consistent = mass_matrix_.is_lumped() ? nullptr : &mass_factor();
  const std::lock_guard lock(mutex_);
  if (largest_frequency_ >= 0) return largest_frequency_;
  constexpr double tolerance = 1e-3;
  const auto times = [&](const Eigen::VectorXd& x) { return mass_matrix_.times(x); };
  const auto solve = [&](const Eigen::VectorXd& x) { return consistent->solve(x); };
  largest_frequency_ = std::sqrt(consistent ? largest_eigenvalue(K0_, MassProducts{times, solve}, tolerance)
                                            : largest_eigenvalue(K0_, mass(), tolerance));
  return largest_frequency_;
}

double BodyTemplate::lowest_eigenvalue() const
{
  constexpr int rigid_motions = 6;
  constexpr double least = 1e-6;
  const std::lock_guard lock(mutex_);
  if (lowest_eigenvalue_ >= 0) return lowest_eigenvalue_;
  lowest_eigenvalue_ = least * mean_eigenvalue();
  Eigen::SparseMatrix<double> M = K0_;
  M.coeffs().setZero();
  mass_matrix_.add_to(1, M);
  const Eigenpairs pairs = mass_matrix_.is_lumped() ? lowest_eigenpairs(K0_, mass(), rigid_motions + 1)
                                                    : lowest_eigenpairs(K0_, M, rigid_motions + 1);
  lowest_eigenvalue_ = std::max(lowest_eigenvalue_, pairs.values[rigid_motions]);
  return lowest_eigenvalue_;
}

std::shared_ptr<const CorotatedOperator> BodyTemplate::with_factors(OperatorFactors factors) const
{
  const std::lock_guard lock(mutex_);
  for (const auto& known : operators_)
    if (known->factors == factors) return known;
  if (operators_.size() == most_operators) operators_.erase(operators_.begin());
  operators_.push_back(std::make_shared<CorotatedOperator>(mass_matrix_, K0_, factors, budget_));
  ++factorizations_;
  return operators_.back();
}

std::size_t BodyTemplate::bytes() const
{
  const std::lock_guard lock(mutex_);
  std::size_t sum = static_cast<std::size_t>(K0_.nonZeros()) * (sizeof(double) + sizeof(int)) +
                    static_cast<std::size_t>(Z_.size()) * sizeof(double) + mass_matrix_.bytes() +
                    (mass_factor_ ? mass_factor_->bytes() : 0);
  for (const auto& known : operators_)
    sum += known->bytes();
  return sum;
}

int BodyTemplate::factorizations() const
{
  const std::lock_guard lock(mutex_);
  return factorizations_;
}

std::size_t BodyTemplate::columns() const
{
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const auto& known : operators_)
    sum += known->columns();
  return sum;
}

void BodyTemplate::set_budget(std::size_t bytes) const
{
  const std::lock_guard lock(mutex_);
  budget_ = bytes;
  operators_.clear();
}

TemplateMatch TemplateLibrary::find_or_add(Solid solid)
{
  TemplateMatch match;
  for (const auto& known : templates_)
    if (same_elements(known->solid(), solid) && same_rules(known->solid(), solid) &&
        align(known->solid().mesh().nodes, solid.mesh().nodes, match.Q, match.t)) {
      match.of = known;
      return match;
    }
  templates_.push_back(std::make_shared<BodyTemplate>(std::move(solid), budget_));
  return {templates_.back()};
}

void TemplateLibrary::set_budget(std::size_t bytes)
{
  budget_ = bytes;
  for (const auto& known : templates_)
    known->set_budget(bytes);
}

}  // namespace corbel
