// SPDX-License-Identifier: MIT
// Products with W through bodies that deform: against blocks, and against impulses on the bodies themselves.
#include "body_steps.hpp"

#include "corbel/bodies/pseudo_rigid_body.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/local_dynamics/localize.hpp"
#include "corbel/mesh/generators.hpp"

#include "../model/scenes.hpp"

#include <Eigen/Geometry>

namespace corbel::testing {
namespace {

constexpr double h = 1e-3;
const BulkMaterial rubber = {.label = "", .young = 2e6, .poisson = 0.3, .density = 1100};

Mesh grid(const Vec3& lo, const Vec3& size, int i, int j, int k)
{
  std::vector<double> corners;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}})
      for (const double a : {lo.x() + x * size.x(), lo.y() + y * size.y(), lo.z() + z * size.z()})
        corners.push_back(a);
  return make_hex_mesh(corners, i, j, k, 0, std::vector<int>(6, 0), {}, {}, {});
}

/// A floor, a rigid box, a pseudo-rigid one, and elastic ones of both forms, small (81 unknowns: A₀ is
/// inverted) and large (1056), all of one place and size: points that touch are chosen at random. Velocities
/// strain them by some 1 %, in TL at the place where A is.
class BodyProductsTest : public ::testing::Test {
 protected:
  static constexpr double side = 0.2;
  Random random_{4};
  Model model_;
  ContactSet contacts_;

  void add_bodies(const std::string& scheme)
  {
    add_box(model_, {-1, -1, -1}, {1, 1, 0}, BodyKind::obstacle);
    add_box(model_, {0, 0, 0}, {side, side, side});
    model_.add_pseudo_rigid({make_box({0, 0, 0}, {side, side, side})}, rubber, "");
    for (const auto form : {FiniteElementForm::bc, FiniteElementForm::tl})
      for (const int k : {2, 21})
        model_.add_finite_element(grid({0, 0, 0}, {side, side, side}, k > 2 ? 3 : 2, k > 2 ? 3 : 2, k),
                                  rubber, form, "");
    for (auto& body : model_.bodies()) {
      if (body->kind == BodyKind::rigid || body->kind == BodyKind::obstacle) continue;
      body->set_scheme(scheme);
      std::vector<double> u = body->u();
      for (double& v : u)
        v = random_.uniform(-0.2, 0.2);
      body->set_u(u);
    }
    for (auto& body : model_.bodies()) {
      half_step(*body, h);
      predict(*body, h);
    }
  }

  MaterialPoint point_of(Body& body) { return body.locate("point", random_.vector(0.01, side - 0.01)); }

  /// Every body with every other, and those that deform with themselves.
  void add_contacts(int each)
  {
    for (int k = 0; k < each; ++k)
      for (auto& a : model_.bodies())
        for (auto& b : model_.bodies()) {
          if (a->index < b->index || !a->responds() || (a->id == b->id && !a->deforms())) continue;
          Contact contact;
          contact.master = a->body_id();
          contact.slave = b->body_id();
          contact.on_master = point_of(*a);
          contact.on_slave = b->responds() ? point_of(*b) : MaterialPoint{{0, 0, 0}, 0};
          contact.frame =
              Eigen::Quaterniond(random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(-1, 1), 2)
                  .normalized()
                  .toRotationMatrix();
          contacts_.push_back(contact);
        }
  }

  LocalDynamics localized(LocalForm form) const
  {
    return localize(model_, {}, contacts_, {{0, StepRule::midpoint(h)}, ContactLaws::of_materials, form});
  }

  std::vector<Vec3> random_impulses()
  {
    std::vector<Vec3> R(contacts_.size());
    for (Vec3& r : R)
      r = random_.vector(-1, 1);
    return R;
  }

  /// Velocities that these impulses add.
  std::vector<Vec3> experiment(const LocalDynamics& d, const std::vector<Vec3>& R)
  {
    for (std::size_t i = 0; i < R.size(); ++i) {
      const LocalConstraint& c = d.constraints[i];
      if (c.master_moves) model_.bodies()[c.master.body].apply(c.master.point, c.frame * R[i]);
      if (c.slave_moves) model_.bodies()[c.slave.body].apply(c.slave.point, -(c.frame * R[i]));
    }
    for (auto& body : model_.bodies()) {
      find_end_velocity(*body);
    }
    std::vector<Vec3> change;
    for (const LocalConstraint& c : d.constraints)
      change.push_back(c.velocity(model_.bodies(), Instant::end) -
                       c.velocity(model_.bodies(), Instant::free));
    return change;
  }

  void expect_near_all(const std::vector<Vec3>& found, const std::vector<Vec3>& expected,
                       double tolerance) const
  {
    double difference2 = 0, all2 = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      difference2 += (found[i] - expected[i]).squaredNorm();
      all2 += expected[i].squaredNorm();
    }
    EXPECT_LE(std::sqrt(difference2), tolerance * std::sqrt(all2));
    EXPECT_GT(all2, 0);
  }
};

TEST_F(BodyProductsTest, EqualThoseWithBlocksAndTheMotionOfTheBodies)
{
  for (const std::string scheme : {"DEF_LIM", "DEF_EXP"}) {
    SCOPED_TRACE(scheme);
    model_ = Model();
    contacts_.clear();
    add_bodies(scheme);
    add_contacts(6);
    ASSERT_GT(contacts_.size(), 100u);
    const LocalDynamics blocks = localized(LocalForm::blocks), products = localized(LocalForm::matrix_free);
    ASSERT_TRUE(products.problem.W.implicit());
    ASSERT_FALSE(blocks.problem.W.implicit());
    EXPECT_EQ(products.problem.W.blocks().n, 0u);
    const std::vector<Vec3> R = random_impulses();
    const std::vector<Vec3> found = products.problem.W.multiply(R);
    expect_near_all(found, blocks.problem.W.multiply(R), 1e-12);
    expect_near_all(found, experiment(products, R), 1e-12);
    const Eigen::MatrixXd W = blocks.problem.W.assemble().to_dense();
    EXPECT_LE((products.problem.W.assemble().to_dense() - W).norm(), 1e-12 * W.norm());
  }
}

/// Exact but for TL, whose blocks are those of the co-rotated operator: off by the strain, self-contacts
/// apart.
TEST_F(BodyProductsTest, DiagonalBlocks)
{
  add_bodies("DEF_LIM");
  add_contacts(4);
  const LocalDynamics blocks = localized(LocalForm::blocks), products = localized(LocalForm::matrix_free);
  double worst_of_tl = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const auto is_tl = [&](BodyId body) {
      const auto* elastic = dynamic_cast<const FiniteElementBody*>(&model_.bodies()[body]);
      return elastic && elastic->form() == "TL";
    };
    const Contact& c = contacts_[i];
    const bool tl = (is_tl(c.master) || is_tl(c.slave)) && c.master != c.slave;
    const Mat3& expected = blocks.problem.W.diagonal(i);
    const double error = (products.problem.W.diagonal(i) - expected).norm() / expected.norm();
    EXPECT_LE(error, tl ? 0.05 : 1e-12) << i;
    if (tl) worst_of_tl = std::max(worst_of_tl, error);
  }
  EXPECT_GT(worst_of_tl, 1e-6);  // the bodies are strained
}

TEST_F(BodyProductsTest, SameBitsForAnyNumberOfThreads)
{
  add_bodies("DEF_LIM");
  add_contacts(20);
  const std::vector<Vec3> R = random_impulses();
  std::vector<Vec3> expected;
  std::vector<Mat3> diagonal;
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    const LocalDynamics d = localized(LocalForm::matrix_free);
    const std::vector<Vec3> found = d.problem.W.multiply(R);
    if (threads == 1) {
      expected = found;
      for (std::size_t i = 0; i < found.size(); ++i)
        diagonal.push_back(d.problem.W.diagonal(i));
    }
    EXPECT_EQ(found, expected);
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(d.problem.W.diagonal(i), diagonal[i]);
  }
}

TEST_F(BodyProductsTest, BySizeTakesBlocksOfFewAndProductsOfMany)
{
  add_bodies("DEF_LIM");
  add_contacts(2);
  EXPECT_FALSE(localized(LocalForm::by_size).problem.W.implicit());
  add_contacts(50);
  EXPECT_TRUE(localized(LocalForm::by_size).problem.W.implicit());
}

/// Joints are eliminated, which takes blocks: a body with hundreds of fixed nodes and few contacts has them.
TEST_F(BodyProductsTest, JointsCountLessThanContacts)
{
  add_bodies("DEF_LIM");
  add_contacts(2);
  Body& body = *model_.bodies()[4];
  const auto implicit_with = [&](std::size_t joints) {
    while (model_.joints().size() < joints)
      model_.add_fixed_point(body, random_.vector(0.01, side - 0.01));
    std::vector<const Joint*> all;
    for (const auto& joint : model_.joints())
      all.push_back(joint.get());
    const LocalStep step{{0, StepRule::midpoint(h)}, ContactLaws::of_materials, LocalForm::by_size};
    return localize(model_, all, contacts_, step).problem.W.implicit() != nullptr;
  };
  EXPECT_FALSE(implicit_with(400));
  EXPECT_TRUE(implicit_with(1000));
}

}  // namespace
}  // namespace corbel::testing
