// SPDX-License-Identifier: MIT
// Bodies and joints that come and go between runs: shown, and gone on from, bit for bit as if nothing had
// stopped.
#include "log_lines.hpp"
#include "runs.hpp"

namespace corbel::testing {
namespace {

/// The same description in any number of sittings: three runs of 0.05 s; between them a joint goes, joints and
/// bodies come, a body goes.
class ChangingModel : public RunTest {
 protected:
  static constexpr double part = 0.05;

  static void before_second(Simulation& s)
  {
    s.model.remove_joint(1);  // the link of the hanging box
    Body& ball = *s.model.bodies()[2];
    s.model.add_fixed_point(ball, ball.center());  // joint 2, where the ball is now
    add_ball(s.model, {-2, -2, 1}, 0.3);           // body 6
    s.model.add_rigid_link(s.model.bodies()[5].get(), nullptr, {-2, -2, 1}, {-2, -2.5, 2});  // joint 3
  }
  /// joint 5: the floor slides and turns about a point of space.
  static void move_floor(Simulation& s)
  {
    auto path = std::make_shared<MotionPath>(
        MotionPath::Translation{MotionKind::acceleration, std::array<Amplitude, 3>{0.5, 0.0, 0.0}},
        VectorAmplitude(std::array<Amplitude, 3>{0.0, 0.0, 0.2}), 0.001);
    s.model.move_obstacle(*s.model.bodies()[0], {1, 2, 0}, path);
  }
  static void before_third(Simulation& s)
  {
    s.remove_body(*s.model.bodies()[1]);  // the box at rest, body 2
    Body& spinning = *s.model.bodies()[3];
    s.model.add_prescribed_motion(spinning, spinning.center(), {1, 0, 0}, MotionKind::acceleration,
                                  3.0);  // joint 4
    move_floor(s);
  }
  /// As a script that continues builds the model: all bodies and joints, in the same order, before resume().
  static void build_for(Simulation& s, int runs)
  {
    build_playground(s);
    if (runs >= 2) {
      Body& ball = *s.model.bodies()[2];
      s.model.add_fixed_point(ball, ball.center());
      add_ball(s.model, {-2, -2, 1}, 0.3);
      s.model.add_rigid_link(s.model.bodies()[5].get(), nullptr, {-2, -2, 1}, {-2, -2.5, 2});
    }
    if (runs >= 3) {
      Body& spinning = *s.model.bodies()[4];
      s.model.add_prescribed_motion(spinning, spinning.center(), {1, 0, 0}, MotionKind::acceleration, 3.0);
      move_floor(s);
    }
  }
  void run_all(const std::string& file, double last = part) const
  {
    Simulation s(0.001);
    build_playground(s);
    s.output.file = file;
    s.output.interval = 0.02;
    s.run(precise(), part, {});
    before_second(s);
    s.run(precise(), part, {});
    before_third(s);
    s.run(precise(), last, {});
  }
  std::string whole() const { return folder_.file("whole.h5"); }
};

TEST_F(ChangingModel, IsGoneOnWithInTheLastRun)
{
  run_all(whole());
  run_all(path_, 0.02);
  Simulation s(0.001);
  build_for(s, 3);
  write_to_file(s, 0.02);
  s.resume();
  EXPECT_EQ(s.model.bodies().size(), 5u);
  EXPECT_EQ(s.model.joints().size(), 4u);  // 2, 3, 4, 5
  s.run(precise(), part - 0.02, {});
  const ResultReader a(path_), b(whole());
  Frame end = a.read(a.frame_count() - 1), expected = b.read(b.frame_count() - 1);
  expect_same_state(end, expected);
}

TEST_F(ChangingModel, IsGoneOnWithBetweenRuns)
{
  run_all(whole());
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.02);
    s.run(precise(), part, {});
    before_second(s);
    s.run(precise(), part, {});
  }
  Simulation s(0.001);
  build_for(s, 2);
  write_to_file(s, 0.02);
  s.resume();
  before_third(s);
  s.run(precise(), part, {});
  expect_same_frames(path_, whole());
}

/// A damped body of finite elements among them, that was moving from the start.
TEST_F(ChangingModel, ADampedElasticBodyKeepsItsEnergies)
{
  const auto build = [&](Simulation& s, const std::string& file) {
    s.model.gravity = {0.0, 0.0, -g};
    add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
    const std::vector<double> corners = {0, 0, 0.002, 1, 0, 0.002, 1, 1, 0.002, 0, 1, 0.002,
                                         0, 0, 1.002, 1, 0, 1.002, 1, 1, 1.002, 0, 1, 1.002};
    const Mesh mesh = make_hex_mesh(corners, 1, 1, 1, 0, std::vector<int>(6, 0), {}, {}, {});
    FiniteElementBody& brick =
        s.model.add_finite_element(mesh, {"rubber", 2e6, 0.3, 1100}, FiniteElementForm::bc, "brick");
    brick.set_damping({1e-3, 0.5});
    brick.set_initial_velocity({0, 0, -1}, {0, 0, 0.3});
    s.output.file = file;
    s.output.interval = 0.01;
  };
  {
    Simulation s(0.001);
    build(s, whole());
    s.run(precise(), 0.06, {});
  }
  for (const double first : {0.02, 0.033}) {
    {
      Simulation s(0.001);
      build(s, path_);
      s.run(precise(), first, {});
    }
    Simulation s(0.001);
    build(s, path_);
    s.resume();
    s.run(precise(), 0.06 - first, {});
    const ResultReader expected(whole());
    const Frame end = expected.read(expected.frame_count() - 1);
    expect_same_state(s.frame(), end);
    EXPECT_LT(end.bodies[1].energy.damping, -1);
    EXPECT_GT(end.bodies[1].energy.start, 500);
  }
}

TEST_F(ChangingModel, TheFileTellsTheStory)
{
  run_all(path_);
  const ResultReader file(path_);
  ASSERT_EQ(file.bodies().size(), 7u);  // the last tells the energies of body 2 as it was removed
  EXPECT_EQ(file.bodies()[6].id, 2);
  ASSERT_EQ(file.joints().size(), 5u);
  EXPECT_NEAR(file.bodies()[1].removed, 2 * part, 1e-9);
  EXPECT_NEAR(file.bodies()[5].added, part, 1e-9);
  EXPECT_NEAR(file.joints()[0].removed, part, 1e-9);
  EXPECT_NEAR(file.joints()[1].added, part, 1e-9);
  EXPECT_EQ(file.joints()[1].kind, "FIXPNT");
  EXPECT_EQ(file.joints()[1].master, 3);
  EXPECT_NEAR(file.joints()[3].added, 2 * part, 1e-9);
  EXPECT_EQ(file.joints()[3].removed, std::numeric_limits<double>::infinity());
  std::vector<double> ends;
  for (const ModelEvent& event : file.events())
    if (event.kind == ModelEventKind::run_ended) ends.push_back(event.time);
  expect_times(ends, {part, 2 * part, 3 * part});
  ASSERT_EQ(file.bodies()[0].parts.size(), 4u);
  EXPECT_EQ(file.bodies()[0].parts[0], (StatePart{"rotation", "configuration", 9}));
}

/// Each frame has the bodies and joints it had, whatever the order in which frames are looked at.
TEST_F(ChangingModel, FramesAreShownWithWhatTheyHad)
{
  run_all(path_);
  const ResultReader file(path_);
  Simulation s(0.001);
  build_for(s, 3);
  for (const std::size_t i : {std::size_t(0), file.frame_count() - 1, std::size_t(4), std::size_t(1)}) {
    s.show(file, i);
    Frame shown = s.frame(), stored = file.read(i);
    expect_same_state(shown, stored);
  }
  EXPECT_EQ(s.model.bodies().size(), 5u);
  EXPECT_EQ(s.model.joints().size(), 5u);  // all are there, those of later are absent
}

/// A script that reads makes bodies after it has shown the first frame; those of callbacks it never makes.
TEST_F(ChangingModel, BodiesThatAreNotMadeYetAreNotShown)
{
  run_all(path_);
  const ResultReader file(path_);
  Simulation s(0.001);
  build_playground(s);
  const LogLines lines;
  s.show(file, file.frame_count() - 1);
  EXPECT_EQ(s.model.bodies().size(), 4u);  // 1, 3, 4, 5 of 1, 3, 4, 5, 6
  ASSERT_EQ(lines.lines.size(), 1u);
  EXPECT_NE(lines.lines[0].find("body 6"), std::string::npos) << lines.lines[0];
  s.show(file, file.frame_count() - 2);
  EXPECT_EQ(lines.lines.size(), 1u);  // said once
}

TEST_F(ChangingModel, ARunGoesOnAfterTheFileWasClosed)
{
  run_all(whole());
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.02);
  s.run(precise(), part, {});
  s.close();
  EXPECT_TRUE(ResultReader(path_).closed_properly());
  EXPECT_THROW(s.run(precise(), part, {}), InputError);  // it would overwrite what it has written
  s.resume();
  before_second(s);
  s.run(precise(), part, {});
  before_third(s);
  s.run(precise(), part, {});
  s.close();
  expect_same_frames(path_, whole());
}

}  // namespace
}  // namespace corbel::testing
