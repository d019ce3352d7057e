// SPDX-License-Identifier: MIT
// Bodies strained beyond what their equations hold for are reported and warned of, with body, time and
// element.
#include "deformable_helpers.hpp"
#include "run/log_lines.hpp"

#include "corbel/run/progress.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double step = 1e-3;

/// A beam of steel, 1 × 0.1 × 0.1 m of 10 × 1 × 1 elements, clamped at x = 0, under its weight.
struct Beam {
  Simulation simulation{step};
  FiniteElementBody& body;

  Beam(double young, const std::string& form, const std::string& scheme = "DEF_LIM")
      : body(add_elastic(simulation, grid({0, 0, 0}, {1, 0.1, 0.1}, 10, 1, 1),
                         {.label = "", .young = young, .poisson = 0.3, .density = 7800}, form))
  {
    body.set_scheme(scheme);
    for (const double y : {0.0, 0.1})
      for (const double z : {0.0, 0.1})
        simulation.model.add_fixed_point(body, {0, y, z});
    set_gravity(simulation, {0, 0, -10});
  }
  RunReport run(int steps) { return run_steps(simulation, steps, {}, solver(1e-8, 1000)); }
};

std::size_t count(const std::vector<std::string>& lines, const std::string& part)
{
  return static_cast<std::size_t>(
      std::ranges::count_if(lines, [&](const std::string& line) { return line.find(part) != line.npos; }));
}

class Strains : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

}  // namespace

/// Young's modulus 210 instead of 2.1e11 Pa: the beam falls freely, and every step is solved.
TEST_P(Strains, ABeamOfNoStiffnessIsReported)
{
  const auto [form, scheme] = GetParam();
  Beam beam(210, form, scheme);
  const LogLines log;
  const RunReport report = beam.run(200);
  EXPECT_EQ(report.unconverged_steps, 0);
  const Vec3 tip = beam.body.position(beam.body.locate("tip", {1, 0.05, 0.05}));
  EXPECT_NEAR(tip.z(), 0.05 - 0.5 * 10 * 0.2 * 0.2, 0.01);  // free fall
  ASSERT_FALSE(report.strains.empty());
  const StrainRecord& first = report.strains.front();
  EXPECT_EQ(first.body, beam.body.id);
  EXPECT_EQ(first.finding.element, 0);  // beside the clamp
  // Sheared by d = ½ g t² over the length 0.1 m of the element at the clamp, γ = d / 0.1 m: BC feels a
  // gradient of 0.2 after 63 ms; of TL the stretches s and 1/s with 1/s − s = γ reach 0.577 after 152 ms.
  const double d = std::string(form) == "BC" ? 0.2 * 0.1 : 0.1 * (std::sqrt(3.0) - 1 / std::sqrt(3.0));
  const double t = std::sqrt(2 * d / 10);
  EXPECT_GT(first.time, 0.8 * t);
  EXPECT_LT(first.time, 1.1 * t + StrainWatch::interval * step);
  EXPECT_EQ(count(log.lines, "element 0 of body 1, with its centre at (0.05, 0.05, 0.05) m, "),
            report.strains.size());
  EXPECT_LE(report.strains.size(), 2u);  // once beyond limits, once turned inside out
  EXPECT_NE(outline(report).find("strains: 1 body was strained beyond what its equations hold for"),
            std::string::npos);
}

TEST_P(Strains, ABeamOfSteelIsNot)
{
  const auto [form, scheme] = GetParam();
  Beam beam(2.1e11, form, scheme);
  const LogLines log;
  const RunReport report = beam.run(40);
  EXPECT_TRUE(report.strains.empty());
  EXPECT_EQ(count(log.lines, "strain"), 0u);
  EXPECT_EQ(outline(report).find("strains"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Forms, Strains,
                         ::testing::Values(std::pair("BC", "DEF_LIM"), std::pair("BC", "DEF_EXP"),
                                           std::pair("TL", "DEF_LIM"), std::pair("TL", "DEF_IMP"),
                                           std::pair("TL", "DEF_EXP")));

/// Once in the log, yet in the report of every run in which it happened.
TEST(StrainReports, EveryRunReportsWhatIsWarnedOfOnce)
{
  Beam beam(210, "BC");
  const LogLines log;
  const std::size_t first = beam.run(100).strains.size();
  ASSERT_GE(first, 1u);
  const std::size_t lines = log.lines.size();
  const RunReport second = beam.run(1);
  EXPECT_EQ(second.strains.size(), 1u);
  EXPECT_EQ(log.lines.size(), lines);
}

/// TL evaluates strains in each step: an element that a blow turns inside out for one step does not escape.
TEST(StrainReports, TotalLagrangianBodiesAreWatchedInEachStep)
{
  for (const std::string scheme : {"DEF_EXP", "DEF_LIM"}) {
    Simulation simulation(1e-6);
    FiniteElementBody& body =
        add_elastic(simulation, grid({0, 0, 0}, {1, 1, 1}, 2, 2, 2), {.label = "", .density = 1000}, "TL");
    body.set_scheme(scheme);
    std::vector<double> u(81, 0.0);
    u[3 * 13] = 2.4e6;  // the middle node, by 1.2 m in half a step; cells of 0.5 m
    body.set_u(u);
    const LogLines log;
    const RunReport report = run_steps(simulation, 3);
    ASSERT_FALSE(report.strains.empty()) << scheme;
    EXPECT_EQ(report.strains.front().finding.state, StrainState::inverted);
    EXPECT_NEAR(report.strains.front().time, 1e-6, 1e-12);
    EXPECT_EQ(count(log.lines, "was inverted"), 1u);
  }
}

/// Ten bodies are named, all are in the report.
TEST(StrainReports, ManyBodiesDoNotFloodTheLog)
{
  Simulation simulation(step);
  for (int i = 0; i < 15; ++i) {
    FiniteElementBody& body = add_elastic(simulation, grid({2.0 * i, 0, 0}, {2.0 * i + 1, 1, 1}, 1, 1, 1),
                                          {.label = "", .young = 1e6, .density = 1000}, "BC");
    std::vector<double> q = body.q();
    for (std::size_t k = 2; k < q.size(); k += 3)
      q[k] *= 1.5;
    body.set_q(q);
    body.set_scheme("DEF_LIM");
    body.set_damping({0, 1e6});  // stays as it is
  }
  const LogLines log;
  EXPECT_EQ(run_steps(simulation, 1).strains.size(), 15u);
  EXPECT_EQ(count(log.lines, "displacement gradient"), 10u);
  EXPECT_EQ(count(log.lines, "more bodies"), 1u);
}

/// Quasi-static: a bar, ν = 0, pressed to less than half of its length between planes.
TEST(StrainReports, QuasiStaticSteps)
{
  for (const char* form : {"TL", "BC", "pseudo-rigid"}) {
    Simulation simulation(1);
    simulation.analysis = Analysis::quasi_static;
    const Mesh mesh = grid({0, 0, 0}, {1, 1, 2}, 1, 1, 2);
    const BulkMaterial material = {.label = "", .young = 1e6, .poisson = 0, .density = 1000};
    Body& body = std::string(form) == "pseudo-rigid"
                     ? static_cast<Body&>(simulation.model.add_pseudo_rigid({mesh}, material, ""))
                     : add_elastic(simulation, mesh, material, form);
    for (const double x : {0.0, 1.0})
      for (const double y : {0.0, 1.0}) {
        simulation.model.add_fixed_direction(body, {x, y, 0}, {0, 0, 1});
        simulation.model.add_prescribed_motion(body, {x, y, 2}, {0, 0, 1}, MotionKind::displacement,
                                               series({0, 10}, {0, -1.1}));
        if (x == 0) simulation.model.add_fixed_direction(body, {x, y, 0}, {1, 0, 0});
        if (y == 0) simulation.model.add_fixed_direction(body, {x, y, 0}, {0, 1, 0});
      }
    const LogLines log;
    RunReport report = run_steps(simulation, 10, {}, solver(1e-12, 10000));
    EXPECT_EQ(report.unconverged_steps, 0) << form;
    ASSERT_EQ(report.strains.size(), 1u) << form;
    // One step shortens by 0.055: the first stretch beyond 0.577 is 0.56, the first gradient beyond 0.2 is
    // 0.22.
    const StrainFinding& found = report.strains[0].finding;
    EXPECT_EQ(found.state, StrainState::beyond_limits);
    EXPECT_NEAR(found.value, std::string(form) == "BC" ? 0.22 : 0.56, 1e-6) << form;
    EXPECT_NEAR(report.strains[0].time, std::string(form) == "BC" ? 4 : 8, 1e-9) << form;
    EXPECT_EQ(found.element < 0, std::string(form) == "pseudo-rigid");
  }
}

/// A soft box that is pulled apart.
TEST(StrainReports, PseudoRigidBodies)
{
  Simulation simulation(step);
  PseudoRigidBody& body = simulation.model.add_pseudo_rigid(
      {box({0, 0, 0}, {1, 1, 1})}, {.label = "", .young = 100, .poisson = 0.3, .density = 1000}, "soft");
  std::vector<double> u(12, 0.0);
  u[0] = 20;  // Ḟ₁₁ [1/s]
  body.set_u(u);
  const LogLines log;
  const RunReport report = run_steps(simulation, 60);
  ASSERT_EQ(report.strains.size(), 1u);
  EXPECT_EQ(report.strains[0].label, "soft");
  EXPECT_NEAR(report.strains[0].time, 0.05, 2 * step);  // F₁₁ = 1 + 20 t = 2
  EXPECT_EQ(count(log.lines, "body 1 'soft' is stretched to"), 1u);
}
