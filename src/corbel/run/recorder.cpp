// SPDX-License-Identifier: MIT
#include "corbel/run/recorder.hpp"

#include "corbel/core/check.hpp"
#include "corbel/run/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace corbel {

void move_on(double& next, double interval, double time, double h)
{
  if (interval <= 0)
    next = time;
  else if (const double late = time + same_instant * h - next; late >= 0)
    next += interval * (std::floor(late / interval) + 1);
}

void Recorder::check_writable(const std::string& file) const
{
  if (closed_)
    throw InputError(
        fmt::format("this simulation was closed, and '{}' with it: call resume() to go on with it, or "
                    "make a new simulation",
                    file));
  if (!writer_ && refused_ == file && std::filesystem::exists(file))
    throw InputError(fmt::format(
        "resume() could not go on with '{}', and a run would overwrite it: call resume() again "
        "after mending what it said, or, to compute anew, remove the file or make a new simulation",
        file));
}

void Recorder::create(const OutputSettings& output, const RunDescription& run, double time)
{
  check_not_negative("interval", output.interval);
  writer_.emplace(output.file, run, WriterOptions{.compress = output.compress});
  next_output_ = time;
}

void Recorder::append(const OutputSettings& output, std::size_t frames)
{
  writer_.emplace(ResultWriter::append(output.file, frames, WriterOptions{.compress = output.compress}));
}

void Recorder::go_on(const Model& model, double time)
{
  refused_.clear();
  closed_ = false;
  written_time_ = time;
  written_model_ = revisions(model);
  called_back_ = false;
  seconds_ = {};
  sums_ = {};
}

void Recorder::flush()
{
  if (writer_) writer_->flush();
}

void Recorder::finish()
{
  if (!writer_) return;
  log.write_ends_of_runs(*writer_);
  writer_->flush();
}

void Recorder::write_methods(double time, const Properties& methods)
{
  if (!writer_) return;
  log.write_methods(time, methods, *writer_);
  writer_->flush();
}

void Recorder::close()
{
  if (writer_) writer_->close();
  writer_.reset();
  closed_ = true;
}

void Recorder::add(const SolverReport& step, double penetration)
{
  sums_.iterations += step.iterations;
  sums_.max_iterations = std::max(sums_.max_iterations, step.iterations);
  sums_.unconverged_steps += step.status != SolverStatus::ok;
  sums_.status = static_cast<std::int32_t>(step.status);
  sums_.relative_change = step.relative_change;
  sums_.residual_absolute = step.residual.absolute;
  sums_.residual_scaled = step.residual.scaled;
  add_to_certificate(step.residual, penetration, worst_);
}

void Recorder::add(const StageSeconds& seconds) { add_seconds(seconds, seconds_); }

void Recorder::begin_frame(const Model& model, const OutputSettings& output, double time, double h)
{
  move_on(next_output_, output.interval, time, h);
  log.note(model, time);
  if (std::exchange(called_back_, false)) log.note_properties(model);
}

void Recorder::summarize(Frame& frame) const
{
  frame.next_output = next_output_;
  frame.solver = sums_;
  frame.certificate = worst_;
  frame.seconds = seconds_;
}

void Recorder::write(const Model& model, const Frame& frame)
{
  log.write(model, *writer_);
  writer_->write(frame);
  written_time_ = frame.time;
  written_model_ = revisions(model);
  seconds_ = {};
  sums_.iterations = 0;
  sums_.max_iterations = 0;
  sums_.unconverged_steps = 0;
  worst_ = {};
}

void Recorder::restore(const Frame& frame)
{
  next_output_ = frame.next_output;
  sums_ = frame.solver;
  seconds_ = frame.seconds;
}

}  // namespace corbel
