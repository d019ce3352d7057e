// SPDX-License-Identifier: MIT
// The loop of a run: how many steps, when frames are written and callbacks called, how it ends.
#include "runs.hpp"

#include "corbel/step/finite_states.hpp"

#include <limits>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

// ------------------------------------------------------------------ steps

TEST(RunSteps, DurationsThatAreMultiplesOfTheStep)
{
  struct Case {
    double h, duration;
    std::int64_t steps;
  };
  for (const Case& c : {Case{0.001, 0.1, 100}, Case{0.1, 0.3, 3}, Case{0.1, 0.7, 7}, Case{0.01, 1, 100},
                        Case{1.0 / 3, 1, 3}, Case{0.001, 1, 1000}, Case{1e-5, 0.01, 1000},
                        Case{0.003, 3, 1000}, Case{0.0007, 0.7, 1000}, Case{1.0 / 1024, 1, 1024}}) {
    Simulation s(c.h);
    build_ball(s);
    const RunReport report = s.run(precise(), c.duration, {});
    EXPECT_EQ(s.steps(), c.steps) << c.duration << " / " << c.h;
    EXPECT_EQ(report.last.steps, c.steps);
    EXPECT_NEAR(s.time(), c.duration, 1e-9 * c.duration);
    EXPECT_EQ(report.outcome, RunOutcome::finished);
  }
}

TEST(RunSteps, TheLastStepIsNotShortened)
{
  Simulation s(0.01);
  build_ball(s);
  s.run(precise(), 0.025, {});
  EXPECT_EQ(s.steps(), 3);
  EXPECT_DOUBLE_EQ(s.time(), 0.03);
  s.run(precise(), 0.001, {});  // shorter than a step: one step
  EXPECT_EQ(s.steps(), 4);
}

TEST(RunSteps, TheReportKnowsTheTimeOfARunWithoutSteps)
{
  Simulation s(0.01);
  build_ball(s);
  s.run(precise(), 0.1, {});
  const RunReport report = s.run(precise(), 1e-6, {});  // the same instant, up to round-off
  EXPECT_EQ(report.last.steps, 0);
  EXPECT_EQ(report.last.time, s.time());
}

TEST(RunSteps, AnEmptyModelRuns)
{
  Simulation s(0.01);
  const RunReport report = s.run(precise(), 0.1, {});
  EXPECT_EQ(report.last.steps, 10);
  EXPECT_TRUE(s.frame().bodies.empty());
  EXPECT_TRUE(s.constraints().empty());
}

TEST(RunSteps, FreeFlightIsExact)
{
  Simulation s(0.01);
  RigidBody& ball = build_ball(s, {1, 2, 3});
  s.model.gravity = {0.0, 0.0, -g};
  s.run(precise(), 1, {});
  expect_near(ball.current_center(), Vec3(1, 2, 3 - 0.5 * g), 1e-12);
  EXPECT_TRUE(s.constraints().empty());
}

TEST(RunSteps, SeveralRunsAreOneRun)
{
  Simulation whole(0.001), parts(0.001);
  build_playground(whole);
  build_playground(parts);
  whole.run(precise(), 0.3, {});
  for (int i = 0; i < 3; ++i)
    parts.run(precise(), 0.1, {});
  EXPECT_GT(whole.constraints().size(), 2u);
  expect_same_state(whole.frame(), parts.frame());
}

TEST(RunSteps, TheStepMayChangeBetweenRuns)
{
  Simulation s(0.01);
  RigidBody& ball = build_ball(s, {1, 0, 0});
  s.model.gravity = {0.0, 0.0, -g};
  s.run(precise(), 0.5, {});
  s.set_h(0.002);
  EXPECT_EQ(s.h(), 0.002);
  s.run(precise(), 0.5, {});
  EXPECT_EQ(s.steps(), 50 + 250);
  EXPECT_NEAR(s.time(), 1, 1e-9);
  expect_near(ball.current_center(), Vec3(1, 0, -0.5 * g), 1e-11);
}

TEST(RunSteps, ReportAddsUp)
{
  Simulation s(0.001);
  build_playground(s);
  s.run(precise(), 0.1, {});
  std::vector<RunStatus> seen;
  RunHooks hooks;
  hooks.progress = [&](const RunStatus& status) { seen.push_back(status); };
  const RunReport report = s.run(precise(), 0.05, hooks);
  ASSERT_EQ(seen.size(), 50u);
  std::int64_t iterations = 0;
  int most = 0;
  double residual = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].steps, static_cast<std::int64_t>(i) + 1);
    EXPECT_NEAR(seen[i].start, 0.1, 1e-9);
    EXPECT_NEAR(seen[i].end, 0.15, 1e-9);
    EXPECT_NEAR(seen[i].time, 0.101 + 0.001 * static_cast<double>(i), 1e-9);
    EXPECT_EQ(seen[i].bodies, 5u);
    EXPECT_EQ(seen[i].joints, 1u);
    iterations += seen[i].iterations;
    most = std::max(most, seen[i].iterations);
    residual = std::max(residual, seen[i].residual);
  }
  EXPECT_EQ(report.iterations, iterations);
  EXPECT_EQ(report.max_iterations, most);
  EXPECT_EQ(report.worst_residual, residual);
  EXPECT_EQ(report.last.contacts, s.constraints().size() - 1);
  EXPECT_GE(report.max_penetration, s.frame().max_penetration);
  for (const Stage stage : {Stage::predict, Stage::detect, Stage::localize, Stage::solve, Stage::advance})
    EXPECT_GT(report.seconds[static_cast<std::size_t>(stage)], 0);
}

TEST(RunSteps, BadArgumentsAreNamed)
{
  EXPECT_INPUT_ERROR(Simulation(0), "step", "got 0");
  EXPECT_INPUT_ERROR(Simulation(-1), "step", "got -1");
  EXPECT_INPUT_ERROR(Simulation{nan}, "step", "nan");
  Simulation s(0.01);
  EXPECT_INPUT_ERROR(s.set_h(0), "step", "got 0");
  EXPECT_EQ(s.h(), 0.01);
  EXPECT_INPUT_ERROR(s.run(precise(), 0, {}), "duration", "got 0");
  EXPECT_INPUT_ERROR(s.run(precise(), nan, {}), "duration", "nan");
  EXPECT_EQ(s.steps(), 0);
  s.run(precise(), 0.03, {});
  EXPECT_INPUT_ERROR(s.run(precise(), -0.01, {}), "duration", "got -0.01");
  EXPECT_EQ(s.run(precise(), 0.03 - s.time(), {}).last.steps, 0);
}

TEST(RunSteps, SameBitsForAnyNumberOfThreads)
{
  Frame expected;
  for (const int threads : {1, 2, 4}) {
    Simulation s(0.001);
    s.threads = threads;
    s.model.gravity = {0.0, 0.0, -g};
    s.model.surface_materials.add({"rough", {}, {}, 0.4, 0.3});
    add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
    Random random(3);
    for (int i = 0; i < 400; ++i)
      add_ball(s.model, random.vector(-2, 2) + Vec3(0, 0, 2.3), 0.3);
    s.run(precise(), 0.005, {});
    if (threads == 1)
      expected = s.frame();
    else
      expect_same_state(s.frame(), expected);
  }
  EXPECT_GT(expected.constraints.size(), 500u);
}

// ------------------------------------------------------------------ frames

TEST_F(RunTest, FramesAtTheStartAtEachIntervalAndAtTheEnd)
{
  struct Case {
    double interval, duration;
    std::vector<double> times;
  };
  const std::vector<Case> cases = {
      {0, 0.003, {0, 0.001, 0.002, 0.003}},            // every step
      {0.02, 0.1, {0, 0.02, 0.04, 0.06, 0.08, 0.1}},   // the end is an instant of its own: once
      {0.03, 0.1, {0, 0.03, 0.06, 0.09, 0.1}},         // and here an extra frame
      {0.0025, 0.01, {0, 0.003, 0.005, 0.008, 0.01}},  // the step that reaches the instant
      {0.0004, 0.003, {0, 0.001, 0.002, 0.003}},       // shorter than a step
      {5, 0.01, {0, 0.01}},                            // longer than the run
  };
  for (const Case& c : cases) {
    {
      Simulation s(0.001);
      build_ball(s);
      write_to_file(s, c.interval);
      s.run(precise(), c.duration, {});
      expect_times(times_in_file(), c.times);  // complete while the simulation lives
    }
    expect_times(times_in_file(), c.times);
    EXPECT_TRUE(ResultReader(path_).closed_properly());
  }
}

TEST_F(RunTest, ManyIntervalsDoNotDrift)
{
  Simulation s(0.001);
  build_ball(s);
  write_to_file(s, 0.01);
  s.run(precise(), 20, {});
  const std::vector<double> times = times_in_file();
  ASSERT_EQ(times.size(), 2001u);
  for (std::size_t i = 0; i < times.size(); ++i)
    ASSERT_NEAR(times[i], 0.01 * static_cast<double>(i), 1e-6);
}

TEST_F(RunTest, FramesGoOnOverSeveralRuns)
{
  Simulation s(0.001);
  build_ball(s);
  write_to_file(s, 0.02);
  s.run(precise(), 0.05, {});
  s.run(precise(), 0.05, {});
  expect_times(times_in_file(), {0, 0.02, 0.04, 0.05, 0.06, 0.08, 0.1});
}

TEST_F(RunTest, WithoutAFileNothingIsWritten)
{
  Simulation s(0.001);
  build_ball(s);
  s.run(precise(), 0.01, {});
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(RunTest, AFileThatIsNamedLaterStartsThere)
{
  Simulation s(0.001);
  build_ball(s);
  s.run(precise(), 0.05, {});
  write_to_file(s, 0.02);
  s.run(precise(), 0.05, {});
  ASSERT_TRUE(ResultReader::is_valid(path_));
  const std::vector<double> times = times_in_file();
  EXPECT_NEAR(times.front(), 0.05, 1e-9);
  EXPECT_NEAR(times.back(), 0.1, 1e-9);
}

TEST_F(RunTest, FramesHoldTheStateOfTheirInstant)
{
  Simulation s(0.001);
  RigidBody& ball = build_ball(s, {2, 0, 0});
  write_to_file(s, 0.01);
  s.run(precise(), 0.05, {});
  const ResultReader reader(path_);
  ASSERT_EQ(reader.frame_count(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const Frame f = reader.read(i);
    EXPECT_EQ(f.step, static_cast<std::int64_t>(10 * i));
    EXPECT_EQ(f.h, 0.001);
    ASSERT_EQ(f.bodies.size(), 1u);
    EXPECT_EQ(f.bodies[0].id, 1);
    EXPECT_EQ(f.bodies[0].q_size, 12);
    EXPECT_EQ(f.bodies[0].u_size, 6);
    EXPECT_NEAR(f.bodies[0].energy.kinetic, 2 * ball.mass(), 1e-9);
    EXPECT_NEAR(f.state[9], 2 * f.time, 1e-12);
  }
  ASSERT_EQ(reader.bodies().size(), 1u);
  EXPECT_EQ(reader.bodies()[0].kind, "RIGID");
  EXPECT_EQ(reader.run().h, 0.001);
}

TEST_F(RunTest, SumsOfFramesAddUpToTheReport)
{
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.01);
  const RunReport report = s.run(precise(), 0.1, {});
  const ResultReader reader(path_);
  std::int64_t iterations = 0;
  int most = 0;
  double solve = 0;
  for (std::size_t i = 0; i < reader.frame_count(); ++i) {
    iterations += reader.read_summary(i).solver.iterations;
    most = std::max(most, reader.read_summary(i).solver.max_iterations);
    solve += reader.read_summary(i).seconds[static_cast<std::size_t>(Stage::solve)];
  }
  EXPECT_GT(iterations, 0);
  EXPECT_EQ(iterations, report.iterations);
  EXPECT_EQ(most, report.max_iterations);
  EXPECT_NEAR(solve, report.seconds[static_cast<std::size_t>(Stage::solve)], 1e-9);
}

// ------------------------------------------------------------------ hooks

TEST_F(RunTest, CallbacksFollowTheirClock)
{
  const auto times_of = [](double interval, const std::vector<double>& durations) {
    Simulation s(0.001);
    build_ball(s);
    std::vector<double> times;
    RunHooks hooks;
    hooks.callback_interval = interval;
    hooks.callback = [&] {
      times.push_back(s.time());
      return true;
    };
    for (const double duration : durations)
      EXPECT_EQ(s.run(precise(), duration, hooks).outcome, RunOutcome::finished);
    return times;
  };
  expect_times(times_of(0.02, {0.1}), {0.02, 0.04, 0.06, 0.08, 0.1});
  expect_times(times_of(0.03, {0.1}), {0.03, 0.06, 0.09});
  expect_times(times_of(0, {0.003}), {0.001, 0.002, 0.003});
  expect_times(times_of(0.02, {0.03, 0.03}), {0.02, 0.04, 0.06});  // the clock goes on
  expect_times(times_of(0.02, {0.02, 0.02}), {0.02, 0.04});        // and none is called twice
  expect_times(times_of(0.0025, {0.01}), {0.003, 0.005, 0.008, 0.01});
}

TEST_F(RunTest, ACallbackStartsWithTheRunThatBringsIt)
{
  Simulation s(0.001);
  build_ball(s);
  s.run(precise(), 0.05, {});
  const std::vector<double> times = callback_times(s, 0.02, 0.05);
  expect_times(times, {0.06, 0.08, 0.1});  // instants are multiples of the interval, none is made up for
}

TEST_F(RunTest, ACallbackStopsTheRun)
{
  Simulation s(0.001);
  build_ball(s);
  write_to_file(s, 1);
  int calls = 0;
  RunHooks hooks;
  hooks.callback_interval = 0.01;
  hooks.callback = [&] { return ++calls < 3; };
  const RunReport report = s.run(precise(), 1, hooks);
  EXPECT_EQ(report.outcome, RunOutcome::stopped);
  EXPECT_EQ(report.last.steps, 30);
  expect_times(times_in_file(), {0, 0.03});
  EXPECT_EQ(s.run(precise(), 0.01, {}).outcome, RunOutcome::finished);  // and may go on
  expect_times(times_in_file(), {0, 0.03, 0.04});
}

TEST_F(RunTest, AnExceptionOfACallbackLeavesTheFrame)
{
  for (const bool in_progress : {false, true}) {
    Simulation s(0.001);
    build_ball(s);
    write_to_file(s, 1);
    const auto fail = [&] {
      if (s.time() > 0.0195) throw std::out_of_range("the user's mistake");
    };
    RunHooks hooks;
    if (in_progress)
      hooks.progress = [&](const RunStatus&) { fail(); };
    else
      hooks.callback = [&] {
        fail();
        return true;
      };
    EXPECT_THROW(s.run(precise(), 1, hooks), std::out_of_range);
    EXPECT_EQ(s.steps(), 20);
    expect_times(times_in_file(), {0, 0.02});
    s.run(precise(), 0.01, {});
    expect_times(times_in_file(), {0, 0.02, 0.03});
  }
}

TEST_F(RunTest, AnInterruptEndsTheRunInGoodOrder)
{
  Simulation s(0.001);
  build_ball(s);
  write_to_file(s, 1);
  RunHooks hooks;
  hooks.interrupted = [&] { return s.steps() >= 7; };
  const RunReport report = s.run(precise(), 1, hooks);
  EXPECT_EQ(report.outcome, RunOutcome::interrupted);
  EXPECT_EQ(report.last.steps, 7);
  expect_times(times_in_file(), {0, 0.007});
}

class Unconverged : public RunTest {
 protected:
  Simulation s_{0.001};
  GaussSeidel hasty_ = [] {
    GaussSeidelOptions options;
    options.epsilon = 1e-15;
    options.max_iterations = 1;
    return GaussSeidel(options);
  }();
  int calls_ = 0;
  RunHooks hooks_;

  Unconverged() { build_playground(s_); }
};

TEST_F(Unconverged, StepsAreCountedAndTheRunGoesOn)
{
  write_to_file(s_, 0.01);
  hooks_.not_converged = [&](const SolverReport& report) {
    EXPECT_NE(report.status, SolverStatus::ok);
    EXPECT_EQ(report.iterations, 1);
    return ++calls_ > 0;
  };
  const RunReport report = s_.run(hasty_, 0.05, hooks_);
  EXPECT_EQ(report.outcome, RunOutcome::finished);
  EXPECT_GT(report.unconverged_steps, 10);
  EXPECT_EQ(report.unconverged_steps, calls_);
  const ResultReader reader(path_);
  int in_file = 0;
  for (std::size_t i = 0; i < reader.frame_count(); ++i)
    in_file += reader.read_summary(i).solver.unconverged_steps;
  EXPECT_EQ(in_file, calls_);
}

TEST_F(Unconverged, TheHookMayStopTheRun)
{
  hooks_.not_converged = [&](const SolverReport&) { return ++calls_ < 3; };
  const RunReport report = s_.run(hasty_, 1, hooks_);
  EXPECT_EQ(report.outcome, RunOutcome::stopped);
  EXPECT_EQ(report.unconverged_steps, 3);
}

TEST_F(Unconverged, ConvergedStepsCallNobody)
{
  hooks_.not_converged = [&](const SolverReport&) { return ++calls_ > 0; };
  GaussSeidelOptions options;
  options.epsilon = 1e-10;
  options.max_iterations =
      100000;  // four points of a flat face, with friction: thousands of sweeps in one step
  EXPECT_EQ(s_.run(GaussSeidel(options), 0.05, hooks_).unconverged_steps, 0);
  EXPECT_EQ(calls_, 0);
}

/// Impulses of one half of the constraints change in each solve, in turn: bodies that are not linear in u⁺
/// ask for passes in turn as well, each less often than it may.
class Restless : public Solver {
 public:
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override
  {
    ++solves;
    const SolverReport report = solves == 1 ? precise().solve(problem, R) : SolverReport{};
    const std::size_t n = problem.size(), half = n / 2, first = solves % 2 == 0 ? 0 : half;
    for (std::size_t i = first; i < first + half; ++i)
      R[i].z() *= solves % 4 < 2 ? 1.5 : 1 / 1.5;
    return report;
  }
  mutable int solves = 0;
};

TEST(UnconvergedBodies, AStepOutOfPassesIsCountedAndTheRunGoesOn)
{
  Simulation s(0.01);
  s.model.gravity = {0.0, 0.0, -g};
  s.model.surface_materials.add({"smooth", {}, {}});
  add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  for (const double x : {0.0, 3.0}) {
    const Mesh brick = make_hex_mesh(std::vector<double>{x, 0, 0, x + 1, 0, 0, x + 1, 1, 0, x, 1, 0,  //
                                                         x, 0, 1, x + 1, 0, 1, x + 1, 1, 1, x, 1, 1},
                                     1, 1, 1, 0, std::vector<int>(6, 0), {}, {}, {});
    s.model.add_pseudo_rigid({brick}, {"soft", 1e5, 0.3, 1000}, "").set_scheme("DEF_IMP");
  }
  const Restless solver;
  const RunReport report = s.run(solver, 0.01, {});
  EXPECT_EQ(solver.solves, 30);  // of one step
  EXPECT_EQ(report.outcome, RunOutcome::finished);
  EXPECT_EQ(report.unconverged_steps, 1);
  for (const double number : s.frame().state)
    EXPECT_TRUE(std::isfinite(number));
}

// ------------------------------------------------------------------ the model changes in a callback

TEST_F(RunTest, ABodyMayGoInACallback)
{
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.01);
  RunHooks hooks;
  hooks.callback_interval = 0.02;
  hooks.callback = [&] {
    if (s.steps() == 20) s.remove_body(*s.model.bodies()[1]);  // the box at rest; it has contacts
    if (s.steps() == 40) s.remove_body(*s.model.bodies()[2]);  // the one that hangs
    for (const ConstraintRecord& c : s.constraints()) {
      EXPECT_TRUE(c.master != 2 && c.slave != 2);
      EXPECT_TRUE(s.steps() < 40 || c.kind == ConstraintKind::contact);
    }
    return true;
  };
  s.run(precise(), 0.1, hooks);
  EXPECT_EQ(s.model.bodies().size(), 3u);
  EXPECT_TRUE(s.model.joints().empty());
  const ResultReader reader(path_);
  EXPECT_EQ(reader.read(2).bodies.size(), 5u);
  EXPECT_EQ(reader.read(3).bodies.size(), 4u);
  EXPECT_EQ(reader.read(10).bodies.size(), 3u);
}

TEST_F(RunTest, ABodyMayComeInACallback)
{
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.01);
  RunHooks hooks;
  hooks.callback_interval = 0.05;
  hooks.callback = [&] {
    if (s.steps() == 50) add_ball(s.model, {-5, -5, 0.5}, 0.5);
    return true;
  };
  s.run(precise(), 0.1, hooks);
  const ResultReader reader(path_);
  EXPECT_EQ(reader.read(5).bodies.size(), 5u);
  EXPECT_EQ(reader.read(6).bodies.size(), 6u);
  EXPECT_EQ(reader.bodies().size(), 6u);
  EXPECT_NEAR(s.model.bodies()[5]->position({{-5, -5, 0.5}}).z(), 0.5, 1e-4);  // it lies on the floor
}

TEST_F(RunTest, AJointMayComeAndGoInACallback)
{
  Simulation s(0.001);
  RigidBody& ball = build_ball(s, {1, 0, 0});
  int id = 0;
  RunHooks hooks;
  hooks.callback_interval = 0.1;
  hooks.callback = [&] {
    if (s.steps() == 100) id = s.model.add_fixed_point(ball, {0, 0, 0}).id;
    if (s.steps() == 200) s.model.remove_joint(id);
    return true;
  };
  s.run(precise(), 0.2, hooks);
  EXPECT_NEAR(ball.current_center().x(), 0.1, 1e-3);  // held where it was caught
  EXPECT_TRUE(s.constraints().empty());
  s.run(precise(), 0.1, {});
  EXPECT_EQ(s.steps(), 300);
}

/// v = v₀ + ∫ a from the moment the joint is there: no jump.
TEST_F(RunTest, AnAccelerationThatComesInACallbackStartsThere)
{
  Simulation s(0.001);
  RigidBody& ball = build_ball(s, {1, 0, 0});
  RunHooks hooks;
  hooks.callback = [&] {
    if (s.steps() == 100)
      s.model.add_prescribed_motion(ball, {0, 0, 0}, {1, 0, 0}, MotionKind::acceleration, 2);
    return true;
  };
  s.run(precise(), 0.101, hooks);
  EXPECT_NEAR(ball.velocity({}).x(), 1 + 2 * 0.001, 1e-9);
  s.run(precise(), 0.099, hooks);
  EXPECT_NEAR(ball.velocity({}).x(), 1 + 2 * 0.1, 1e-9);
}

TEST_F(RunTest, TheStepMayChangeInACallback)
{
  Simulation s(0.01);
  build_ball(s);
  RunHooks hooks;
  hooks.callback_interval = 0.05;
  hooks.callback = [&] {
    s.set_h(0.001);
    return true;
  };
  s.run(precise(), 0.1, hooks);
  EXPECT_EQ(s.steps(), 5 + 50);
  EXPECT_NEAR(s.time(), 0.1, 1e-9);
}

// ------------------------------------------------------------------ loads that go wrong

class BadLoads : public RunTest {
 protected:
  Simulation s_{0.001};
  RigidBody& ball_ = build_ball(s_);

  void add_load(const std::function<double(double)>& x)
  {
    s_.model.add_callback_force(ball_, [x](const auto&, const auto&, double t, double) {
      return std::vector<double>{x(t), 0, 0, 0, 0, 0, 0, 0, 0};
    });
  }
};

TEST_F(BadLoads, NaNIsTheUsersErrorAndTheFileStaysReadable)
{
  write_to_file(s_, 0.005);
  add_load([](double t) { return t > 0.0172 ? nan : 0.0; });
  try {
    s_.run(precise(), 1, {});
    ADD_FAILURE() << "no InputError";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("body 1"), std::string::npos) << error.what();
  }
  EXPECT_NEAR(s_.time(), 0.017, 1e-9);
  for (const double number : s_.frame().state)
    EXPECT_TRUE(std::isfinite(number));
  const std::vector<double> times = times_in_file();  // flushed, though the simulation lives
  ASSERT_GE(times.size(), 4u);
  EXPECT_NEAR(times[3], 0.015, 1e-9);
}

TEST_F(BadLoads, AnExceptionOfALoadPassesOn)
{
  write_to_file(s_, 0.005);
  add_load([](double t) {
    if (t > 0.0172) throw std::out_of_range("the user's mistake");
    return 0.0;
  });
  EXPECT_THROW(s_.run(precise(), 1, {}), std::out_of_range);
  EXPECT_NEAR(s_.time(), 0.017, 1e-9);
  ASSERT_GE(times_in_file().size(), 4u);
}

TEST_F(BadLoads, AnAbsurdForceIsNoticed)
{
  write_to_file(s_, 0.005);
  add_load([](double t) { return t > 0.0172 ? 1e308 : 0.0; });
  s_.model.gravity = {1e308, 0.0, 0.0};
  EXPECT_THROW(s_.run(precise(), 1, {}), StateError);
  EXPECT_TRUE(ResultReader::is_valid(path_));
}

TEST_F(BadLoads, TimeOfCallbackForcesIsTheMiddleOfTheStep)
{
  std::vector<double> times;
  add_load([&](double t) {
    times.push_back(t);
    return 0.0;
  });
  s_.run(precise(), 0.003, {});
  expect_times(times, {0.0005, 0.0015, 0.0025});
}

}  // namespace
}  // namespace corbel::testing
