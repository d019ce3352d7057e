// SPDX-License-Identifier: MIT
// A run killed at any instant leaves a file that holds its flushed frames; a live one can be read while it
// grows.
#include "corbel/output/result_file.hpp"
#include "forked.hpp"
#include "sample_run.hpp"

#include <chrono>
#include <thread>

namespace corbel {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t endless = 1'000'000;
constexpr int enough = 20,
              most_rounds = 400;  // a busy machine may kill many writers before their first frame

void sleep_up_to(double most_milliseconds, std::mt19937_64& random)
{
  std::uniform_real_distribution<double> time(0, most_milliseconds);
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(time(random)));
}

/// Kills a writer of these options after a while in which it may have flushed a few times.
void kill_soon(pid_t child, const WriterOptions& options, std::mt19937_64& random)
{
  sleep_up_to(40 + 2000 * options.flush_interval, random);
  ::kill(child, SIGKILL);
  EXPECT_EQ(sample::outcome(child), "signal 9");
}

class KilledWriter : public ::testing::TestWithParam<WriterOptions> {
 protected:
  sample::Folder folder_;
  std::string path_ = folder_.file("run.h5");
  std::mt19937_64 random_{7};
};

TEST_P(KilledWriter, LeavesItsFrames)
{
  int files = 0, round = 0;
  for (; files < enough && round < most_rounds; ++round) {
    fs::remove(path_);
    kill_soon(sample::start([&] { return sample::write_file(path_, endless, GetParam()), 0; }), GetParam(),
              random_);
    if (!fs::exists(path_)) continue;  // killed before the first frame
    const ResultReader reader(path_);
    EXPECT_GE(reader.frame_count(), 1u);
    EXPECT_EQ(reader.lost_frames(), 0u);
    EXPECT_FALSE(reader.closed_properly() && reader.frame_count() > 1);
    EXPECT_FALSE(reader.being_written());
    EXPECT_TRUE(sample::is_faithful(reader)) << "round " << round;
    files += reader.frame_count() > 1;
  }
  EXPECT_EQ(files, enough) << "after " << round << " rounds";
}

TEST_P(KilledWriter, IsContinuedAndKilledAgain)
{
  sample::write_file(path_, 3, GetParam());
  int growths = 0, round = 0;
  for (; growths < enough && round < most_rounds; ++round) {
    const std::size_t there = ResultReader(path_).frame_count();
    const std::size_t keep = round % 3 == 0 ? random_() % (there + 1) : std::min<std::size_t>(there, 300);
    kill_soon(sample::start([&] {
                ResultWriter writer = ResultWriter::append(path_, keep, GetParam());
                return sample::write(writer, keep, endless), 0;
              }),
              GetParam(), random_);
    const ResultReader reader(path_);
    EXPECT_GE(reader.frame_count(), keep);
    // Killed in the middle of dropping frames, those that were to go may be half gone.
    EXPECT_TRUE(reader.lost_frames() == 0 || reader.frame_count() == keep) << reader.lost_frames();
    EXPECT_TRUE(sample::is_faithful(reader)) << "round " << round;
    growths += reader.frame_count() > keep;
  }
  EXPECT_EQ(growths, enough) << "after " << round << " rounds";
  const std::size_t keep = ResultReader(path_).frame_count();
  ResultWriter writer = ResultWriter::append(path_, keep, GetParam());
  sample::write(writer, keep, keep + 20);
  writer.close();
  const ResultReader reader(path_);
  EXPECT_TRUE(reader.closed_properly());
  EXPECT_EQ(reader.frame_count(), keep + 20);
  EXPECT_TRUE(sample::is_faithful(reader));
}

/// Compressed files are not among these: HDF5 moves their chunks under a live reader, which then has to ask
/// again.
class LiveWriter : public KilledWriter {};

TEST_P(LiveWriter, CanBeReadWhileItLives)
{
  const pid_t child = sample::start([&] { return sample::write_file(path_, endless, GetParam()), 0; });
  while (!fs::exists(path_))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::size_t seen = 0, growths = 0;
  while (growths < 5 && std::chrono::steady_clock::now() < deadline) {
    const ResultReader reader(path_);
    EXPECT_TRUE(reader.being_written());
    EXPECT_GE(reader.frame_count(), seen);
    growths += reader.frame_count() > seen;
    seen = reader.frame_count();
    sleep_up_to(15, random_);  // the file grows under the open reader
    EXPECT_TRUE(sample::is_faithful(reader));
  }
  EXPECT_EQ(growths, 5u);
  ::kill(child, SIGKILL);
  sample::outcome(child);
}

std::string option_name(const ::testing::TestParamInfo<WriterOptions>& info)
{
  return std::string(info.param.compress ? "Compressed" : "Plain") +
         (info.param.flush_interval > 0 ? "Interval" : "EveryFrame");
}

constexpr WriterOptions every_frame{false, 0.0}, interval{false, 0.05}, compressed{true, 0.0};
INSTANTIATE_TEST_SUITE_P(Options, KilledWriter, ::testing::Values(every_frame, interval, compressed),
                         option_name);
INSTANTIATE_TEST_SUITE_P(Options, LiveWriter, ::testing::Values(every_frame, interval), option_name);

}  // namespace

}  // namespace corbel
