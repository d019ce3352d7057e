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

/// The row of G: frameᵀ S A^{-1/2} for the master, with a minus for the slave; bodies with more than six
/// degrees of freedom are in C. In self-contact both are one body and one block: of a rigid body it is zero
/// exactly, as no impulse between its own points can move it.
LocalOperator::Row row_of(const LocalConstraint& c)
{
  LocalOperator::Row row;
  const bool master = c.master_moves && c.master.body->has_factor();
  const bool slave = c.slave_moves && c.slave.body->has_factor();
  if (master) {
    row.column[0] = c.master.body->index;
    row.block[0] = c.frame.transpose() * c.master.body->factor(c.master.point);
  }
  if (slave && c.slave.body == c.master.body) {
    row.block[0] -= c.frame.transpose() * c.slave.body->factor(c.slave.point);
  } else if (slave) {
    row.column[1] = c.slave.body->index;
    row.block[1] = -(c.frame.transpose() * c.slave.body->factor(c.slave.point));
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

bool by_products(const TouchedBodies& touched, LocalForm form)
{
  if (touched.empty() || form == LocalForm::blocks) return false;
  return form == LocalForm::matrix_free || touched.block_count() > most_blocks ||
         touched.most_touches() > most_on_a_body;
}

}  // namespace

Vec3 LocalConstraint::velocity(Instant instant) const
{
  return frame.transpose() * (master.step_velocity(instant) - slave.step_velocity(instant));
}

LocalDynamics localize(const Model& model, const std::vector<Joint*>& joints, const ContactSet& contacts,
                       double t, double h, LocalDynamics used, Analysis analysis, ContactLaws laws,
                       LocalForm form)
{
  const std::size_t n = joints.size() + contacts.size();
  LocalDynamics dynamics = std::move(used);
  dynamics.constraints.resize(n);
  dynamics.V.resize(n);
  dynamics.R.resize(n);
  dynamics.poisson.assign(n, 0);
  dynamics.last_part.reset();
  dynamics.problem.B.resize(n);
  dynamics.problem.laws.resize(n);
  std::vector<LocalOperator::Row> rows = dynamics.problem.W.take_rows();
  rows.resize(n);
  BlockSparse C = dynamics.problem.W.take_blocks();

  parallel_for(n, grain, [&](std::size_t i) {
    LocalConstraint& c = dynamics.constraints[i];
    if (i < joints.size()) {
      const Joint& joint = *joints[i];
      const JointAction action = analysis == Analysis::dynamic ? joint.act(t, h) : joint.act_static(t, h);
      c = make_constraint(joint.master, joint.slave, action.frame);
      dynamics.V[i] = c.velocity(Instant::start);
      dynamics.R[i] = joint.last.R;
      dynamics.problem.laws[i] = action.law;
    } else {
      const Contact& contact = contacts[i - joints.size()];
      const SurfaceMaterial& material = model.surface_materials[contact.material];
      c = make_constraint({contact.master, contact.on_master}, {contact.slave, contact.on_slave},
                          contact.frame);
      dynamics.V[i] = c.velocity(Instant::start);
      dynamics.R[i] = contact.R;
      dynamics.problem.laws[i] = contact_law(material, contact, dynamics.V[i].z(), h, analysis, laws);
      if (analysis == Analysis::dynamic && material.impact == ImpactLaw::poisson &&
          std::holds_alternative<SignoriniCoulomb>(dynamics.problem.laws[i]))
        dynamics.poisson[i] = material.restitution;
    }
    dynamics.problem.B[i] = free_velocity(c);
    rows[i] = row_of(c);
  });
  TouchedBodies touched = touched_bodies(dynamics.constraints);
  std::shared_ptr<const ImplicitPart> implicit;
  if (by_products(touched, form)) {
    C = {};
    implicit = std::make_shared<MatrixFreeCompliance>(std::move(touched));
  } else {
    C = compliant_part(touched, std::move(C));
  }
  dynamics.problem.W = LocalOperator(std::move(rows), static_cast<int>(model.bodies().size()), std::move(C),
                                     std::move(implicit));
  parallel_for(n, grain, [&](std::size_t i) {
    // A pass of quasi-static analysis that is in balance moves nothing.
    const Vec3 about = analysis == Analysis::dynamic ? dynamics.problem.B[i] : Vec3::Zero();
    settle(dynamics.problem.laws[i], dynamics.problem.W.diagonal(i), about);
  });
  return dynamics;
}

}  // namespace corbel
