// SPDX-License-Identifier: MIT
// A frame is a checkpoint: shown, it is the state; resumed from, the run goes on bit for bit.
#include "runs.hpp"

namespace corbel::testing {
namespace {

class Resume : public RunTest {
 protected:
  /// The state after the first duration without a file and without a break.
  static Frame uninterrupted(double duration, const RunHooks& hooks = {})
  {
    Simulation s(0.001);
    build_playground(s);
    s.run(precise(), duration, hooks);
    return s.frame();
  }
  void run_first_part(double duration, double interval) const
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, interval);
    s.run(precise(), duration, {});
  }
};

TEST_F(Resume, GoesOnBitForBit)
{
  for (const double first : {0.05, 0.1, 0.153}) {
    run_first_part(first, 0.02);
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.02);
    s.resume();
    EXPECT_NEAR(s.time(), first, 1e-9);
    s.run(precise(), 0.3 - first, {});
    EXPECT_GT(s.constraints().size(), 3u);
    expect_same_state(s.frame(), uninterrupted(0.3));
    const ResultReader reader(path_);
    expect_same_state(reader.read(reader.frame_count() - 1), s.frame());
  }
}

TEST_F(Resume, TheFileIsContinued)
{
  run_first_part(0.1, 0.02);
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.02);
  s.resume();
  s.run(precise(), 0.1, {});
  expect_times(times_in_file(), {0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2});
  EXPECT_EQ(ResultReader(path_).bodies().size(), 5u);
}

TEST_F(Resume, BetweenTwoInstantsTheFileIsContinued)
{
  run_first_part(0.05, 0.02);
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.02);
  s.resume();
  s.run(precise(), 0.05, {});
  expect_times(times_in_file(), {0, 0.02, 0.04, 0.05, 0.06, 0.08, 0.1});
}

TEST_F(Resume, FramesOfBothRunsAreTheSame)
{
  run_first_part(0.2, 0.02);
  const std::string whole = folder_.file("whole.h5");
  std::filesystem::rename(path_, whole);
  run_first_part(0.1, 0.02);
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.02);
    s.resume();
    s.run(precise(), 0.1, {});
  }
  expect_same_frames(path_, whole);
}

/// A frame is written before the callback of the same instant; the resumed run has to call it.
TEST_F(Resume, ACallbackThatChangesTheStateIsNotLost)
{
  const auto hooks_for = [](Simulation& s) {
    RunHooks hooks;
    hooks.callback_interval = 0.03;
    hooks.callback = [&s] {
      std::vector<double> u = s.model.bodies()[2]->u();
      u[4] += 1;
      s.model.bodies()[2]->set_u(u);
      return true;
    };
    return hooks;
  };
  Simulation whole(0.001);
  build_playground(whole);
  whole.run(precise(), 0.15, hooks_for(whole));
  for (const double first : {0.09, 0.1}) {  // with and without a callback at the very end
    {
      Simulation s(0.001);
      build_playground(s);
      write_to_file(s, 0.03);
      s.run(precise(), first, hooks_for(s));
    }
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.03);
    s.resume();
    s.run(precise(), 0.15 - first, hooks_for(s));
    EXPECT_EQ(s.frame().state, whole.frame().state) << first;
  }
}

/// What the repeated callback adds begins then, and what it says is heeded.
TEST_F(Resume, TheRepeatedCallbackMayAddJointsAndStop)
{
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0.03);
    RunHooks hooks;
    hooks.callback_interval = 0.03;
    hooks.callback = [] { return true; };
    s.run(precise(), 0.03, hooks);
  }
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.03);
  s.resume();
  RunHooks hooks;
  hooks.callback_interval = 0.03;
  Body& body = *s.model.bodies()[2];
  const Vec3 X = body.center();
  hooks.callback = [&] {
    s.model.add_fixed_point(body, X);
    return false;
  };
  // The frame of t = 0.03 was written before its callback, so the callback comes first and stops the run.
  EXPECT_EQ(s.run(precise(), 0.01, hooks).outcome, RunOutcome::stopped);
  EXPECT_NEAR(s.time(), 0.03, 1e-12);
  const Vec3 x = body.position({X});
  s.run(precise(), 0.01, {});
  EXPECT_LT((body.position({X}) - x).norm(), 1e-3);
}

TEST_F(Resume, CallbacksKeepTheirClock)
{
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0);
    RunHooks hooks;
    hooks.callback_interval = 0.02;
    hooks.callback = [] { return true; };
    s.run(precise(), 0.05, hooks);
  }
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0);
  s.resume();
  const std::vector<double> times = callback_times(s, 0.02, 0.05);
  expect_times(times, {0.06, 0.08, 0.1});
}

TEST_F(Resume, AForeignModelIsRefused)
{
  run_first_part(0.01, 0);
  const auto resume_with = [&](const auto& build) {
    Simulation s(0.001);
    build(s);
    write_to_file(s, 0);
    s.resume();
  };
  EXPECT_THROW(resume_with([](Simulation&) {}), InputError);
  EXPECT_THROW(resume_with([](Simulation& s) { add_box(s.model, {0, 0, 0}, {1, 1, 1}); }), InputError);
  EXPECT_THROW(resume_with([](Simulation& s) {
                 build_playground(s);
                 s.model.remove_joint(1);
               }),
               InputError);
  EXPECT_THROW(resume_with([](Simulation& s) {
                 build_playground(s);
                 add_ball(s.model, {0, 0, 99}, 1);  // a body the file knows nothing of would be at its start
               }),
               InputError);
  EXPECT_EQ(times_in_file().size(), 11u);  // the file is as it was
}

TEST_F(Resume, WithoutAFileIsAnError)
{
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0);
  EXPECT_THROW(s.resume(), FileError);
}

/// A body that left in the first part must not come back.
TEST_F(Resume, ARemovedBodyStaysAway)
{
  run_playground_without_ball();
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0);
  s.resume();
  std::vector<int> ids;
  for (const auto& body : s.model.bodies())
    ids.push_back(body->id);
  EXPECT_EQ(ids, (std::vector{1, 2, 4, 5}));
  EXPECT_EQ(s.frame().bodies.size(), 4u);
  s.run(precise(), 0.01, {});
  EXPECT_EQ(s.frame().bodies.size(), 4u);
}

TEST_F(Resume, ShowReproducesEveryFrame)
{
  run_first_part(0.1, 0.02);
  const ResultReader reader(path_);
  Simulation s(0.001);
  build_playground(s);
  for (const std::size_t i : {5u, 0u, 3u, 1u}) {
    s.restore(reader.read(i));
    EXPECT_EQ(s.time(), reader.times()[i]);
    expect_same_state(s.frame(), reader.read(i));
  }
}

TEST_F(Resume, ShownBodiesAreWhereTheyWere)
{
  Simulation s(0.001);
  RigidBody& ball = build_ball(s, {3, 0, 0});
  write_to_file(s, 0.1);
  s.run(precise(), 1, {});
  const ResultReader reader(path_);
  s.restore(reader.read(4));
  EXPECT_NEAR(ball.position({{0, 0, 0.5}}).x(), 1.2, 1e-12);
  EXPECT_NEAR(ball.velocity({}).x(), 3, 1e-12);
  EXPECT_EQ(s.steps(), 400);
}

}  // namespace
}  // namespace corbel::testing
