// SPDX-License-Identifier: MIT
#include "corbel/step/advance.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/step/finite_states.hpp"
#include "corbel/step/solve_pending.hpp"

#include <algorithm>
#include <atomic>

namespace corbel {
namespace {

/// Work of a contact on one of its bodies, ½ (velocity at t + velocity at t + h) · impulse, split into normal
/// and friction. Summed over both bodies this is ½ (V + U) · R: each contact is counted once.
void add_contact_work(Bodies& bodies, const Attachment& side, const Vec3& end_velocity, const Mat3& frame,
                      const Vec3& R, double sign)
{
  Body& body = bodies[side.body];
  const Vec3 mean =
      0.5 * (frame.transpose() * (body.step_velocity(side.point, Instant::start) + end_velocity));
  const double normal = sign * mean.z() * R.z();
  const double tangential = sign * (mean.x() * R.x() + mean.y() * R.y());
  body.work.contact += normal;
  body.work.friction += tangential;
  body.work.external -= normal + tangential;  // a body counts there whatever acts on it
}

/// Frame, U and V of row i.
void keep_row(const LocalDynamics& dynamics, std::size_t i, const Vec3& U, Reactions& reactions)
{
  reactions.frame[i] = dynamics.constraints[i].frame;
  reactions.U[i] = U;
  reactions.V[i] = dynamics.V[i];
}

void keep_first(std::size_t rows, const Bodies& bodies, const LocalDynamics& dynamics, Reactions& reactions)
{
  for (std::size_t i = 0; i < rows; ++i)
    keep_row(dynamics, i, dynamics.constraints[i].velocity(bodies, Instant::end), reactions);
}

/// Of a contact: its row, its penetration at the end, its work.
void finish_contact(Bodies& bodies, const LocalDynamics& dynamics, const StepRule& rule, Contact& contact,
                    Reactions& reactions)
{
  const auto row = static_cast<std::size_t>(contact.row);
  const LocalConstraint& c = dynamics.constraints[row];
  const Vec3 master = c.master.step_velocity(bodies, Instant::end),
             slave = c.slave.step_velocity(bodies, Instant::end);
  keep_row(dynamics, row, c.frame.transpose() * (master - slave), reactions);
  if (rule.ends_at_U())  // bodies are never at q_e: the penetration that counts is the one they end with
    contact.gap = std::min(0.0, contact.gap + rule.h * (reactions.end_velocity(contact).z() -
                                                        reactions.start_velocity(contact).z()));
  const Vec3& R = reactions.impulse(contact);
  if (c.master_moves) add_contact_work(bodies, c.master, master, c.frame, R, 1);
  if (c.slave_moves) add_contact_work(bodies, c.slave, slave, c.frame, R, -1);
}

}  // namespace

void apply_impulses(Bodies& bodies, const LocalDynamics& dynamics, const Impulses& R)
{
  for (std::size_t i = 0; i < dynamics.constraints.size(); ++i) {
    const LocalConstraint& c = dynamics.constraints[i];
    const Vec3 impulse = c.frame * R[i];
    if (c.master_moves) bodies[c.master.body].apply(c.master.point, impulse);
    if (c.slave_moves) bodies[c.slave.body].apply(c.slave.point, -impulse);
  }
}

std::size_t bodies_per_task(const Bodies& bodies)
{
  return std::ranges::any_of(bodies, [](const auto& body) { return body->deforms(); }) ? 1 : 256;
}

void find_end_velocities(Bodies& bodies, const LocalDynamics& dynamics, const Impulses& R)
{
  const std::size_t grain = bodies_per_task(bodies);
  apply_impulses(bodies, dynamics, R);
  parallel_for(bodies.size(), grain, [&](std::size_t i) { bodies[i]->request_end_velocity(); });
  solve_pending(bodies);
}

bool update_velocities(Bodies& bodies, const LocalDynamics& dynamics, const Impulses& R, const StepRule& rule)
{
  const std::size_t grain = bodies_per_task(bodies);
  find_end_velocities(bodies, dynamics, R);
  std::atomic<bool> moved = false;
  parallel_for(bodies.size(), grain, [&](std::size_t i) {
    if (bodies[i]->relinearize(rule)) moved = true;
  });
  if (moved)
    parallel_for(bodies.size(), grain, [&](std::size_t i) {
      if (bodies[i]->responds()) bodies[i]->forget_impulses();
    });
  return moved;
}

void keep_outcome(const Bodies& bodies, const LocalDynamics& dynamics, Reactions& reactions)
{
  keep_first(dynamics.constraints.size(), bodies, dynamics, reactions);
}

void advance(Bodies& bodies, const LocalDynamics& dynamics, const TimeStep& step, ContactSet& contacts,
             Reactions& reactions)
{
  const StepRule& rule = step.rule;
  const std::size_t grain = bodies_per_task(bodies);
  parallel_for(bodies.size(), grain, [&](std::size_t i) {
    bodies[i]->advance(rule);
    check_finite_state(*bodies[i], step.t);
  });

  keep_first(dynamics.constraints.size() - contacts.size(), bodies, dynamics, reactions);  // of joints
  for (Contact& contact : contacts)
    finish_contact(bodies, dynamics, rule, contact, reactions);
}

}  // namespace corbel
