// SPDX-License-Identifier: MIT
// The model and the table of frames, up to the first row that does not fit.
#include "corbel/output/contents.hpp"

#include "corbel/output/attributes.hpp"
#include "corbel/output/format4.hpp"
#include "corbel/output/method_costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// Rows whose own checksum is right.
std::vector<FrameRow> whole_rows(std::vector<FrameRow> rows)
{
  const auto damaged = [](const FrameRow& row) { return row.row_checksum != own_checksum(row); };
  rows.erase(std::find_if(rows.begin(), rows.end(), damaged), rows.end());
  return rows;
}

/// Frames follow each other without gaps, and all they point to is there.
bool follows(const FrameRow& row, const FrameRow& previous, const Contents& contents)
{
  const auto& there = contents.model.rows;
  return std::isfinite(row.numbers.time) && row.numbers.time >= previous.numbers.time &&
         row.bodies.begin == previous.bodies.end() && row.state.begin == previous.state.end() &&
         row.constraints.begin == previous.constraints.end() && contents.tables.bodies.holds(row.bodies) &&
         contents.tables.state.holds(row.state) && contents.tables.constraints.holds(row.constraints) &&
         std::equal(there.begin(), there.end(), row.model_rows.begin(), std::greater_equal<>());
}

std::size_t whole_frames(const Contents& contents)
{
  FrameRow previous;
  previous.numbers.time = -std::numeric_limits<double>::infinity();
  std::size_t count = 0;
  for (const FrameRow& row : contents.frames) {
    if (!follows(row, previous, contents)) break;
    previous = row;
    ++count;
  }
  return count;
}

FrameTables frame_tables(hid_t file, const std::string& path)
{
  return {StoredTable(file, path, table_info(TableId::bodies)),
          StoredTable(file, path, table_info(TableId::state)),
          StoredTable(file, path, table_info(TableId::constraints))};
}

/// Events behind the last frame that say that the run ended with it stay.
std::uint64_t needed_events(const std::vector<ModelEvent>& events, const FrameRow& last)
{
  std::uint64_t count = last.model_rows[static_cast<std::size_t>(TableId::events)];
  while (count < events.size() && events[count].kind == ModelEventKind::run_ended &&
         events[count].time <= last.numbers.time)
    ++count;
  return count;
}

/// Likewise settings that say what the methods of its solver did.
std::uint64_t needed_settings(const std::vector<SettingsDescription>& settings, const FrameRow& last)
{
  std::uint64_t count = last.model_rows[static_cast<std::size_t>(TableId::settings)];
  while (count < settings.size() && tells_of_methods(settings[count].properties) &&
         settings[count].time <= last.numbers.time)
    ++count;
  return count;
}

/// What else is described behind the last frame was about to be part of one that was never written.
void drop_model_behind(const FrameRow& last, bool is_end, ModelContents& model)
{
  const auto cut = [&](auto& rows, TableId id) {
    rows.resize(std::min(rows.size(), last.model_rows[static_cast<std::size_t>(id)]));
  };
  cut(model.bodies, TableId::described_bodies);
  cut(model.joints, TableId::described_joints);
  cut(model.bases, TableId::bases);
  if (is_end) {
    model.events.resize(needed_events(model.events, last));
    model.settings.resize(needed_settings(model.settings, last));
  } else {
    cut(model.events, TableId::events);
    cut(model.settings, TableId::settings);
  }
}

}  // namespace

Contents read_contents(hid_t file, const std::string& path)
{
  const auto [run, format] = read_run(file);
  // A live file grows while it is read, /frames last: read first, it never points beyond what is read after
  // it.
  std::size_t all = 0;
  std::vector<FrameRow> frames;
  if (format == 4) {
    frames = read_frames_4(file, path, all);
  } else {
    frames = read_table<FrameRow>(file, path, TableId::frames);
    all = frames.size();
    frames = whole_rows(std::move(frames));
  }
  Contents contents = {run, format, {}, std::move(frames), 0, frame_tables(file, path)};
  contents.model = format == 4 ? read_model_4(file, path, contents.frames) : read_model(file, path);
  const std::size_t whole = whole_frames(contents);
  if (whole == 0 && all > 0) throw Hdf5Failure{"its first frame is damaged"};
  contents.frames.resize(whole);
  contents.lost_frames = all - whole;
  if (format > 4) {
    if (whole > 0) drop_model_behind(contents.frames.back(), whole == all, contents.model);
    tell_times(contents.model);
  }
  return contents;
}

}  // namespace corbel
