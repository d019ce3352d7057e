// SPDX-License-Identifier: MIT
// One HDF5 file per run: the description, then appended frames; a killed run can be read up to its last whole
// frame.
#pragma once

#include "corbel/output/frame.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace corbel {

struct WriterOptions {
  /// Deflate. Each flush then leaves the old copy of a partly filled chunk behind: flush rarely.
  bool compress = false;
  double flush_interval =
      0.5;  ///< wall seconds between flushes: what kill -9 can cost at most; 0 flushes every frame
};

class ResultWriter {
 public:
  /// Creates directory and file. The file appears under its name only when it is readable (description and
  /// first frame flushed).
  ResultWriter(const std::string& path, const RunDescription& run, const WriterOptions& options = {});
  /// Continues an existing file: frames after `keep_frames` are dropped, and what
  /// only they needed of the model. One of format 4 becomes one of the
  /// newest format.
  static ResultWriter append(const std::string& path, std::size_t keep_frames,
                             const WriterOptions& options = {});
  ~ResultWriter();  ///< close(); trouble becomes a warning. Without any frame nothing is left behind.
  ResultWriter(ResultWriter&&) noexcept;
  ResultWriter& operator=(ResultWriter&&) noexcept;

  // What the model is, before the first frame that needs it.

  /// A body that the file already describes in the same way is passed over; in another way, it replaces what
  /// was said before.
  void add_body(const BodyDescription& body);
  void add_joint(const JointDescription& joint);
  void add_settings(const SettingsDescription& settings);
  void add_basis(const BasisDescription& basis);
  void add_event(const ModelEvent& event);

  /// In the order of times. Throws FileError when the disk is full.
  void write(const Frame& frame);
  void flush();
  void close();  ///< flushes, and marks the file as complete; nothing can be written afterwards

 private:
  struct Impl;
  explicit ResultWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

class ResultReader {
 public:
  /// Throws FileError: missing, truncated or foreign file, a format that is not known.
  explicit ResultReader(const std::string& path);
  ~ResultReader();
  ResultReader(ResultReader&&) noexcept;
  ResultReader& operator=(ResultReader&&) noexcept;

  /// Lets go of the file, which can be opened for writing then. What was read on opening stays: all but the
  /// frames.
  void close();

  /// True when the file exists and can be read as a Corbel result with at least one frame; never throws.
  static bool is_valid(const std::string& path) noexcept;

  const std::string& path() const;
  const RunDescription& run() const;
  std::int32_t format() const;
  const std::vector<BodyDescription>& bodies() const;  ///< a later one of the same id replaces an earlier one
  const std::vector<JointDescription>& joints() const;       ///< as bodies()
  const std::vector<SettingsDescription>& settings() const;  ///< in the order of times
  const std::vector<BasisDescription>& bases() const;
  const std::vector<ModelEvent>& events() const;
  bool closed_properly() const;              ///< false: the writer was killed or still writes
  bool being_written() const;                ///< a writer had it when it was opened
  std::size_t frame_count() const;           ///< whole frames; of a live file, when it was opened
  std::size_t lost_frames() const;           ///< frames behind them that a damage has made unreadable
  const std::vector<double>& times() const;  ///< of all frames
  Frame read(std::size_t frame) const;
  /// Without bodies' states and constraints: for tables over all frames.
  Frame read_summary(std::size_t frame) const;
  std::size_t contact_count(std::size_t frame) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// "frames 246 to 499 are damaged: 246 of 500 frames can be read"; empty without any.
std::string damage_of(const ResultReader& file);

/// The text of `corbel info`: bodies, frames, contacts, energies, timings, solver statistics.
std::string describe(const ResultReader& file);

}  // namespace corbel
