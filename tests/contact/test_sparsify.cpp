// SPDX-License-Identifier: MIT
// The rules of sparsification (papers/004 §5.2), one by one, on contacts made by hand.
#include "corbel/contact/sparsify.hpp"

#include "../model/scenes.hpp"

#include <algorithm>

namespace corbel::testing {
namespace {

constexpr double threshold = 0.01, epsilon = 1e-6;

/// Two bars of four elements in a row: element i has the neighbours i − 1 and i + 1.
class Sparsify : public ::testing::Test {
 protected:
  Model model_;
  RigidBody& a_ = add_mesh(model_, {0, 0, 0}, {4, 1, 1}, 4, 1, 1);
  RigidBody& b_ = add_mesh(model_, {0, 0, 1}, {4, 1, 2}, 4, 1, 1);
  RigidBody& c_ = add_mesh(model_, {0, 0, 2}, {4, 1, 3}, 4, 1, 1);
  ContactSet set_;

  Contact contact(int on_a, int on_b, double area, const Vec3& point) const
  {
    Contact c;
    c.slave = &a_;
    c.master = &b_;
    c.slave_object = on_a;
    c.master_object = on_b;
    c.key = {a_.id, b_.id, on_a, on_b, 0};
    c.frame = Mat3::Identity();
    c.area = area;
    c.master_point = c.slave_point = point;
    return c;
  }
  Contact old(Contact c) const
  {
    c.is_new = false;
    return c;
  }
  /// Which contacts of the set are left, as places in it.
  std::vector<int> left(std::vector<Contact> contacts, double limit = threshold) const
  {
    for (std::size_t i = 0; i < contacts.size(); ++i)
      contacts[i].gap = -static_cast<double>(i);  // a mark
    sparsify(contacts, limit, epsilon);
    std::vector<int> kept;
    for (const Contact& c : contacts)
      kept.push_back(static_cast<int>(-c.gap));
    return kept;
  }
};

using Kept = std::vector<int>;

TEST_F(Sparsify, ASmallAdjacentContactGoes)
{
  const Contact big = contact(0, 0, 1, {0, 0, 1}), small = contact(1, 0, 0.0099, {1, 0, 1});
  EXPECT_EQ(left({big, small}), (Kept{0}));
  EXPECT_EQ(left({small, big}), (Kept{1}));
}

TEST_F(Sparsify, TheThresholdIsOfAreas)
{
  const Contact big = contact(0, 0, 2, {0, 0, 1});
  EXPECT_EQ(left({big, contact(1, 0, 0.0201, {1, 0, 1})}), (Kept{0, 1}));
  EXPECT_EQ(left({big, contact(1, 0, 0.0199, {1, 0, 1})}), (Kept{0}));
  EXPECT_EQ(left({big, contact(1, 0, 0.9, {1, 0, 1})}, 0.5), (Kept{0}));
}

TEST_F(Sparsify, AdjacentMeansOnBothBodies)
{
  const Contact big = contact(1, 1, 1, {0, 0, 1});
  EXPECT_EQ(left({big, contact(0, 2, 1e-4, {1, 0, 1})}), (Kept{0}));     // neighbours on both
  EXPECT_EQ(left({big, contact(1, 2, 1e-4, {1, 0, 1})}), (Kept{0}));     // the same and a neighbour
  EXPECT_EQ(left({big, contact(1, 3, 1e-4, {1, 0, 1})}), (Kept{0, 1}));  // far on the master
  EXPECT_EQ(left({big, contact(3, 1, 1e-4, {1, 0, 1})}), (Kept{0, 1}));  // far on the slave
  EXPECT_EQ(left({big, contact(3, 3, 1e-4, {1, 0, 1})}), (Kept{0, 1}));
}

TEST_F(Sparsify, RolesMayDiffer)  // the object on each body counts, not whether it is slave or master
{
  const Contact big = contact(0, 3, 1, {0, 0, 1});
  Contact small = contact(1, 2, 1e-4, {1, 0, 1});
  std::swap(small.slave, small.master);
  std::swap(small.slave_object, small.master_object);
  EXPECT_EQ(left({big, small}), (Kept{0}));
  EXPECT_EQ(left({small, big}), (Kept{1}));
}

TEST_F(Sparsify, OldContactsStay)
{
  const Contact big = contact(0, 0, 1, {0, 0, 1}), small = contact(1, 0, 1e-4, {1, 0, 1});
  EXPECT_EQ(left({big, old(small)}), (Kept{0, 1}));
  EXPECT_EQ(left({old(big), old(small)}), (Kept{0, 1}));
  EXPECT_EQ(left({old(big), small}), (Kept{0}));
}

TEST_F(Sparsify, OfCoincidentPointsOneStays)
{
  const Contact first = contact(0, 0, 1, {1, 2, 3}), second = contact(3, 3, 1, {1, 2 + 1.9e-6, 3});
  EXPECT_EQ(left({first, second}), (Kept{0}));
  EXPECT_EQ(left({first, second, second, second}), (Kept{0}));
  EXPECT_EQ(left({first, contact(3, 3, 1, {1, 2 + 2.1e-6, 3})}), (Kept{0, 1}));
  EXPECT_EQ(left({first, contact(3, 3, 1, {1, 2, 3 - 2.1e-6})}), (Kept{0, 1}));
}

TEST_F(Sparsify, OfCoincidentPointsTheOldOneStays)
{
  const Contact first = contact(0, 0, 1, {1, 2, 3}), second = contact(3, 3, 1, {1, 2, 3});
  EXPECT_EQ(left({first, old(second)}), (Kept{1}));
  EXPECT_EQ(left({old(first), second}), (Kept{0}));
  EXPECT_EQ(left({old(first), old(second)}), (Kept{0, 1}));
}

TEST_F(Sparsify, WhatIsGoneDropsNothing)  // 1 goes because of 0; 2 is adjacent to 1 alone
{
  const Contact big = contact(0, 0, 1, {0, 0, 1}), small = contact(1, 1, 5e-3, {1, 0, 1});
  const Contact tiny = contact(2, 2, 1e-5, {2, 0, 1});
  EXPECT_EQ(left({big, small, tiny}), (Kept{0, 2}));
}

TEST_F(Sparsify, OtherPairsOfBodiesDoNotCount)
{
  const Contact big = contact(0, 0, 1, {0, 0, 1});
  Contact other = contact(0, 0, 1e-4, {0, 0, 1});
  other.master = &c_;
  other.key.body2 = c_.id;
  EXPECT_EQ(left({big, other}), (Kept{0, 1}));
}

TEST_F(Sparsify, ThresholdZeroDropsNothing)
{
  const Contact big = contact(0, 0, 1, {0, 0, 1}), small = contact(1, 0, 1e-9, {0, 0, 1});
  EXPECT_EQ(left({big, small}, 0), (Kept{0, 1}));
}

TEST_F(Sparsify, EmptyAndSingleSets)
{
  EXPECT_EQ(left({}), (Kept{}));
  EXPECT_EQ(left({contact(0, 0, 1e-9, {0, 0, 1})}), (Kept{0}));
}

TEST_F(Sparsify, OrderIsKept)
{
  std::vector<Contact> contacts;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      contacts.push_back(contact(i, j, i == j ? 1 : 1e-3, {i + 0.1 * j, 0, 1}));
  ContactSet set = contacts;
  sparsify(set, threshold, epsilon);
  EXPECT_TRUE(std::is_sorted(set.begin(), set.end(),
                             [](const Contact& x, const Contact& y) { return x.key < y.key; }));
  // Off the diagonal only (0,3) and (3,0) have no big contact next to them.
  EXPECT_EQ(set.size(), 6u);
}

}  // namespace
}  // namespace corbel::testing
