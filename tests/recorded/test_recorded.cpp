// SPDX-License-Identifier: MIT
// Eight runs give what they gave when they were recorded: in every bit, with one thread and with two. How to record anew:
// recorded.hpp.
#include "physics/scene_helpers.hpp"
#include "recorded/recorded.hpp"
#include "recorded/scenes.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

enum class Algebra { exact, sparse_factor };  ///< sparse_factor: CHOLMOD and with it OpenBLAS take part

struct Scene {
  std::string name;
  void (*build)(Simulation&);
  Algebra algebra;
  double h;  ///< [s]
  int steps, every;
  GaussSeidel solver;
};

std::string blas_kernels()
{
  const char* name = std::getenv("OPENBLAS_CORETYPE");
  return name ? name : "";
}

/// Runs on from where the simulation is, and looks at it every few steps.
void run_on(Simulation& simulation, const Scene& scene, int steps, std::vector<Moment>& moments)
{
  const auto look = [&] {
    if (simulation.steps() % scene.every != 0) return;
    const Frame frame = simulation.frame();
    moments.push_back(moment_of(frame, all_numbers(frame)));
  };
  const RunReport report = run_steps(simulation, steps, look, scene.solver);
  EXPECT_EQ(report.outcome, RunOutcome::finished);
  EXPECT_TRUE(simulation.analysis == Analysis::dynamic || report.unconverged_steps == 0);
}

std::vector<Moment> run_whole(const Scene& scene, int threads)
{
  Simulation simulation(scene.h);
  simulation.threads = threads;
  scene.build(simulation);
  std::vector<Moment> moments;
  run_on(simulation, scene, scene.steps, moments);
  return moments;
}

/// Stops half-way, and looks only at the run that goes on from the file.
std::vector<Moment> run_resumed(const Scene& scene, int threads)
{
  const std::string file = ::testing::TempDir() + "corbel_recorded_" + std::to_string(::getpid()) + ".h5";
  std::filesystem::remove(file);
  std::vector<Moment> unused, moments;
  for (const bool resumed : {false, true}) {
    Simulation simulation(scene.h);
    simulation.threads = threads;
    scene.build(simulation);
    simulation.output.file = file;
    simulation.output.interval = 5 * scene.h;
    if (resumed) simulation.resume();
    run_on(simulation, scene, scene.steps / 2, resumed ? moments : unused);
  }
  std::filesystem::remove(file);
  return moments;
}

std::size_t most_constraints(const Recording& recording)
{
  std::size_t most = 0;
  for (const Moment& moment : recording.moments)
    most = std::max(most, moment.summaries.back().count / 3);  // impulses
  return most;
}

void expect_none(const std::vector<std::string>& lines)
{
  for (const std::string& line : lines)
    ADD_FAILURE() << line;
}

void expect_as_recorded(const Scene& scene, std::vector<Moment> (*runner)(const Scene&, int))
{
  const bool factor = scene.algebra == Algebra::sparse_factor;
  const Recording one = {factor ? blas_kernels() : "", runner(scene, 1)};
  ASSERT_GE(one.moments.size(), 3U);
  EXPECT_GT(most_constraints(one), 8U);
  expect_none(differences(one, {"", runner(scene, 2)}, Comparison::bits));

  const std::string file = std::string(CORBEL_TEST_DATA) + "/" + scene.name + ".txt";
  if (std::getenv("CORBEL_RECORD")) {
    ASSERT_TRUE(!factor || !one.blas.empty()) << "OPENBLAS_CORETYPE is not set";
    write(file, one);
    return;
  }
  const Recording recorded = read(file);
  expect_none(differences(recorded, one, one.blas == recorded.blas ? Comparison::bits : Comparison::numbers));
}

}  // namespace

TEST(Recorded, Rigid)
{
  expect_as_recorded({"rigid", build_rigid, Algebra::exact, 2e-3, 300, 60, solver(1e-4, 60)}, run_whole);
}

TEST(Recorded, PseudoRigid)
{
  expect_as_recorded({"pseudo_rigid", build_pseudo_rigid, Algebra::exact, 1e-3, 300, 60, solver(1e-6, 100)},
                     run_whole);
}

TEST(Recorded, TotalLagrangian)
{
  expect_as_recorded({"tl", build_tl, Algebra::sparse_factor, 5e-4, 60, 12, solver(1e-13, 100)}, run_whole);
}

TEST(Recorded, Corotated)
{
  expect_as_recorded({"bc", build_bc, Algebra::sparse_factor, 5e-4, 60, 12, solver(1e-13, 100)}, run_whole);
}

TEST(Recorded, Mixed)
{
  expect_as_recorded({"mixed", build_mixed, Algebra::sparse_factor, 5e-4, 100, 20, solver(1e-13, 100)},
                     run_whole);
}

TEST(Recorded, Joints)
{
  expect_as_recorded({"joints", build_joints, Algebra::exact, 1e-3, 200, 40, solver(1e-8, 100)}, run_whole);
}

TEST(Recorded, Statics)
{
  expect_as_recorded({"statics", build_statics, Algebra::sparse_factor, 0.5, 4, 1, solver(1e-12, 10000)},
                     run_whole);
}

TEST(Recorded, Restart)
{
  expect_as_recorded({"restart", build_restart, Algebra::exact, 5e-4, 200, 20, solver(1e-3, 20)},
                     run_resumed);
}

// The comparison sees what it is there for.

namespace {

/// A ball that has flown for some steps.
Frame flown()
{
  Simulation simulation(1e-3);
  add_rigid(simulation, ball({1, 2, 3}, 0.5)).set_initial_velocity({1, -2, 3}, {0.1, 0.2, 0.3});
  run_steps(simulation, 3);
  return simulation.frame();
}

Recording recording_of(const Frame& frame) { return {"", {moment_of(frame, all_numbers(frame))}}; }

std::size_t changes(const Frame& frame, Comparison by)
{
  return differences(recording_of(flown()), recording_of(frame), by).size();
}

}  // namespace

TEST(RecordedComparison, SeesTheLastBitOfEveryNumberOfAState)
{
  const Frame frame = flown();
  EXPECT_EQ(changes(frame, Comparison::bits), 0U);
  for (std::size_t i = 0; i < frame.state.size(); ++i) {
    Frame other = frame;
    other.state[i] = std::nextafter(other.state[i], 1e9);
    EXPECT_EQ(changes(other, Comparison::bits), 1U) << i;
    EXPECT_EQ(changes(other, Comparison::numbers), 0U) << i;
  }
  Frame other = frame;
  other.bodies[0].energy.friction = -0.0;
  EXPECT_EQ(changes(other, Comparison::bits), 1U);
}

TEST(RecordedComparison, SeesNumbersBeyondTheTolerance)
{
  for (const double factor : {1 + 1e-8, 1 - 1e-8, std::numeric_limits<double>::quiet_NaN()}) {
    Frame position = flown(), velocity = flown(), energy = flown();
    position.state[9] *= factor;
    velocity.state[15] *= factor;
    energy.bodies[0].energy.kinetic *= factor;
    for (const Frame& frame : {position, velocity, energy})
      EXPECT_EQ(changes(frame, Comparison::numbers), 1U) << factor;
  }
  Frame more = flown();
  more.constraints.emplace_back();
  EXPECT_EQ(changes(more, Comparison::numbers), 1U);
}

TEST(RecordedComparison, SeesMissingMoments)
{
  EXPECT_EQ(differences(recording_of(flown()), {}, Comparison::bits).size(), 1U);
  EXPECT_EQ(differences(recording_of(flown()), {}, Comparison::numbers).size(), 1U);
}

TEST(RecordedComparison, AFileKeepsEveryBit)
{
  const std::string file = ::testing::TempDir() + "corbel_recording_" + std::to_string(::getpid()) + ".txt";
  Recording recording = recording_of(flown());
  recording.blas = "Nehalem";
  write(file, recording);
  const Recording back = read(file);
  std::filesystem::remove(file);
  EXPECT_EQ(back.blas, recording.blas);
  EXPECT_TRUE(differences(recording, back, Comparison::bits).empty());
  EXPECT_EQ(back.moments[0].summaries[0].projections, recording.moments[0].summaries[0].projections);
  EXPECT_THROW(read(file), std::runtime_error);
}
