// SPDX-License-Identifier: MIT
// The look at a model before its first run.
#include "log_lines.hpp"
#include "runs.hpp"

#include "../mesh/mesh_parts.hpp"

namespace corbel::testing {
namespace {

using Lines = std::vector<std::string>;

class InspectTest : public RunTest {
 protected:
  Simulation s_{0.001};
  Model& m_ = s_.model;

  Lines findings() { return s_.inspect().findings; }
};

TEST_F(InspectTest, AnEmptyModelIsFine) { EXPECT_TRUE(findings().empty()); }

TEST_F(InspectTest, BodiesThatTouchAreFine)
{
  add_box(m_, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  for (int i = 0; i < 3; ++i)
    add_box(m_, {0.1, 0, i + 0.0}, {1.1, 1, i + 1.0});
  add_mesh(m_, {3, 3, 0}, {5, 5, 1}, 3, 3, 2);
  add_mesh(m_, {3, 3, 1}, {5, 5, 2}, 2, 2, 2);
  add_ball(m_, {4, 4, 2.5}, 0.5);
  add_ball(m_, {4, 4, 3.5 - 0.9e-3}, 0.5);  // less than a thousandth
  EXPECT_EQ(findings(), Lines{});
}

TEST_F(InspectTest, PartsOfOneMeshSideBySideAreFine)
{
  // They were said to overlap by 2 m, through elements that share an edge with no boundary face along it.
  const auto [one, other] = halves_of_a_cube();
  Mesh apart = other, into = other;
  for (std::size_t i = 0; i < other.nodes.size(); ++i) {
    apart.nodes[i] += Vec3::Constant(6e-12 * (i % 2 == 0 ? 1 : -1));  // as after a rotation to and fro
    into.nodes[i] -= Vec3::Constant(0.05);
  }
  for (const ContactPoints points : {ContactPoints::patch, ContactPoints::centroid}) {
    m_.contact.points = points;
    Body& body = m_.add_body(BodyKind::rigid, {one}, stone, "");
    for (const Mesh& mesh : {other, apart}) {
      Body& beside = m_.add_body(BodyKind::rigid, {mesh}, stone, "");
      EXPECT_EQ(findings(), Lines{});
      m_.remove_body(beside);
    }
    Body& overlapping = m_.add_body(BodyKind::rigid, {into}, stone, "");
    ASSERT_EQ(s_.inspect().overlaps.size(), 1u);
    EXPECT_NEAR(s_.inspect().overlaps[0].depth, 0.05, 0.04);
    m_.remove_body(overlapping);
    m_.remove_body(body);
  }
}

TEST_F(InspectTest, OverlapsNameTheBodiesDeepestFirst)
{
  add_box(m_, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle).label = "floor";
  add_box(m_, {0, 0, -0.002}, {1, 1, 1});
  add_ball(m_, {4, 0, 0.25}, 0.5).label = "ball";
  add_ball(m_, {4, 0, 0.65}, 0.5);
  const ModelInspection found = s_.inspect();
  ASSERT_EQ(found.overlaps.size(), 3u);
  EXPECT_EQ(found.overlaps[0].body1, 3);
  EXPECT_EQ(found.overlaps[0].body2, 4);
  EXPECT_NEAR(found.overlaps[0].depth, 0.6, 1e-12);
  EXPECT_NEAR(found.overlaps[1].depth, 0.25, 1e-12);
  EXPECT_NEAR(found.overlaps[2].depth, 0.002, 1e-12);
  EXPECT_EQ(found.findings, (Lines{"body 3 'ball' and body 4 overlap by 0.6 m",
                                   "body 1 'floor' and body 3 'ball' overlap by 0.25 m",
                                   "body 1 'floor' and body 2 overlap by 0.002 m"}));
}

TEST_F(InspectTest, APairOfMeshesIsNamedOnceWithItsDeepestContact)
{
  add_mesh(m_, {0, 0, 0}, {2, 2, 1}, 2, 2, 1);
  add_mesh(m_, {0, 0, 0.9}, {2, 2, 2}, 2, 2, 1);
  ASSERT_EQ(findings().size(), 1u);
  EXPECT_NEAR(s_.inspect().overlaps[0].depth, 0.1, 0.02);
}

TEST_F(InspectTest, ExcludedPairsMayOverlap)
{
  Body& a = add_box(m_, {0, 0, 0}, {1, 1, 1});
  Body& b = add_box(m_, {0, 0, 0.5}, {1, 1, 2});
  add_box(m_, {5, 0, 0}, {6, 1, 1}, BodyKind::obstacle);
  add_box(m_, {5, 0, 0.5}, {6, 1, 2}, BodyKind::obstacle);  // nor do two obstacles matter
  EXPECT_EQ(findings().size(), 1u);
  m_.exclude_contact(a, b);
  EXPECT_EQ(findings(), Lines{});
}

TEST_F(InspectTest, SurfacesThatNoBodyHasAreNamed)
{
  m_.add_body(BodyKind::rigid, {make_sphere({0, 0, 0}, 1, 0, 4)}, {.label = ""}, "");
  m_.add_body(BodyKind::rigid, {make_sphere({9, 0, 0}, 1, 0, 0)}, {.label = ""}, "");
  m_.surface_materials.add({.label = "rubber", .surface1 = 4, .surface2 = 7});
  m_.surface_materials.add({.label = "steel", .surface1 = 0, .surface2 = 4});
  m_.surface_materials.add({.label = "ice", .surface1 = 9, .surface2 = {}});
  m_.exclude_surfaces(0, 4);
  m_.exclude_surfaces(5, 0);
  EXPECT_EQ(findings(),
            (Lines{"surface material 'rubber': no body has a surface 7; those of the bodies are 0, 4",
                   "surface material 'ice': no body has a surface 9; those of the bodies are 0, 4",
                   "contact of surfaces 0 and 5 was excluded: no body has a surface 5; those of the bodies "
                   "are 0, 4"}));
  EXPECT_EQ(s_.inspect().surfaces.size(), 3u);
}

TEST_F(InspectTest, ThinObjectsAreMeasuredByTheirThickness)
{
  add_box(m_, {0, 0, 0}, {1, 1, 1});
  add_box(m_, {0, 0, 1 - 0.5e-3}, {1, 1, 1.001});  // a sheet of 1.5 mm, a third of it inside
  EXPECT_EQ(findings(), (Lines{"body 1 and body 2 overlap by 0.0005 m"}));
}

TEST_F(InspectTest, SmallBodiesAmongLargeOnes)
{
  for (int i = 0; i < 3; ++i)
    add_box(m_, {2.0 * i, 0, 0}, {2.0 * i + 1, 1, 1});
  add_ball(m_, {9, 0, 0}, 0.5e-4);
  add_ball(m_, {9, 0, 0.99e-4}, 0.5e-4);
  EXPECT_EQ(findings(), (Lines{"body 4 and body 5 overlap by 1e-06 m"}));
}

TEST_F(InspectTest, CurrentPlacesCountNotReferentialOnes)
{
  add_box(m_, {0, 0, 0}, {1, 1, 1});
  RigidBody& ball = add_ball(m_, {0.5, 0.5, 9}, 0.5);
  ball.set_initial_velocity({0, 0, -1e3}, Vec3::Zero());  // nor where it will be in half a step
  EXPECT_EQ(findings(), Lines{});
  std::vector<double> q = ball.q();
  q[11] = 1.4;
  ball.set_q(q);
  EXPECT_EQ(findings(), (Lines{"body 1 and body 2 overlap by 0.1 m"}));
}

TEST_F(InspectTest, BodiesOutsideOfTheExtents)
{
  add_ball(m_, {0, 0, 0}, 0.5);
  add_ball(m_, {9, 0, 0}, 0.5).label = "far";
  s_.limits.extents = Aabb{{-1, -1, -1}, {1, 1, 1}};
  EXPECT_EQ(s_.inspect().outside, (std::vector<int>{2}));
  EXPECT_EQ(findings(), (Lines{"body 2 'far' lies outside the extents"}));
}

TEST_F(InspectTest, AModelOfEllipsoidsIsNeitherOutsideNorWithoutSize)
{
  m_.add_body(BodyKind::rigid, {make_ellipsoid({0, 0, 0}, {0.1, 0.2, 0.3}, 0, 0)}, stone, "");
  s_.limits.extents = Aabb{{-1, -1, -1}, {1, 1, 1}};
  EXPECT_EQ(findings(), Lines{});
}

TEST_F(InspectTest, BodiesInsideOfAMeshThatTouchNoElementAtItsBoundary)
{
  RigidBody& block = add_mesh(m_, {0, 0, 0}, {5, 5, 5}, 5, 5, 5);
  block.label = "block";
  add_ball(m_, {2.5, 2.5, 12.5}, 0.3);                             // 2: moves in with the block
  add_box(m_, {3.2, 3.2, 13.2}, {3.6, 3.7, 13.8}).label = "core";  // 3: the same
  add_mesh(m_, {1.5, 1.5, 11.2}, {1.9, 2.0, 11.8}, 3, 3, 3);       // 4: the same
  add_ball(m_, {7.5, 2.5, 12.5}, 0.3);                             // 5: beside it
  EXPECT_EQ(findings(), Lines{});
  std::vector<double> q = block.q();
  q[11] += 10;
  block.set_q(q);
  EXPECT_EQ(findings(),
            (Lines{"body 2 lies inside body 1 'block'", "body 3 'core' lies inside body 1 'block'",
                   "body 4 lies inside body 1 'block'"}));
  const ModelInspection found = s_.inspect();
  ASSERT_EQ(found.overlaps.size(), 3u);
  EXPECT_NEAR(found.overlaps[0].depth, 0.6, 1e-12);  // the thickness of the ball
  m_.exclude_contact(block, *m_.bodies()[1]);
  EXPECT_EQ(findings().size(), 2u);
}

TEST_F(InspectTest, ExcludedSurfacesMayLieInside)
{
  add_mesh(m_, {0, 0, 0}, {5, 5, 5}, 5, 5, 5);  // all its surfaces are 1, that of a ball is 21
  add_ball(m_, {2.5, 2.5, 2.5}, 0.3);
  EXPECT_EQ(findings().size(), 1u);
  m_.exclude_surfaces(21, 1);
  EXPECT_EQ(findings(), Lines{});
}

TEST_F(InspectTest, InTheHollowOfAMeshIsNotInside)
{
  // A ring of 3 × 3 columns without the middle one, bricks of 4 × 4 × 4 elements each.
  Shape ring;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != 1 || j != 1)
        ring.push_back(make_hex_mesh(box_corners(Vec3(i, j, 0), Vec3(i + 1, j + 1, 1)), 4, 4, 4, 0,
                                     std::vector<int>(6, 1), {}, {}, {}));
  m_.add_body(BodyKind::rigid, ring, stone, "");
  add_ball(m_, {1.5, 1.5, 0.5}, 0.4);
  EXPECT_EQ(findings(), Lines{});
  add_ball(m_, {0.5, 1.5, 0.5}, 0.1);
  EXPECT_EQ(findings(), (Lines{"body 3 lies inside body 1"}));
}

TEST_F(InspectTest, Scales)
{
  add_ball(m_, {0, 0, 0}, 0.5e-3).label = "grain";
  EXPECT_EQ(findings(), Lines{});
  add_box(m_, {-2e3, -2e3, -1e3}, {2e3, 2e3, -1}, BodyKind::obstacle);
  EXPECT_EQ(
      findings(),
      (Lines{"body 1 'grain' has a size of 0.001 m, but body 2 of 4e+03 m; are both in the same units?"}));
  add_box(m_, {1e7, 0, 0}, {1e7 + 1, 1, 1});
  ASSERT_EQ(findings().size(), 2u);
  EXPECT_EQ(findings()[1], "the whole model has a size of 1e+07 m; are the units correct?");
}

TEST_F(InspectTest, ElementsNumberedUpsideDown)
{
  const std::vector<double> nodes = box_corners({0, 0, 0}, {1, 1, 1});
  const std::vector<int> straight = {8, 0, 1, 2, 3, 4, 5, 6, 7, 1},
                         upside_down = {8, 4, 5, 6, 7, 0, 1, 2, 3, 1};
  m_.add_body(BodyKind::rigid, {make_mesh(nodes, straight, std::vector<int>{1})}, stone, "");
  EXPECT_EQ(findings(), Lines{});
  Shape shape = {make_mesh(nodes, upside_down, std::vector<int>{1})};
  translate(shape[0], {5, 0, 0});
  m_.add_body(BodyKind::rigid, shape, stone, "brick");
  EXPECT_EQ(findings(),
            (Lines{"1 element of body 2 'brick' had inverted node numbering and was renumbered"}));
}

TEST_F(InspectTest, TinyModels)
{
  add_ball(m_, {0, 0, 0}, 1e-7);
  EXPECT_EQ(findings(), (Lines{"the whole model has a size of 2e-07 m; are the units correct?"}));
}

TEST_F(InspectTest, AnEpsilonThatIsTooLarge)
{
  add_box(m_, {0, 0, 0}, {1, 1, 1});
  add_ball(m_, {5, 0, 0}, 0.05).label = "bead";
  m_.contact.epsilon = 0.9e-3;
  EXPECT_EQ(findings(), Lines{});
  m_.contact.epsilon = 2e-3;
  EXPECT_EQ(findings(),
            (Lines{"the geometric epsilon of 0.002 m is more than 1 % of the size of the smallest object, "
                   "0.1 m, in body 2 'bead'"}));
}

TEST_F(InspectTest, ManyFindingsAreShortened)
{
  for (int i = 0; i < 30; ++i)
    add_ball(m_, {0.9 * i, 0, 0}, 0.5);
  const ModelInspection found = s_.inspect();
  EXPECT_EQ(found.findings.size(), 29u);
  ASSERT_EQ(found.lines().size(), 10u);
  EXPECT_EQ(found.lines()[8], found.findings[8]);
  EXPECT_EQ(found.lines()[9], "... and 20 more");
}

TEST_F(InspectTest, TheFirstRunWarnsOnce)
{
  m_.surface_materials.add({"smooth", {}, {}});
  add_ball(m_, {0, 0, 0}, 0.5);
  add_ball(m_, {0.9, 0, 0}, 0.5);
  const LogLines log;
  s_.run(precise(), 0.002, {});
  EXPECT_EQ(log.lines, (Lines{"body 1 and body 2 overlap by 0.1 m"}));
  s_.run(precise(), 0.002, {});
  EXPECT_EQ(log.lines.size(), 1u);
}

TEST_F(InspectTest, AContinuedRunIsNotLookedAtAgain)
{
  const LogLines log;
  for (const bool again : {false, true}) {
    Simulation s(0.001);
    s.model.surface_materials.add({"smooth", {}, {}});
    add_ball(s.model, {0, 0, 0}, 0.5);
    add_ball(s.model, {0.9, 0, 0}, 0.5);
    write_to_file(s, 0);
    if (again) s.resume();
    s.run(precise(), 0.002, {});
    EXPECT_EQ(s.steps(), again ? 4 : 2);
  }
  EXPECT_EQ(log.lines.size(), 1u);
}

TEST_F(InspectTest, AStrictRunIsRefusedBeforeItBegins)
{
  add_ball(m_, {0, 0, 0}, 0.5).label = "one";
  RigidBody& two = add_ball(m_, {0.9, 0, 0}, 0.5);
  s_.strict = true;
  write_to_file(s_, 0);
  const LogLines log;
  for (int attempt = 0; attempt < 2; ++attempt)
    try {
      s_.run(precise(), 0.01, {});
      ADD_FAILURE() << "no InputError";
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find("body 1 'one' and body 2 overlap by 0.1 m"), std::string::npos) << text;
    }
  EXPECT_TRUE(log.lines.empty());
  EXPECT_EQ(s_.steps(), 0);
  EXPECT_FALSE(std::filesystem::exists(path_));
  two.set_q(std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0});  // mended
  EXPECT_EQ(s_.run(precise(), 0.01, {}).outcome, RunOutcome::finished);
}

TEST_F(InspectTest, TheRunIsTheSameWithAndWithoutLooking)
{
  Simulation other(0.001);
  for (Simulation* s : {&s_, &other})
    build_playground(*s);
  const LogLines log;
  s_.run(precise(), 0.05, {});
  RunHooks hooks;
  hooks.after_step = [&] {
    other.inspect();
    return true;
  };
  other.run(precise(), 0.05, hooks);
  expect_same_state(s_.frame(), other.frame());
  EXPECT_EQ(log.lines, Lines{});
}

TEST_F(InspectTest, NotInTheMiddleOfAStep)
{
  RigidBody& ball = build_ball(s_);
  m_.add_callback_force(ball, [&](const auto&, const auto&, double, double) {
    s_.inspect();
    return std::vector<double>(9);
  });
  EXPECT_THROW(s_.run(precise(), 0.01, {}), InputError);
}

}  // namespace
}  // namespace corbel::testing
