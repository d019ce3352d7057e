// SPDX-License-Identifier: MIT
// The rules of sparsification (manual §5.2), one by one, on contacts made by hand.
#include "corbel/contact/sparsify.hpp"

#include "../model/scenes.hpp"

#include <algorithm>
#include <cmath>

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
    c.slave = a_.body_id();
    c.master = b_.body_id();
    c.slave_object = on_a;
    c.master_object = on_b;
    c.key = {c.slave, c.master, on_a, on_b, 0};
    c.frame = Mat3::Identity();
    c.area = c.patch_area = area;
    c.point = point;
    return c;
  }
  Contact old(Contact c) const
  {
    c.is_new = false;
    return c;
  }
  /// Which contacts of the set, ascending in key as all sets are, are left: their places in it.
  std::vector<int> left(std::vector<Contact> contacts, double limit = threshold, double min_area = 0,
                        double min_distance = epsilon) const
  {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      contacts[i].gap = -static_cast<double>(i);  // a mark
      EXPECT_TRUE(i == 0 || contacts[i - 1].key <= contacts[i].key);
    }
    sparsify(contacts, model_.bodies(), {limit, min_area, min_distance});
    std::vector<int> kept;
    for (const Contact& c : contacts)
      kept.push_back(static_cast<int>(-c.gap));
    return kept;
  }
};

using Kept = std::vector<int>;

TEST_F(Sparsify, ASmallAdjacentContactGoes)
{
  EXPECT_EQ(left({contact(0, 0, 1, {0, 0, 1}), contact(1, 0, 0.0099, {1, 0, 1})}), (Kept{0}));
  EXPECT_EQ(left({contact(0, 0, 0.0099, {0, 0, 1}), contact(1, 0, 1, {1, 0, 1})}), (Kept{1}));
}

TEST_F(Sparsify, TheLeastAreaIsOfPatchesNotOfTheSharesOfTheirPoints)
{
  Contact quarter = contact(0, 0, 0.25, {0, 0, 1}), small = contact(3, 3, 0.45, {5, 0, 1});
  quarter.patch_area = 1;
  small.patch_area = 0.45;
  EXPECT_EQ(left({quarter, small}, threshold, 0.5), (Kept{0}));
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
  EXPECT_EQ(left({contact(0, 2, 1e-4, {1, 0, 1}), big}), (Kept{1}));     // neighbours on both
  EXPECT_EQ(left({big, contact(1, 2, 1e-4, {1, 0, 1})}), (Kept{0}));     // the same and a neighbour
  EXPECT_EQ(left({big, contact(1, 3, 1e-4, {1, 0, 1})}), (Kept{0, 1}));  // far on the master
  EXPECT_EQ(left({big, contact(3, 1, 1e-4, {1, 0, 1})}), (Kept{0, 1}));  // far on the slave
  EXPECT_EQ(left({big, contact(3, 3, 1e-4, {1, 0, 1})}), (Kept{0, 1}));
}

TEST_F(Sparsify, RolesMayDiffer)  // the object on each body counts, not whether it is slave or master
{
  const auto swapped = [](Contact c) {
    std::swap(c.slave, c.master);
    std::swap(c.slave_object, c.master_object);
    return c;
  };
  const Contact big = contact(0, 3, 1, {0, 0, 1}), small = contact(1, 2, 1e-4, {1, 0, 1});
  EXPECT_EQ(left({big, swapped(small)}), (Kept{0}));
  EXPECT_EQ(left({swapped(big), small}), (Kept{0}));
  EXPECT_EQ(left({swapped(big), swapped(small)}), (Kept{0}));
  const Contact far = contact(3, 2, 1e-4, {1, 0, 1});  // 3 is a neighbour of 3 on the wrong body
  EXPECT_EQ(left({big, swapped(far)}), (Kept{0, 1}));
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
  other.master = c_.body_id();
  other.key.body2 = c_.body_id();
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
  sparsify(set, model_.bodies(), {threshold, 0, epsilon});
  EXPECT_TRUE(std::is_sorted(set.begin(), set.end(),
                             [](const Contact& x, const Contact& y) { return x.key < y.key; }));
  // Off the diagonal only (0,3) and (3,0) have no big contact next to them.
  EXPECT_EQ(set.size(), 6u);
}

TEST_F(Sparsify, NewContactsOfLittleAreaGo)
{
  const Contact small = contact(0, 0, 0.9e-3, {0, 0, 1}), large = contact(3, 3, 1.1e-3, {3, 0, 1});
  EXPECT_EQ(left({small, large}, threshold, 1e-3), (Kept{1}));
  EXPECT_EQ(left({old(small), large}, threshold, 1e-3), (Kept{0, 1}));
  EXPECT_EQ(left({small}, threshold, 1e-3), (Kept{}));
  EXPECT_EQ(left({small, large}, 0, 1e-3), (Kept{0, 1}));  // threshold 0: no sparsification at all
}

TEST_F(Sparsify, WhatIsGoneForItsAreaDropsNothing)
{
  const Contact small = contact(0, 0, 0.9e-3, {1, 2, 3}), large = contact(3, 3, 1.1e-3, {1, 2, 3});
  EXPECT_EQ(left({small, large}, threshold, 0), (Kept{0}));  // same place: the first stays
  EXPECT_EQ(left({small, large}, threshold, 1e-3), (Kept{1}));
}

TEST_F(Sparsify, TheDistanceOfPointsIsASetting)
{
  const Contact first = contact(0, 0, 1, {1, 2, 3}), second = contact(3, 3, 1, {1, 2.019, 3});
  EXPECT_EQ(left({first, second}, threshold, 0, 0.01), (Kept{0}));
  EXPECT_EQ(left({first, second}, threshold, 0, 0.009), (Kept{0, 1}));
  EXPECT_EQ(left({first, first}, threshold, 0, 0), (Kept{0, 1}));  // 0: no two points coincide
}

/// The definition, word by word, on all pairs of contacts.
std::vector<char> dropped_by_definition(const ContactSet& contacts, const Bodies& bodies,
                                        const SparsifyOptions& options)
{
  const auto close = [](const Body& body, int i, int j) {
    const auto& n = body.surface.neighbours[static_cast<std::size_t>(i)];
    return i == j || std::find(n.begin(), n.end(), j) != n.end();
  };
  const auto adjacent = [&](const Contact& a, const Contact& b) {
    const Body &one = bodies[a.key.body1], &two = bodies[a.key.body2];
    const ContactKey &k = a.key, &l = b.key;
    return (close(one, k.object1, l.object1) && close(two, k.object2, l.object2)) ||
           (&one == &two && close(one, k.object1, l.object2) && close(one, k.object2, l.object1));
  };
  std::vector<char> gone(contacts.size(), 0);
  for (std::size_t i = 0; i < contacts.size(); ++i)
    gone[i] = contacts[i].is_new && contacts[i].area < options.min_area;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    for (std::size_t j = 0; j < contacts.size(); ++j) {
      const Contact &c = contacts[i], &a = contacts[j];
      if (i == j || !c.is_new || gone[i] || gone[j]) continue;
      if (c.key.body1 != a.key.body1 || c.key.body2 != a.key.body2) continue;
      const bool at_its_place = (c.point - a.point).cwiseAbs().maxCoeff() < 2 * *options.min_distance;
      gone[i] =
          (c.area < options.threshold * a.area && adjacent(c, a)) || (at_its_place && (!a.is_new || j < i));
    }
  return gone;
}

/// Contacts at random between all pairs of three meshes and within one of them.
ContactSet random_contacts(const std::vector<Body*>& bodies, int count, Random& random)
{
  ContactSet set;
  const auto pick = [&](int n) { return std::min(n - 1, static_cast<int>(random.uniform(0, n))); };
  for (int i = 0; i < count; ++i) {
    Contact c;
    int first = pick(3), second = pick(3);
    if (first > second) std::swap(first, second);
    if (first == second) first = second = 0;
    const Body &slave = *bodies[static_cast<std::size_t>(first)],
               &master = *bodies[static_cast<std::size_t>(second)];
    c.slave = slave.body_id();
    c.master = master.body_id();
    c.slave_object = pick(static_cast<int>(slave.surface.object_count()));
    c.master_object = pick(static_cast<int>(master.surface.object_count()));
    if (first == second && c.slave_object > c.master_object) std::swap(c.slave_object, c.master_object);
    c.key = {c.slave, c.master, c.slave_object, c.master_object, i};
    if (pick(2)) {
      std::swap(c.slave, c.master);
      std::swap(c.slave_object, c.master_object);
    }
    c.area = c.patch_area = std::pow(10, random.uniform(-4, 0));
    c.is_new = pick(4) != 0;
    // On a grid of spacing 1, some of them a little off: within 0.1 or not.
    c.point = Vec3(pick(5), pick(5), pick(5)) + random.vector(-0.06, 0.06);
    set.push_back(c);
  }
  std::ranges::sort(set, {}, &Contact::key);
  return set;
}

TEST_F(Sparsify, AgreesWithTheDefinition)
{
  const std::vector<Body*> bodies = {&add_mesh(model_, {0, 0, 9}, {4, 4, 13}, 3, 3, 3),
                                     &add_mesh(model_, {9, 0, 9}, {13, 4, 13}, 4, 2, 2), &b_};
  Random random(5);
  std::size_t kept = 0, all = 0;
  for (int run = 0; run < 200; ++run) {
    const ContactSet set = random_contacts(bodies, 1 + 2 * run, random);
    const SparsifyOptions options = {run % 3 ? 0.1 : 0.01, run % 2 ? 1e-3 : 0, run % 5 ? 0.05 : 1e-6};
    const std::vector<char> gone = dropped_by_definition(set, model_.bodies(), options);
    std::vector<ContactKey> expected, found;
    for (std::size_t i = 0; i < set.size(); ++i)
      if (!gone[i]) expected.push_back(set[i].key);
    ContactSet sparse = set;
    sparsify(sparse, model_.bodies(), options);
    for (const Contact& c : sparse)
      found.push_back(c.key);
    ASSERT_EQ(found, expected) << run;
    kept += found.size();
    all += set.size();
  }
  EXPECT_GT(kept, all / 4);  // much was kept and much was dropped
  EXPECT_LT(kept, 3 * all / 4);
}

}  // namespace
}  // namespace corbel::testing
