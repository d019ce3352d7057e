// SPDX-License-Identifier: MIT
// The text of `corbel info` says what is in the file, on one screen.
#include "corbel/output/result_file.hpp"
#include "sample_run.hpp"

#include <algorithm>
#include <chrono>

namespace corbel {
namespace {

class Describe : public ::testing::Test {
 protected:
  sample::Folder folder_;
  std::string path_ = folder_.file("run.h5");
};

BodyDescription body(std::int32_t id, const char* kind, double mass)
{
  BodyDescription body;
  body.id = id;
  body.kind = kind;
  body.mass = mass;
  return body;
}

/// Two bodies; `contacts` contacts and a rigid link; energies and times that grow with the index.
Frame frame(int index, std::size_t contacts)
{
  Frame frame;
  frame.time = 0.5 * index;
  frame.step = 100 * index;
  frame.max_penetration = index == 1 ? 2.5e-5 : 1e-6;
  frame.solver = {1000 * index, 40 + index, index == 2 ? 3 : 0, 0, 0, 0, 1e-5 * index, 1e-7 * index};
  frame.certificate = {3e-5 * index, 4e-7 * index, index == 1 ? 5e-5 : 2e-6, index == 1 ? -0.25 : 0.125};
  frame.seconds = {0.0, 0.5, 0.25, 1.25, 0.0, 0.0};
  frame.bodies = {{1, 0, 0, 0, {1.0 * index, 0, 0, -2.0 * index, 0}},
                  {2, 0, 0, 0, {10.0 * index, 0, 0, 0, -0.5}}};
  frame.constraints.resize(contacts + 1);
  frame.constraints.back().kind = ConstraintKind::rigid_link;
  return frame;
}

void expect_line(const std::string& text, const std::string& line)
{
  EXPECT_NE(("\n" + text).find("\n" + line + "\n"), std::string::npos) << "no line '" << line << "' in\n"
                                                                       << text;
}

TEST_F(Describe, SaysWhatIsThere)
{
  {
    ResultWriter writer(path_, sample::run());
    writer.add_body(body(1, "RIGID", 1.5));
    writer.add_body(body(2, "RIGID", 2));
    writer.add_body(body(3, "OBSTACLE", 0));
    writer.write(frame(0, 4));
    writer.write(frame(1, 2));
    writer.write(frame(2, 9));
  }
  const std::string text = describe(ResultReader(path_));
  expect_line(text, "file      " + path_ + " (closed properly)");
  expect_line(text, "analysis  DYNAMIC, h = 0.001 s, 2 threads");
  expect_line(text, "bodies    3");
  expect_line(text, "          RIGID                 2           3.5 kg");
  expect_line(text, "          OBSTACLE              1             0 kg");
  expect_line(text, "frames    3, t = 0 ... 1 s, steps 0 ... 200");
  expect_line(text, "contacts  min 2, mean 5.0, max 9 over the frames");
  expect_line(text, "          largest penetration 2.5e-05 m at t = 0.5 s");
  expect_line(text, "          last frame: 9 contact, 1 rigid link");
  expect_line(text, "          kinetic                     0             22");
  expect_line(text, "          contact                     0             -4");
  expect_line(text, "          friction                 -0.5           -0.5");
  expect_line(text, "stages    all                   6.000 s");
  expect_line(text, "          solve                 3.750 s    62.5 %");
  expect_line(text, "solver    iterations per step: mean 15.0, max 42");
  expect_line(text, "          unconverged steps: 3 of 200");
  expect_line(text, "          worst residuals of all steps: 6e-05 absolute, 8e-07 scaled");
  expect_line(text, "          deepest penetration: 5e-05 m");
  expect_line(text, "          energy balance: -0.25 of all energies at the worst frame");
}

TEST_F(Describe, SaysWhetherTheFileIsStillWritten)
{
  ResultWriter writer(path_, sample::run());
  writer.write(frame(0, 1));
  EXPECT_NE(describe(ResultReader(path_)).find("(being written)"), std::string::npos);
}

TEST_F(Describe, FitsOneScreen)
{
  ResultWriter writer(path_, sample::run());
  for (int i = 1; i <= 30; ++i)
    writer.add_body(body(i, ("KIND " + std::to_string(i)).c_str(), 1));
  writer.write(frame(0, 1));
  writer.close();
  const std::string text = describe(ResultReader(path_));
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 45);
  EXPECT_NE(text.find("and 22 more kinds"), std::string::npos);
}

TEST_F(Describe, IsQuickForManyFrames)
{
  {
    ResultWriter writer(path_, sample::run());
    Frame many = frame(0, 2);
    for (int i = 0; i < 100'000; ++i) {
      many.time = i;
      writer.write(many);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  const std::string text = describe(ResultReader(path_));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_NE(text.find("frames    100000"), std::string::npos);
  EXPECT_LT(seconds.count(), 5.0);  // tens of milliseconds on an idle machine
}

}  // namespace
}  // namespace corbel
