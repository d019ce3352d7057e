// SPDX-License-Identifier: MIT
// What resume() must not lose: the results it refuses, changes of the model behind the last frame, settings of
// callbacks, clocks, prescribed values, frames behind a damage.
#include "log_lines.hpp"
#include "runs.hpp"

#include "corbel/run/describe_model.hpp"

#include <fstream>
#include <functional>

namespace corbel::testing {
namespace {

class ResumeKept : public RunTest {
 protected:
  void run_playground(double duration, const RunHooks& hooks = {}) const
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0);
    s.run(precise(), duration, hooks);
    s.close();
  }
  std::string bytes() const
  {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::vector<int> body_ids(const Simulation& s)
  {
    std::vector<int> ids;
    for (const auto& body : s.model.bodies())
      ids.push_back(body->id);
    return ids;
  }
  static std::vector<int> joint_ids(const Simulation& s)
  {
    std::vector<int> ids;
    for (const auto& joint : s.model.joints())
      ids.push_back(joint->id);
    return ids;
  }
  template<class Error>
  static std::string refusal(const std::function<void()>& act)
  {
    try {
      act();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// ---- what resume() refuses stays as it is

TEST_F(ResumeKept, AFileThatCannotBeAppendedToLeavesSimulationAndFileAlone)
{
  run_playground(0.02);
  const std::string before = bytes();
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0);
  const Frame start = s.frame();
  {
    const ResultReader held(path_);  // HDF5 does not open a file for writing that is open read-only
    EXPECT_TRUE(holds(refusal<FileError>([&] { s.resume(); }), "close()"));
    expect_same_state(s.frame(), start);
    EXPECT_EQ(body_ids(s), (std::vector{1, 2, 3, 4, 5}));
    EXPECT_TRUE(holds(refusal<InputError>([&] { s.run(precise(), 0.01, {}); }), "would overwrite"));
  }
  EXPECT_TRUE(bytes() == before);
  s.resume();
  s.run(precise(), 0.01, {});
  EXPECT_EQ(times_in_file().size(), 31u);
}

TEST_F(ResumeKept, ARefusedModelDoesNotOverwriteTheFile)
{
  run_playground(0.02);
  const std::string before = bytes();
  Simulation s(0.001);
  build_ball(s);
  write_to_file(s, 0);
  EXPECT_THROW(s.resume(), InputError);
  EXPECT_THROW(s.run(precise(), 0.01, {}), InputError);
  EXPECT_TRUE(bytes() == before);
  std::filesystem::remove(path_);
  s.run(precise(), 0.01, {});  // nothing is lost now
  EXPECT_EQ(times_in_file().size(), 11u);
}

/// "Resume if there is something" goes on as before.
TEST_F(ResumeKept, WithoutAFileARunMayFollow)
{
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0);
  EXPECT_THROW(s.resume(), FileError);
  s.run(precise(), 0.01, {});
  EXPECT_EQ(times_in_file().size(), 11u);
}

/// A frame that was shown stays shown.
TEST_F(ResumeKept, ARefusedModelShowsTheSameBodies)
{
  run_playground_without_ball();
  Simulation s(0.001);
  build_playground(s);
  s.model.add_fixed_point(*s.model.bodies()[1], {0, 0, 0});  // joint 2, which the file does not know
  write_to_file(s, 0);
  s.restore(ResultReader(path_).read(15));
  EXPECT_EQ(body_ids(s), (std::vector{1, 2, 4, 5}));
  EXPECT_THROW(s.resume(), InputError);
  EXPECT_EQ(body_ids(s), (std::vector{1, 2, 4, 5}));
}

// ---- changes behind the last frame

TEST_F(ResumeKept, WhatWasAddedBeforeAStepThatFailedIsThere)
{
  bool fails = false;
  const auto build = [&](Simulation& s) {
    build_playground(s);
    s.model.add_callback_force(*s.model.bodies()[1], [&fails](const auto&, const auto&, double, double) {
      if (fails) throw std::runtime_error("a user's function went wrong");
      return std::vector<double>(9);
    });
    write_to_file(s, 0.01);
  };
  const auto add = [](Simulation& s) {
    add_ball(s.model, {-2, -2, 1}, 0.3).set_initial_velocity({0, 0, 1}, {0, 0, 0});  // body 6
    s.model.add_fixed_point(*s.model.bodies()[2], s.model.bodies()[2]->center());    // joint 2
  };
  Frame last;
  {
    Simulation s(0.001);
    build(s);
    s.run(precise(), 0.02, {});
    add(s);
    fails = true;
    EXPECT_THROW(s.run(precise(), 0.01, {}), std::runtime_error);
    last = s.frame();
  }
  expect_times(times_in_file(), {0, 0.01, 0.02, 0.02});
  EXPECT_EQ(ResultReader(path_).read(2).bodies.size(), 5u);
  Simulation s(0.001);
  build(s);
  add(s);
  s.resume();
  EXPECT_EQ(body_ids(s), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(joint_ids(s), (std::vector{1, 2}));
  expect_same_state(s.frame(), last);
}

TEST_F(ResumeKept, WhatWasAddedBeforeCloseIsThere)
{
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.01);
    s.run(precise(), 0.02, {});
    add_ball(s.model, {-2, -2, 1}, 0.3);
    RunHooks hooks;
    hooks.callback = [] { return false; };
    hooks.callback_interval = 0;
    s.call_back_after_next_step();
    EXPECT_EQ(s.run(precise(), 0.01, hooks).outcome, RunOutcome::stopped);  // after one step
    add_ball(s.model, {-5, -2, 1}, 0.3);
    s.close();  // and none after this one
  }
  expect_times(times_in_file(), {0, 0.01, 0.02, 0.021, 0.021});
  Simulation s(0.001);
  build_playground(s);
  add_ball(s.model, {-2, -2, 1}, 0.3);
  add_ball(s.model, {-5, -2, 1}, 0.3);
  write_to_file(s, 0.01);
  s.resume();
  EXPECT_EQ(body_ids(s), (std::vector{1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(ResumeKept, WhatWasRemovedBeforeCloseStaysAway)
{
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.01);
    s.run(precise(), 0.02, {});
    s.remove_body(*s.model.bodies()[2]);
    s.model.remove_joint(1);
    s.close();
  }
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.01);
  s.resume();
  EXPECT_EQ(body_ids(s), (std::vector{1, 2, 4, 5}));
  EXPECT_TRUE(joint_ids(s).empty());
  const ResultReader file(path_);
  EXPECT_NEAR(file.bodies()[2].removed, 0.02, 1e-9);
  std::vector<double> ends;
  for (const ModelEvent& event : file.events())
    if (event.kind == ModelEventKind::run_ended) ends.push_back(event.time);
  expect_times(ends, {0.02});
}

/// A frame precedes the callback of its instant, which is called again: what that adds must not be there yet.
TEST_F(ResumeKept, WhatTheLastCallbackAddedIsAddedByItsRepetition)
{
  const auto hooks_for = [](Simulation& s) {
    RunHooks hooks;
    hooks.callback_interval = 0.02;
    hooks.callback = [&s] {
      add_ball(s.model, {-2, -2, 1 + 50 * s.time()}, 0.1);
      return true;
    };
    return hooks;
  };
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.01);
    s.run(precise(), 0.02, hooks_for(s));
    EXPECT_EQ(s.model.bodies().size(), 6u);
    s.close();
  }
  expect_times(times_in_file(), {0, 0.01, 0.02});
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.01);
    s.resume();
    s.run(precise(), 0.01, hooks_for(s));
    EXPECT_EQ(body_ids(s), (std::vector{1, 2, 3, 4, 5, 6}));
  }
  Simulation s(0.001);
  build_playground(s);
  add_ball(s.model, {-2, -2, 2}, 0.1);
  write_to_file(s, 0.01);
  s.resume();
  EXPECT_EQ(s.model.bodies().size(), 6u);
}

// ---- what callbacks change

TEST_F(ResumeKept, SettingsOfCallbacksAreStored)
{
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.02);
  RunHooks hooks;
  hooks.callback_interval = 0.05;
  hooks.callback = [&s] {
    s.model.gravity[2] = -1.62;
    s.model.surface_materials.add({"rough", {}, {}, 0.1, 0.3});
    s.model.bodies()[1]->set_scheme("RIG_IMP");
    return true;
  };
  s.run(precise(), 0.08, hooks);
  const auto value = [](const Properties& all, const std::string& name) {
    for (const Property& p : all)
      if (p.name == name) return p;
    return Property{};
  };
  const ResultReader file(path_);
  ASSERT_EQ(file.settings().size(), 2u);
  EXPECT_NEAR(file.settings()[1].time, 0.05, 1e-9);
  EXPECT_EQ(value(file.settings()[0].properties, "gravity along z").numbers, std::vector{-g});
  EXPECT_EQ(value(file.settings()[1].properties, "gravity along z").numbers, std::vector{-1.62});
  EXPECT_EQ(value(file.settings()[1].properties, "friction of surface material (any, any)").numbers,
            std::vector{0.1});
  ASSERT_EQ(file.bodies().size(), 6u);  // body 2 twice
  EXPECT_EQ(file.bodies()[5].id, 2);
  EXPECT_EQ(value(file.bodies()[5].properties, "scheme").text, "RIG_IMP");
}

// ---- clocks

TEST_F(ResumeKept, ARunWithoutCallbackLeavesNoneToBeRepeated)
{
  const auto times_after = [&](double first) {
    run_playground(first);
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0);
    s.resume();
    return callback_times(s, 0.02, 0.05);
  };
  expect_times(times_after(0.03), {0.04, 0.06, 0.08});
  expect_times(times_after(0.001), {0.02, 0.04});
}

/// As without a break: instants are multiples of the interval.
TEST_F(ResumeKept, ARunWithoutCallbackBetweenOthersKeepsTheInstants)
{
  std::vector<double> times;
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0);
  RunHooks hooks;
  hooks.callback_interval = 0.02;
  hooks.callback = [&] {
    times.push_back(s.time());
    return true;
  };
  s.run(precise(), 0.03, hooks);
  s.run(precise(), 0.02, {});
  s.close();
  s.resume();
  s.run(precise(), 0.02, hooks);
  expect_times(times, {0.02, 0.06});
}

/// Files of earlier versions hold 0 where no callback was set.
TEST_F(ResumeKept, AClockOfZeroIsNoClock)
{
  run_playground(0.02);
  const ResultReader file(path_);
  Frame old = file.read(20);
  old.next_callback = 0;
  const std::string other = folder_.file("old.h5");
  {
    ResultWriter writer(other, file.run());
    for (const BodyDescription& body : file.bodies())
      writer.add_body(body);
    for (const JointDescription& joint : file.joints())
      writer.add_joint(joint);
    writer.write(old);
  }
  Simulation s(0.001);
  build_playground(s);
  s.output.file = other;
  s.resume();
  const std::vector<double> times = callback_times(s, 0.015, 0.02);
  expect_times(times, {0.03});
}

/// Files of earlier versions do not name the step rule: theirs is the mid-point rule.
TEST_F(ResumeKept, AFileWithoutAStepRuleIsOfTheMidpointRule)
{
  run_playground(0.02);
  const ResultReader file(path_);
  const std::string other = folder_.file("old.h5");
  {
    ResultWriter writer(other, file.run());
    for (const BodyDescription& body : file.bodies())
      writer.add_body(body);
    for (const JointDescription& joint : file.joints())
      writer.add_joint(joint);
    SettingsDescription settings = file.settings().at(0);
    ASSERT_EQ(std::erase_if(settings.properties, [](const Property& p) { return p.name == rule_property; }),
              1u);
    writer.add_settings(settings);
    writer.write(file.read(20));
  }
  for (const RuleKind rule : {RuleKind::midpoint, RuleKind::backward_euler}) {
    const LogLines lines;
    Simulation s(0.001);
    build_playground(s);
    s.model.rule = rule;
    s.output.file = other;
    s.resume();
    ASSERT_EQ(lines.lines.size(), rule == RuleKind::midpoint ? 0u : 1u);
    for (const std::string& line : lines.lines)
      EXPECT_TRUE(holds(line, "step rule: MIDPOINT in the results, BACKWARD_EULER here")) << line;
  }
}

// ---- prescribed values

TEST_F(ResumeKept, OtherPrescribedValuesAreStored)
{
  const auto build = [&](Simulation& s, double velocity) {
    RigidBody& ball = build_ball(s);
    s.model.add_prescribed_motion(ball, ball.center(), {0, 1, 0}, MotionKind::velocity, velocity);
    write_to_file(s, 0);
  };
  {
    Simulation s(0.001);
    build(s, 1.0);
    s.run(precise(), 0.01, {});
  }
  const auto remarks_of_resuming = [&] {
    const LogLines lines;
    Simulation s(0.001);
    build(s, 2.0);
    s.resume();
    s.run(precise(), 0.01, {});
    return lines.lines.size();
  };
  EXPECT_EQ(remarks_of_resuming(), 1u);
  EXPECT_EQ(remarks_of_resuming(), 0u);
  const ResultReader file(path_);
  ASSERT_EQ(file.joints().size(), 2u);
  EXPECT_EQ(file.joints()[1].id, 1);
  EXPECT_EQ(file.joints()[1].properties.back().numbers, std::vector{2.0});
  EXPECT_EQ(file.joints()[1].added, 0);
}

/// Functions of the user are integrated on a grid: that of the run, whatever the step of the script is.
TEST_F(ResumeKept, ThePathOfAFunctionKeepsItsGrid)
{
  const auto build = [](Simulation& s, const std::string& file, double cell) {
    RigidBody& table = add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
    const VectorFunction shaking = [](double t) { return Vec3(std::sin(300 * t), 0, std::cos(200 * t)); };
    const VectorFunction turning = [](double t) { return Vec3(std::sin(100 * t), 1, std::cos(50 * t)); };
    s.model.move_obstacle(
        table, {1, 2, 0},
        std::make_shared<MotionPath>(MotionPath::Translation{MotionKind::velocity, shaking}, turning, cell));
    s.output.file = file;
  };
  const std::string whole = folder_.file("whole.h5");
  {
    Simulation s(0.001);
    build(s, whole, 0.001);
    s.run(precise(), 0.1, {});
  }
  {
    Simulation s(0.001);
    build(s, path_, 0.001);
    s.run(precise(), 0.05, {});
  }
  {
    Simulation s(0.001);
    build(s, path_, 0.004);
    s.resume();
    s.run(precise(), 0.05, {});
  }
  expect_same_frames(path_, whole);
}

/// Files of earlier versions do not hold the grid: the path takes that of the script, as it did then.
TEST_F(ResumeKept, AFileWithoutGridsIsGoneOnWith)
{
  const auto build = [](Simulation& s, const std::string& file) {
    RigidBody& table = add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
    const VectorFunction shaking = [](double t) { return Vec3(std::sin(300 * t), 0, 0); };
    s.model.move_obstacle(table, {1, 2, 0},
                          std::make_shared<MotionPath>(MotionPath::Translation{MotionKind::velocity, shaking},
                                                       std::nullopt, 0.001));
    s.output.file = file;
  };
  Simulation whole(0.001);
  build(whole, path_);
  whole.run(precise(), 0.05, {});
  const std::string old = folder_.file("old.h5");
  {
    const ResultReader file(path_);
    ResultWriter writer(old, file.run());
    writer.add_body(file.bodies().at(0));
    JointDescription joint = file.joints().at(0);
    ASSERT_EQ(joint.memory.back().name, MotionPath::grid_cell);
    joint.memory.pop_back();
    writer.add_joint(joint);
    writer.write(file.read(file.frame_count() - 1));
  }
  whole.run(precise(), 0.05, {});
  Simulation s(0.001);
  build(s, old);
  s.resume();
  s.run(precise(), 0.05, {});
  expect_same_state(s.frame(), whole.frame());
}

// ---- damage

TEST_F(ResumeKept, FramesBehindADamageAreNotDropped)
{
  run_playground(0.02);
  const double number = ResultReader(path_).read(10).certificate.energy_balance;
  std::string all = bytes();
  const std::size_t at = all.find(std::string(reinterpret_cast<const char*>(&number), sizeof(number)));
  ASSERT_NE(at, std::string::npos);
  all[at] = static_cast<char>(all[at] ^ 1);
  std::ofstream(path_, std::ios::binary) << all;
  ASSERT_EQ(ResultReader(path_).lost_frames(), 11u);
  EXPECT_TRUE(holds(describe(ResultReader(path_)), "damaged: 10 of 21 frames can be read"));
  EXPECT_FALSE(holds(describe(ResultReader(path_)), "closed properly"));
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0);
  const std::string text = refusal<FileError>([&] { s.resume(); });
  EXPECT_TRUE(holds(text, "frames 10 to 20 are damaged: 10 of 21 frames can be read")) << text;
  EXPECT_TRUE(bytes() == all);
  EXPECT_EQ(s.time(), 0);
  s.resume(DamagedFrames::drop);
  EXPECT_NEAR(s.time(), 0.009, 1e-12);
  s.run(precise(), 0.001, {});
  EXPECT_EQ(times_in_file().size(), 11u);
  EXPECT_EQ(ResultReader(path_).lost_frames(), 0u);
}

}  // namespace
}  // namespace corbel::testing
