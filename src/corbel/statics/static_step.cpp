// SPDX-License-Identifier: MIT
#include "corbel/statics/static_step.hpp"

#include "corbel/core/interrupt.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/statics/static_balance.hpp"
#include "corbel/statics/static_contacts.hpp"
#include "corbel/statics/static_passes.hpp"
#include "corbel/statics/supports.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/drive_reactions.hpp"
#include "corbel/step/predict.hpp"

#include <algorithm>
#include <utility>

namespace corbel {
namespace {

/// Names the body that is farthest from balance when something is free to move.
void throw_if_unsupported(const Model& model, const LocalDynamics& dynamics, const StaticBalance& balance)
{
  for (const auto& body : model.bodies()) {
    if (!body->responds() || balance.bodies[static_cast<std::size_t>(body->index)] < 1e-6) continue;
    const std::vector<std::string> free =
        supports_by_all(model.bodies(), dynamics, dynamics.last_part->R, *body).free_motions();
    if (free.empty()) continue;
    throw RunError(fmt::format(
        "quasi-static analysis: {} is not supported and its forces are not in equilibrium; free rigid-body "
        "motions: {}. Fix points or directions to prevent them",
        name_of(*body), fmt::join(free, ", ")));
  }
}

/// Nothing that a solver says of itself is in here.
bool certified(const StaticBalance& balance, const SolverReport& report, const StaticOptions& options)
{
  return balance.imbalance <= options.tolerance && balance.joints <= options.tolerance &&
         balance.others <= options.constraint_tolerance &&
         std::max(report.residual.absolute, report.residual.scaled) <= options.residual_tolerance;
}

/// Form TL balances forces in elements turned inside out as well: an equilibrium of the equations, not of a
/// solid (fem/strain_limits.hpp).
bool any_inverted(const Model& model)
{
  const Bodies& bodies = model.bodies();
  std::vector<char> inverted(bodies.size(), 0);
  parallel_for(bodies.size(), bodies_per_task(bodies), [&](std::size_t i) {
    inverted[i] = bodies[i]->deforms() &&
                  bodies[i]->deformation()->strain_worse_than(StrainState::beyond_limits, true).has_value();
  });
  return std::ranges::any_of(inverted, [](char one) { return one != 0; });
}

/// A pass gains what its reactions are worth: the residual is relative to the free motion of all loads, and does not shrink as
/// passes converge, so that of a good start meets the tolerance of any solver and nothing would change any more. So each is
/// solved to a hundredth of what it starts with, by the portfolio where the given solver does not get there.
SolverReport solve_pass(const Solver& solver, const LocalProblem& problem, double tolerance, Impulses& R)
{
  constexpr double gain = 1e-2, closest = 1e-3;
  const auto worst = [](const Residual& r) { return std::max(r.absolute, r.scaled); };
  const double at_start = worst(residual(problem, R));
  SolverReport report = solver.solve(problem, R);
  report.residual = residual(problem, R);
  const double needed = std::max(gain * at_start, closest * tolerance);
  if (solver.wants_springs() || worst(report.residual) <= needed) return report;
  SolverReport closer = AutoSolver({.tolerance = needed}).solve(problem, R);
  closer.iterations += report.iterations;
  closer.residual = residual(problem, R);
  closer.stages.insert(closer.stages.begin(), report.stages.begin(), report.stages.end());
  return closer;
}

/// q_e = q, without impulses.
void stand_still(Bodies& bodies)
{
  parallel_for(bodies.size(), bodies_per_task(bodies),
               [&](std::size_t i) { bodies[i]->half_step(StepRule::static_pass(0)); });
}

}  // namespace

SolverReport static_step(const Model& model, Bodies& bodies, const Solver& solver, const TimeStep& step,
                         const StaticOptions& options, StepMemory& memory)
{
  const double h = step.rule.h;
  const StepJoints joints = joints_of(model);
  StageSeconds& seconds = memory.seconds;
  SolverReport report;
  StaticBalance balance;
  int iterations = 0;
  SolverStatus obstacles = SolverStatus::ok;
  StaticPasses passes(model, bodies, joints, step);
  StaticContacts kept(model, passes.sizes(), options.constraint_tolerance);
  if (memory.reactions.h > 0 && memory.reactions.h != h) memory.reactions.rescale(h / memory.reactions.h);
  memory.reactions.h = h;
  for (;;) {
    poll_interrupt();
    {
      const StageTimer timer(seconds, Stage::detect);
      stand_still(bodies);
      ContactSet contacts = kept.join(memory.contacts, memory.reactions, find_contacts(model, step.t, 0, memory));
      start_joints(joints, memory.reactions, memory.next);
      start_contacts(memory.reactions, contacts, memory.next);
      std::swap(memory.reactions, memory.next);
      memory.detector.reuse(std::exchange(memory.contacts, std::move(contacts)));
    }
    {
      const StageTimer timer(seconds, Stage::predict);
      passes.apply_loads();
      if (report.passes == 0) split_off_springs(model, h, memory.reactions);
      balance = measure_balance(model, bodies, memory.contacts, memory.reactions, {step, laws_for(solver)},
                                passes.sizes());
      if (report.passes > 0 && (certified(balance, report, options) || report.passes == options.max_passes))
        break;
      passes.limit_moves(memory.contacts);           // before δ_free: what touches nothing must not fall far
      obstacles = passes.predict(memory.reactions);  // δ_free of (1)
    }
    {
      const StageTimer timer(seconds, Stage::localize);
      memory.dynamics = localize(model, joints.of_bodies, memory.contacts,
                                 {step, laws_for(solver), solver.local_form()}, std::move(memory.dynamics));
    }
    {
      const StageTimer timer(seconds, Stage::solve);
      const int done = report.passes;
      LocalProblem& problem = memory.dynamics.problem;
      report = solve_pass(solver, problem, options.tolerance, memory.reactions.R);
      memory.dynamics.last_part = LastPart{problem.B, problem.laws, memory.reactions.R};
      report.passes = done + 1;
      iterations += report.iterations;
    }
    {
      const StageTimer timer(seconds, Stage::advance);  // q⁺ = q + δ
      passes.move(memory.dynamics, memory.reactions);
      kept.move(memory.contacts);
      if (getenv("QS_TRACE"))
        fmt::print(stderr, "pass {} imb {:.2e} joints {:.1e} others {:.2e} res {:.1e} it {} contacts {} changed {} {}\n", report.passes, balance.imbalance, balance.joints, balance.others, std::max(report.residual.absolute, report.residual.scaled), report.iterations, memory.contacts.size(), kept.changed(), report.stages.empty() ? "" : report.stages.back().method);
    }
  }
  kept.keep_displacements(memory.contacts, memory.reactions);
  join_springs(model, h, memory.reactions);
  find_drive_reactions(joints, memory.contacts, memory.reactions);
  memory.bonds.break_overloaded(model, memory.reactions, false, memory.contacts);
  for (auto& body : bodies)
    if (body->responds()) body->end_static_step(h);
  report.iterations = iterations;
  report.imbalance = balance.imbalance;
  report.misfit = std::max(balance.joints, balance.others);
  report.status = obstacles;  // the state decides, not what the solver said of its last pass
  if (!certified(balance, report, options)) {
    throw_if_unsupported(model, memory.dynamics, balance);
    report.status = SolverStatus::diverged;
  }
  report.inverted = any_inverted(model);
  if (report.inverted) report.status = SolverStatus::diverged;
  return report;
}

}  // namespace corbel
