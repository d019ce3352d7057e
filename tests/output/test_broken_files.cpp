// SPDX-License-Identifier: MIT
// Files that are missing, foreign, cut off or damaged give a FileError, never a crash and never a wrong
// number.
#include "corbel/core/error.hpp"
#include "corbel/core/log.hpp"
#include "corbel/output/result_file.hpp"
#include "forked.hpp"
#include "sample_run.hpp"

#include <fstream>

namespace corbel {
namespace {

namespace fs = std::filesystem;

std::string contents(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void save(const std::string& path, const std::string& bytes)
{
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string complaint(const std::string& path)
{
  try {
    const ResultReader reader(path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "none";
}

/// In a child: exit 0 when all that can be read is what was written, 1 when FileError says that something
/// cannot.
std::string outcome_of_reading(const std::string& path)
{
  return sample::outcome(sample::start([&] {
    sample::limit_seconds_and_memory();
    try {
      const ResultReader reader(path);
      describe(reader);
      return sample::is_faithful(reader) ? 0 : 2;
    } catch (const FileError&) {
      return 1;
    }
  }));
}

/// The same for continuing it.
std::string outcome_of_appending(const std::string& path)
{
  return sample::outcome(sample::start([&] {
    sample::limit_seconds_and_memory();
    try {
      ResultWriter writer = ResultWriter::append(path, 2);
      sample::write(writer, 2, 5);
      writer.close();
      return sample::is_faithful(ResultReader(path)) ? 0 : 2;
    } catch (const FileError&) {
      return 1;
    }
  }));
}

bool is_harmless(const std::string& outcome) { return outcome == "exit 0" || outcome == "exit 1"; }

/// A file that was closed, or one whose writer was killed.
class BrokenFile : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override
  {
    const bool killed = GetParam();
    const pid_t child = sample::start([&] {
      ResultWriter writer(path_, sample::run(), {false, 0});
      sample::write(writer, 0, 40);
      if (killed) ::raise(SIGKILL);
      return 0;
    });
    ASSERT_EQ(sample::outcome(child), killed ? "signal 9" : "exit 0");
    ASSERT_EQ(ResultReader(path_).closed_properly(), !killed);
    good_ = contents(path_);
  }

  /// One bit in each round. The first quarter of the rounds aims at the first pages, where HDF5 keeps its structures; the others pass
  /// over zeros, which are mostly space that nobody uses.
  void flip_bits(int rounds, unsigned seed)
  {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < good_.size(); ++i)
      if (good_[i] != 0) places.push_back(i);
    std::mt19937_64 random(seed);
    for (int round = 0; round < rounds; ++round) {
      const std::size_t place = 4 * round < rounds ? random() % 8192 : places[random() % places.size()];
      std::string bytes = good_;
      bytes[place] = static_cast<char>(bytes[place] ^ static_cast<char>(1u << random() % 8));
      save(path_, bytes);
      const std::string reading = outcome_of_reading(path_);
      EXPECT_TRUE(is_harmless(reading)) << reading << " when reading, place " << place;
      if (round % 5 != 0) continue;
      const std::string appending = outcome_of_appending(path_);
      EXPECT_TRUE(is_harmless(appending)) << appending << " when appending, place " << place;
    }
  }

  sample::Folder folder_;
  std::string path_ = folder_.file("run.h5");
  std::string good_;
};

TEST_P(BrokenFile, CutOffAnywhere)
{
  std::vector<std::size_t> lengths = {0, 1, 7, 8, 9, 47, 48, 49, good_.size() - 1};
  for (std::size_t i = 1; i < 100; ++i)
    lengths.push_back(i * good_.size() / 100);
  for (const std::size_t length : lengths) {
    save(path_, good_.substr(0, length));
    const std::string outcome = outcome_of_reading(path_);
    EXPECT_TRUE(is_harmless(outcome)) << outcome << " at length " << length;
    EXPECT_TRUE(GetParam() || outcome == "exit 1") << outcome << " at length " << length;
  }
}

TEST_P(BrokenFile, DamagedAnywhere) { flip_bits(120, 11); }
TEST_P(BrokenFile, NightlyDamagedInMorePlaces) { flip_bits(400, 13); }

TEST_P(BrokenFile, OverwrittenInParts)
{
  std::mt19937_64 random(12);
  for (int round = 0; round < 100; ++round) {
    std::string bytes = good_;
    const std::size_t begin = round < 50 ? random() % 16384 : random() % bytes.size();
    const std::size_t end = std::min(bytes.size(), begin + 1 + random() % 5000);
    for (std::size_t i = begin; i < end; ++i)
      bytes[i] = round % 2 ? '\0' : static_cast<char>(random());
    save(path_, bytes);
    const std::string outcome = outcome_of_reading(path_);
    EXPECT_TRUE(is_harmless(outcome)) << outcome << ", bytes " << begin << " to " << end;
  }
}

INSTANTIATE_TEST_SUITE_P(ClosedAndKilled, BrokenFile, ::testing::Bool());

class WrongFile : public ::testing::Test {
 protected:
  sample::Folder folder_;
  std::string path_ = folder_.file("run.h5");
};

TEST_F(WrongFile, SaysWhatIsWrong)
{
  EXPECT_NE(complaint(path_).find("does not exist"), std::string::npos);
  EXPECT_NE(complaint(path_).find(path_), std::string::npos);
  EXPECT_NE(complaint(folder_.path()).find("is a directory"), std::string::npos);
  save(path_, "");
  EXPECT_NE(complaint(path_).find("is empty"), std::string::npos);
  save(path_, "# a deck\nimport corbel\n");
  EXPECT_NE(complaint(path_).find("not HDF5"), std::string::npos);
  save(path_, "\x89PNG\r\n\x1a\n" + std::string(1000, '\0'));
  EXPECT_NE(complaint(path_).find("not HDF5"), std::string::npos);
  save(path_, "\x89HDF\r\n\x1a\n");
  EXPECT_NE(complaint(path_).find("truncated after 8 bytes"), std::string::npos);
  sample::write_file(path_, 3);
  fs::resize_file(path_, fs::file_size(path_) - 1000);
  EXPECT_NE(complaint(path_).find("is truncated"), std::string::npos);
  EXPECT_FALSE(ResultReader::is_valid(path_));
}

TEST_F(WrongFile, DamagedFramesDoNotHideTheOthers)
{
  sample::write_file(path_, 20);
  std::string bytes = contents(path_);
  const double number = sample::frame(10).state[5];
  const std::size_t place = bytes.find(std::string(reinterpret_cast<const char*>(&number), sizeof(number)));
  ASSERT_NE(place, std::string::npos);
  bytes[place] = static_cast<char>(bytes[place] ^ 1);
  save(path_, bytes);
  const ResultReader reader(path_);
  EXPECT_EQ(reader.frame_count(), 20u);
  for (std::size_t i = 0; i < 20; ++i) {
    if (i == 10) {
      EXPECT_THROW(reader.read(i), FileError);
    } else {
      EXPECT_TRUE(sample::same(reader.read(i), sample::frame(i)));
    }
  }
}

TEST_F(WrongFile, DamagedRowsEndTheFrames)
{
  sample::write_file(path_, 20);
  std::string bytes = contents(path_);
  const double number = sample::frame(10).solver.residual_scaled;
  const std::size_t place = bytes.find(std::string(reinterpret_cast<const char*>(&number), sizeof(number)));
  ASSERT_NE(place, std::string::npos);
  bytes[place] = static_cast<char>(bytes[place] ^ 1);
  save(path_, bytes);
  const ResultReader reader(path_);
  EXPECT_EQ(reader.frame_count(), 10u);
  EXPECT_EQ(reader.lost_frames(), 10u);
  EXPECT_TRUE(sample::is_faithful(reader));
}

/// Rows that are whole but say what cannot be: sizes that do not add up and kinds that do not exist would
/// lead readers astray.
TEST_F(WrongFile, FramesThatCannotBeAreDamaged)
{
  const auto complaint_about = [&](const auto& spoil) {
    Frame frame = sample::frame(1);
    frame.constraints.resize(1);
    spoil(frame);
    {
      ResultWriter writer(path_, sample::run());
      writer.write(frame);
    }
    const ResultReader reader(path_);
    EXPECT_THROW(reader.read(0), FileError);
  };
  complaint_about([](Frame& f) { f.constraints[0].kind = static_cast<ConstraintKind>(99); });
  complaint_about([](Frame& f) { f.constraints[0].kind = static_cast<ConstraintKind>(-1); });
  complaint_about([](Frame& f) { f.bodies[0].kind = -3; });
}

/// A damaged row of any table of the model ends the frames that need it, and none before.
TEST_F(WrongFile, DamagedModelRowsEndTheFramesThatNeedThem)
{
  const auto frames_without = [&](double number) {
    sample::write_file(path_, 40);
    std::string bytes = contents(path_);
    const std::size_t place = bytes.find(std::string(reinterpret_cast<const char*>(&number), sizeof(number)));
    EXPECT_NE(place, std::string::npos) << number;
    bytes[place] = static_cast<char>(bytes[place] ^ 1);
    save(path_, bytes);
    const ResultReader reader(path_);
    EXPECT_TRUE(sample::is_faithful(reader));
    return reader.frame_count();
  };
  EXPECT_EQ(frames_without(sample::joint(3).memory[0].numbers[0]), 8u);          // described before frame 8
  EXPECT_EQ(frames_without(sample::settings(4).properties[0].numbers[0]), 24u);  // before frame 24
  EXPECT_EQ(frames_without(sample::body(5).properties[1].numbers[0]), 32u);      // body 5 comes with frame 32
  EXPECT_EQ(frames_without(sample::basis(2).numbers[58]), 16u);                  // 1/59: only in basis 2 on
  EXPECT_EQ(frames_without(sample::event(30).time), 29u);
}

TEST_F(WrongFile, CannotBeWrittenWhereItCannotBe)
{
  save(path_, "a file");
  EXPECT_THROW(ResultWriter(folder_.path(), sample::run()), FileError);
  EXPECT_THROW(ResultWriter(path_ + "/run.h5", sample::run()), FileError);
  EXPECT_THROW(ResultWriter("/proc/no/such/run.h5", sample::run()), FileError);
  EXPECT_THROW(ResultWriter("", sample::run()), FileError);
  EXPECT_THROW(ResultWriter(folder_.file(""), sample::run()), FileError);
  EXPECT_THROW(ResultWriter::append(path_, 0), FileError);
  EXPECT_THROW(ResultWriter::append(folder_.file("none.h5"), 0), FileError);
  EXPECT_EQ(contents(path_), "a file");
  EXPECT_FALSE(fs::exists(folder_.file("none.h5")));
}

TEST_F(WrongFile, CannotBeWrittenWithoutPermission)
{
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const fs::path closed = folder_.path() / "closed";
  fs::create_directory(closed);
  fs::permissions(closed, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THROW(ResultWriter(closed / "run.h5", sample::run()), FileError);
  EXPECT_THROW(ResultWriter(closed / "new" / "run.h5", sample::run()), FileError);
}

TEST_F(WrongFile, FullDiskLeavesWhatWasFlushed)
{
  // A limit on the size of files stands in for a full disk.
  const std::string outcome = sample::outcome(sample::start([&] {
    set_log_sink([](const std::string&) {});
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit bytes = {1u << 20, 1u << 20};
    ::setrlimit(RLIMIT_FSIZE, &bytes);
    try {
      sample::write_file(path_, 100'000, {false, 0});
    } catch (const FileError&) {
      return 1;
    }
    return 0;
  }));
  EXPECT_EQ(outcome, "exit 1");
  const ResultReader reader(path_);
  EXPECT_GE(reader.frame_count(), 50u);
  EXPECT_TRUE(sample::is_faithful(reader));
}

}  // namespace
}  // namespace corbel
