// SPDX-License-Identifier: MIT
// The words of a run on the screen.
#include "corbel/run/progress.hpp"

#include <gtest/gtest.h>

namespace corbel {
namespace {

/// What was written to the stream so far.
class Sheet {
 public:
  Sheet() : file_(std::tmpfile()) {}
  ~Sheet() { std::fclose(file_); }
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  std::FILE* stream() { return file_; }
  std::string text()
  {
    std::rewind(file_);
    std::string all;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_))
      all += static_cast<char>(c);
    return all;
  }

 private:
  std::FILE* file_;
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

RunStatus half_way()
{
  return {.start = 1,
          .time = 1.5,
          .end = 2,
          .steps = 500,
          .bodies = 61,
          .contacts = 183,
          .joints = 2,
          .iterations = 12,
          .residual = 3.1e-7,
          .wall_seconds = 100};
}

TEST(Progress, StatusLine)
{
  const std::string line = status_line(half_way());
  EXPECT_EQ(line,
            "t 1.5 of 2 s  left 1:40  step 500  61 bodies  183 contacts  12 iterations  residual 3.1e-07  5 "
            "steps/s");
}

TEST(Progress, ANarrowTerminalKeepsTheTimeLeft)
{
  RunStatus status = half_way();
  status.steps = 123456;
  status.bodies = 12345;
  status.contacts = 67890;
  const std::string line = status_line(status, 79);
  EXPECT_LE(line.size(), 79U);
  EXPECT_EQ(line, "t 1.5 of 2 s  left 1:40  step 123456  12345 bodies  67890 contacts");
  EXPECT_EQ(status_line(status, 5), "t 1.5");
}

TEST(Progress, StatusLineOfLongRuns)
{
  RunStatus status = half_way();
  status.wall_seconds = 2 * 3600 + 3 * 60 + 4;
  EXPECT_TRUE(holds(status_line(status), "left 2:03:04")) << status_line(status);
}

TEST(Progress, StatusLineAtTheVeryStart)
{
  RunStatus status = half_way();
  status.time = status.start;
  status.steps = 0;
  status.wall_seconds = 0;
  const std::string line = status_line(status);
  EXPECT_TRUE(holds(line, "left ?")) << line;
  EXPECT_FALSE(holds(line, "nan")) << line;
  EXPECT_FALSE(holds(line, "inf")) << line;
}

TEST(Progress, StatusLineOfAnOvershootHasNothingLeft)  // the last step is not shortened
{
  RunStatus status = half_way();
  status.time = 2.4;
  EXPECT_TRUE(holds(status_line(status), "left 0:00")) << status_line(status);
}

TEST(Progress, OutlineNamesTheStages)
{
  RunReport report;
  report.last = half_way();
  report.seconds = {1, 2, 3, 4, 5, 5};
  report.iterations = 5000;
  report.max_iterations = 40;
  report.unconverged_steps = 3;
  report.worst_residual = 2e-5;
  report.max_penetration = 1e-4;
  const std::string text = outline(report);
  std::size_t place = 0;
  for (const std::string_view name : stage_names) {
    const std::size_t next = text.find(name, place);
    EXPECT_NE(next, std::string::npos) << name;
    place = next;  // in the order of the step
  }
  for (const char* part :
       {"500 steps to t = 1.5 s in 100 s", "61 bodies", "183 contacts", "2 joints", "20.0 %",
        "10.0 iterations per step", "at most 40", "2.0e-05", "3 steps not converged", "1.00e-04 m"})
    EXPECT_TRUE(holds(text, part)) << part << " in\n" << text;
}

TEST(Progress, OutlineSaysWhichMethodsEndedTheSteps)
{
  RunReport report;
  report.last = half_way();  // 500 steps
  EXPECT_FALSE(holds(outline(report), "solve: "));
  report.methods = {{"admm", {47, 900, 0.25}}, {"nesterov", {430, 80000, 3.5}}, {"newton", {3, 40, 0.5}}};
  report.unconverged_steps = 20;
  EXPECT_TRUE(
      holds(outline(report), "solve: nesterov 430 steps (3.5 s), admm 47 (0.25 s), newton 3 (0.5 s)\n"))
      << outline(report);
  report.unconverged_steps = 8;
  EXPECT_TRUE(holds(outline(report), "newton 3 (0.5 s), converged at the initial guess 12\n"))
      << outline(report);
  EXPECT_FALSE(holds(outline(report), "tolerance: ")) << outline(report);
  report.tolerances = {{1e-5, 450}, {1e-4, 50}};
  EXPECT_TRUE(holds(outline(report), "tolerance: 1e-05 in 450 steps, 0.0001 in 50\n")) << outline(report);
}

TEST(Progress, OutlineTellsOfStepsThatWereOnlyCalledSolved)
{
  RunReport report;
  report.last = half_way();
  EXPECT_FALSE(holds(outline(report), "not certified")) << outline(report);
  report.uncertified_steps = 7;
  EXPECT_TRUE(holds(outline(report), "7 converged steps not certified: a residual exceeds 0.01"))
      << outline(report);
}

TEST(Progress, OutlineTellsOfBalance)
{
  RunReport report;
  report.last = half_way();  // 500 steps
  EXPECT_FALSE(holds(outline(report), "balance")) << outline(report);
  report.passes = 2000;
  report.worst_imbalance = 3e-10;
  report.worst_misfit = 4e-7;
  EXPECT_TRUE(holds(outline(report), "4.0 passes per step, worst force imbalance 3.0e-10 beyond round-off, "
                                     "worst constraint violation 4.0e-07"))
      << outline(report);
}

TEST(Progress, OutlineOfNothing)
{
  const std::string text = outline({});
  EXPECT_FALSE(holds(text, "nan")) << text;
  EXPECT_TRUE(holds(text, "0 steps"));
}

TEST(Progress, PlainLinesComeEveryFiveSeconds)
{
  Sheet sheet;
  Progress progress(sheet.stream());
  RunStatus status = half_way();
  for (const double seconds : {0.1, 4.9, 5.0, 6.0, 9.9, 10.1}) {
    status.wall_seconds = seconds;
    progress.show(status);
  }
  const std::string text = sheet.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
  EXPECT_FALSE(holds(text, "\r"));
}

TEST(Progress, AShortRunShowsNoPlainLine)
{
  Sheet sheet;
  Progress progress(sheet.stream());
  RunStatus status = half_way();
  status.wall_seconds = 0.5;
  progress.show(status);
  EXPECT_EQ(sheet.text(), "");
}

}  // namespace
}  // namespace corbel
