// SPDX-License-Identifier: MIT
// Writing a result file: rows are collected, and flushed table by table with /frames last.
#include "corbel/output/result_file.hpp"

#include "corbel/core/log.hpp"
#include "corbel/output/attributes.hpp"
#include "corbel/output/contents.hpp"
#include "corbel/output/open_file.hpp"
#include "corbel/output/schema.hpp"
#include "corbel/output/superblock.hpp"
#include "corbel/output/table.hpp"
#include "corbel/output/temporary_file.hpp"
#include "corbel/output/write_lock.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>

namespace corbel {
namespace {

constexpr const char* writing_advice = "Check the path, its permissions and the space left on the disk";
constexpr const char* appending_advice =
    "Check that it is a result and that this program does not have it open for reading";
/// Rows that wait are written at the latest when they fill this much memory.
constexpr std::size_t max_pending_bytes = 4u << 20;

constexpr double no_time = -std::numeric_limits<double>::infinity();

void check_frame(const Frame& frame, double previous_time)
{
  demand(std::isfinite(frame.time) && frame.time >= previous_time,
         "frames are written in the order of their times");
  std::int64_t numbers = 0;
  for (const BodyRecord& body : frame.bodies) {
    demand(body.q_size >= 0 && body.u_size >= 0, "a body of a frame has sizes >= 0");
    numbers += std::int64_t(body.q_size) + body.u_size;
  }
  demand(numbers == std::int64_t(frame.state.size()), "a frame's state holds q and u of each of its bodies");
}

FrameRow numbers_of(const Frame& frame)
{
  FrameRow row;
  row.time = frame.time;
  row.h = frame.h;
  row.step = frame.step;
  row.next_output = frame.next_output;
  row.next_callback = frame.next_callback;
  row.max_penetration = frame.max_penetration;
  row.iterations = frame.solver.iterations;
  row.max_iterations = frame.solver.max_iterations;
  row.unconverged_steps = frame.solver.unconverged_steps;
  row.status = frame.solver.status;
  row.contact_count = static_cast<std::int32_t>(
      std::count_if(frame.constraints.begin(), frame.constraints.end(),
                    [](const ConstraintRecord& c) { return c.kind == ConstraintKind::contact; }));
  row.relative_change = frame.solver.relative_change;
  row.residual_absolute = frame.solver.residual_absolute;
  row.residual_scaled = frame.solver.residual_scaled;
  row.worst = frame.certificate;
  row.seconds = frame.seconds;
  return row;
}

DescriptionRow numbers_of(const BodyDescription& body)
{
  DescriptionRow row;
  row.id = body.id;
  row.kind_length = static_cast<std::int32_t>(body.kind.size());
  row.label_length = static_cast<std::int32_t>(body.label.size());
  row.material_length = static_cast<std::int32_t>(body.material.size());
  row.mass = body.mass;
  row.volume = body.volume;
  row.center = body.center;
  row.tensor = body.tensor;
  return row;
}

/// All tables of a file, in the order of writing.
class Tables {
 public:
  Tables()
  {
    for (std::size_t i = 0; i < table_count; ++i)
      tables_.emplace_back(static_cast<TableId>(i));
  }

  Table& operator[](TableId id) { return tables_[static_cast<std::size_t>(id)]; }

  void create(hid_t file, bool compress)
  {
    for (Table& table : tables_)
      table.create(file, compress);
  }
  void open(hid_t file)
  {
    for (Table& table : tables_)
      table.open(file);
  }
  void close()
  {
    for (Table& table : tables_)
      table.close();
  }
  void flush()
  {
    for (Table& table : tables_)
      table.flush();
  }
  std::size_t pending_bytes() const
  {
    std::size_t bytes = 0;
    for (const Table& table : tables_)
      bytes += table.pending_bytes();
    return bytes;
  }

 private:
  std::vector<Table> tables_;
};

/// What remains of a file that keeps its first frames.
struct Kept {
  std::array<std::uint64_t, table_count> rows = {};  ///< of each table
  std::unordered_set<std::int32_t> described;        ///< ids of bodies
  double time = no_time;

  std::uint64_t& operator[](TableId id) { return rows[static_cast<std::size_t>(id)]; }
};

/// Bodies that were described when the last kept frame was written; of a file that keeps none, when the first
/// was.
std::uint64_t kept_descriptions(const Contents& contents, std::size_t keep_frames)
{
  if (contents.frames.empty()) return contents.bodies.size();
  return contents.frames[keep_frames > 0 ? keep_frames - 1 : 0].described_bodies;
}

Kept kept_of(const Contents& contents, std::size_t keep_frames)
{
  if (keep_frames > contents.frames.size())
    throw Hdf5Failure{
        fmt::format("it holds {} whole frames, {} were to be kept", contents.frames.size(), keep_frames)};
  Kept kept;
  kept[TableId::frames] = keep_frames;
  if (keep_frames > 0) {
    const FrameRow& last = contents.frames[keep_frames - 1];
    kept.time = last.time;
    kept[TableId::bodies] = last.bodies.end();
    kept[TableId::state] = last.state.end();
    kept[TableId::constraints] = last.constraints.end();
  }
  const std::uint64_t described = kept_descriptions(contents, keep_frames);
  for (std::uint64_t i = 0; i < described; ++i)
    kept.described.insert(contents.bodies[i].id);
  kept[TableId::described_bodies] = described;
  if (described > 0) {
    const DescriptionRow& last = contents.descriptions[described - 1];
    kept[TableId::text] = last.text.end();
    kept[TableId::vertices] = last.vertices.end();
    kept[TableId::faces] = last.faces.end();
    kept[TableId::spheres] = last.spheres.end();
    kept[TableId::sphere_surfaces] = last.sphere_surfaces.end();
    kept[TableId::ellipsoids] = last.ellipsoids.end();
    kept[TableId::ellipsoid_surfaces] = last.ellipsoid_surfaces.end();
    kept[TableId::nodes] = last.nodes.end();
    kept[TableId::elements] = last.elements.end();
  }
  return kept;
}

}  // namespace

struct ResultWriter::Impl {
  std::string path;
  WriterOptions options;
  std::optional<TemporaryFile> temporary;  ///< until the first frame is flushed
  WriteLock lock;                          ///< from then on
  Handle file;
  Tables tables;
  std::unordered_set<std::int32_t> described;
  double last_time = no_time;
  bool is_whole = true;  ///< the last flush succeeded
  std::chrono::steady_clock::time_point last_flush = std::chrono::steady_clock::now();

  Impl(std::string path_, const WriterOptions& options_) : path(std::move(path_)), options(options_) {}
  ~Impl() { abandon(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void create(const RunDescription& run);
  void continue_after(const Kept& kept);
  void add_body(const BodyDescription& body);
  void add_frame(const Frame& frame);
  void publish();
  void flush();
  bool flush_is_due() const;
  void close();
  void abandon();
};

void ResultWriter::Impl::create(const RunDescription& run)
{
  temporary.emplace(path);
  file = create_file(temporary->path());
  write_run(file, run);
  const Handle model(H5Gcreate2(file, "/model", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "no group");
  tables.create(file, options.compress);
}

void ResultWriter::Impl::continue_after(const Kept& kept)
{
  file = open_for_appending(path);
  tables.open(file);
  // Against the order of writing: once rows of /frames are gone nobody asks for what they pointed to.
  for (std::size_t i = table_count; i-- > 0;)
    tables[static_cast<TableId>(i)].truncate(kept.rows[i]);
  described = kept.described;
  last_time = kept.time;
}

void ResultWriter::Impl::add_body(const BodyDescription& body)
{
  if (!described.insert(body.id).second) return;
  DescriptionRow row = numbers_of(body);
  row.text = tables[TableId::text].append(body.kind + body.label + body.material);
  row.vertices = tables[TableId::vertices].append(body.vertices);
  row.faces = tables[TableId::faces].append(body.faces);
  row.spheres = tables[TableId::spheres].append(body.spheres);
  row.sphere_surfaces = tables[TableId::sphere_surfaces].append(body.sphere_surfaces);
  row.ellipsoids = tables[TableId::ellipsoids].append(body.ellipsoids);
  row.ellipsoid_surfaces = tables[TableId::ellipsoid_surfaces].append(body.ellipsoid_surfaces);
  row.nodes = tables[TableId::nodes].append(body.nodes);
  row.elements = tables[TableId::elements].append(body.elements);
  row.data_checksum = data_checksum(body);
  row.row_checksum = own_checksum(row);
  tables[TableId::described_bodies].append(std::span(&row, 1));
}

void ResultWriter::Impl::add_frame(const Frame& frame)
{
  check_frame(frame, last_time);
  last_time = frame.time;
  FrameRow row = numbers_of(frame);
  row.bodies = tables[TableId::bodies].append(frame.bodies);
  row.state = tables[TableId::state].append(frame.state);
  row.constraints = tables[TableId::constraints].append(frame.constraints);
  row.described_bodies = tables[TableId::described_bodies].rows();
  row.data_checksum = data_checksum(frame);
  row.row_checksum = own_checksum(row);
  tables[TableId::frames].append(std::span(&row, 1));
}

/// Completes the file, gives it its name, and opens it again in the mode in which a kill cannot harm it.
void ResultWriter::Impl::publish()
{
  tables.flush();
  tables.close();
  if (!file.reset()) throw Hdf5Failure{"it cannot be completed" + hdf5_reason()};
  lock = temporary->publish();
  temporary.reset();
  file = open_for_appending(path);
  tables.open(file);
}

void ResultWriter::Impl::flush()
{
  if (tables[TableId::frames].rows() == 0) return;  // no frame yet: nothing that could be read
  is_whole = false;
  if (temporary)
    publish();
  else
    tables.flush();
  is_whole = true;
  last_flush = std::chrono::steady_clock::now();
}

bool ResultWriter::Impl::flush_is_due() const
{
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - last_flush;
  return temporary || since.count() >= options.flush_interval || tables.pending_bytes() >= max_pending_bytes;
}

void ResultWriter::Impl::close()
{
  flush();
  tables.close();
  if (!file.reset()) throw Hdf5Failure{"it cannot be closed" + hdf5_reason()};
  temporary.reset();
}

/// Closes what close() could not. When something cannot be written (a full disk), HDF5 would still note in
/// the superblock that the file is complete: left as it is, it can be read like that of a killed run.
void ResultWriter::Impl::abandon()
{
  const SilentErrors silent;
  try {
    const std::string superblock = is_whole || temporary ? "" : superblock_bytes(path);
    tables.close();
    file.reset();
    if (!superblock.empty()) restore_superblock(path, superblock);
  } catch (const Hdf5Failure&) {
    // The file is gone; there is nothing to save.
  }
}

ResultWriter::ResultWriter(const std::string& path, const RunDescription& run, const WriterOptions& options)
    : impl_(std::make_unique<Impl>(path, options))
{
  with_path("write", path, writing_advice, [&] { impl_->create(run); });
}

ResultWriter::ResultWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ResultWriter::ResultWriter(ResultWriter&&) noexcept = default;

ResultWriter& ResultWriter::operator=(ResultWriter&& other) noexcept
{
  std::swap(impl_, other.impl_);
  return *this;
}

ResultWriter::~ResultWriter()
{
  try {
    close();
  } catch (const std::exception& trouble) {
    warn(trouble.what());
  }
}

ResultWriter ResultWriter::append(const std::string& path, std::size_t keep_frames,
                                  const WriterOptions& options)
{
  return with_path("append to", path, appending_advice, [&] {
    auto impl = std::make_unique<Impl>(path, options);
    impl->lock = WriteLock(path, false);
    const Kept kept = kept_of(read_contents(open_for_reading(path), path), keep_frames);  // closed again here
    impl->continue_after(kept);
    return ResultWriter(std::move(impl));
  });
}

void ResultWriter::add_body(const BodyDescription& body)
{
  demand(impl_ != nullptr, "the writer is closed");
  impl_->add_body(body);
}

void ResultWriter::write(const Frame& frame)
{
  demand(impl_ != nullptr, "the writer is closed");
  impl_->add_frame(frame);
  if (impl_->flush_is_due()) flush();
}

void ResultWriter::flush()
{
  demand(impl_ != nullptr, "the writer is closed");
  with_path("write", impl_->path, writing_advice, [this] { impl_->flush(); });
}

void ResultWriter::close()
{
  if (!impl_) return;
  const std::unique_ptr<Impl> impl = std::move(impl_);
  with_path("write", impl->path, writing_advice, [&] { impl->close(); });
}

}  // namespace corbel
