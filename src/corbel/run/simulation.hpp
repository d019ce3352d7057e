// SPDX-License-Identifier: MIT
// A model and its run: steps in a loop, callbacks on their clocks; frames go to the recorder.
#pragma once

#include "corbel/fclib/fclib.hpp"
#include "corbel/output/removed_energies.hpp"
#include "corbel/run/certificate.hpp"
#include "corbel/run/compare_model.hpp"
#include "corbel/run/contact_warnings.hpp"
#include "corbel/run/inspect_model.hpp"
#include "corbel/run/recorder.hpp"
#include "corbel/run/run_limits.hpp"
#include "corbel/run/run_report.hpp"
#include "corbel/statics/static_step.hpp"
#include "corbel/step/step_start.hpp"
#include "corbel/step/time_step.hpp"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace corbel {

/// Calls out of the run; each may be empty.
struct RunHooks {
  std::function<bool()> callback;  ///< every callback_interval; false stops the run
  double callback_interval = 0;    ///< simulated [s]
  /// Asked after each step and, in one that takes long, now and then; true: the step is finished, or taken
  /// back when it takes long, its frame is written and the run stops.
  std::function<bool()> interrupted;
  std::function<bool()> after_step;                ///< after each step, before the callback; false stops
  std::function<void(const RunStatus&)> progress;  ///< after each step
  std::function<bool(const SolverReport&)>
      not_converged;  ///< after a step that did not converge; false stops the run
};

/// What resume() does where frames at the end of the file are damaged.
enum class DamagedFrames { refuse, drop };

class Simulation {
 public:
  explicit Simulation(double h);  ///< throws InputError unless h > 0

  Model model;
  Analysis analysis = Analysis::dynamic;
  StaticOptions statics;  ///< of quasi-static analysis
  OutputSettings output;
  RunLimits limits;
  int threads = 0;      ///< 0: all cores
  bool strict = false;  ///< problems found by the model check raise InputError instead of warnings

  double h() const { return h_; }
  void set_h(double h);
  double time() const { return time_; }
  std::int64_t steps() const { return steps_; }

  /// Steps while time < now + duration (the last step is not shortened); none where duration is not above
  /// round-off of a step. Frames: at the start of the first
  /// run, then at the end of each step that reaches the next output instant, and at the end of the run. A
  /// frame is written before an exception leaves; RunError: a step exceeded a limit.
  RunReport run(const Solver& solver, double duration, const RunHooks& hooks);

  /// The callback of the next run is called after its first step too, and from then on at multiples of its
  /// interval from now (CALLBACK of the input language); without this one interval passes first.
  void call_back_after_next_step() { first_call_due_ = true; }

  /// Looks the model over as it is now; the first run begins with it.
  ModelInspection inspect();

  /// The state as a frame; seconds and solver sums are those since the last written frame.
  Frame frame() const;
  /// Joints (by id), then contacts, then bonds of contacts, as in the last step or in the frame shown.
  std::vector<ConstraintRecord> constraints() const;
  /// The same by row, as the engine has them.
  const Reactions& reactions() const { return memory_.reactions; }
  /// Length of the step that made them: reactions are impulses divided by it [s].
  double step_of_reactions() const;
  EnergyRecord energy(const Body& body) const;
  /// By id, as they were when the bodies were removed: their work stays in sums (output/removed_energies.hpp).
  const std::map<int, EnergyRecord>& removed_energies() const { return removed_; }
  std::vector<BodyDescription> describe_bodies() const;

  /// Writes the contact problem of the last step, with its solution, as FCLIB; joints are eliminated
  /// (fclib/contacts_only.hpp). Throws InputError when there is none.
  void dump_problem(const std::string& path, FclibForm form = FclibForm::local) const;

  /// Removes a body with its joints, loads and contacts. Its energies are kept.
  void remove_body(Body& body);

  /// Takes over a frame: states of bodies (by id), energies, reactions, time, step. Bodies and joints that
  /// are not in it are set aside until a frame that holds them; those the model does not have are passed
  /// over. Throws InputError when the model does not fit.
  void restore(const Frame& frame);
  /// The same with a frame of a file. What differs between the file and the model is compared when it is
  /// first met: a warning lists it, or an InputError where the file is of another model. Energies are those
  /// of the file.
  void show(const ResultReader& file, std::size_t frame);
  /// Goes on after the last frame of `output.file`: restore, and append to the file. Bodies and joints that
  /// the file knows and its last frame does not hold are removed. Throws InputError where the model is
  /// another one, FileError where the file cannot be read or appended to, or frames of a file that was closed
  /// properly are damaged; then the simulation is unchanged, and run() does not overwrite the file.
  void resume(DamagedFrames damaged = DamagedFrames::refuse);
  /// Writes what is to be written and lets go of the file; after that, only resume() makes further runs
  /// possible. Bodies and joints that came or went since the last frame are in another one of the same time.
  void close();
  bool is_writing() const { return recorder_.is_writing(); }  ///< has its file open
  bool is_running() const { return running_; }

 private:
  void begin_run();
  RunSettings run_settings() const { return {h_given_, output.interval, output.solver}; }
  void tell_of_another_solver() const;
  void check_model();
  void keep_limits(const SolverReport& report);
  EnergyBalance balance() const;
  void keep_to_critical_step();
  void audit() const;
  bool call_back(const RunHooks& hooks);
  RunOutcome start_callback_clock(const RunHooks& hooks);
  void check_step(double duration);
  std::optional<SolverReport> make_step(const Solver& solver, const RunHooks& hooks);
  std::optional<SolverReport> step_and_record(const Solver& solver, const RunHooks& hooks, RunReport& total);
  RunOutcome call_out(const RunHooks& hooks, const SolverReport& report, const RunStatus& status);
  void finish_file();
  void restore_state(const Frame& frame);
  void resume_from_file(DamagedFrames damaged);
  std::vector<ModelDifference> checked_differences(const ResultReader& file, const Frame& last);
  void take_over(const ResultReader& file, const Frame& last);
  void write_frame();

  double h_;
  double h_given_;  ///< that the script asked for, or the file that was resumed
  double time_ = 0;
  std::int64_t steps_ = 0;
  double next_callback_ = std::numeric_limits<double>::infinity();  ///< none was set
  bool running_ = false;
  bool inspected_ = false;
  bool resumed_ = false;         ///< and no run since
  bool first_call_due_ = false;  ///< call_back_after_next_step() was called, and no run since
  bool told_long_step_ = false;
  StepStart step_start_;
  StrainWatch strain_watch_;
  StepMemory memory_;
  ContactWarnings contact_warnings_;
  Recorder recorder_;
  ModelComparison comparison_;  ///< with the file that is shown
  std::set<int> not_shown_;     ///< bodies of the file that the model does not have, and that were told of
  std::map<int, EnergyRecord> shown_energies_;  ///< of the frame shown, by body
  std::map<int, EnergyRecord> removed_;  ///< sums are taken in the order of ids: the same after resume()
};

}  // namespace corbel
