// SPDX-License-Identifier: MIT
// Which directions are normals of the surface that an element of a mesh is a part of.
#include "corbel/geometry/separation.hpp"

#include "bodies.hpp"

namespace corbel::testing {
namespace {

/// An element of a flat floor of the length `length` along its border y = 0: its lower and its front face are on the surface, others
/// have neighbours. `flat`: spread of the nodes away from the border.
Placed border_element(double length, float flat)
{
  Placed element = placed_box({0, 0, 0}, {length, 1, 1});
  for (std::size_t f = 0; f < element.convex.face_count(); ++f)
    element.convex.face_boundary[f] = f == 0 || f == 2;
  element.convex.vertex_spread = {0, 0, flat, flat, flat, flat, 2, 2};
  return element;
}

/// Along the border all directions between those of the two faces are normals, whatever the shape of the element.
TEST(IsExposed, ABlockMayRollAboutItsBorder)
{
  for (const double length : {0.2, 1.0, 5.0})
    for (const float flat : {1.0F, 0.9999F, 0.5F}) {
      const Placed element = border_element(length, flat);
      for (double roll = 1e-5; roll < 1.57; roll *= 1.1)
        EXPECT_TRUE(is_exposed(element.view(), {0, -std::sin(roll), -std::cos(roll)}))
            << length << ' ' << flat << ' ' << roll;
    }
}

/// Across it only that of the flat floor, though the line across begins at a node of the border.
TEST(IsExposed, OfALineAcrossAFloorNormalsAreThoseOfTheFloor)
{
  for (const double length : {0.2, 1.0, 5.0})
    for (const float flat : {1.0F, 0.9999F}) {
      const Placed element = border_element(length, flat);
      EXPECT_TRUE(is_exposed(element.view(), {0, 0, -1}));
      for (const double tilt : {0.1, 0.5, 1.0})
        for (const double sign : {-1.0, 1.0})
          EXPECT_FALSE(is_exposed(element.view(), {sign * std::sin(tilt), 0, -std::cos(tilt)}))
              << length << ' ' << flat << ' ' << tilt;
    }
}

}  // namespace
}  // namespace corbel::testing
