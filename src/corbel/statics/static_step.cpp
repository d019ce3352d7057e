// SPDX-License-Identifier: MIT
#include "corbel/statics/static_step.hpp"

#include "corbel/core/interrupt.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/statics/static_balance.hpp"
#include "corbel/statics/static_contacts.hpp"
#include "corbel/statics/static_passes.hpp"
#include "corbel/statics/static_progress.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/drive_reactions.hpp"
#include "corbel/step/predict.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace corbel {
namespace {

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

/// Tolerance of the reactions of a pass, in that of the balance they are to bring about; the lesser where passes converge
/// slowly near the end.
constexpr double usual_closeness = 0.1, least_closeness = 1e-3;
constexpr double nearly = 1e3;  ///< tolerances of the balance: farther off it is not the reactions

/// A pass gains no more than its reactions are worth. The tolerance of a solver is relative to the free motion of all loads,
/// which does not shrink as passes converge: with that of dynamics a good start meets it, and nothing would change any more. So
/// the portfolio goes on where the given solver ends. (Rejected: solving early passes less closely. The gaps that are left
/// between rigid bodies do not fit to each other, and no later pass gets rid of them.)
SolverReport solve_pass(const Solver& solver, const LocalProblem& problem, double tolerance, Impulses& R)
{
  SolverReport report = solver.solve(problem, R);
  report.residual = residual(problem, R);
  if (solver.wants_springs() || std::max(report.residual.absolute, report.residual.scaled) <= tolerance)
    return report;
  SolverReport closer = AutoSolver({.tolerance = tolerance}).solve(problem, R);
  closer.iterations += report.iterations;
  closer.residual = residual(problem, R);
  closer.stages.insert(closer.stages.begin(), report.stages.begin(), report.stages.end());
  return closer;
}

/// Where the bodies are: q_e = q, without impulses.
ContactSet find_contacts_at_rest(const Model& model, Bodies& bodies, const TimeStep& step, StepMemory& memory)
{
  parallel_for(bodies.size(), bodies_per_task(bodies),
               [&](std::size_t i) { bodies[i]->half_step(StepRule::static_pass(0)); });
  return find_contacts(model, step.t, 0, memory);
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
  double closeness = usual_closeness;
  std::string remark;
  StaticProgress progress(options);
  SolverStatus obstacles = SolverStatus::ok;
  StaticPasses passes(model, bodies, joints, step);
  StaticContacts kept(model, passes.sizes(), options.constraint_tolerance);
  if (memory.reactions.h > 0 && memory.reactions.h != h) memory.reactions.rescale(h / memory.reactions.h);
  memory.reactions.h = h;
  for (;;) {
    poll_interrupt();
    {
      const StageTimer timer(seconds, Stage::detect);
      ContactSet detected = find_contacts_at_rest(model, bodies, step, memory);
      if (report.passes > 0) {
        bool shorter = true;
        while (shorter && kept.are_deep(memory.contacts, detected)) {
          shorter = passes.shorten();
          detected = find_contacts_at_rest(model, bodies, step, memory);
        }
        kept.move(memory.contacts);
      }
      ContactSet contacts = kept.join(memory.contacts, memory.reactions, std::move(detected));
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
      if (report.passes > 0 && ((certified(balance, report, options) && !passes.is_shortened()) ||
                                report.passes == options.max_passes))
        break;
      passes.limit_moves(memory.contacts,
                         balance.bodies);  // before δ_free: what touches nothing must not fall far
      progress.add(balance, kept.changed() || passes.is_shortened() || passes.are_falling());
      if (progress.is_idle()) remark = unheld_remark(model, memory.dynamics, balance, report, options);
      if (!remark.empty() || progress.is_stuck()) break;
      if (progress.is_slow()) passes.ease();
      if (progress.is_slow() && balance.imbalance < nearly * options.tolerance)
        closeness = std::max(0.1 * closeness, least_closeness);
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
      report = solve_pass(solver, problem, closeness * options.tolerance, memory.reactions.R);
      memory.dynamics.last_part = LastPart{problem.B, problem.laws, memory.reactions.R};
      report.passes = done + 1;
      iterations += report.iterations;
    }
    {
      const StageTimer timer(seconds, Stage::advance);  // q⁺ = q + δ
      passes.move(memory.dynamics, memory.reactions);
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
  report.remark = remark;
  if (remark.empty() && !certified(balance, report, options)) {
    throw_if_unsupported(model, memory.dynamics, balance);
    report.status = SolverStatus::diverged;
    report.remark = failure_remark(model, balance, report, options, progress.is_stuck());
  }
  report.inverted = any_inverted(model);
  if (report.inverted) report.status = SolverStatus::diverged;
  return report;
}

}  // namespace corbel
