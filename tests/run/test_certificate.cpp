// SPDX-License-Identifier: MIT
// The certificate: worst values of all steps in each frame, and bounds that end a run.
#include "runs.hpp"

#include "corbel/run/certificate.hpp"

#include <string>

namespace corbel::testing {
namespace {

class CertificateTest : public RunTest {
 protected:
  /// The text of the RunError that ends the run.
  static std::string stopped(Simulation& s, const Solver& solver, double duration)
  {
    try {
      s.run(solver, duration, {});
    } catch (const RunError& error) {
      return error.what();
    }
    return "finished";
  }
};

/// One sweep: far from solved where a box lies on another.
GaussSeidel careless()
{
  GaussSeidelOptions options;
  options.epsilon = 1e-10;
  options.max_iterations = 1;
  return GaussSeidel(options);
}

TEST(EnergyBalance, IsThePartThatTheIntegrationMade)
{
  // kinetic 3 from start 1 and work 1: 1 J too much beside 3 + 1 J; the second body loses half a joule of
  // heat
  const std::vector<EnergyRecord> energies = {{.kinetic = 3, .external = 1, .start = 1},
                                              {.kinetic = 1, .friction = -0.5, .start = 1.5}};
  const EnergyBalance balance = energy_balance(energies);
  EXPECT_EQ(balance.numerical, 1);
  EXPECT_EQ(balance.all, 5.5);
  EXPECT_EQ(balance.relative(), 1 / 5.5);
  EXPECT_EQ(energy_balance({}).relative(), 0);
}

/// A solver that is content with whatever it has after a sweep, and the same without that illusion.
TEST_F(CertificateTest, StepsCalledSolvedThatAreNotAreCounted)
{
  for (const bool content : {true, false}) {
    Simulation s(0.01);
    build_playground(s);
    GaussSeidelOptions options;
    options.epsilon = content ? 1e3 : 1e-8;
    options.max_iterations = 10000;
    const RunReport report = s.run(GaussSeidel(options), 0.5, {});
    EXPECT_LT(report.unconverged_steps, 5);  // of 50
    EXPECT_EQ(report.uncertified_steps > 0, content);
    EXPECT_EQ(std::max(report.worst_residual, report.worst_residual_absolute) > certified_residual, content);
  }
  EXPECT_FALSE(is_certified({.absolute = 2 * certified_residual, .scaled = 0}));
  EXPECT_FALSE(is_certified({.absolute = 0, .scaled = 2 * certified_residual}));
  EXPECT_FALSE(is_certified({.absolute = std::nan(""), .scaled = 0}));
}

TEST_F(CertificateTest, FramesHoldTheWorstOfTheirSteps)
{
  // the same run with a frame for every step and for every fifth
  const auto run = [&](double interval, const char* name) {
    Simulation s(0.01);
    build_playground(s);
    s.output.file = path_ + name;
    s.output.interval = interval;
    s.run(careless(), 0.5, {});
    const ResultReader reader(path_ + name);
    std::vector<Frame> frames;
    for (std::size_t i = 0; i < reader.frame_count(); ++i)
      frames.push_back(reader.read(i));
    return frames;
  };
  const std::vector<Frame> every = run(0, "1"), fifth = run(0.05, "5");
  ASSERT_EQ(every.size(), 51u);
  ASSERT_EQ(fifth.size(), 11u);
  int larger = 0;
  for (std::size_t i = 1; i < fifth.size(); ++i) {
    CertificateRecord worst;
    for (std::size_t k = 5 * i - 4; k <= 5 * i; ++k) {
      EXPECT_EQ(every[k].certificate.residual_scaled, every[k].solver.residual_scaled);
      EXPECT_EQ(every[k].certificate.penetration, every[k].max_penetration);
      worst.residual_absolute = std::max(worst.residual_absolute, every[k].solver.residual_absolute);
      worst.residual_scaled = std::max(worst.residual_scaled, every[k].solver.residual_scaled);
      worst.penetration = std::max(worst.penetration, every[k].max_penetration);
    }
    EXPECT_EQ(fifth[i].certificate.residual_absolute, worst.residual_absolute) << i;
    EXPECT_EQ(fifth[i].certificate.residual_scaled, worst.residual_scaled) << i;
    EXPECT_EQ(fifth[i].certificate.penetration, worst.penetration) << i;
    larger += worst.residual_scaled > fifth[i].solver.residual_scaled;
    double numerical = 0, all = 0;
    for (const BodyRecord& body : fifth[i].bodies) {
      const EnergyRecord& e = body.energy;
      numerical += e.numerical();
      all += e.kinetic + std::abs(e.external) + std::abs(e.contact) + std::abs(e.friction);
    }
    EXPECT_NEAR(fifth[i].certificate.energy_balance, numerical / all, 1e-15) << i;
  }
  EXPECT_GT(larger, 0);  // the last step of a frame is not always its worst
}

TEST_F(CertificateTest, AResidualAboveItsBoundEndsTheRunAfterItsFrame)
{
  Simulation s(0.01);
  build_playground(s);
  write_to_file(s, 10);
  s.limits.max_residual = 1e-6;
  const std::string text = stopped(s, careless(), 1);
  const ResultReader reader(path_);
  const Frame last = reader.read(reader.frame_count() - 1);
  EXPECT_GT(std::max(last.solver.residual_absolute, last.solver.residual_scaled), 1e-6);
  EXPECT_EQ(last.step, s.steps());
  EXPECT_LT(s.time(), 0.9);
  for (const std::string& part :
       {fmt::format("step {}, ", s.steps()), fmt::format("{:.3g} (absolute)", last.solver.residual_absolute),
        std::string("exceed the bound 1e-06 (certificate)")})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(CertificateTest, ARunWithinItsBoundsFinishes)
{
  Simulation s(0.01);
  build_playground(s);
  s.limits.max_residual = 1e-4;
  s.limits.max_penetration = 0.1;
  s.limits.max_energy_balance = 0.1;
  EXPECT_EQ(stopped(s, precise(), 0.3), "finished");
}

TEST_F(CertificateTest, AnEnergyBalanceBeyondItsBoundEndsTheRun)
{
  // the spinning box of the playground: RIG_NEG errs by order h² in its rotational energy; a bound below that
  Simulation s(0.05);
  build_playground(s);
  write_to_file(s, 10);
  s.limits.max_energy_balance = 1e-9;
  const std::string text = stopped(s, precise(), 2);
  const ResultReader reader(path_);
  const Frame last = reader.read(reader.frame_count() - 1);
  EXPECT_GT(std::abs(last.certificate.energy_balance), 1e-9);
  EXPECT_EQ(last.step, s.steps());
  for (const std::string& part :
       {fmt::format("step {},", s.steps()), fmt::format("{:.3g} of all", last.certificate.energy_balance),
        std::string("exceeds the bound 1e-09")})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

}  // namespace
}  // namespace corbel::testing
