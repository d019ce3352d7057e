// SPDX-License-Identifier: MIT
// What may touch what: kinds, bodies, objects, surfaces, self-contact.
#include "corbel/model/contact_filter.hpp"

#include "scenes.hpp"

namespace corbel::testing {
namespace {

/// a: a bar of four elements along x; b: two boxes and a ball, all apart.
class Filter : public ::testing::Test {
 protected:
  Model model_;
  RigidBody& a_ = add_mesh(model_, {0, 0, 0}, {4, 1, 1}, 4, 1, 1);
  RigidBody& b_ = model_.add_body(
      BodyKind::rigid,
      {make_box({0, 0, 1}, {1, 1, 2}), make_sphere({5, 0.5, 2}, 1, 0, 7), make_box({2, 0, 1}, {3, 1, 2})},
      stone, "pair");
  RigidBody& floor_ = add_box(model_, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& wall_ = add_box(model_, {-9, -9, 0}, {-8, 9, 9}, BodyKind::obstacle);

  bool may(const Body& a, int i, const Body& b, int j) const
  {
    const bool there = model_.contact_filter().may_touch(a, i, b, j);
    EXPECT_EQ(model_.contact_filter().may_touch(b, j, a, i), there);  // order is irrelevant
    return there;
  }
};

TEST_F(Filter, ByDefaultAllButObstaclesTouch)
{
  EXPECT_TRUE(may(a_, 0, b_, 0));
  EXPECT_TRUE(may(a_, 0, floor_, 0));
  EXPECT_FALSE(may(wall_, 0, floor_, 0));
  EXPECT_TRUE(model_.contact_filter().surfaces_may_touch(1, 1));
}

TEST_F(Filter, ExcludedBodies)
{
  model_.exclude_contact(b_, a_);
  EXPECT_FALSE(may(a_, 0, b_, 0));
  EXPECT_FALSE(may(a_, 3, b_, 2));
  EXPECT_TRUE(may(a_, 0, floor_, 0));
}

TEST_F(Filter, ExcludedObjectsAreThoseAroundThePoints)
{
  model_.exclude_objects(b_, {2.1, 0.1, 1.9}, a_, {2.9, 0.9, 0.1});  // second box, third element
  EXPECT_FALSE(may(a_, 2, b_, 1));
  EXPECT_TRUE(may(a_, 1, b_, 1));
  EXPECT_TRUE(may(a_, 2, b_, 0));
  EXPECT_TRUE(may(b_, 2, a_, 1));
  model_.exclude_objects(a_, {3.5, 0.5, 0.5}, b_, {5, 0.5, 2.9});  // the ball comes after the convexes
  EXPECT_FALSE(may(a_, 3, b_, 2));
  EXPECT_TRUE(may(a_, 2, b_, 2));
}

TEST_F(Filter, PointsMustSayWhichObject)
{
  const Vec3 inside(0.5, 0.5, 0.5), box(0.5, 0.5, 1.5);
  EXPECT_INPUT_ERROR(model_.exclude_objects(a_, {9, 9, 9}, b_, box), "point1", "(9, 9, 9)");
  EXPECT_INPUT_ERROR(model_.exclude_objects(a_, inside, b_, {1.5, 0.5, 1.5}), "point2", "body 2 'pair'");
  EXPECT_INPUT_ERROR(model_.exclude_objects(a_, {1, 0.5, 0.5}, b_, box), "point1",
                     "inside a contact object");  // between two
  EXPECT_INPUT_ERROR(model_.exclude_objects(a_, inside, b_, {NAN, 0, 0}), "point2", "three finite numbers");
  EXPECT_INPUT_ERROR(model_.exclude_objects(a_, inside, a_, inside), "point2", "another object");
  EXPECT_TRUE(may(a_, 0, b_, 0));
}

TEST_F(Filter, AnElementWithinAMeshIsNoContactObject)
{
  RigidBody& block = add_mesh(model_, {0, 0, 10}, {3, 3, 13}, 3, 3, 3);
  EXPECT_INPUT_ERROR(model_.exclude_objects(a_, {0.5, 0.5, 0.5}, block, {1.5, 1.5, 11.5}), "point2",
                     "boundary");
}

TEST_F(Filter, ExcludedSurfaces)
{
  model_.exclude_surfaces(7, 3);
  const ContactFilter& filter = model_.contact_filter();
  EXPECT_FALSE(filter.surfaces_may_touch(3, 7));
  EXPECT_FALSE(filter.surfaces_may_touch(7, 3));
  EXPECT_TRUE(filter.surfaces_may_touch(3, 3));
  EXPECT_TRUE(filter.surfaces_may_touch(7, 7));
  model_.exclude_surfaces(3, 3);
  EXPECT_FALSE(filter.surfaces_may_touch(3, 3));
}

TEST_F(Filter, OneBodyTouchesItselfWhereItIsNotConnected)
{
  EXPECT_FALSE(may(a_, 0, a_, 2));
  a_.self_contact = true;
  EXPECT_TRUE(may(a_, 0, a_, 2));
  EXPECT_FALSE(may(a_, 0, a_, 1));
  EXPECT_FALSE(may(a_, 1, a_, 1));
  model_.exclude_objects(a_, {0.5, 0.5, 0.5}, a_, {2.5, 0.5, 0.5});
  EXPECT_FALSE(may(a_, 0, a_, 2));
  EXPECT_TRUE(may(a_, 0, a_, 3));
}

TEST_F(Filter, NothingIsExcludedInTheMiddleOfAStep)
{
  model_.lock(true);
  EXPECT_THROW(model_.exclude_contact(a_, b_), InputError);
  EXPECT_THROW(model_.exclude_objects(a_, {0.5, 0.5, 0.5}, b_, {0.5, 0.5, 1.5}), InputError);
  EXPECT_THROW(model_.exclude_surfaces(1, 2), InputError);
}

TEST(PairEpsilon, IsAtMostAMillionthOfTheSmallerObject)
{
  Model model;
  for (int i = 0; i < 3; ++i)
    add_box(model, {10.0 * i, 0, 0}, {10.0 * i + 1, 1, 1});
  EXPECT_DOUBLE_EQ(model.pair_epsilon(1, 1), 1e-6);
  EXPECT_DOUBLE_EQ(model.pair_epsilon(1, 1e-4), 1e-10);
  EXPECT_DOUBLE_EQ(model.pair_epsilon(1e-4, 1e4), 1e-10);
  EXPECT_DOUBLE_EQ(model.pair_epsilon(1e4, 1e4), 1e-6);
  model.contact.epsilon = 1e-3;  // the user knows better
  EXPECT_DOUBLE_EQ(model.pair_epsilon(1e-4, 1e4), 1e-3);
}

}  // namespace
}  // namespace corbel::testing
