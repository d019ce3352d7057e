// SPDX-License-Identifier: MIT
// What the result file has to be told of a model that changes: descriptions, and when bodies and joints came
// and went.
#pragma once

#include "corbel/local_dynamics/localize.hpp"
#include "corbel/model/model.hpp"
#include "corbel/output/result_file.hpp"
#include "corbel/run/run_settings.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace corbel {

class ModelLog {
 public:
  /// At time t, with all joints initialized: bodies and joints that came or went since the last call.
  void note(const Model& model, double t);
  // Whenever the script may have changed them, before a run and in callbacks:

  /// Of several changes between two frames, the last is told.
  void note_settings(const Model& model, Analysis analysis, const RunSettings& run, double t);
  void note_properties(const Model& model);  ///< of bodies
  /// Before it is removed.
  void note_removal(const Body& body, const EnergyRecord& energy);
  void note_end_of_run(double t, bool stopped)
  {
    events_.push_back({t, ModelEventKind::run_ended, stopped ? 1 : 0});
  }
  /// What the methods of the solver did in a run that ended, as properties of the run.
  void write_methods(double t, const Properties& methods, ResultWriter& writer) const;
  /// Before each frame: what was noted.
  void write(const Model& model, ResultWriter& writer);
  /// Without a frame: ends of runs only. Bodies and joints that no frame holds are not told of.
  void write_ends_of_runs(ResultWriter& writer);
  std::string solver() const;  ///< that was written last; empty: none was
  /// The model is what the file says already.
  void take_over(const Model& model, const ResultReader& file);

 private:
  int revision_ = -1, joint_revision_ = -1;
  std::map<int, Properties> bodies_;  ///< that are in the model, with what was written of them
  std::set<int> joints_;
  Properties settings_;
  // Not written yet.
  std::set<int> new_bodies_, new_joints_;
  std::vector<BodyDescription> removed_bodies_;
  std::optional<SettingsDescription> new_settings_;
  std::vector<ModelEvent> events_;
};

}  // namespace corbel
