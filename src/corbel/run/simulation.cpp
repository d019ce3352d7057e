// SPDX-License-Identifier: MIT
#include "corbel/run/simulation.hpp"

#include "corbel/core/check.hpp"
#include "corbel/core/interrupt.hpp"
#include "corbel/core/log.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/run/clock.hpp"
#include "corbel/run/describe_model.hpp"
#include "corbel/run/long_step.hpp"
#include "corbel/run/stored_state.hpp"
#include "corbel/step/finite_states.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace corbel {
namespace {

constexpr double most_steps = 1e12;  ///< of a run: at a microsecond each they take twelve days

/// The critical step of an explicit scheme, 2/ω without damping, is that of the mid-point rule: with the forces at q + h u
/// it would be 2/(√3 ω).
void check_rule(const Model& model, Analysis analysis)
{
  if (model.rule == RuleKind::midpoint) return;
  if (analysis != Analysis::dynamic)
    throw_input_error("rule", fmt::format("'{}' in quasi-static analysis", to_string(model.rule)),
                      "'MIDPOINT'",
                      "Quasi-static steps have a rule of their own; rules of dynamics do not apply to them.");
  for (const auto& body : model.bodies())
    if (std::isfinite(body->critical_step()))
      throw_input_error("rule",
                        fmt::format("'{}' with {}, which is integrated by {}", to_string(model.rule),
                                    name_of(*body), body->scheme_name()),
                        "'MIDPOINT', or bodies with implicit schemes", "DEF_LIM takes any rule.");
}

double wall_clock()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// True while alive.
class Flag {
 public:
  explicit Flag(bool& flag) : flag_(flag) { flag_ = true; }
  ~Flag() { flag_ = false; }
  Flag(const Flag&) = delete;
  Flag& operator=(const Flag&) = delete;

 private:
  bool& flag_;
};

/// Acts when it goes out of scope, also by an exception.
template<class Act>
class AtEnd {
 public:
  explicit AtEnd(Act act) : act_(std::move(act)) {}
  ~AtEnd() { act_(); }
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;

 private:
  Act act_;
};

}  // namespace

Simulation::Simulation(double h) : h_(check_positive("step", h)), h_given_(h) {}

void Simulation::set_h(double h) { h_ = h_given_ = check_positive("step", h); }

/// A run that goes on is given its solver after resume(), which compares the rest.
void Simulation::tell_of_another_solver() const
{
  if (const std::string before = recorder_.log.solver();
      !before.empty() && !output.solver.empty() && before != output.solver)
    warn(fmt::format("the results in '{}' were computed up to t = {:.6g} s with another solver ({}): the run "
                     "goes on with that given here ({})",
                     output.file, time_, before, output.solver));
}

void Simulation::begin_run()
{
  check_rule(model, analysis);
  model.initialize_joints(time_);
  check_model();
  shown_energies_.clear();
  if (output.file.empty()) return;
  recorder_.check_writable(output.file);
  recorder_.log.note(model, time_);
  recorder_.log.note_settings(model, analysis, run_settings(), time_);
  recorder_.log.note_properties(model);
  if (recorder_.is_writing()) return;
  recorder_.create(output, describe_run(model, output, analysis, h_, threads), time_);
  write_frame();
}

ModelInspection Simulation::inspect()
{
  const ThreadLimit limit(threads);
  return inspect_model(model, limits.extents);
}

/// Once, before the first step and before anything is written.
void Simulation::check_model()
{
  if (inspected_) return;
  const ModelInspection found = inspect();
  if (strict && !found.findings.empty())
    throw InputError(fmt::format("the model check found problems, and strict is set:\n  {}",
                                 fmt::join(found.lines(), "\n  ")));
  for (const std::string& line : found.lines())
    warn(line);
  inspected_ = true;
}

void Simulation::write_frame()
{
  if (!recorder_.is_writing()) return;
  recorder_.begin_frame(model, output, time_, h_);
  recorder_.write(model, frame());
}

/// A step that would never end the run, or in which things move farther than anything is large.
void Simulation::check_step(double duration)
{
  if (duration / h_ > most_steps || time_ + h_ <= time_)
    throw InputError(fmt::format(
        "a run of {:.4g} s in steps of {:.4g} s from t = {:.4g} s takes {:.1e} steps and would not end; "
        "is the step, or the duration, in the right unit? Expected at most {:.0e} steps",
        duration, h_, time_, duration / h_, most_steps));
  if (told_long_step_ || analysis != Analysis::dynamic) return;
  if (const auto remark = long_step_remark(model, time_, h_)) {
    warn(*remark);
    told_long_step_ = true;
  }
}

RunReport Simulation::run(const Solver& solver, double duration, const RunHooks& hooks)
{
  // What is left to an instant that was reached already is zero or, by round-off, less.
  if (!(std::isfinite(duration) && duration >= -same_instant * h_) || (duration <= 0 && steps_ == 0))
    throw_input_error("duration", duration, "a finite number > 0");
  if (running_) throw InputError("this simulation is already running; a callback cannot call run");
  check_step(duration);
  const Flag running(running_);
  const ThreadLimit limit(threads);
  const double wall_start = wall_clock();
  if (resumed_ && duration > same_instant * h_) tell_of_another_solver();
  begin_run();
  strain_watch_.begin_run();
  RunReport total;
  total.last.start = time_;
  total.last.end = time_ + duration;
  total.last.time = time_;

  try {
    total.outcome = start_callback_clock(hooks);
    while (total.outcome == RunOutcome::finished && total.last.end - time_ > same_instant * h_) {
      const std::optional<SolverReport> report = step_and_record(solver, hooks, total);
      total.last.wall_seconds = wall_clock() - wall_start;
      total.outcome = report ? call_out(hooks, *report, total.last) : RunOutcome::interrupted;
    }
  } catch (const InternalError&) {
    recorder_.flush();  // the state itself is in doubt: keep what was written, add nothing
    throw;
  } catch (const StateError&) {
    recorder_.flush();
    throw;
  } catch (...) {
    // A user's function went wrong, after a step or (a load) before bodies moved: the state is that of time_
    // and is kept.
    try {
      finish_file();
    } catch (const std::exception& error) {
      warn(fmt::format("the last frame could not be written: {}", error.what()));
    }
    throw;
  }
  if (total.last.steps > 0) strain_watch_.check(model, time_, true, total.strains);
  audit();
  if (recorder_.is_writing() && total.outcome != RunOutcome::interrupted)
    recorder_.log.note_end_of_run(time_, total.outcome == RunOutcome::stopped);
  finish_file();
  recorder_.write_methods(time_, describe_methods(total.methods));
  total.last.wall_seconds = wall_clock() - wall_start;
  return total;
}

/// Zero in quasi-static analysis, which has no time to integrate over.
EnergyBalance Simulation::balance() const
{
  std::vector<EnergyRecord> energies;
  if (analysis != Analysis::dynamic) return {};
  for (const auto& body : model.bodies())
    energies.push_back(energy(*body));
  for (const auto& [id, energy] : removed_)
    energies.push_back(energy);
  return energy_balance(energies);
}

/// Energy that the time integration made or lost should be small beside all there was.
void Simulation::audit() const
{
  const auto [numerical, all] = balance();
  if (!(std::abs(numerical) > 0.5 * all)) return;
  if (model.rule == RuleKind::backward_euler && numerical < 0) return;  // it is meant to damp
  warn(fmt::format("the numerical energy of the time integration is {:.3g} J, compared with {:.3g} J of all "
                   "other energies: "
                   "do not trust these results; use a smaller step, or more damping of deformable bodies",
                   numerical, all));
}

/// The user's callback, and what it may have added or changed; false stops the run. After a frame of this
/// instant that is no reason for another: a run continued from it makes the call, and the changes, again.
bool Simulation::call_back(const RunHooks& hooks)
{
  move_on(next_callback_, hooks.callback_interval, time_, h_);
  const bool will_be_repeated = recorder_.holds(model, time_);
  const AtEnd note([&] {
    if (will_be_repeated) recorder_.take_for_written(model);
  });
  recorder_.note_callback();
  const bool go_on = hooks.callback();
  model.initialize_joints(time_);
  if (recorder_.is_writing()) recorder_.log.note_settings(model, analysis, run_settings(), time_);
  return go_on;
}

/// A frame is written before the callback of its instant is called: a run continued from such a frame calls
/// it first.
RunOutcome Simulation::start_callback_clock(const RunHooks& hooks)
{
  check_not_negative("callback interval", hooks.callback_interval);
  const bool resumed = std::exchange(resumed_, false);
  const bool first_call_due = std::exchange(first_call_due_, false) && !(resumed && steps_ > 0);
  if (!hooks.callback) {
    next_callback_ = std::numeric_limits<double>::infinity();
    return RunOutcome::finished;
  }
  const bool missed = resumed && steps_ > 0 && next_callback_ <= time_ + same_instant * h_;
  if (missed) return call_back(hooks) ? RunOutcome::finished : RunOutcome::stopped;
  if (first_call_due) {
    next_callback_ = time_;
    return RunOutcome::finished;
  }
  if (!std::isfinite(next_callback_)) next_callback_ = 0;  // instants are multiples of the interval
  if (next_callback_ <= time_) move_on(next_callback_, hooks.callback_interval, time_, h_);
  return RunOutcome::finished;
}

/// Explicit schemes are stable up to a step of their own. The step only ever decreases (as in Solfec-1.0).
void Simulation::keep_to_critical_step()
{
  const Body* stiffest = nullptr;
  double critical = h_;
  for (const auto& body : model.bodies())
    if (const double own = body->critical_step(); own < critical) {
      critical = own;
      stiffest = body.get();
    }
  if (!stiffest) return;
  const bool is_noticeable = critical < 0.99 * h_;  // it may creep as the body deforms
  if (is_noticeable)
    warn(fmt::format(
        "the step is reduced from {:.4g} s to {:.4g} s, the critical step of {}, which is integrated "
        "by {}; DEF_LIM is unconditionally stable",
        h_, critical, name_of(*stiffest), stiffest->scheme_name()));
  h_ = critical;
}

/// The step itself; nothing when it was interrupted and taken back.
std::optional<SolverReport> Simulation::make_step(const Solver& solver, const RunHooks& hooks)
{
  const bool dynamic = analysis == Analysis::dynamic;
  check_rule(model, analysis);  // callbacks may set it, and add bodies
  if (dynamic) keep_to_critical_step();
  if (hooks.interrupted || !dynamic) step_start_.keep(model, memory_, analysis);
  const InterruptScope scope(hooks.interrupted);
  try {
    return dynamic ? time_step(model, model.bodies(), solver, {time_, StepRule::of(model.rule, h_)}, memory_)
                   : static_step(model, model.bodies(), solver, {time_, StepRule::static_pass(h_)}, statics,
                                 memory_);
  } catch (const Interruption&) {
    step_start_.restore(model, memory_);
    return std::nullopt;
  } catch (const InternalError&) {
    // Of numbers without bounds the user is to hear of their body.
    check_finite_states(model, time_);
    check_loads(model, time_, h_);
    throw;
  } catch (...) {
    if (!dynamic) step_start_.restore(model, memory_);
    throw;
  }
}

/// One step, its frame if one is due, and its share of the report.
std::optional<SolverReport> Simulation::step_and_record(const Solver& solver, const RunHooks& hooks,
                                                        RunReport& total)
{
  memory_.seconds = {};
  std::optional<SolverReport> made = make_step(solver, hooks);
  if (!made) return made;
  const SolverReport& report = *made;
  time_ = next_instant(time_, h_);
  ++steps_;
  const double penetration = deepest_penetration(memory_.contacts);
  recorder_.add(report, penetration);
  recorder_.add(memory_.seconds);
  add_seconds(memory_.seconds, total.seconds);
  StageSeconds seconds = {};
  {
    const StageTimer timer(seconds, Stage::record);
    contact_warnings_.check(model, memory_.contacts, solver.wants_springs());
    break_overloaded(model, memory_.reactions, time_);
    const bool thorough =
        analysis != Analysis::dynamic || recorder_.is_due(time_, h_) || steps_ % StrainWatch::interval == 0;
    strain_watch_.check(model, time_, thorough, total.strains);
    keep_limits(report);
    if (recorder_.is_writing()) recorder_.log.note(model, time_);
    if (recorder_.is_due(time_, h_)) write_frame();
  }
  recorder_.add(seconds);
  add_seconds(seconds, total.seconds);

  total.add(report, penetration);
  total.last = {total.last.start,       time_,
                total.last.end,         total.last.steps + 1,
                model.bodies().size(),  memory_.contacts.size(),
                model.joints().size(),  report.iterations,
                report.residual.scaled, 0};
  return made;
}

void Simulation::keep_limits(const SolverReport& report)
{
  check_penetration(memory_.contacts, model.bodies(), limits.max_penetration, time_);
  check_residual(report.residual, limits.max_residual, steps_, time_);
  if (std::isfinite(limits.max_energy_balance))
    check_energy(balance(), limits.max_energy_balance, steps_, time_);
  if (!limits.extents) return;
  for (const BodyId id : bodies_outside(model, *limits.extents)) {
    Body& body = model.bodies()[id];
    warn(fmt::format("{} left the extents and was removed at t = {:.6g} s", name_of(body), time_));
    remove_body(body);
  }
}

/// The hooks after a step, in order; what they made of the run.
RunOutcome Simulation::call_out(const RunHooks& hooks, const SolverReport& report, const RunStatus& status)
{
  RunOutcome outcome = RunOutcome::finished;
  if (hooks.progress) hooks.progress(status);
  if (report.status != SolverStatus::ok && hooks.not_converged && !hooks.not_converged(report))
    outcome = RunOutcome::stopped;
  if (hooks.after_step && !hooks.after_step()) outcome = RunOutcome::stopped;
  if (hooks.callback && time_ >= next_callback_ - same_instant * h_ && !call_back(hooks))
    outcome = RunOutcome::stopped;
  model.initialize_joints(time_);  // hooks may have added some
  if (recorder_.is_writing()) recorder_.log.note(model, time_);
  if (hooks.interrupted && hooks.interrupted()) outcome = RunOutcome::interrupted;
  return outcome;
}

/// The last frame is the state as it is, with the bodies and joints that were added or removed before a step
/// that was not made: there may be two frames of this time then.
void Simulation::finish_file()
{
  if (!recorder_.is_writing()) return;
  model.initialize_joints(time_);
  if (!recorder_.holds(model, time_)) write_frame();
  recorder_.finish();
}

void Simulation::close()
{
  if (running_) throw InputError("this simulation is running: a callback cannot close it");
  finish_file();
  recorder_.close();
}

Frame Simulation::frame() const
{
  Frame f;
  f.time = time_;
  f.h = step_of_reactions();
  f.step = steps_;
  f.next_callback = next_callback_;
  f.max_penetration = deepest_penetration(memory_.contacts);
  recorder_.summarize(f);
  f.constraints = constraints();
  for (const auto& body : model.bodies())
    f.bodies.push_back(store(*body, model.bodies().state(), energy(*body), f));
  f.certificate.energy_balance = balance().relative();
  return f;
}

std::vector<ConstraintRecord> Simulation::constraints() const
{
  std::vector<ConstraintRecord> records;
  records.reserve(model.joints().size() + memory_.contacts.size());
  for (const auto& joint : model.joints())
    if (!joint->absent) {
      const std::vector<ConstraintRecord> rows = describe_joint(model.bodies(), *joint, memory_.reactions);
      records.insert(records.end(), rows.begin(), rows.end());
    }
  for (const Contact& contact : memory_.contacts)
    records.push_back(describe_contact(contact, memory_.reactions));
  for (const auto& [key, bond] : memory_.bonds.all())
    records.push_back(describe_bond(bond));
  return records;
}

EnergyRecord Simulation::energy(const Body& body) const
{
  if (!body.responds()) return {};
  if (const auto shown = shown_energies_.find(body.id); shown != shown_energies_.end()) return shown->second;
  const Work& work = body.work;
  const double kinetic = body.kinetic_energy(), internal = body.internal_energy();
  return {kinetic,
          internal,
          work.external,
          work.contact,
          work.friction,
          work.damping,
          body.start_energy_now(kinetic + internal)};
}

std::vector<BodyDescription> Simulation::describe_bodies() const
{
  std::vector<BodyDescription> all;
  for (const auto& body : model.bodies())
    all.push_back(describe_body(*body));
  return all;
}

double Simulation::step_of_reactions() const { return memory_.reactions.h > 0 ? memory_.reactions.h : h_; }

void Simulation::remove_body(Body& body)
{
  if (steps_ > 0 && body.responds()) {  // before the first step there is nothing to account for
    removed_[body.id] = energy(body);
    if (recorder_.is_writing()) recorder_.log.note_removal(body, removed_[body.id]);
  }
  const BodyId id = body.body_id();
  std::erase_if(memory_.contacts, [&](const Contact& c) { return c.master == id || c.slave == id; });
  memory_.bonds.remove(id);
  if (memory_.dynamics.problem.W.implicit()) memory_.dynamics = {};  // its products go through the body
  model.remove_body(body);
}

}  // namespace corbel
