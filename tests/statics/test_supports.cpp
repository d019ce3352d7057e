// SPDX-License-Identifier: MIT
// Bodies that can move freely are named with the motions that nothing prevents.
#include "statics/static_scene.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

std::string complaint(StaticCase& c)
{
  set_gravity(c.simulation, {1, 2, -10});  // works on every motion but rotations about the centre
  c.push({0.3, 0, 0}, {0, 3, 5});
  c.push({0, 0, 0.2}, {4, 0, 0});
  c.simulation.statics.max_passes = 20;
  try {
    c.solve();
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

StaticCase block()
{
  return StaticCase(straight_brick({0, 0, 0}, {0.3, 0.2, 0.2}, 3, 2, 2), {1e7, 0.3}, "BC");
}

std::string motions(const std::string& text)
{
  const std::size_t begin = text.find("free rigid-body motions: "), end = text.find(". Fix points");
  return begin == std::string::npos ? text : text.substr(begin + 25, end - begin - 25);
}

TEST(Unsupported, AFreeBodyHasSixFreeMotions)
{
  StaticCase c = block();
  EXPECT_EQ(motions(complaint(c)),
            "translation along x, translation along y, translation along z, rotation about x, "
            "rotation about y, rotation about z");
}

TEST(Unsupported, APinnedBodyTurns)
{
  StaticCase c = block();
  c.fix([](const Vec3& X) { return X.norm() < 1e-9; }, "xyz");
  EXPECT_EQ(motions(complaint(c)), "rotation about x, rotation about y, rotation about z");
}

TEST(Unsupported, AHingedBodyTurnsAboutItsHinge)
{
  StaticCase c = block();
  c.fix([](const Vec3& X) { return X.head<2>().norm() < 1e-9; }, "xyz");
  EXPECT_EQ(motions(complaint(c)), "rotation about z");
}

TEST(Unsupported, ABodyOnASlopeSlidesAlongIt)
{
  StaticCase c = block();
  for (const double y : {0.0, 0.2})
    for (const double z : {0.0, 0.2})
      for (const Vec3& n : {Vec3(1, -1, 0), Vec3(0, 0, 1)})
        for (const double x : {0.0, 0.3})
          c.simulation.model.add_fixed_direction(c.body, {x, y, z}, n);
  const std::string found = motions(complaint(c));
  EXPECT_TRUE(found.starts_with("translation along (0.707")) << found;
  EXPECT_EQ(found.find("rotation"), std::string::npos) << found;
}

}  // namespace
}  // namespace corbel::testing
