// SPDX-License-Identifier: MIT
#include "corbel/local_dynamics/localize.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/local_dynamics/compliant_part.hpp"
#include "corbel/local_dynamics/contact_law.hpp"
#include "corbel/local_dynamics/matrix_free_compliance.hpp"

namespace corbel {
namespace {

constexpr std::size_t grain = 128;  ///< constraints per task

bool moves(const Attachment& side) { return side.body && side.body->responds(); }

/// H u_free; a side that does not respond to impulses already has its end velocity.
Vec3 free_velocity(const LocalConstraint& c)
{
  const Vec3 master = c.master.step_velocity(c.master_moves ? Instant::free : Instant::end);
  const Vec3 slave = c.slave.step_velocity(c.slave_moves ? Instant::free : Instant::end);
  return c.frame.transpose() * (master - slave);
}

bool has_factor(const Body& body) { return body.inverse().factor_width() > 0; }

/// frameᵀ S A^{-1/2} of one side.
Mat36 factor_row(const Mat3& frame, const Attachment& side)
{
  demand(side.body->inverse().factor_width() == 6, "rows of W are made of factors of width six");
  Mat36 G;
  side.body->inverse().factor(side.point, G);
  return frame.transpose() * G;
}

/// The row of G, with a minus for the slave; compliant parts of bodies are in C. In self-contact both sides are
/// one body and one block: of a rigid body it is zero exactly, as no impulse between its own points can move it.
LocalOperator::Row row_of(const LocalConstraint& c)
{
  LocalOperator::Row row;
  const bool master = c.master_moves && has_factor(*c.master.body);
  const bool slave = c.slave_moves && has_factor(*c.slave.body);
  if (master) {
    row.column[0] = c.master.body->index;
    row.block[0] = factor_row(c.frame, c.master);
  }
  if (slave && c.slave.body == c.master.body) {
    row.block[0] -= factor_row(c.frame, c.slave);
  } else if (slave) {
    row.column[1] = c.slave.body->index;
    row.block[1] = -factor_row(c.frame, c.slave);
  }
  return row;
}

LocalConstraint make_constraint(const Attachment& master, const Attachment& slave, const Mat3& frame)
{
  return {master, slave, frame, moves(master), moves(slave)};
}

/// Beyond either a solver that may choose takes products. Blocks of C: 576 MB, and several times that in what
/// solvers make of them. Constraints on one body: factors of its dense part take half a second and more
/// (benchmarks/matrix_free.cpp).
constexpr double most_blocks = 8e6;
constexpr std::size_t most_on_a_body = 300;

bool is_matrix_free(const TouchedBodies& touched, LocalForm form)
{
  if (touched.empty() || form == LocalForm::blocks) return false;
  return form == LocalForm::matrix_free || touched.block_count() > most_blocks ||
         touched.most_touches() > most_on_a_body;
}

/// The joint in row i.
void add_joint(const Joint& joint, const LocalStep& step, std::size_t i, LocalDynamics& dynamics)
{
  const JointAction action = joint.act(step.t, step.rule);
  LocalConstraint& c = dynamics.constraints[i];
  c = make_constraint(joint.master, joint.slave, action.frame);
  dynamics.V[i] = c.velocity(Instant::start);
  dynamics.problem.laws[i] = action.law;
}

/// The contact in row i.
void add_contact(const Model& model, const Contact& contact, const LocalStep& step, std::size_t i,
                 LocalDynamics& dynamics)
{
  const Bodies& bodies = model.bodies();
  const SurfaceMaterial& material = model.surface_materials[contact.material];
  LocalConstraint& c = dynamics.constraints[i];
  c = make_constraint({&bodies[contact.master], contact.on_master},
                      {&bodies[contact.slave], contact.on_slave}, contact.frame);
  dynamics.V[i] = c.velocity(Instant::start);
  dynamics.problem.laws[i] = contact_law(material, contact, dynamics.V[i].z(), step.rule, step.laws);
  if (!step.rule.is_static() && material.impact == ImpactLaw::poisson &&
      can_rebound(dynamics.problem.laws[i]))
    dynamics.poisson[i] = material.restitution;
}

/// Constraints, laws, V and B, row by row.
void find_constraints(const Model& model, const std::vector<Joint*>& joints, const ContactSet& contacts,
                      const LocalStep& step, LocalDynamics& dynamics)
{
  const std::size_t n = joints.size() + contacts.size();
  dynamics.constraints.resize(n);
  dynamics.V.resize(n);
  dynamics.poisson.assign(n, 0);
  dynamics.last_part.reset();
  dynamics.problem.B.resize(n);
  dynamics.problem.laws.resize(n);
  parallel_for(n, grain, [&](std::size_t i) {
    if (i < joints.size()) {
      add_joint(*joints[i], step, i, dynamics);
    } else {
      add_contact(model, contacts[i - joints.size()], step, i, dynamics);
    }
    dynamics.problem.B[i] = free_velocity(dynamics.constraints[i]);
  });
}

/// W of the constraints.
LocalOperator delassus_operator(const Model& model, LocalForm form, LocalDynamics& dynamics)
{
  std::vector<LocalOperator::Row> rows = dynamics.problem.W.take_rows();
  BlockSparse C = dynamics.problem.W.take_blocks();
  rows.resize(dynamics.constraints.size());
  parallel_for(rows.size(), grain, [&](std::size_t i) { rows[i] = row_of(dynamics.constraints[i]); });
  TouchedBodies touched = touched_bodies(dynamics.constraints);
  std::shared_ptr<const ImplicitPart> implicit;
  if (is_matrix_free(touched, form)) {
    C = {};
    implicit = std::make_shared<MatrixFreeCompliance>(std::move(touched));
  } else {
    C = compliant_part(touched, std::move(C));
  }
  return {std::move(rows), static_cast<int>(model.bodies().size()), std::move(C), std::move(implicit)};
}

void settle_laws(const StepRule& rule, LocalProblem& problem)
{
  parallel_for(problem.laws.size(), grain, [&](std::size_t i) {
    // A static pass that is in balance moves nothing.
    const Vec3 about = rule.is_static() ? Vec3::Zero() : problem.B[i];
    settle(problem.laws[i], problem.W.diagonal(i), about);
  });
}

}  // namespace

Vec3 LocalConstraint::velocity(Instant instant) const
{
  return frame.transpose() * (master.step_velocity(instant) - slave.step_velocity(instant));
}

LocalDynamics localize(const Model& model, const std::vector<Joint*>& joints, const ContactSet& contacts,
                       const LocalStep& step, LocalDynamics used)
{
  LocalDynamics dynamics = std::move(used);
  find_constraints(model, joints, contacts, step, dynamics);
  dynamics.problem.W = delassus_operator(model, step.form, dynamics);
  settle_laws(step.rule, dynamics.problem);
  return dynamics;
}

}  // namespace corbel
