// SPDX-License-Identifier: MIT
// Ctrl-C in the middle of a step: the step is taken back, what was reached before it is kept.
#include "runs.hpp"

#include "corbel/core/interrupt.hpp"

#include <thread>

namespace corbel::testing {
namespace {

using namespace std::chrono_literals;

/// One solve, counted from 1, of the second step takes longer than a step may before polls are heeded; 0:
/// none.
class SlowInOne : public Solver {
 public:
  SlowInOne(const Simulation& s, int which) : simulation_(s), left_(which) {}
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override
  {
    const SolverReport report = precise().solve(problem, R);  // R is changed when the poll comes
    if (simulation_.steps() == 1 && --left_ == 0) {
      std::this_thread::sleep_for(300ms);
      is_slow = true;
      poll_interrupt();
    }
    return report;
  }
  mutable bool is_slow = false;

 private:
  const Simulation& simulation_;
  mutable int left_;
};

/// A block of finite elements on a floor, pushed aside while it is pressed down, and one that hangs from a
/// link.
void build_static(Simulation& s)
{
  s.analysis = Analysis::quasi_static;
  Model& m = s.model;
  const auto growing = std::make_shared<const TimeSeries>(std::vector{0.0, 1.0}, std::vector{0.0, 3.0});
  m.gravity = {Amplitude(growing), 0.0, -g};  // every step has passes to make
  m.surface_materials.add({"rough", {}, {}, 0.4, 0});
  add_box(m, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  const std::vector<double> corners = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                       0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  const Mesh mesh = make_hex_mesh(corners, 2, 2, 2, 0, std::vector<int>{1, 2, 3, 4, 5, 6}, {}, {}, {});
  m.add_finite_element(mesh, {"soft", 1e6, 0.3, 1000}, FiniteElementForm::bc, "");
}

struct Scene {
  const char* name;
  void (*build)(Simulation&);
  double h, duration;
  int slow_solve;  ///< of the second step; bodies have moved before the second pass of a static one
};

class Interrupted : public RunTest, public ::testing::WithParamInterface<Scene> {
 protected:
  /// The scene after its duration; with an interruption in the given solve and a second run for the rest.
  Frame end_of(int slow_solve, bool write = false)
  {
    Simulation s(GetParam().h);
    GetParam().build(s);
    if (write) write_to_file(s, 1e9);
    const SlowInOne solver(s, slow_solve);
    RunHooks hooks;
    hooks.interrupted = [&] { return std::exchange(solver.is_slow, false); };
    RunReport report = s.run(solver, GetParam().duration, hooks);
    EXPECT_EQ(report.outcome == RunOutcome::interrupted, slow_solve > 0);
    if (report.outcome == RunOutcome::interrupted) {
      stopped_at_ = s.frame();
      report = s.run(solver, GetParam().duration - s.time(), hooks);
    }
    EXPECT_EQ(report.outcome, RunOutcome::finished);
    return s.frame();
  }
  Frame stopped_at_;
};

TEST_P(Interrupted, TheStepIsTakenBackAndTheRunGoesOnBitForBit)
{
  const Frame whole = end_of(0);
  const Frame parts = end_of(GetParam().slow_solve);
  EXPECT_GT(stopped_at_.time, 0);
  EXPECT_LT(stopped_at_.time, whole.time);
  expect_same_state(parts, whole);
}

TEST_P(Interrupted, TheLastWholeStepIsInTheFile)
{
  end_of(GetParam().slow_solve, true);
  const ResultReader reader(path_);
  ASSERT_EQ(reader.frame_count(), 3u);  // the start, the interruption, the end
  const Frame kept = reader.read(1);
  expect_same_state(kept, stopped_at_);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Interrupted,
                         ::testing::Values(Scene{"dynamic", build_playground, 0.001, 0.02, 1},
                                           Scene{"static", build_static, 0.1, 0.3, 2}),
                         [](const auto& scene) { return scene.param.name; });

TEST(ShortSteps, AreFinishedBeforeARunStops)
{
  Simulation s(0.01);
  build_ball(s);
  RunHooks hooks;
  hooks.interrupted = [&] { return s.steps() == 3; };
  EXPECT_EQ(s.run(precise(), 1, hooks).outcome, RunOutcome::interrupted);
  EXPECT_EQ(s.steps(), 3);
}

}  // namespace
}  // namespace corbel::testing
