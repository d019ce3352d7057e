// SPDX-License-Identifier: MIT
// A file of format 4, written by the last program that wrote that format (tests/data/format4), is read and
// continued.
#include "corbel/core/error.hpp"
#include "corbel/output/result_file.hpp"
#include "forked.hpp"
#include "sample_run.hpp"

#include <fstream>

namespace corbel {
namespace {

namespace fs = std::filesystem;

class Format4 : public ::testing::Test {
 protected:
  const std::string old_ = std::string(CORBEL_TEST_DATA) + "/format4/model.h5";
  sample::Folder folder_;
  std::string copy_ = folder_.file("copy.h5");

  void SetUp() override { fs::copy_file(old_, copy_); }
};

TEST_F(Format4, IsRead)
{
  const ResultReader reader(old_);
  EXPECT_EQ(reader.format(), 4);
  EXPECT_TRUE(reader.closed_properly());
  ASSERT_EQ(reader.frame_count(), 3u);
  ASSERT_EQ(reader.bodies().size(), 4u);
  EXPECT_EQ(reader.bodies()[0].label, "floor");
  EXPECT_NEAR(reader.bodies()[0].mass, 2000 * 2 * 2 * 0.1, 1e-9);
  EXPECT_EQ(reader.bodies()[2].kind, "FINITE_ELEMENT");
  EXPECT_EQ(reader.bodies()[2].nodes.size(), 24u);
  EXPECT_EQ(reader.bodies()[3].added, 0);
  EXPECT_TRUE(reader.joints().empty() && reader.settings().empty() && reader.events().empty());
  for (std::size_t i = 0; i < 3; ++i) {
    const Frame frame = reader.read(i);  // checksums are right
    EXPECT_NEAR(frame.time, 0.01 * static_cast<double>(i), 1e-12);
    EXPECT_EQ(frame.bodies.size(), 4u);
    EXPECT_EQ(frame.bodies[2].q_size, 24);
  }
  const Frame last = reader.read(2);
  EXPECT_EQ(last.step, 20);
  EXPECT_EQ(reader.contact_count(2), 8u);
  EXPECT_EQ(last.constraints[0].kind, ConstraintKind::rigid_link);
  // The ball swings with v = 0.5 m/s on a link of 0.5 m: after 0.02 s 0.5 sin(0.02) m, less by gravity's
  // share of 1e-6.
  EXPECT_NEAR(last.state[12 + 6 + 12 + 6 + 48 + 9], 0.5 * std::sin(0.02), 2e-5);
  EXPECT_LT(last.bodies[2].energy.damping, 0);
  EXPECT_NE(describe(reader).find("rigid link"), std::string::npos);
}

TEST_F(Format4, BecomesFormat5WhenItIsContinued)
{
  const ResultReader before(old_);
  Frame more = before.read(2);
  more.time += 0.01;
  {
    ResultWriter writer = ResultWriter::append(copy_, 3);
    writer.write(more);
  }
  const ResultReader after(copy_);
  EXPECT_EQ(after.format(), 5);
  ASSERT_EQ(after.frame_count(), 4u);
  EXPECT_TRUE(sample::same(after.run(), before.run()));
  ASSERT_EQ(after.bodies().size(), 4u);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_TRUE(sample::same(after.bodies()[i], before.bodies()[i]));
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(sample::same(after.read(i), before.read(i)));
  EXPECT_TRUE(sample::same(after.read(3), more));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()),
            1);  // nothing is left
}

TEST_F(Format4, DamagedAnywhereNeverCrashes)
{
  std::ifstream file(old_, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(file), {}};
  std::mt19937_64 random(14);
  for (int round = 0; round < 150; ++round) {
    std::string bytes = good;
    const std::size_t place = random() % bytes.size();
    bytes[place] = static_cast<char>(bytes[place] ^ static_cast<char>(1u << random() % 8));
    std::ofstream(copy_, std::ios::binary | std::ios::trunc) << bytes;
    const std::string outcome = sample::outcome(sample::start([&] {
      sample::limit_seconds_and_memory();
      try {
        const ResultReader reader(copy_);
        describe(reader);
        if (round % 5 == 0) ResultWriter::append(copy_, 1).close();
        return 0;
      } catch (const FileError&) {
        return 1;
      }
    }));
    EXPECT_TRUE(outcome == "exit 0" || outcome == "exit 1") << outcome << ", place " << place;
  }
}

}  // namespace
}  // namespace corbel
