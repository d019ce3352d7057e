// SPDX-License-Identifier: MIT
// Which material a pair of surfaces gets, and what a material may hold.
#include "corbel/model/material.hpp"

#include "../geometry/bodies.hpp"

#include <limits>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

SurfaceMaterial surface(const std::string& label, std::optional<int> s1, std::optional<int> s2,
                        double friction = 0)
{
  return {label, s1, s2, friction, 0};
}

class Lookup : public ::testing::Test {
 protected:
  SurfaceMaterialTable table_;
  const std::string& find(int s1, int s2) const { return table_[table_.find(s1, s2)].label; }
};

TEST_F(Lookup, AnEmptyTableHasADefault)
{
  EXPECT_EQ(table_.size(), 1);
  EXPECT_EQ(find(3, 4), "DEFAULT");
  EXPECT_EQ(table_[0].friction, 0);
  EXPECT_EQ(table_[0].restitution, 0);
}

TEST_F(Lookup, ExactPairThenFirstThenSecondThenDefault)
{
  table_.add(surface("all", {}, {}, 0.1));
  table_.add(surface("second", 2, {}));
  EXPECT_EQ(find(1, 2), "second");
  table_.add(surface("first", {}, 1));  // absent first or last: the same
  EXPECT_EQ(find(1, 2), "first");
  EXPECT_EQ(find(2, 1), "second");  // the order of the surfaces counts
  table_.add(surface("exact", 2, 1));
  EXPECT_EQ(find(1, 2), "exact");
  EXPECT_EQ(find(2, 1), "exact");
  EXPECT_EQ(find(1, 1), "first");
  EXPECT_EQ(find(7, 2), "second");
  EXPECT_EQ(find(7, 8), "all");
}

TEST_F(Lookup, SameSurfaceOnBothSides)
{
  table_.add(surface("own", 1, 1));
  EXPECT_EQ(find(1, 1), "own");
  EXPECT_EQ(find(1, 2), "DEFAULT");
}

TEST_F(Lookup, NegativeSurfacesAreSurfaces)
{
  table_.add(surface("negative", -5, 3));
  EXPECT_EQ(find(3, -5), "negative");
}

TEST_F(Lookup, TheSamePairIsOverwritten)
{
  const int first = table_.add(surface("one", 1, 2, 0.1));
  const int other = table_.add(surface("other", 1, 3, 0.2));
  const int again = table_.add(surface("two", 2, 1, 0.3));
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
  EXPECT_EQ(table_.size(), 3);
  EXPECT_EQ(find(1, 2), "two");
  EXPECT_EQ(table_[first].friction, 0.3);
  EXPECT_EQ(table_.add(surface("new default", {}, {}, 0.4)), 0);
  EXPECT_EQ(find(8, 9), "new default");
}

TEST_F(Lookup, SetChangesDataAndKeepsThePair)
{
  const int index = table_.add({"steel", 1, 2, 0.1, 0.2});
  table_.set(index, {"ignored", 8, 9, 0.5, 0.6});
  EXPECT_EQ(table_[index].friction, 0.5);
  EXPECT_EQ(table_[index].restitution, 0.6);
  EXPECT_EQ(find(1, 2), "steel");
  EXPECT_EQ(find(8, 9), "DEFAULT");
  EXPECT_INPUT_ERROR(table_.set(index, {"", 1, 2, -1, 0}), "friction", "got -1");
  EXPECT_EQ(table_[index].friction, 0.5);
}

TEST_F(Lookup, BadSurfaceMaterialsAreNamed)
{
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, -0.1, 0}), "friction", "-0.1");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, nan, 0}), "friction", "nan");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, 0, -0.1}), "restitution", "-0.1");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, 0, 1.1}), "restitution", "1.1");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, 0, nan}), "restitution", "nan");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, 0, 0, -1}), "cohesion", "got -1");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, 0, 0, 0, -1}), "spring", "got -1");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, 0, 0, 0, 0, nan}), "dashpot", "nan");
  EXPECT_INPUT_ERROR(table_.add({"", 1, 2, 0, 0, 0, 0, 0, 0}), "hpow", "got 0");
  EXPECT_INPUT_ERROR(contact_model("GLUE"), "model", "GLUE");
  EXPECT_EQ(contact_model("SPRING_DASHPOT"), ContactModel::spring_dashpot);
  EXPECT_EQ(table_.size(), 1);
}

TEST(BulkMaterials, BadOnesAreNamed)
{
  check(BulkMaterial{});
  EXPECT_INPUT_ERROR(check(BulkMaterial{"", 1, 0.2, 0}), "density", "got 0");
  EXPECT_INPUT_ERROR(check(BulkMaterial{"", 1, 0.2, nan}), "density", "nan");
  EXPECT_INPUT_ERROR(check(BulkMaterial{"", -1, 0.2, 1}), "young", "got -1");
  EXPECT_INPUT_ERROR(check(BulkMaterial{"", 1, 0.5, 1}), "poisson", "0.5");
  EXPECT_INPUT_ERROR(check(BulkMaterial{"", 1, -1, 1}), "poisson", "got -1");
  EXPECT_INPUT_ERROR(check(BulkMaterial{"", 1, nan, 1}), "poisson", "nan");
}

}  // namespace
}  // namespace corbel::testing
