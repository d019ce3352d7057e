// SPDX-License-Identifier: MIT
// What is written is read back bit for bit; a file is continued, and appears only when it is worth having.
#include "corbel/core/error.hpp"
#include "corbel/output/result_file.hpp"
#include "sample_run.hpp"

#include <algorithm>

namespace corbel {
namespace {

namespace fs = std::filesystem;

/// Plain and compressed, flushed at each frame and at the end.
class RoundTrip : public ::testing::TestWithParam<WriterOptions> {
 protected:
  sample::Folder folder_;
  std::string path_ = folder_.file("run.h5");
};

TEST_P(RoundTrip, IsExact)
{
  sample::write_file(path_, 50, GetParam());
  const ResultReader reader(path_);
  EXPECT_EQ(reader.frame_count(), 50u);
  EXPECT_EQ(reader.lost_frames(), 0u);
  EXPECT_TRUE(reader.closed_properly());
  EXPECT_TRUE(sample::is_faithful(reader));
  EXPECT_EQ(reader.bodies().size(), static_cast<std::size_t>(sample::body_count(49)));
}

TEST_P(RoundTrip, SummariesHoldAllButTheRows)
{
  sample::write_file(path_, 20, GetParam());
  const ResultReader reader(path_);
  for (std::size_t i = 0; i < 20; ++i) {
    const Frame summary = reader.read_summary(i), frame = sample::frame(i);
    EXPECT_TRUE(sample::same_numbers(summary, frame));
    EXPECT_TRUE(summary.bodies.empty() && summary.state.empty() && summary.constraints.empty());
    EXPECT_EQ(reader.times()[i], frame.time);
    const auto contacts = std::count_if(frame.constraints.begin(), frame.constraints.end(),
                                        [](const auto& c) { return c.kind == ConstraintKind::contact; });
    EXPECT_EQ(reader.contact_count(i), static_cast<std::size_t>(contacts));
  }
}

TEST_P(RoundTrip, FilesAreContinuedAfterTheKeptFrames)
{
  for (const std::size_t keep : {50u, 49u, 20u, 16u, 1u, 0u}) {
    sample::write_file(path_, 50, GetParam());
    ResultWriter writer = ResultWriter::append(path_, keep, GetParam());
    sample::write(writer, keep, 70);
    writer.close();
    const ResultReader reader(path_);
    EXPECT_EQ(reader.frame_count(), 70u) << keep;
    EXPECT_TRUE(sample::is_faithful(reader)) << keep;
    EXPECT_EQ(reader.bodies().size(), static_cast<std::size_t>(sample::body_count(69))) << keep;
  }
}

TEST_P(RoundTrip, DroppedFramesAreGoneAtOnce)
{
  sample::write_file(path_, 50, GetParam());
  ResultWriter::append(path_, 17, GetParam()).close();
  const ResultReader reader(path_);
  EXPECT_EQ(reader.frame_count(), 17u);
  EXPECT_EQ(reader.bodies().size(), static_cast<std::size_t>(sample::body_count(16)));
  EXPECT_TRUE(sample::is_faithful(reader));
}

INSTANTIATE_TEST_SUITE_P(Options, RoundTrip,
                         ::testing::Values(WriterOptions{false, 0.5}, WriterOptions{false, 0.0},
                                           WriterOptions{true, 0.5}, WriterOptions{true, 0.0}));

class ResultFile : public ::testing::Test {
 protected:
  sample::Folder folder_;
  std::string path_ = folder_.file("a/b/run.h5");
};

TEST_F(ResultFile, AppearsWithItsFirstFrame)
{
  ResultWriter writer(path_, sample::run());
  writer.add_body(sample::body(1));
  writer.flush();
  EXPECT_FALSE(fs::exists(path_));
  writer.write(sample::frame(0));
  EXPECT_TRUE(fs::exists(path_));
  EXPECT_TRUE(ResultReader::is_valid(path_));
}

TEST_F(ResultFile, WithoutFramesLeavesNothingBehind)
{
  {
    ResultWriter writer(path_, sample::run());
    writer.add_body(sample::body(1));
  }
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(ResultFile, WithoutFramesKeepsWhatWasThereBefore)
{
  sample::write_file(path_, 5);
  ResultWriter(path_, sample::run()).close();
  EXPECT_EQ(ResultReader(path_).frame_count(), 5u);
}

TEST_F(ResultFile, IsReplacedByANewRun)
{
  sample::write_file(path_, 5);
  sample::write_file(path_, 3);
  EXPECT_EQ(ResultReader(path_).frame_count(), 3u);
}

TEST_F(ResultFile, HoldsEmptyThings)
{
  ResultWriter writer(path_, RunDescription{});
  writer.add_body(BodyDescription{});
  writer.write(Frame{});
  writer.close();
  const ResultReader reader(path_);
  EXPECT_TRUE(sample::same(reader.run(), RunDescription{}));
  ASSERT_EQ(reader.bodies().size(), 1u);
  EXPECT_TRUE(sample::same(reader.bodies()[0], BodyDescription{}));
  EXPECT_TRUE(sample::same(reader.read(0), Frame{}));
}

TEST_F(ResultFile, HoldsLargeThings)
{
  RunDescription run = sample::run();
  run.solver = std::string(200'000, 's');
  run.surface_materials.assign(5000, "material");
  BodyDescription body = sample::body(1);
  body.vertices.assign(300'000, 1.0 / 3);
  body.faces.assign(300'000, 7);
  Frame frame;
  frame.constraints.assign(50'000, ConstraintRecord{});
  {
    ResultWriter writer(path_, run);
    writer.add_body(body);
    writer.write(frame);
    writer.write(frame);
  }
  const ResultReader reader(path_);
  EXPECT_TRUE(sample::same(reader.run(), run));
  EXPECT_TRUE(sample::same(reader.bodies()[0], body));
  EXPECT_TRUE(sample::same(reader.read(1), frame));
}

TEST_F(ResultFile, CanBeReadByTheProcessThatWritesIt)
{
  ResultWriter writer(path_, sample::run(), {false, 1e9});
  sample::write(writer, 0, 10);
  EXPECT_EQ(ResultReader(path_).frame_count(), 1u);
  writer.flush();
  const ResultReader reader(path_);
  EXPECT_EQ(reader.frame_count(), 10u);
  EXPECT_FALSE(reader.closed_properly());
  sample::write(writer, 10, 300);
  EXPECT_TRUE(sample::is_faithful(reader));
  writer.close();
  EXPECT_TRUE(sample::is_faithful(reader));
  EXPECT_EQ(ResultReader(path_).frame_count(), 300u);
}

TEST_F(ResultFile, HasOneWriter)
{
  ResultWriter writer(path_, sample::run());
  EXPECT_THROW(ResultWriter(path_, sample::run()), FileError);
  sample::write(writer, 0, 10);
  EXPECT_THROW(ResultWriter(path_, sample::run()), FileError);
  EXPECT_THROW(ResultWriter::append(path_, 1), FileError);
  EXPECT_TRUE(ResultReader(path_).being_written());
  writer.close();
  const ResultReader reader(path_);
  EXPECT_FALSE(reader.being_written());
  EXPECT_TRUE(reader.closed_properly());
  EXPECT_EQ(reader.frame_count(), 10u);
}

TEST_F(ResultFile, IsWrittenOnAfterAMove)
{
  ResultWriter first(path_, sample::run());
  sample::write(first, 0, 3);
  ResultWriter second = std::move(first);
  sample::write(second, 3, 6);
  first = std::move(second);
  sample::write(first, 6, 9);
  first.close();
  EXPECT_THROW(first.write(sample::frame(9)), InternalError);
  ResultReader reader(path_);
  reader = ResultReader(path_);
  EXPECT_EQ(reader.frame_count(), 9u);
  EXPECT_TRUE(sample::is_faithful(reader));
}

TEST_F(ResultFile, RefusesFramesThatCannotBe)
{
  ResultWriter writer(path_, sample::run());
  writer.write(sample::frame(5));
  EXPECT_THROW(writer.write(sample::frame(4)), InternalError);
  Frame frame = sample::frame(6);
  frame.state.pop_back();
  EXPECT_THROW(writer.write(frame), InternalError);
  frame = sample::frame(6);
  frame.time = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(writer.write(frame), InternalError);
  writer.write(sample::frame(6));
}

TEST_F(ResultFile, TellsWhenBodiesAndJointsCameAndWent)
{
  {
    ResultWriter writer(path_, sample::run());
    writer.add_body(sample::body(1));
    writer.add_body(sample::body(2));
    writer.add_joint(sample::joint(1));
    writer.add_event({0, ModelEventKind::body_added, 1});
    writer.add_event({0.5, ModelEventKind::body_added, 2});
    writer.add_event({0.25, ModelEventKind::joint_added, 1});
    writer.add_event({0.75, ModelEventKind::joint_removed, 1});
    writer.add_event({1, ModelEventKind::body_removed, 2});
    writer.add_event({1, static_cast<ModelEventKind>(77), 2});  // of a later program
    writer.write(sample::frame(0));
  }
  const ResultReader reader(path_);
  EXPECT_EQ(reader.bodies()[0].added, 0);
  EXPECT_EQ(reader.bodies()[0].removed, std::numeric_limits<double>::infinity());
  EXPECT_EQ(reader.bodies()[1].added, 0.5);
  EXPECT_EQ(reader.bodies()[1].removed, 1);
  EXPECT_EQ(reader.joints()[0].added, 0.25);
  EXPECT_EQ(reader.joints()[0].removed, 0.75);
}

TEST_F(ResultFile, ABodyThatChangedIsDescribedAgain)
{
  BodyDescription changed = sample::body(2);
  changed.properties[0].text = "RIG_IMP";
  {
    ResultWriter writer(path_, sample::run());
    sample::write(writer, 0, 2);
    writer.add_body(changed);
    writer.add_body(changed);
    writer.write(sample::frame(2));
  }
  EXPECT_EQ(ResultReader(path_).bodies().size(), 4u);
  EXPECT_TRUE(sample::same(ResultReader(path_).bodies()[3], changed));
  ResultWriter::append(path_, 2).close();  // before it changed
  EXPECT_EQ(ResultReader(path_).bodies().size(), 3u);
}

/// The end of a run is written after its last frame and stays when the file is continued there.
TEST_F(ResultFile, KeepsTheEndOfTheRunBehindTheLastFrame)
{
  const std::size_t own = static_cast<std::size_t>(sample::event_count(3));
  const auto write = [&] {
    ResultWriter writer(path_, sample::run());
    sample::write(writer, 0, 4);
    writer.add_event({0.03, ModelEventKind::run_ended, 0});
    writer.add_event({0.03, ModelEventKind::body_removed, 1});  // of a frame that was never written
  };
  write();
  EXPECT_EQ(ResultReader(path_).events().size(), own + 1);
  ResultWriter::append(path_, 4).close();
  EXPECT_EQ(ResultReader(path_).events().size(), own + 1);
  write();
  ResultWriter::append(path_, 3).close();
  EXPECT_EQ(ResultReader(path_).events().size(), own - 1);
}

TEST_F(ResultFile, RefusesFramesItDoesNotHold)
{
  sample::write_file(path_, 2);
  EXPECT_THROW(ResultReader(path_).read(2), InputError);
  EXPECT_THROW(ResultReader(path_).read_summary(2), InputError);
  EXPECT_THROW(ResultWriter::append(path_, 3), FileError);
  EXPECT_EQ(ResultReader(path_).frame_count(), 2u);
}

}  // namespace
}  // namespace corbel
