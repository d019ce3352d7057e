// SPDX-License-Identifier: MIT
// Reading a result file, frame by frame.
#include "corbel/output/contents.hpp"
#include "corbel/output/open_file.hpp"
#include "corbel/output/result_file.hpp"
#include "corbel/output/superblock.hpp"
#include "corbel/output/write_lock.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr const char* reading_advice = "Check the path, or run the analysis again";

/// Numbers that readers count on: no file leads them out of its arrays.
bool is_sound(const Frame& frame)
{
  std::int64_t numbers = 0;
  for (const BodyRecord& body : frame.bodies) {
    if (body.kind < 0 || body.q_size < 0 || body.u_size < 0) return false;
    numbers += std::int64_t(body.q_size) + body.u_size;
  }
  const auto known = [](const ConstraintRecord& c) {
    return static_cast<std::size_t>(c.kind) < constraint_kind_names.size();
  };
  return numbers == std::int64_t(frame.state.size()) &&
         std::all_of(frame.constraints.begin(), frame.constraints.end(), known);
}

std::vector<double> times_of(const std::vector<FrameRow>& rows)
{
  std::vector<double> times;
  times.reserve(rows.size());
  for (const FrameRow& row : rows)
    times.push_back(row.numbers.time);
  return times;
}

}  // namespace

struct ResultReader::Impl {
  std::string path;
  bool being_written;
  bool closed_properly;
  Handle file;
  Contents contents;
  std::vector<double> times;

  explicit Impl(const std::string& path_)
      : path(path_), being_written(is_being_written(path)),
        closed_properly(!inspect_superblock(path).marked_open), file(open_for_reading(path)),
        contents(read_contents(file, path)), times(times_of(contents.frames))
  {
  }

  const FrameRow& row(std::size_t frame) const
  {
    if (frame >= contents.frames.size())
      throw InputError(
          fmt::format("argument 'frame': got {}, expected a number < {}, the number of frames in '{}'.",
                      frame, contents.frames.size(), path));
    return contents.frames[frame];
  }

  void close()
  {
    contents.tables.close();
    file.reset();
  }

  Frame read(std::size_t index) const
  {
    if (!file.is_open())
      throw InputError(fmt::format("the results in '{}' were closed: open them again to read frames", path));
    const FrameRow& row_ = row(index);
    Frame frame{row_.numbers, {}, {}, {}};
    frame.bodies = contents.tables.bodies.read<BodyRecord>(row_.bodies);
    frame.state = contents.tables.state.read<double>(row_.state);
    frame.constraints = contents.tables.constraints.read<ConstraintRecord>(row_.constraints);
    if (data_checksum(frame) != row_.data_checksum || !is_sound(frame))
      throw Hdf5Failure{fmt::format("frame {} (t = {} s) is damaged", index, frame.time)};
    return frame;
  }
};

ResultReader::ResultReader(const std::string& path)
    : impl_(with_path("read", path, reading_advice, [&] { return std::make_unique<Impl>(path); }))
{
}

ResultReader::~ResultReader() = default;
ResultReader::ResultReader(ResultReader&&) noexcept = default;
ResultReader& ResultReader::operator=(ResultReader&&) noexcept = default;

void ResultReader::close() { impl_->close(); }

bool ResultReader::is_valid(const std::string& path) noexcept
{
  try {
    return ResultReader(path).frame_count() > 0;
  } catch (...) {
    return false;
  }
}

const std::string& ResultReader::path() const { return impl_->path; }
const RunDescription& ResultReader::run() const { return impl_->contents.run; }
std::int32_t ResultReader::format() const { return impl_->contents.format; }
const std::vector<BodyDescription>& ResultReader::bodies() const { return impl_->contents.model.bodies; }
const std::vector<JointDescription>& ResultReader::joints() const { return impl_->contents.model.joints; }
const std::vector<SettingsDescription>& ResultReader::settings() const
{
  return impl_->contents.model.settings;
}
const std::vector<BasisDescription>& ResultReader::bases() const { return impl_->contents.model.bases; }
const std::vector<ModelEvent>& ResultReader::events() const { return impl_->contents.model.events; }
bool ResultReader::being_written() const { return impl_->being_written; }
bool ResultReader::closed_properly() const { return impl_->closed_properly; }
std::size_t ResultReader::frame_count() const { return impl_->contents.frames.size(); }
std::size_t ResultReader::lost_frames() const { return impl_->contents.lost_frames; }
const std::vector<double>& ResultReader::times() const { return impl_->times; }

std::size_t ResultReader::contact_count(std::size_t frame) const
{
  return static_cast<std::size_t>(impl_->row(frame).numbers.solver.contact_count);
}

Frame ResultReader::read(std::size_t frame) const
{
  return with_path("read", impl_->path, "Other frames may be intact", [&] { return impl_->read(frame); });
}

Frame ResultReader::read_summary(std::size_t frame) const { return {impl_->row(frame).numbers, {}, {}, {}}; }

}  // namespace corbel
