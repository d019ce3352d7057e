// SPDX-License-Identifier: MIT
// Results of an edited model: what differs is named; what cannot fit is refused.
#include "log_lines.hpp"
#include "runs.hpp"

#include <functional>

namespace corbel::testing {
namespace {

using Edit = std::function<void(Simulation&)>;

/// A box on the floor held by a joint, and a ball.
void build(Simulation& s, const Vec3& size = {1, 1, 1}, double density = 1000, double friction = 0.4)
{
  s.model.gravity = {0.0, 0.0, -g};
  s.model.surface_materials.add({"rough", {}, {}, friction, 0.3});
  add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  const Vec3 high = size;
  const std::vector<double> corners = {0, 0,        0,        high.x(), 0,        0, high.x(), high.y(),
                                       0, 0,        high.y(), 0,        0,        0, high.z(), high.x(),
                                       0, high.z(), high.x(), high.y(), high.z(), 0, high.y(), high.z()};
  s.model.add_body(BodyKind::rigid, {convex_hull(corners, 0, 0)}, {"stone", 1e9, 0.25, density}, "block");
  add_ball(s.model, {3, 0, 0.5}, 0.5);
  s.model.add_fixed_direction(*s.model.bodies()[1], {0.5, 0.5, 0.5}, {0, 1, 0});
}

class CompareModel : public RunTest {
 protected:
  void SetUp() override
  {
    Simulation s(0.001);
    build(s);
    write_to_file(s, 0);
    s.run(precise(), 0.01, {});
  }
  /// What is said when a frame is shown to this model; throws where it is refused.
  std::string shown_to(const Edit& make) const
  {
    Simulation s(0.001);
    make(s);
    const LogLines lines;
    s.show(ResultReader(path_), 3);
    return lines.lines.empty() ? "" : lines.lines.front();
  }
  std::string refusal(const std::function<void()>& act) const
  {
    try {
      act();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  std::string refusal_to_show(const Edit& make) const
  {
    return refusal([&] { shown_to(make); });
  }
  std::string refusal_to_resume(const Edit& make) const
  {
    return refusal([&] {
      Simulation s(0.001);
      make(s);
      write_to_file(s, 0);
      s.resume();
    });
  }
  static bool holds(const std::string& text, const std::string& part)
  {
    return text.find(part) != std::string::npos;
  }
};

TEST_F(CompareModel, TheSameModelSaysNothing)
{
  EXPECT_EQ(shown_to([](Simulation& s) { build(s); }), "");
  const LogLines lines;
  EXPECT_EQ(refusal_to_resume([](Simulation& s) { build(s); }), "");
  EXPECT_TRUE(lines.lines.empty());
}

TEST_F(CompareModel, OtherShapesAreRefused)
{
  const Edit longer = [](Simulation& s) { build(s, {2, 1, 1}); };
  EXPECT_TRUE(
      holds(refusal_to_show(longer), "body 2 'block': another shape: coordinates differ by up to 1 m"))
      << refusal_to_show(longer);
  EXPECT_TRUE(holds(refusal_to_resume(longer), "body 2 'block': another shape"));
  const Edit sphere = [](Simulation& s) {
    add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
    s.model.add_body(BodyKind::rigid, {make_sphere({0.5, 0.5, 0.5}, 0.5, 0, 0)}, {"stone", 1e9, 0.25, 1000},
                     "block");
    add_ball(s.model, {3, 0, 0.5}, 0.5);
    s.model.add_fixed_direction(*s.model.bodies()[1], {0.5, 0.5, 0.5}, {0, 1, 0});
  };
  EXPECT_TRUE(holds(refusal_to_show(sphere), "another shape: 8 vertices in the results, 1 sphere here"))
      << refusal_to_show(sphere);
  EXPECT_TRUE(holds(refusal_to_resume(sphere), "another shape: 8 vertices in the results, 1 sphere here"));
}

/// Round-off of another compiler or library is not another shape.
TEST_F(CompareModel, RoundOffIsNoDifference)
{
  EXPECT_EQ(shown_to([](Simulation& s) { build(s, {1 + 1e-15, 1, 1}); }), "");
}

TEST_F(CompareModel, AnotherDensityIsShownWithItsOldEnergiesAndNotGoneOnFrom)
{
  const Edit denser = [](Simulation& s) { build(s, {1, 1, 1}, 2000); };
  const std::string warning = shown_to(denser);
  EXPECT_TRUE(holds(warning, "body 2 'block': density 1000 kg/m³ in the results, 2000 kg/m³ here"))
      << warning;
  EXPECT_TRUE(holds(refusal_to_resume(denser), "body 2 'block': density 1000 kg/m³ in the results"));
  Simulation s(0.001);
  denser(s);
  set_log_sink([](const std::string&) {});
  s.show(ResultReader(path_), 3);
  set_log_sink({});
  const EnergyRecord shown = s.energy(*s.model.bodies()[1]),
                     stored = ResultReader(path_).read(3).bodies[1].energy;
  EXPECT_EQ(shown.kinetic, stored.kinetic);
  EXPECT_EQ(shown.external, stored.external);
}

TEST_F(CompareModel, FrictionGravityAndLoadsAreWarnedOf)
{
  const Edit edited = [](Simulation& s) {
    build(s, {1, 1, 1}, 1000, 0.1);
    s.model.gravity[2] = -1.62;
    s.model.add_force(*s.model.bodies()[1], LoadKind::spatial, {0.5, 0.5, 0.5}, {1, 0, 0}, 7.0);
    s.model.bodies()[1]->set_scheme("RIG_IMP");
  };
  const std::string warning = shown_to(edited);
  EXPECT_TRUE(holds(warning, "friction of surface material (any, any): 0.4 in the results, 0.1 here"))
      << warning;
  EXPECT_TRUE(holds(warning, "gravity along z: -9.81 in the results, -1.62 here")) << warning;
  EXPECT_TRUE(holds(warning, "force 1 on body 2 'block': not in the results, 7 here")) << warning;
  EXPECT_TRUE(holds(warning, "body 2 'block': scheme: RIG_NEG in the results, RIG_IMP here")) << warning;
  const LogLines lines;
  EXPECT_EQ(refusal_to_resume(edited), "");  // a run may go on with another friction, and says so
  ASSERT_EQ(lines.lines.size(), 1u);
  EXPECT_TRUE(holds(lines.lines[0], "0.4 in the results, 0.1 here"));
}

TEST_F(CompareModel, BodiesAndJointsThatAreTooManyOrTooFewAreNamed)
{
  const Edit more = [](Simulation& s) {
    build(s);
    add_ball(s.model, {0, 0, 9}, 1);
  };
  EXPECT_TRUE(holds(refusal_to_show(more), "body 4 is not in the results")) << refusal_to_show(more);
  EXPECT_TRUE(holds(refusal_to_resume(more), "body 4 is not in the results"));
  const Edit fewer = [](Simulation& s) { add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle); };
  EXPECT_TRUE(holds(refusal_to_show(fewer), "body 2 'block' is in the results, not in this model"))
      << refusal_to_show(fewer);
  const Edit second_joint = [](Simulation& s) {
    build(s);
    s.model.add_fixed_point(*s.model.bodies()[2], {3, 0, 0.5});
  };
  EXPECT_TRUE(holds(refusal_to_resume(second_joint), "joint 2 (FIXPNT of body 3) is not in the results"));
  const Edit no_joint = [](Simulation& s) {
    build(s);
    s.model.remove_joint(1);
  };
  EXPECT_TRUE(
      holds(refusal_to_resume(no_joint), "joint 1 (FIXDIR of body 2) is in the results, not in this model"));
}

TEST_F(CompareModel, AnotherJointIsNamed)
{
  const Edit tilted = [](Simulation& s) {
    s.model.gravity = {0.0, 0.0, -g};
    s.model.surface_materials.add({"rough", {}, {}, 0.4, 0.3});
    add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
    add_box(s.model, {0, 0, 0}, {1, 1, 1}).label = "block";
    add_ball(s.model, {3, 0, 0.5}, 0.5);
    s.model.add_fixed_direction(*s.model.bodies()[1], {0.5, 0.5, 0.5}, {1, 0, 0});
  };
  const std::string text = refusal_to_resume(tilted);
  EXPECT_TRUE(holds(text, "joint 1 (FIXDIR of body 2): direction: (0, 1, 0) in the results, (1, 0, 0) here"))
      << text;
}

/// A mass centre that the script has set, with the mass and inertia of the shape.
TEST_F(CompareModel, AnotherMassCentreIsNotGoneOnFrom)
{
  const auto shifted = [](double x) {
    return [x](Simulation& s) {
      build(s);
      RigidCharacteristics given = characteristics_of({make_sphere({3, 0, 0.5}, 0.5, 0, 0)}, 1000);
      given.center.x() += x;
      dynamic_cast<RigidBody&>(*s.model.bodies()[2]).set_characteristics(given);
    };
  };
  {
    Simulation s(0.001);
    shifted(0)(s);
    write_to_file(s, 0);
    s.run(precise(), 0.01, {});
  }
  EXPECT_EQ(refusal_to_resume(shifted(1e-12)), "");
  const std::string text = refusal_to_resume(shifted(0.1));
  EXPECT_TRUE(holds(text, "body 3: mass centre (3, 0, 0.5) in the results, (3.1, 0, 0.5) here")) << text;
}

TEST_F(CompareModel, AnotherKindOfAnalysisIsNotGoneOnFrom)
{
  const Edit quasi_static = [](Simulation& s) {
    build(s);
    s.analysis = Analysis::quasi_static;
  };
  const std::string text = refusal_to_resume(quasi_static);
  EXPECT_TRUE(holds(text, "analysis: DYNAMIC in the results, QUASI_STATIC here")) << text;
  EXPECT_TRUE(holds(shown_to(quasi_static), "analysis: DYNAMIC in the results"));
}

TEST_F(CompareModel, ContactsThatAreExcludedAreCompared)
{
  const Edit excluding = [](Simulation& s) {
    build(s);
    s.model.exclude_contact(*s.model.bodies()[1], *s.model.bodies()[0]);
    s.model.exclude_objects(*s.model.bodies()[1], {0.5, 0.5, 0.5}, *s.model.bodies()[2], {3, 0, 0.5});
    s.model.exclude_surfaces(0, 3);
  };
  const auto remarks = [&](const Edit& make) {
    const LogLines lines;
    EXPECT_EQ(refusal_to_resume(make), "");
    return lines.lines.empty() ? "" : lines.lines.front();
  };
  const std::string more = remarks(excluding);
  EXPECT_TRUE(holds(more, "contact excluded between bodies: not in the results, (1, 2) here")) << more;
  EXPECT_TRUE(holds(more, "contact excluded between objects: not in the results, (2, 0, 3, 0) here")) << more;
  EXPECT_TRUE(holds(more, "contact excluded between surfaces: not in the results, (0, 3) here")) << more;
  {
    Simulation s(0.001);
    excluding(s);
    write_to_file(s, 0);
    s.run(precise(), 0.01, {});
  }
  EXPECT_EQ(remarks(excluding), "");
  EXPECT_TRUE(holds(remarks([](Simulation& s) { build(s); }),
                    "contact excluded between bodies: (1, 2) in the results, not here"));
}

/// cos(90°) is 6e-17 for one library and 0 for another; a series of it likewise.
TEST_F(CompareModel, RoundOffOfComponentsIsNoDifference)
{
  const auto turned = [](double tiny) {
    return [tiny](Simulation& s) {
      build(s);
      s.model.add_fixed_direction(*s.model.bodies()[2], {3, tiny, 0.5}, {1, tiny, 0});
      add_ball(s.model, {0, 0, 9}, 1);
      s.model.add_fixed_point(*s.model.bodies()[3], {tiny, 0, 9});
      add_ball(s.model, {0, 0, 0}, 1, BodyKind::obstacle);
      s.model.add_fixed_point(*s.model.bodies()[4], {tiny, 0, 0});  // compared with the size of the body
      s.model.add_force(*s.model.bodies()[2], LoadKind::spatial, {3, 0, 0.5}, {1, 0, 0},
                        std::make_shared<const TimeSeries>(std::vector{0.0, 5.0}, std::vector{1e-6, tiny}));
    };
  };
  {
    Simulation s(0.001);
    turned(0)(s);
    write_to_file(s, 0);
    s.run(precise(), 0.002, {});
  }
  {
    const LogLines lines;
    EXPECT_EQ(refusal_to_resume(turned(6e-17)), "");
    EXPECT_TRUE(lines.lines.empty()) << lines.lines.front();
  }
  EXPECT_TRUE(holds(refusal_to_resume(turned(1e-6)), "direction"));
}

/// Said, and not refused: they do not belong to the model.
TEST_F(CompareModel, StepAndOutputIntervalAreTold)
{
  const LogLines lines;
  Simulation s(0.002);
  build(s);
  write_to_file(s, 0.005);
  s.resume();
  ASSERT_EQ(lines.lines.size(), 1u);
  EXPECT_TRUE(holds(lines.lines[0], "were computed with other settings:")) << lines.lines[0];
  EXPECT_TRUE(holds(lines.lines[0], "step: 0.001 in the results, 0.002 here"));
  EXPECT_TRUE(holds(lines.lines[0], "output interval: 0 in the results, 0.005 here"));
  EXPECT_TRUE(holds(lines.lines[0], "but with the step of the results: set another after resume()"));
  EXPECT_EQ(s.h(), 0.001);
}

TEST_F(CompareModel, TheStepIsToldWhereResultsAreShown)
{
  Simulation s(0.002);
  build(s);
  const LogLines lines;
  s.show(ResultReader(path_), 3);
  ASSERT_EQ(lines.lines.size(), 1u);
  EXPECT_TRUE(holds(lines.lines[0], "step: 0.001 in the results, 0.002 here")) << lines.lines[0];
}

/// A step that the run itself has changed is in the results, and a script that changes it again says nothing.
TEST_F(CompareModel, AStepThatTheScriptChangesBetweenRunsIsNoDifference)
{
  const auto run_on = [&](Simulation& s) {
    s.set_h(0.0005);
    s.run(precise(), 0.01, {});
  };
  const LogLines lines;
  Simulation s(0.001);
  build(s);
  write_to_file(s, 0);
  s.resume();
  run_on(s);
  s.close();
  EXPECT_EQ(shown_to([](Simulation& other) { build(other); }), "");
  Simulation next(0.0005);
  build(next);
  write_to_file(next, 0);
  next.resume();
  run_on(next);
  EXPECT_TRUE(lines.lines.empty()) << lines.lines.front();
}

TEST_F(CompareModel, AnotherSolverIsToldWhenTheRunGoesOn)
{
  const auto resumed_with = [&](const std::string& solver) {
    Simulation s(0.001);
    build(s);
    write_to_file(s, 0);
    s.output.solver = solver;
    s.resume();
    const LogLines lines;
    s.run(precise(), 0.002, {});
    s.run(precise(), 0.002, {});
    return lines.lines;
  };
  EXPECT_TRUE(resumed_with("Gauss-Seidel: epsilon 1e-10").empty());  // the file knew none
  EXPECT_TRUE(resumed_with("Gauss-Seidel: epsilon 1e-10").empty());
  const std::vector<std::string> told = resumed_with("Auto: epsilon 1e-3");
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(holds(told[0],
                    "with another solver (Gauss-Seidel: epsilon 1e-10): the run goes on with that given "
                    "here (Auto: epsilon 1e-3)"))
      << told[0];
}

TEST_F(CompareModel, WithoutOutputThereIsNothingToResume)
{
  Simulation s(0.001);
  build(s);
  EXPECT_TRUE(holds(refusal([&] { s.resume(); }), "made without output"));
}

/// Constants of materials, form and damping of bodies that deform.
TEST_F(CompareModel, ConstantsOfElasticBodiesAreCompared)
{
  const std::vector<double> corners = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                       0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  const auto elastic = [&](double young, FiniteElementForm form, double damping, int divisions) {
    return [=](Simulation& s) {
      const Mesh mesh = make_hex_mesh(corners, divisions, 1, 1, 0, std::vector<int>(6, 0), {}, {}, {});
      s.model.add_finite_element(mesh, {"rubber", young, 0.3, 1100}, form, "").set_damping({damping, 0});
    };
  };
  {
    Simulation s(0.001);
    elastic(1e6, FiniteElementForm::bc, 1e-3, 2)(s);
    write_to_file(s, 0);
    s.run(precise(), 0.005, {});
  }
  EXPECT_EQ(shown_to(elastic(1e6, FiniteElementForm::bc, 1e-3, 2)), "");
  const std::string stiffer = shown_to(elastic(2e6, FiniteElementForm::tl, 1e-2, 2));
  EXPECT_TRUE(holds(stiffer, "body 1: form: BC in the results, TL here")) << stiffer;
  EXPECT_TRUE(holds(stiffer, "body 1: Young's modulus: 1000000 in the results, 2000000 here")) << stiffer;
  EXPECT_TRUE(holds(stiffer, "body 1: stiffness damping: 0.001 in the results, 0.01 here")) << stiffer;
  EXPECT_TRUE(holds(refusal_to_resume(elastic(2e6, FiniteElementForm::bc, 1e-3, 2)), "Young's modulus"));
  EXPECT_EQ(refusal_to_resume(elastic(1e6, FiniteElementForm::bc, 1e-3, 2)), "");
  const std::string finer = refusal_to_show(elastic(1e6, FiniteElementForm::bc, 1e-3, 3));
  EXPECT_TRUE(holds(finer, "body 1: another shape") && holds(finer, "12 nodes in the results") &&
              holds(finer, "16 nodes here"))
      << finer;
}

}  // namespace
}  // namespace corbel::testing
