// SPDX-License-Identifier: MIT
// W, B and V against experiments: hit the bodies with unit impulses and look at the velocities.
#include "body_steps.hpp"

#include "corbel/local_dynamics/localize.hpp"

#include "corbel/contact/detect.hpp"
#include "corbel/core/threads.hpp"

#include "../model/scenes.hpp"
#include "../physics/hinge.hpp"

#include <Eigen/Geometry>

namespace corbel::testing {
namespace {

constexpr double h = 0.01;

/// The end velocities that every constraint sees after an impulse on constraint j, minus the free ones.
std::vector<Vec3> experiment(Model& model, const LocalDynamics& d, std::size_t j, const Vec3& R)
{
  const LocalConstraint& c = d.constraints[j];
  const auto hit = [&](const Attachment& side, const Vec3& p) {
    if (side.responds(model.bodies())) model.bodies()[side.body].apply(side.point, p);
  };
  const auto hit_both = [&](double sign) {
    hit(c.master, sign * (c.frame * R));
    hit(c.slave, -sign * (c.frame * R));
    for (auto& body : model.bodies())
      find_end_velocity(*body);
  };
  hit_both(1);
  std::vector<Vec3> change;
  for (const LocalConstraint& other : d.constraints)
    change.push_back(other.velocity(model.bodies(), Instant::end) -
                     other.velocity(model.bodies(), Instant::free));
  hit_both(-1);
  return change;
}

/// W by experiments.
Eigen::MatrixXd measured_W(Model& model, const LocalDynamics& d)
{
  const std::size_t n = d.problem.size();
  Eigen::MatrixXd W(3 * n, 3 * n);
  for (std::size_t j = 0; j < n; ++j)
    for (int k = 0; k < 3; ++k) {
      const std::vector<Vec3> change = experiment(model, d, j, Vec3::Unit(k));
      for (std::size_t i = 0; i < n; ++i)
        W.block<3, 1>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * j) + k) = change[i];
    }
  return W;
}

/// Boxes and balls that overlap a little, in motion, with joints of all kinds, on an obstacle that moves too.
class Localize : public ::testing::Test {
 protected:
  Random random_{8};
  Model model_;
  RigidBody& floor_ = add_box(model_, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& a_ = add_box(model_, {0, 0, -0.01}, {1, 1, 1});
  RigidBody& b_ = add_box(model_, {0.2, 0.1, 0.99}, {1.2, 1.1, 2});
  RigidBody& ball_ = add_ball(model_, {0.5, 0.5, 2.49}, 0.5);
  RigidBody& lone_ = add_ball(model_, {5, 5, 5}, 0.5);
  ContactSet contacts_;
  std::vector<const Joint*> joints_;

  Localize()
  {
    model_.contact.points = ContactPoints::centroid;  // one contact per pair is enough here
    for (auto& body : model_.bodies())
      static_cast<RigidBody&>(*body).set_initial_velocity(random_.vector(-1, 1), random_.vector(-1, 1));
    model_.add_fixed_point(a_, {0, 0, 0});
    model_.add_fixed_direction(b_, {1, 1, 1.5}, {0, 1, 1});
    model_.add_prescribed_motion(ball_, {0.5, 0.5, 2.5}, {1, 0, 0}, MotionKind::velocity, 1);
    model_.add_rigid_link(&lone_, &a_, {5, 5, 5}, {1, 1, 0});
    model_.add_rigid_link(&floor_, &ball_, {5, 5, -0.5}, {0.5, 0.5, 2.5});
    model_.surface_materials.add({"rough", {}, {}, 0.3, 0.5});
    model_.initialize_joints(0);
    half_step_and_predict(model_, h);
    contacts_ = ContactDetector().detect(model_, {});
    for (const auto& joint : model_.joints())
      joints_.push_back(joint.get());
  }
  LocalDynamics localized() const
  {
    return localize(model_, joints_, contacts_, {{0, StepRule::midpoint(h)}});
  }
};

TEST_F(Localize, JointsComeFirst)
{
  const LocalDynamics d = localized();
  ASSERT_EQ(contacts_.size(), 3u);
  ASSERT_EQ(d.constraints.size(), 8u);
  ASSERT_EQ(d.problem.size(), 8u);
  ASSERT_EQ(d.V.size(), 8u);
  EXPECT_TRUE(std::holds_alternative<PrescribedVelocity>(d.problem.laws[0]));
  EXPECT_TRUE(std::holds_alternative<PrescribedNormalVelocity>(d.problem.laws[1]));
  EXPECT_TRUE(std::holds_alternative<PrescribedNormalVelocity>(d.problem.laws[2]));
  EXPECT_TRUE(std::holds_alternative<RigidLink>(d.problem.laws[3]));
  EXPECT_TRUE(std::holds_alternative<RigidLink>(d.problem.laws[4]));
  for (std::size_t i = 5; i < 8; ++i) {
    EXPECT_TRUE(std::holds_alternative<SignoriniCoulomb>(d.problem.laws[i]));
    EXPECT_EQ(d.constraints[i].master.body, contacts_[i - 5].master);
    EXPECT_EQ(d.constraints[i].slave.body, contacts_[i - 5].slave);
    EXPECT_EQ(d.constraints[i].frame, contacts_[i - 5].frame);
  }
}

TEST_F(Localize, WIsTheEffectOfUnitImpulses)
{
  const LocalDynamics d = localized();
  const std::size_t n = d.problem.size();
  const Eigen::MatrixXd expected = measured_W(model_, d);
  const Eigen::MatrixXd W = d.problem.W.assemble().to_dense();
  ASSERT_EQ(W.rows(), expected.rows());
  EXPECT_LE((W - expected).cwiseAbs().maxCoeff(), 1e-12 * expected.cwiseAbs().maxCoeff() + 1e-14);
  EXPECT_GT(expected.cwiseAbs().maxCoeff(), 1e-4);  // the experiment did something
  for (std::size_t i = 0; i < n; ++i)
    expect_near(d.problem.W.diagonal(i),
                W.block<3, 3>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * i)), 1e-15);
}

TEST_F(Localize, BAndVAreRelativeVelocities)
{
  floor_.apply({{3, 2, 0}}, {1e4, -2e4, 3e4});  // the motion of obstacles is decided before
  find_end_velocity(floor_);
  const LocalDynamics d = localized();
  for (std::size_t i = 0; i < d.problem.size(); ++i) {
    const LocalConstraint& c = d.constraints[i];
    const auto velocity = [&](const Attachment& side, Instant free) -> Vec3 {
      return side.step_velocity(model_.bodies(), side.body == floor_.body_id() ? Instant::end : free);
    };
    expect_near(d.problem.B[i],
                c.frame.transpose() * (velocity(c.master, Instant::free) - velocity(c.slave, Instant::free)),
                1e-14);
    expect_near(d.V[i],
                c.frame.transpose() * (c.master.step_velocity(model_.bodies(), Instant::start) -
                                       c.slave.step_velocity(model_.bodies(), Instant::start)),
                1e-14);
  }
  const Vec3 free = floor_.step_velocity({{0, 0, 0}}, Instant::free),
             end = floor_.step_velocity({{0, 0, 0}}, Instant::end);
  EXPECT_GT((end - free).norm(), 1e-3);  // the difference would have been seen
}

TEST_F(Localize, ObstaclesDoNotAnswer)
{
  const LocalDynamics d = localized();
  for (std::size_t i = 0; i < d.problem.size(); ++i) {
    const LocalConstraint& c = d.constraints[i];
    EXPECT_EQ(c.master_moves, !c.master.in_space() && c.master.body != floor_.body_id());
    EXPECT_EQ(c.slave_moves, !c.slave.in_space() && c.slave.body != floor_.body_id());
  }
  const std::size_t on_floor = 5;
  ASSERT_EQ(contacts_[0].slave, floor_.body_id());
  const Mat3 S = compliance(a_, d.constraints[on_floor].master.point, d.constraints[on_floor].master.point);
  const Mat3& E = d.constraints[on_floor].frame;
  expect_near(d.problem.W.diagonal(on_floor), E.transpose() * S * E, 1e-15);
}

TEST_F(Localize, LawsOfContacts)
{
  const LocalDynamics d = localized();
  int closing = 0;
  for (std::size_t i = 5; i < 8; ++i) {
    const auto& law = std::get<SignoriniCoulomb>(d.problem.laws[i]);
    EXPECT_EQ(law.mu, 0.3);
    EXPECT_DOUBLE_EQ(law.shift, 0.5 * std::min(0.0, d.V[i].z()));
    closing += d.V[i].z() < 0;
  }
  EXPECT_GT(closing, 0);
}

TEST_F(Localize, NothingToDo)
{
  const LocalDynamics d = localize(model_, {}, {}, {{0, StepRule::midpoint(h)}});
  EXPECT_EQ(d.problem.size(), 0u);
  EXPECT_EQ(d.problem.W.size(), 0u);
}

/// Bodies of all kinds in a row, in motion, hinged to each other.
class Hinged : public ::testing::Test {
 protected:
  Random random_{3};
  Model model_;
  std::vector<const Joint*> joints_;

  Hinged()
  {
    add_box(model_, {0, 0, 0}, {1, 1, 1});
    model_.add_pseudo_rigid({make_box({1, 0, 0}, {2, 1, 1})}, stone, "").scheme = DeformableScheme::def_lim;
    add_elements(2, FiniteElementForm::bc);
    add_elements(3, FiniteElementForm::tl);
    add_elements(4, FiniteElementForm::linear);
    add_elements(5, FiniteElementForm::bc).set_scheme("DEF_EXP");
    auto& bodies = model_.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      bodies[i]->set_initial_velocity(random_.vector(-1, 1), random_.vector(-1, 1));
      Body* next = i + 1 < bodies.size() ? bodies[i + 1].get() : nullptr;
      const Vec3 X(static_cast<double>(i + 1), 0.4, 0.6);
      joints_.push_back(&add_hinge(model_, *bodies[i], next, X, random_.vector(-1, 1)));
    }
    half_step_and_predict(model_, h);
  }
  FiniteElementBody& add_elements(double x, const FiniteElementForm& form)
  {
    const std::vector<double> corners = box_corners({x, 0, 0}, {x + 1, 1, 1});
    const Mesh mesh = make_hex_mesh(corners, 2, 2, 2, 0, std::vector<int>(6, 0), {}, {}, {});
    return model_.add_finite_element(mesh, stone, form, "");
  }
};

TEST_F(Hinged, RowsOfAJointStandTogether)
{
  const LocalDynamics d = localize(model_, joints_, {}, {{0, StepRule::midpoint(h)}});
  ASSERT_EQ(d.problem.size(), 2 * joints_.size());
  ASSERT_EQ(d.first_row.size(), joints_.size() + 1);
  EXPECT_EQ(d.first_row.back(), d.problem.size());
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const std::vector<RowAction> rows = joints_[j]->rows(model_.bodies(), {0, StepRule::midpoint(h)});
    EXPECT_EQ(d.first_row[j], 2 * j);
    for (std::size_t k = 0; k < 2; ++k) {
      const LocalConstraint& c = d.constraints[2 * j + k];
      EXPECT_EQ(c.master.body, joints_[j]->master.body);
      EXPECT_EQ(c.master.is_direction(), k == 1);
      EXPECT_EQ(c.slave.is_direction(), k == 1);
      EXPECT_EQ(c.frame, rows[k].frame);
      EXPECT_EQ(d.V[2 * j + k],
                c.frame.transpose() * joints_[j]->sides(k).velocity(model_.bodies(), Instant::start));
    }
    EXPECT_TRUE(std::holds_alternative<PrescribedVelocity>(d.problem.laws[2 * j]));
    EXPECT_TRUE(std::holds_alternative<PrescribedTangentVelocity>(d.problem.laws[2 * j + 1]));
  }
}

TEST_F(Hinged, WOfDirectionsIsTheEffectOfUnitImpulses)
{
  const LocalDynamics d = localize(model_, joints_, {}, {{0, StepRule::midpoint(h)}});
  const Eigen::MatrixXd expected = measured_W(model_, d), W = d.problem.W.assemble().to_dense();
  for (Eigen::Index i = 0; i < W.rows(); i += 3)
    for (Eigen::Index j = 0; j < W.cols(); j += 3) {
      const double size = std::sqrt(expected.block<3, 3>(i, i).norm() * expected.block<3, 3>(j, j).norm());
      const Mat3 difference = (W - expected).block<3, 3>(i, j);
      const double error = difference.norm();
      EXPECT_GT(size, 0);
      EXPECT_LE(error, 1e-8 * size) << i << ", " << j;
    }
}

TEST_F(Hinged, DirectionsAreDifferencesOfPoints)
{
  const double s = 1e-6;
  for (const Joint* joint : joints_) {
    const Attachment axis = joint->sides(1).master;
    const Body& body = model_.bodies()[axis.body];
    const Vec3 X = axis.point.X - Vec3(0.2, 0, 0), D = *axis.point.direction;  // inside
    const MaterialPoint a = body.locate("a", X - s * D), b = body.locate("b", X + s * D);
    MaterialPoint d = body.locate("d", X);
    d.direction = D;
    expect_near(body.position(d), (body.position(b) - body.position(a)) / (2 * s), 1e-8);
    for (const Instant instant : {Instant::start, Instant::free})
      expect_near(body.step_velocity(d, instant),
                  (body.step_velocity(b, instant) - body.step_velocity(a, instant)) / (2 * s), 1e-7);
  }
}

TEST_F(Hinged, ACoupleOnADirectionPushesNothing)
{
  for (auto& body : model_.bodies()) {
    const MaterialPoint X = body->locate("point", body->center() + Vec3(0.1, 0.2, -0.1));
    MaterialPoint d = X;
    d.direction = Vec3(0.3, -0.5, 0.2);
    const Vec3 p(2, -1, 3), arm = body->mid_position(d);
    body->half_step(StepRule::static_pass(0));
    body->add_force(d, p);
    EXPECT_LT(body->net_load().norm(), 1e-12);
    EXPECT_GT(arm.cross(p).norm(), 0.1);
  }
}

TEST(LocalizeThreads, SameLettersForAnyNumberOfThreads)
{
  Random random(5);
  Model model;
  for (int i = 0; i < 400; ++i)
    add_ball(model, random.vector(-2, 2), 0.3)
        .set_initial_velocity(random.vector(-1, 1), random.vector(-1, 1));
  half_step_and_predict(model, h);
  const ContactSet contacts = ContactDetector().detect(model, {});
  ASSERT_GT(contacts.size(), 500u);
  LocalDynamics expected;
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    LocalDynamics d = localize(model, {}, contacts, {{0, StepRule::midpoint(h)}});
    if (threads == 1) {
      expected = std::move(d);
      continue;
    }
    EXPECT_EQ(d.problem.B, expected.problem.B);
    EXPECT_EQ(d.V, expected.V);
    for (std::size_t i = 0; i < contacts.size(); ++i)
      EXPECT_EQ(d.problem.W.diagonal(i), expected.problem.W.diagonal(i));
  }
}

/// A contact of a body with itself: its two points move as one, or (here, by hand) as two points of one body.
TEST(LocalizeSelfContact, MasterAndSlaveAreOneBody)
{
  Model model;
  RigidBody& body = add_box(model, {0, 0, 0}, {1, 2, 3});
  body.set_initial_velocity({1, 2, 3}, {3, -1, 2});
  half_step_and_predict(model, h);
  Contact contact;
  contact.slave = contact.master = body.body_id();
  contact.on_slave = {{0, 0, 3}, 0};
  contact.on_master = {{1, 2, 0}, 0};
  contact.frame = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const LocalDynamics d = localize(model, {}, {contact}, {{0, StepRule::midpoint(h)}});
  const Vec3 R(3, 1, 2);
  body.apply(contact.on_master, contact.frame * R);
  body.apply(contact.on_slave, -(contact.frame * R));
  find_end_velocity(body);
  const LocalConstraint& c = d.constraints[0];
  const Vec3 change = c.velocity(model.bodies(), Instant::end) - c.velocity(model.bodies(), Instant::free);
  expect_near(d.problem.W.multiply({R})[0], change, 1e-14);
  expect_near(Vec3(d.problem.W.diagonal(0) * R), change, 1e-14);
  EXPECT_GT(change.norm(), 1e-5);

  contact.on_slave = contact.on_master;  // as rigid bodies have it: nothing can move these apart
  EXPECT_EQ(localize(model, {}, {contact}, {{0, StepRule::midpoint(h)}}).problem.W.diagonal(0),
            Mat3(Mat3::Zero()));
}

}  // namespace
}  // namespace corbel::testing
