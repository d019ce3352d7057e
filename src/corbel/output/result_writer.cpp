// SPDX-License-Identifier: MIT
// Writing a result file: rows are collected, and flushed table by table with /frames last.
#include "corbel/output/result_file.hpp"

#include "corbel/core/log.hpp"
#include "corbel/output/attributes.hpp"
#include "corbel/output/contents.hpp"
#include "corbel/output/kept_rows.hpp"
#include "corbel/output/model_rows.hpp"
#include "corbel/output/open_file.hpp"
#include "corbel/output/superblock.hpp"
#include "corbel/output/temporary_file.hpp"
#include "corbel/output/upgrade.hpp"
#include "corbel/output/write_lock.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace corbel {
namespace {

constexpr const char* writing_advice = "Check the path, its permissions and the space left on the disk";
constexpr const char* appending_advice = "Check that it is a result file; if this program has it open for "
                                         "reading, close that first: close() of its "
                                         "Results object";
/// Rows that wait are written at the latest when they fill this much memory.
constexpr std::size_t max_pending_bytes = 4u << 20;

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

FrameNumbers numbers_of(const Frame& frame)
{
  FrameNumbers numbers = frame;
  numbers.solver.contact_count = static_cast<std::int32_t>(std::ranges::count_if(
      frame.constraints, [](const ConstraintRecord& c) { return c.kind == ConstraintKind::contact; }));
  return numbers;
}

}  // namespace

struct ResultWriter::Impl {
  std::string path;
  WriterOptions options;
  std::optional<TemporaryFile> temporary;  ///< until the first frame is flushed
  WriteLock lock;                          ///< from then on
  Handle file;
  Tables tables;
  std::unordered_map<std::int32_t, std::uint64_t>
      described;  ///< bodies: id, checksum of their last description
  double last_time = KeptRows::no_time;
  bool is_whole = true;  ///< the last flush succeeded
  std::chrono::steady_clock::time_point last_flush = std::chrono::steady_clock::now();

  Impl(std::string path_, const WriterOptions& options_) : path(std::move(path_)), options(options_) {}
  ~Impl() { abandon(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void create(const RunDescription& run);
  void continue_after(const KeptRows& kept);
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

void ResultWriter::Impl::continue_after(const KeptRows& kept)
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
  const std::uint64_t sum = description_checksum(body);
  const auto [known, is_new] = described.try_emplace(body.id, sum);
  if (!is_new && known->second == sum) return;
  known->second = sum;
  corbel::append(tables, body);
}

void ResultWriter::Impl::add_frame(const Frame& frame)
{
  check_frame(frame, last_time);
  last_time = frame.time;
  FrameRow row;
  row.numbers = numbers_of(frame);
  row.bodies = tables[TableId::bodies].append(frame.bodies);
  row.state = tables[TableId::state].append(frame.state);
  row.constraints = tables[TableId::constraints].append(frame.constraints);
  for (std::size_t i = 0; i < model_table_count; ++i)
    row.model_rows[i] = tables[static_cast<TableId>(i)].rows();
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
  if (upgrade_is_due(path)) upgrade(path, options);
  return with_path("append to", path, appending_advice, [&] {
    auto impl = std::make_unique<Impl>(path, options);
    impl->lock = WriteLock(path, false);
    const KeptRows kept =
        kept_rows(read_contents(open_for_reading(path), path), keep_frames);  // closed again
    impl->continue_after(kept);
    return ResultWriter(std::move(impl));
  });
}

void ResultWriter::add_body(const BodyDescription& body)
{
  demand(impl_ != nullptr, "the writer is closed");
  impl_->add_body(body);
}

void ResultWriter::add_joint(const JointDescription& joint)
{
  demand(impl_ != nullptr, "the writer is closed");
  corbel::append(impl_->tables, joint);
}

void ResultWriter::add_settings(const SettingsDescription& settings)
{
  demand(impl_ != nullptr, "the writer is closed");
  corbel::append(impl_->tables, settings);
}

void ResultWriter::add_basis(const BasisDescription& basis)
{
  demand(impl_ != nullptr, "the writer is closed");
  demand(basis.numbers.size() == basis.rows * basis.columns, "a basis holds rows times columns numbers");
  corbel::append(impl_->tables, basis);
}

void ResultWriter::add_event(const ModelEvent& event)
{
  demand(impl_ != nullptr, "the writer is closed");
  corbel::append(impl_->tables, event);
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
