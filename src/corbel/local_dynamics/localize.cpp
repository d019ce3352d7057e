// SPDX-License-Identifier: MIT
#include "corbel/local_dynamics/localize.hpp"

#include "corbel/core/index.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/local_dynamics/compliant_part.hpp"
#include "corbel/local_dynamics/contact_law.hpp"
#include "corbel/local_dynamics/matrix_free_compliance.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr std::size_t grain = 128;  ///< constraints per task

/// H u_free; a side that does not respond to impulses already has its end velocity.
Vec3 free_velocity(const Bodies& bodies, const LocalConstraint& c)
{
  const Vec3 master = c.master.step_velocity(bodies, c.master_moves ? Instant::free : Instant::end);
  const Vec3 slave = c.slave.step_velocity(bodies, c.slave_moves ? Instant::free : Instant::end);
  return c.frame.transpose() * (master - slave);
}

/// G := frameᵀ S A^{-1/2} of one side, six columns at a time.
void fill_factor(const Bodies& bodies, const Mat3& frame, const Attachment& side, FactorRows::Block G)
{
  bodies[side.body].inverse().factor(side.point, G);
  Eigen::Index k = 0;
  for (; k + 6 <= G.cols(); k += 6)
    G.middleCols<6>(k) = (frame.transpose() * G.middleCols<6>(k)).eval();
  for (; k < G.cols(); ++k)
    G.col(k) = (frame.transpose() * G.col(k)).eval();
}

/// Bodies of G in a row. In self-contact both sides are one body and one block.
FactorRows::Columns bodies_of(const Bodies& bodies, const LocalConstraint& c, std::vector<int>& widths)
{
  const auto column = [&](const Attachment& side) {
    const Body& body = bodies[side.body];
    int& width = widths[index(body.index)];
    if (width < 0) width = body.inverse().factor_width();
    return width > 0 ? body.index : FactorRows::none;
  };
  FactorRows::Columns columns = {FactorRows::none, FactorRows::none};
  if (c.master_moves) columns[0] = column(c.master);
  if (c.slave_moves && (c.slave.body != c.master.body || !c.master_moves)) columns[1] = column(c.slave);
  return columns;
}

/// Blocks of row i, with a minus for the slave; compliant parts of bodies are in C. In self-contact a rigid body gives
/// exactly zero, as no impulse between its own points can move it.
void fill_row(const Bodies& bodies, const LocalConstraint& c, std::size_t i, FactorRows& G)
{
  const auto [master, slave] = G.bodies(i);
  if (master != FactorRows::none) fill_factor(bodies, c.frame, c.master, G.block(i, 0));
  if (slave != FactorRows::none) {
    fill_factor(bodies, c.frame, c.slave, G.block(i, 1));
    G.block(i, 1) *= -1;
  } else if (master != FactorRows::none && c.slave_moves && c.slave.body == c.master.body) {
    FactorBlock other(3, G.block(i, 0).cols());
    fill_factor(bodies, c.frame, c.slave, FactorRows::Block(other.data(), 3, other.cols()));
    G.block(i, 0) -= other;
  }
}

/// Rows of all constraints, in the memory of `used`.
FactorRows factor_rows(const Bodies& bodies, const std::vector<LocalConstraint>& constraints, FactorRows used)
{
  std::vector<int> widths(bodies.size(), -1);
  std::vector<FactorRows::Columns> rows(constraints.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = bodies_of(bodies, constraints[i], widths);
  for (int& width : widths)
    width = std::max(width, 0);
  FactorRows G = std::move(used);
  G.lay_out(rows, std::move(widths));
  parallel_for(rows.size(), grain, [&](std::size_t i) { fill_row(bodies, constraints[i], i, G); });
  return G;
}

LocalConstraint make_constraint(const Bodies& bodies, const Attachment& master, const Attachment& slave,
                                const Mat3& frame)
{
  return {master, slave, frame, master.responds(bodies), slave.responds(bodies)};
}

/// Beyond either a solver that may choose takes products. Blocks of C: 576 MB, and several times that in what
/// solvers make of them. Contacts on one body: factors of its dense part take half a second and more, many times in a solve
/// (benchmarks/matrix_free.cpp). Rows of joints are factorized once and eliminated, which only W in blocks allows: a face of fixed nodes
/// is worth it.
constexpr double most_blocks = 8e6;
constexpr std::size_t most_contacts_on_a_body = 300, most_on_a_body = 1000;

bool is_matrix_free(const TouchedBodies& touched, LocalForm form, std::size_t joint_rows)
{
  if (touched.empty() || form == LocalForm::blocks) return false;
  return form == LocalForm::matrix_free || touched.block_count() > most_blocks ||
         touched.most_touches(joint_rows) > most_contacts_on_a_body ||
         touched.most_touches(0) > most_on_a_body;
}

/// The rows of a joint.
void add_joint(const Bodies& bodies, const Joint& joint, const LocalStep& step, std::size_t first,
               LocalDynamics& dynamics)
{
  const std::span actions(dynamics.actions.data() + first, joint.row_count());
  joint.rows(bodies, step, actions);
  for (std::size_t k = 0; k < actions.size(); ++k) {
    const RowSides sides = joint.sides(k);
    const std::size_t i = first + k;
    LocalConstraint& c = dynamics.constraints[i];
    c = make_constraint(bodies, sides.master, sides.slave, actions[k].frame);
    dynamics.V[i] = c.velocity(bodies, Instant::start);
    dynamics.problem.laws[i] = actions[k].law;
    dynamics.problem.B[i] = free_velocity(bodies, c);
  }
}

/// The contact in row i.
void add_contact(const Model& model, const Contact& contact, const LocalStep& step, std::size_t i,
                 LocalDynamics& dynamics)
{
  const Bodies& bodies = model.bodies();
  const SurfaceMaterial& material = model.surface_materials[contact.material];
  LocalConstraint& c = dynamics.constraints[i];
  c = make_constraint(bodies, {contact.master, contact.on_master}, {contact.slave, contact.on_slave},
                      contact.frame);
  dynamics.V[i] = c.velocity(bodies, Instant::start);
  dynamics.problem.laws[i] = contact_law(material, contact, dynamics.V[i].z(), step.rule, step.laws);
  if (!step.rule.is_static() && material.impact == ImpactLaw::poisson &&
      can_rebound(dynamics.problem.laws[i]))
    dynamics.poisson[i] = material.restitution;
  dynamics.problem.B[i] = free_velocity(bodies, c);
}

/// first_row; gives the number of rows of all joints.
std::size_t count_rows(const std::vector<const Joint*>& joints, LocalDynamics& dynamics)
{
  std::size_t next = 0;
  dynamics.first_row.clear();
  for (const Joint* joint : joints) {
    dynamics.first_row.push_back(next);
    next += joint->row_count();
  }
  dynamics.first_row.push_back(next);
  return next;
}

/// Constraints, laws, V and B, row by row.
void find_constraints(const Model& model, const std::vector<const Joint*>& joints, const ContactSet& contacts,
                      const LocalStep& step, LocalDynamics& dynamics)
{
  const std::size_t of_joints = count_rows(joints, dynamics);
  const std::size_t n = of_joints + contacts.size();
  dynamics.actions.resize(of_joints);
  dynamics.constraints.resize(n);
  dynamics.V.resize(n);
  dynamics.poisson.assign(n, 0);
  dynamics.last_part.reset();
  dynamics.problem.B.resize(n);
  dynamics.problem.laws.resize(n);
  parallel_for(joints.size() + contacts.size(), grain, [&](std::size_t i) {
    if (i < joints.size())
      return add_joint(model.bodies(), *joints[i], step, dynamics.first_row[i], dynamics);
    add_contact(model, contacts[i - joints.size()], step, of_joints + i - joints.size(), dynamics);
  });
}

/// W of the constraints.
LocalOperator delassus_operator(const Bodies& bodies, LocalForm form, LocalDynamics& dynamics)
{
  FactorRows G = factor_rows(bodies, dynamics.constraints, dynamics.problem.W.take_factor());
  BlockSparse C = dynamics.problem.W.take_blocks();
  TouchedBodies touched = touched_bodies(bodies, dynamics.constraints);
  std::shared_ptr<const ImplicitPart> implicit;
  if (is_matrix_free(touched, form, dynamics.first_row.back())) {
    C = {};
    implicit = std::make_shared<MatrixFreeCompliance>(std::move(touched));
  } else {
    C = compliant_part(touched, std::move(C));
  }
  return LocalOperator(std::move(G), std::move(C), std::move(implicit));
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

Vec3 LocalConstraint::velocity(const Bodies& bodies, Instant instant) const
{
  return frame.transpose() * (master.step_velocity(bodies, instant) - slave.step_velocity(bodies, instant));
}

LocalDynamics localize(const Model& model, const std::vector<const Joint*>& joints,
                       const ContactSet& contacts, const LocalStep& step, LocalDynamics used)
{
  LocalDynamics dynamics = std::move(used);
  find_constraints(model, joints, contacts, step, dynamics);
  dynamics.problem.W = delassus_operator(model.bodies(), step.form, dynamics);
  settle_laws(step.rule, dynamics.problem);
  return dynamics;
}

}  // namespace corbel
