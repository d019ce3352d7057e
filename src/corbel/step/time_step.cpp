// SPDX-License-Identifier: MIT
#include "corbel/step/time_step.hpp"

#include "corbel/core/interrupt.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/impact.hpp"
#include "corbel/step/predict.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// Reactions are forces: after a change of the step, impulses start from the same force.
void rescale_impulses(Model& model, StepMemory& memory, double h)
{
  if (memory.h > 0 && memory.h != h) {
    for (Contact& contact : memory.contacts)
      contact.R *= h / memory.h;
    memory.bonds.scale_impulses(h / memory.h);
    for (const auto& joint : model.joints())
      for (RowOutcome& row : joint->last)
        row.R *= h / memory.h;
  }
  memory.h = h;
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

/// Of a step in all. Bodies themselves give up earlier, but several that touch may ask in turn.
constexpr int most_passes = 30;

bool all_converged(const Model& model)
{
  return std::ranges::all_of(model.bodies(), [](const auto& body) { return body->converged(); });
}

}  // namespace

void find_contacts(const Model& model, double t, double h, StepMemory& memory)
{
  memory.contacts = memory.detector.detect(model, std::move(memory.contacts), t == 0 ? 0 : h);
  memory.bonds.hold(model, memory.contacts);
  if (t == 0) memory.bonds.make(model, memory.contacts);
}

ContactLaws laws_for(const Solver& solver)
{
  return solver.wants_springs() ? ContactLaws::springs : ContactLaws::of_materials;
}

SolverReport time_step(Model& model, const Solver& solver, double t, const StepRule& rule, StepMemory& memory,
                       StageSeconds& seconds)
{
  const double h = rule.h;
  SolverStatus obstacles = SolverStatus::ok;
  SolverReport report;
  LocalDynamics dynamics;
  Impulses R;
  rescale_impulses(model, memory, h);
  {
    const StageTimer timer(seconds, Stage::predict);  // q_e = q + a h u,  u_free = u + A⁻¹ h f
    obstacles = predict(model, t, rule);
  }
  {
    const StageTimer timer(seconds, Stage::detect);  // points, frames, gaps
    find_contacts(model, t, h, memory);
    halve_openings(rule, memory.contacts);
  }
  bool moved = true;  // a body that is not linear in u⁺ (DEF_IMP) asks for another pass from its new position
  bool out_of_passes = false;
  for (int pass = 0; moved; ++pass) {
    poll_interrupt();
    {
      const StageTimer timer(seconds, Stage::localize);  // U = W R + B
      dynamics = localize(model, joints_of(model, Movers::bodies), memory.contacts,
                          {t, rule, laws_for(solver), solver.local_form()}, std::move(memory.dynamics));
      if (pass > 0) dynamics.R = std::move(R);  // NOLINT(bugprone-use-after-move): set anew in each pass
    }
    {
      const StageTimer timer(seconds, Stage::solve);  // C(U, R) = 0
      report = solve_with_impacts(solver, dynamics);
    }
    {
      const StageTimer timer(seconds, Stage::advance);  // u⁺ = u_free + A⁻¹ Hᵀ R
      out_of_passes = pass + 1 == most_passes;
      if (out_of_passes) find_end_velocities(model, dynamics);  // of the linearization as it is
      moved = !out_of_passes && update_velocities(model, dynamics, rule);
    }
    if (moved) {
      R = dynamics.R;
      memory.dynamics = std::move(dynamics);
    }
  }
  {
    const StageTimer timer(seconds, Stage::advance);  // q⁺ = q + h ((1 − β) u + β u⁺)
    // NOLINTNEXTLINE(bugprone-use-after-move): the last pass moved nothing
    advance(model, dynamics, t, rule, memory);
    memory.bonds.break_overloaded(model, memory.contacts, h, true);
  }
  memory.dynamics = std::move(dynamics);
  if (report.status == SolverStatus::ok) report.status = obstacles;
  if (report.status == SolverStatus::ok && (out_of_passes || !all_converged(model)))
    report.status = SolverStatus::diverged;
  return report;
}

}  // namespace corbel
