// SPDX-License-Identifier: MIT
// A model and its run: steps in a loop, frames to a file, callbacks on their clocks.
#pragma once

#include "corbel/fclib/fclib.hpp"
#include "corbel/output/removed_energies.hpp"
#include "corbel/output/result_file.hpp"
#include "corbel/step/certificate.hpp"
#include "corbel/step/compare_model.hpp"
#include "corbel/step/inspect_model.hpp"
#include "corbel/step/model_log.hpp"
#include "corbel/step/run_limits.hpp"
#include "corbel/step/static_step.hpp"
#include "corbel/step/step_start.hpp"
#include "corbel/step/strain_watch.hpp"
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

/// The run as it goes on, for the line on the screen.
struct RunStatus {
  double start = 0, time = 0, end = 0;  ///< simulated [s]
  std::int64_t steps = 0;               ///< of this run
  std::size_t bodies = 0, contacts = 0, joints = 0;
  int iterations = 0;       ///< of the last step
  double residual = 0;      ///< scaled, of the last step
  double wall_seconds = 0;  ///< since the run started
};

enum class RunOutcome { finished, stopped, interrupted };

/// What the run as a whole did.
struct RunReport {
  RunOutcome outcome = RunOutcome::finished;
  RunStatus last;
  StageSeconds seconds = {};
  std::int64_t iterations = 0;
  std::int64_t passes = 0;  ///< of quasi-static analysis
  int max_iterations = 0;
  std::int64_t unconverged_steps = 0;
  std::int64_t uncertified_steps =
      0;  ///< of the others: converged by the solver's own criterion, but not is_certified()
  std::map<std::string, std::int64_t> methods;  ///< steps that converged, by the last of SolverReport::stages
  double worst_residual = 0;                    ///< scaled
  double worst_residual_absolute = 0;
  double worst_imbalance = 0, worst_misfit = 0;  ///< of quasi-static analysis, at the ends of steps
  std::int64_t inverted_steps = 0;    ///< of unconverged_steps: quasi-static, ended with inverted elements
  double max_penetration = 0;         ///< [m]
  std::vector<StrainRecord> strains;  ///< bodies strained beyond what their equations hold for
};

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

struct OutputSettings {
  std::string file;     ///< path of the HDF5 file; empty: nothing is written
  double interval = 0;  ///< simulated seconds between frames; 0: every step
  bool compress = false;
  std::string deck;    ///< name stored in the file
  std::string solver;  ///< one line stored in the file
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
  bool is_writing() const { return writer_.has_value(); }  ///< has its file open
  bool is_running() const { return running_; }

 private:
  void begin_run();
  RunSettings run_settings() const { return {h_given_, output.interval, output.solver}; }
  void tell_of_another_solver() const;
  void check_model();
  void warn_of_missing_springs(const Solver& solver);
  void warn_of_no_friction();
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
  std::pair<int, int> model_now() const { return {model.revision(), model.joint_revision()}; }
  void add_to_sums(const SolverReport& report);
  bool frame_is_due() const;

  double h_;
  double h_given_;  ///< that the script asked for, or the file that was resumed
  double time_ = 0;
  std::int64_t steps_ = 0;
  double next_output_ = 0;
  double next_callback_ = std::numeric_limits<double>::infinity();  ///< none was set
  bool running_ = false;
  bool inspected_ = false;
  bool resumed_ = false;          ///< and no run since
  bool first_call_due_ = false;   ///< call_back_after_next_step() was called, and no run since
  std::set<int> without_spring_;  ///< materials that were warned of
  bool told_long_step_ = false;
  std::set<std::pair<int, int>> told_frictionless_;  ///< surfaces
  StepStart step_start_;
  StrainWatch strain_watch_;
  StepMemory memory_;
  StageSeconds seconds_ = {};  ///< since the last frame
  SolverRecord sums_;          ///< since the last frame
  CertificateRecord worst_;    ///< since the last frame
  std::optional<ResultWriter> writer_;
  double written_time_ = -1;  ///< of the last frame
  /// Bodies and joints of the last frame, or as its callback left them, which a continued run calls again.
  std::pair<int, int> written_model_ = {-1, -1};
  bool called_back_ = false;  ///< since the last frame
  bool closed_ = false;
  std::string refused_;  ///< the file that resume() could not go on with
  ModelLog log_;
  ModelComparison comparison_;  ///< with the file that is shown
  std::set<int> not_shown_;     ///< bodies of the file that the model does not have, and that were told of
  std::map<int, EnergyRecord> shown_energies_;  ///< of the frame shown, by body
  std::map<int, EnergyRecord> removed_;  ///< sums are taken in the order of ids: the same after resume()
};

}  // namespace corbel
