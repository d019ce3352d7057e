// SPDX-License-Identifier: MIT
// Bodies that are removed: the work done on them stays in the sums, which a resumed run knows as well.
#include "runs.hpp"

#include "corbel/output/removed_energies.hpp"

namespace corbel::testing {
namespace {

void expect_same_energy(const EnergyRecord& a, const EnergyRecord& b)
{
  EXPECT_EQ(a.kinetic, b.kinetic);
  EXPECT_EQ(a.internal, b.internal);
  EXPECT_EQ(a.external, b.external);
  EXPECT_EQ(a.contact, b.contact);
  EXPECT_EQ(a.friction, b.friction);
  EXPECT_EQ(a.damping, b.damping);
  EXPECT_EQ(a.start, b.start);
}

/// Σ over all bodies that ever were.
EnergyRecord sums(const Simulation& s)
{
  EnergyRecord sum;
  for (const auto& body : s.model.bodies())
    sum.add(s.energy(*body));
  for (const auto& [id, energy] : s.removed_energies())
    sum.add(energy.after_removal());
  return sum;
}

/// The ball (body 3) bounces, then leaves 13 ms after the last frame.
class RemovedEnergies : public RunTest {
 protected:
  static constexpr double leaves = 0.033, ends = 0.07;

  /// Up to `end`, in one sitting.
  static void run_to(Simulation& s, double end)
  {
    if (s.time() < leaves - 1e-9) {
      s.run(precise(), std::min(leaves, end) - s.time(), {});
      if (end > leaves) s.remove_body(*s.model.bodies()[2]);
    }
    s.run(precise(), end - s.time(), {});
  }
  void run_file(const std::string& file, double end) const
  {
    Simulation s(0.001);
    build_playground(s);
    s.output.file = file;
    s.output.interval = 0.02;
    run_to(s, end);
  }
};

TEST_F(RemovedEnergies, WorkStaysAndTheBalanceCloses)
{
  Simulation s(0.001);
  build_playground(s);
  s.run(precise(), 0.3, {});
  Body& ball = *s.model.bodies()[2];
  const EnergyRecord all = sums(s), own = s.energy(ball);
  EXPECT_GT(own.kinetic, 1);
  EXPECT_LT(own.contact + own.friction,
            -1);  // it has touched the floor: the test would say nothing otherwise
  const double balance = s.frame().certificate.energy_balance;
  s.remove_body(ball);
  ASSERT_EQ(s.removed_energies().size(), 1u);
  expect_same_energy(s.removed_energies().at(3), own);
  const EnergyRecord rest = sums(s);
  const double size = std::abs(all.external) + all.kinetic;
  EXPECT_NEAR(rest.external, all.external, 1e-12 * size);
  EXPECT_NEAR(rest.contact, all.contact, 1e-12 * size);
  EXPECT_NEAR(rest.friction, all.friction, 1e-12 * size);
  EXPECT_NEAR(rest.kinetic + own.removed(), all.kinetic, 1e-12 * size);
  EXPECT_NEAR(rest.numerical(), all.numerical(), 1e-12 * size);
  EXPECT_NEAR(s.frame().certificate.energy_balance, balance, 1e-12);
}

TEST_F(RemovedEnergies, ABodyThatNeverMadeAStepLeavesNothing)
{
  Simulation s(0.001);
  build_ball(s);
  s.remove_body(*s.model.bodies()[0]);
  EXPECT_TRUE(s.removed_energies().empty());
}

TEST_F(RemovedEnergies, AResumedRunHasTheSameSums)
{
  const std::string whole = folder_.file("whole.h5");
  run_file(whole, ends);
  run_file(path_, 0.05);
  Simulation s(0.001);
  build_playground(s);
  write_to_file(s, 0.02);
  s.resume();
  const ResultReader expected(whole);
  const Frame last = expected.read(expected.frame_count() - 1);
  const auto removed = removed_energies(expected.bodies(), last);
  ASSERT_EQ(removed.size(), 1u);
  ASSERT_EQ(s.removed_energies().size(), 1u);
  expect_same_energy(s.removed_energies().at(3), removed.at(3));
  run_to(s, ends);
  const Frame end = s.frame();
  expect_same_state(end, last);
  EXPECT_EQ(end.certificate.energy_balance, last.certificate.energy_balance);
}

TEST_F(RemovedEnergies, AreShownWithTheFramesAfterTheRemoval)
{
  run_file(path_, ends);
  const ResultReader file(path_);
  Simulation s(0.001);
  build_playground(s);
  s.show(file, 1);  // t = 0.02 s
  EXPECT_TRUE(s.removed_energies().empty());
  s.show(file, file.frame_count() - 1);
  ASSERT_EQ(s.removed_energies().size(), 1u);
  s.show(file, 0);
  EXPECT_TRUE(s.removed_energies().empty());
}

TEST_F(RemovedEnergies, TheSummaryOfAFileTellsThem)
{
  run_file(path_, ends);
  const ResultReader file(path_);
  const Frame last = file.read(file.frame_count() - 1);
  const double removed = removed_energies(file.bodies(), last).at(3).removed();
  EXPECT_NE(describe(file).find(fmt::format("{:<14} {:>14.6g} {:>14.6g}", "removed", 0.0, removed)),
            std::string::npos)
      << describe(file);
}

}  // namespace
}  // namespace corbel::testing
