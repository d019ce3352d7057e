// SPDX-License-Identifier: MIT
#include "corbel/bodies/finite_element_body.hpp"

#include "corbel/core/check.hpp"
#include "corbel/core/index.hpp"
#include "corbel/elements/shape_functions.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// A point is at a node when closer than this part of the size of the element (natural units).
constexpr double at_node = 1e-6;

}  // namespace

FiniteElementBody::FiniteElementBody(const Shape& shape, TemplateMatch match)
    : Body(BodyKind::finite_element, shape, nodal_layout(match.of->solid().node_count())),
      match_(std::move(match)), nodal_(match_, surface, shape)
{
  kinematics_ = &nodal_;
  deformation_ = this;
  for (Eigen::Index i = 0; i < v_.q.size() / 3; ++i)
    v_.q.segment<3>(3 * i) = reference_node(static_cast<std::size_t>(i));
  v_.q_mid = v_.q;
  use_template();
  inverse_ = M().is_lumped() ? static_cast<NodalOperator*>(&lumped_) : &consistent_;
}

void FiniteElementBody::rebase(TemplateMatch match)
{
  give_state();
  match_ = std::move(match);
  use_template();
}

void FiniteElementBody::use_template()
{
  lumped_.M = M().is_lumped() ? &M().diagonal() : nullptr;
  consistent_.M = nullptr;
  mass_ = {solid().mass(), solid().volume(), match_.Q * solid().center() + match_.t,
           match_.Q * solid().euler_tensor() * match_.Q.transpose()};
}

void FiniteElementBody::keep_identifiers(const Mesh& own)
{
  volume_ids_.clear();
  surface_ids_.clear();
  for (const Element& element : own.elements)
    volume_ids_.push_back(element.volume_id);
  for (const BoundaryFace& face : own.boundary)
    surface_ids_.push_back(face.surface_id);
}

Mesh FiniteElementBody::reference_mesh() const
{
  Mesh own = mesh();
  for (std::size_t i = 0; i < own.nodes.size(); ++i)
    own.nodes[i] = reference_node(i);
  for (std::size_t e = 0; e < volume_ids_.size(); ++e)
    own.elements[e].volume_id = volume_ids_[e];
  for (std::size_t f = 0; f < surface_ids_.size(); ++f)  // equal elements have equal faces, in the same order
    own.boundary[f].surface_id = surface_ids_[f];
  return own;
}

void FiniteElementBody::set_initial_velocity(const Vec3& linear, const Vec3& angular)
{
  check_velocities(linear, angular);
  give_state();
  Vec3 c = Vec3::Zero();
  for (Eigen::Index i = 0; i < v_.q.size(); i += 3)
    c += solid().gravity_load()[i / 3] * v_.q.segment<3>(i);
  c /= mass();
  for (Eigen::Index i = 0; i < v_.q.size(); i += 3)
    v_.u.segment<3>(i) = linear + angular.cross(Vec3(v_.q.segment<3>(i)) - c);
}

double FiniteElementBody::critical_step() const
{
  if (scheme_ != DeformableScheme::def_exp) return Deformation::critical_step();
  return corbel::critical_step(match_.of->largest_frequency(), damping_.stiffness, damping_.mass);
}

// --- the step -------------------------------------------------------------------------------------------

void FiniteElementBody::half_step(const StepRule& rule)
{
  Body::half_step(rule);  // (10), (24)
  if (!rule.is_static()) return;
  mid_state_ = StrainState::sound;
  supports_.clear();
}

void FiniteElementBody::add_acceleration(const Vec3& a)
{
  const Eigen::VectorXd& load = solid().gravity_load();
  for (Eigen::Index i = 0; i < load.size(); ++i)
    v_.force.segment<3>(3 * i) += load[i] * a;
}

Eigen::VectorXd FiniteElementBody::outer_impulse(double h) const
{
  if (damping_.mass == 0) return h * v_.force;
  return h * v_.force - (h * damping_.mass) * M().times(v_.u);
}

NodalOperator& FiniteElementBody::mass_operator()
{
  if (lumped_.M) return lumped_;
  if (!consistent_.M) consistent_.M = &match_.of->mass_factor();
  return consistent_;
}

std::shared_ptr<const CorotatedOperator> FiniteElementBody::step_operator(const StepRule& rule) const
{
  try {
    return match_.of->with_factors(rule.factors(damping_));
  } catch (const NotPositiveDefinite&) {
    throw RunError(name_of(*this) + ": the effective mass matrix of the step is not positive definite; is "
                                    "the material far too stiff, the "
                                    "density nearly zero, or the body too small for this step?");
  }
}

Eigen::VectorXd FiniteElementBody::damped_velocity(const StepRule& rule) const
{
  if (is_explicit(rule)) return v_.u;
  return (1 - rule.c) * v_.u + rule.c * v_.end;
}

void FiniteElementBody::finish_step(const StepRule& rule, const Eigen::VectorXd* K_damped)
{
  const double h = rule.h;
  if (!rule.is_static()) {
    const Eigen::VectorXd mean = 0.5 * (v_.u + v_.end);
    work.external += mean.dot(h * v_.force + v_.impulse);
    if (damping_.mass > 0) work.damping -= h * damping_.mass * mean.dot(M().times(damped_velocity(rule)));
    if (K_damped) work.damping -= h * damping_.stiffness * mean.dot(*K_damped);
  }
  v_.q = rule.end(v_.q_mid, v_.start, v_.end);  // (17), (31)
  v_.u = v_.end;
  if (rule.is_static()) {
    v_.u.setZero();
    v_.start.setZero();
  }
}

bool FiniteElementBody::hold(const MaterialPoint& X, const Vec3& n, double displacement)
{
  supports_.add(nodal_.weights(X), n, displacement);
  return true;
}

double FiniteElementBody::imbalance(double h)
{
  keep_impulses();
  Eigen::VectorXd f_int(v_.u.size());
  internal_force(f_int);
  const double scale = v_.force.norm() + f_int.norm() + v_.impulse.norm() / h;
  const double round_off = 1e-15 * match_.of->K0().diagonal().norm() * v_.q_mid.cwiseAbs().maxCoeff();
  if (!std::isfinite(scale)) return std::numeric_limits<double>::infinity();
  return scale > 0 ? std::max(0.0, (v_.force - f_int + v_.impulse / h).norm() - round_off) / scale : 0;
}

// --- numbers --------------------------------------------------------------------------------------------

std::optional<StrainFinding> FiniteElementBody::strain_worse_than(StrainState known, bool thorough) const
{
  StrainFinding found;
  if (thorough) found = worst_strain(v_.q);
  if (found.state <= known && mid_state_ > known) found = worst_strain(v_.q_mid);
  return found.state > known ? std::optional(found) : std::nullopt;
}

Vec3 FiniteElementBody::element_center(int element) const
{
  if (element < 0) return mass_.center;
  return nodal_.point_in(element, reference_center(*mesh().elements[corbel::index(element)].kind), -1).X;
}

double FiniteElementBody::kinetic_energy() const { return M().energy(v_.u); }

Momentum FiniteElementBody::momentum() const
{
  Momentum sum;
  if (!M().is_lumped()) {
    const Eigen::VectorXd p = M().times(v_.u);
    for (Eigen::Index i = 0; i < p.size(); i += 3) {
      sum.linear += p.segment<3>(i);
      sum.angular += Vec3(v_.q.segment<3>(i)).cross(Vec3(p.segment<3>(i)));
    }
    return sum;
  }
  const Eigen::VectorXd& m = M().diagonal();
  for (Eigen::Index i = 0; i < v_.u.size(); i += 3) {
    sum.linear += m[i] * v_.u.segment<3>(i);
    sum.angular += m[i] * Vec3(v_.q.segment<3>(i)).cross(Vec3(v_.u.segment<3>(i)));
  }
  return sum;
}

/// At a node the mean of the elements around it, elsewhere that of the element.
Mat3 FiniteElementBody::cauchy_stress(const MaterialPoint& X) const
{
  const MaterialPoint point = nodal_.located(X);
  const Element& element = mesh().elements[corbel::index(point.element)];
  const std::vector<Vec3>& nodes = element.kind->reference_nodes;
  for (std::size_t a = 0; a < nodes.size(); ++a)
    if ((nodes[a] - point.xi).cwiseAbs().maxCoeff() < at_node)
      return solid().nodal_cauchy(element.nodes[a], displacements(v_.q));
  return solid().cauchy(point.element, point.xi, displacements(v_.q));
}

std::vector<Mat3> FiniteElementBody::nodal_stress() const
{
  return solid().nodal_stress(displacements(v_.q));
}

void FiniteElementBody::check_q(Coordinates x) const
{
  const Eigen::VectorXd q = displacements(x);
  for (std::size_t e = 0; e < mesh().elements.size(); ++e) {
    const Vec3 middle = reference_center(*mesh().elements[e].kind);
    const double J = solid().deformation_gradient(static_cast<int>(e), middle, q).determinant();
    if (!(J > 0))
      throw_input_error("conf", fmt::format("element {} with a volume ratio of {:.3g}", e, J), "ratios > 0",
                        "Give the coordinates of the nodes in the order of the mesh.");
  }
}

std::size_t FiniteElementBody::bytes() const
{
  return sizeof(double) * static_cast<std::size_t>(8 * v_.q.size());
}

}  // namespace corbel
