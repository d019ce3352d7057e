// SPDX-License-Identifier: MIT
// Stage 6 of the step: the result file of a run, its clock, and what was summed up since the last frame.
//
// A frame is written before the callback of its instant is called: a run continued from it makes the call, and the changes to the
// model, again. So what a callback changes is no reason for another frame of the same time.
#pragma once

#include "corbel/output/result_file.hpp"
#include "corbel/run/model_log.hpp"
#include "corbel/solvers/solver.hpp"

#include <optional>
#include <string>
#include <utility>

namespace corbel {

struct OutputSettings {
  std::string file;     ///< path of the HDF5 file; empty: nothing is written
  double interval = 0;  ///< simulated seconds between frames; 0: every step
  bool compress = false;
  std::string deck;    ///< name stored in the file
  std::string solver;  ///< one line stored in the file
};

/// Instants closer than this part of a step are the same instant: sums of h carry round-off.
inline constexpr double same_instant = 1e-3;

/// Moves an instant on by multiples of its interval until it lies ahead of the time.
void move_on(double& next, double interval, double time, double h);

class Recorder {
 public:
  // The file.

  bool is_writing() const { return writer_.has_value(); }  ///< has its file open
  /// Throws InputError where the file was closed, or is one that a run would overwrite against the user's will.
  void check_writable(const std::string& file) const;
  void create(const OutputSettings& output, const RunDescription& run, double time);
  void append(const OutputSettings& output,
              std::size_t frames);  ///< to the first `frames` of an existing file
  /// A file that resume() could not go on with, until it could.
  void refuse(const std::string& file) { refused_ = file; }
  /// resume() went well: the file holds the model as it is now.
  void go_on(const Model& model, double time);
  void flush();                                                ///< frames so far
  void finish();                                               ///< after the last frame of a run
  void write_methods(double time, const Properties& methods);  ///< that solved its steps, at the end of a run
  void close();
  bool is_closed() const { return closed_; }

  // Between frames.

  void add(const SolverReport& step, double penetration);
  void add(const StageSeconds& seconds);
  void note_callback() { called_back_ = true; }

  // Frames.

  bool is_due(double time, double h) const { return writer_ && time >= next_output_ - same_instant * h; }
  /// The frame of this time holds the model as it is, or as the callback of this time left it.
  bool holds(const Model& model, double time) const
  {
    return written_time_ == time && written_model_ == revisions(model);
  }
  void take_for_written(const Model& model) { written_model_ = revisions(model); }
  /// Before the frame is made: it holds the clock a continued run starts with.
  void begin_frame(const Model& model, const OutputSettings& output, double time, double h);
  void summarize(Frame& frame) const;  ///< the clock and the sums since the last frame
  void write(const Model& model, const Frame& frame);
  void restore(const Frame& frame);  ///< clock and sums

  ModelLog log;  ///< of what came, went and changed

 private:
  static std::pair<int, int> revisions(const Model& model)
  {
    return {model.revision(), model.joint_revision()};
  }

  std::optional<ResultWriter> writer_;
  double next_output_ = 0;                        // [s]
  double written_time_ = -1;                      // of the last frame [s]
  std::pair<int, int> written_model_ = {-1, -1};  // of bodies and joints in it
  bool called_back_ = false;                      // since the last frame
  bool closed_ = false;
  std::string refused_;
  StageSeconds seconds_ = {};  // since the last frame, as the next two
  SolverRecord sums_;
  CertificateRecord worst_;
};

}  // namespace corbel
