// SPDX-License-Identifier: MIT
#include "corbel/step/time_step.hpp"

#include "corbel/core/interrupt.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/drive_reactions.hpp"
#include "corbel/step/impact.hpp"
#include "corbel/step/obstacle_motion.hpp"
#include "corbel/step/predict.hpp"

#include <algorithm>
#include <utility>

namespace corbel {
namespace {

/// Reactions are forces: after a change of the step, impulses start from the same force.
void rescale_impulses(Reactions& reactions, double h)
{
  if (reactions.h > 0 && reactions.h != h) reactions.rescale(h / reactions.h);
  reactions.h = h;
}

/// Bonds ask for U_N = −opening/h, with the opening at q_e. Where q_e = q + h V and q⁺ = q + h U, errors (opening at q, h V)
/// would be multiplied by [[0, −1], [−1, −1]] in a step and grow; with half of the opening that is [[½, −½], [−½, −½]],
/// whose eigenvalues are ±0.71.
void halve_openings(const StepRule& rule, ContactSet& contacts)
{
  if (!rule.ends_at_U()) return;
  for (Contact& contact : contacts)
    contact.opening *= 0.5;
}

/// Bodies that rest approach each other with h|g| in a step: ten times that is an impact.
bool has_impacts(const Model& model, const LocalDynamics& dynamics, const TimeStep& step)
{
  constexpr double at_rest = 10;
  const Vec3 gravity(model.gravity[0].value(step.t), model.gravity[1].value(step.t),
                     model.gravity[2].value(step.t));
  const double least = -at_rest * step.rule.h * gravity.norm();
  const auto contacts = dynamics.V.begin() + static_cast<std::ptrdiff_t>(dynamics.first_row.back());
  return std::any_of(contacts, dynamics.V.end(), [&](const Vec3& V) { return V.z() < least; });
}

/// Of a step in all. Bodies themselves give up earlier, but several that touch may ask in turn.
constexpr int most_passes = 30;

bool all_converged(const Bodies& bodies)
{
  return std::ranges::all_of(bodies, [](const auto& body) { return body->converged(); });
}

}  // namespace

ContactSet find_contacts(const Model& model, double t, double h, StepMemory& memory)
{
  ContactSet contacts = memory.detector.detect(model, memory.contacts, t == 0 ? 0 : h);
  memory.bonds.hold(model, memory.contacts, contacts);
  if (t == 0) memory.bonds.make(model, contacts);
  return contacts;
}

ContactLaws laws_for(const Solver& solver)
{
  return solver.wants_springs() ? ContactLaws::springs : ContactLaws::of_materials;
}

SolverReport time_step(const Model& model, Bodies& bodies, const Solver& solver, const TimeStep& step,
                       StepMemory& memory)
{
  const StepJoints joints = joints_of(model);
  StageSeconds& seconds = memory.seconds;
  Reactions& reactions = memory.next;
  SolverStatus obstacles = SolverStatus::ok;
  SolverReport report;
  ContactSet contacts;
  LocalDynamics dynamics = std::move(memory.dynamics);
  rescale_impulses(memory.reactions, step.rule.h);
  {
    const StageTimer timer(seconds, Stage::predict);  // q_e = q + a h u,  u_free = u + A⁻¹ h f
    start_joints(joints, memory.reactions, reactions);
    predict(model, bodies, step);
    obstacles = drive_obstacles(bodies, joints.of_obstacles, step, reactions);
  }
  {
    const StageTimer timer(seconds, Stage::detect);  // points, frames, gaps
    contacts = find_contacts(model, step.t, step.rule.h, memory);
    halve_openings(step.rule, contacts);
    start_contacts(memory.reactions, contacts, reactions);
  }
  bool moved = true;  // a body that is not linear in u⁺ (DEF_IMP) asks for another pass from its new position
  bool out_of_passes = false;
  for (int pass = 0; moved; ++pass) {
    poll_interrupt();
    {
      const StageTimer timer(seconds, Stage::localize);  // U = W R + B
      dynamics = localize(model, joints.of_bodies, contacts, {step, laws_for(solver), solver.local_form()},
                          std::move(dynamics));
      dynamics.problem.impacts = has_impacts(model, dynamics, step);
    }
    {
      const StageTimer timer(seconds, Stage::solve);  // C(U, R) = 0
      report = solve_with_impacts(solver, dynamics, reactions.R);
    }
    {
      const StageTimer timer(seconds, Stage::advance);  // u⁺ = u_free + A⁻¹ Hᵀ R
      out_of_passes = pass + 1 == most_passes;
      if (out_of_passes) find_end_velocities(bodies, dynamics, reactions.R);  // of the linearization as it is
      moved = !out_of_passes && update_velocities(bodies, dynamics, reactions.R, step.rule);
    }
  }
  {
    const StageTimer timer(seconds, Stage::advance);  // q⁺ = q + h ((1 − β) u + β u⁺)
    advance(bodies, dynamics, step, contacts, reactions);
    find_drive_reactions(joints, contacts, reactions);
    memory.bonds.break_overloaded(model, reactions, true, contacts);
  }
  memory.detector.reuse(std::exchange(memory.contacts, std::move(contacts)));
  std::swap(memory.reactions, memory.next);
  memory.dynamics = std::move(dynamics);
  if (report.status == SolverStatus::ok) report.status = obstacles;
  if (report.status == SolverStatus::ok && (out_of_passes || !all_converged(bodies)))
    report.status = SolverStatus::diverged;
  return report;
}

}  // namespace corbel
