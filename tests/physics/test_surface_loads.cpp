// SPDX-License-Identifier: MIT
// Loads on surfaces of bodies: resultants, dead and following ones, a bar that swings about its stretch.
#include "corbel/fem/surface_load.hpp"
#include "corbel/math/rotation.hpp"
#include "physics/scene_helpers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <random>

using namespace corbel;
using namespace corbel::testing;

namespace {

const BulkMaterial soft = {.label = "soft", .young = 1e4, .poisson = 0.3, .density = 10};

/// Corners far from a box, so that the faces of a mesh between them are warped. Surfaces 1 … 6 (z−, x−, y+,
/// x+, y−, z+).
Mesh skew_mesh(int cells, const std::vector<int>& surfaces)
{
  const std::vector<double> corners = {0,   0, 0, 1,   0.1, -0.1, 1.1, 1,   0.2, -0.1, 0.9, 0,
                                       0.1, 0, 1, 1.2, 0,   1.1,  1,   1.1, 0.9, 0,    1,   1.2};
  return make_hex_mesh(corners, cells, cells, cells, 0, surfaces, {}, {}, {});
}

Mesh box_mesh(const Vec3& size, int i, int j, int k)
{
  const std::vector<double> corners = {0, 0,        0,        size.x(), 0,        0, size.x(), size.y(),
                                       0, 0,        size.y(), 0,        0,        0, size.z(), size.x(),
                                       0, size.z(), size.x(), size.y(), size.z(), 0, size.y(), size.z()};
  return make_hex_mesh(corners, i, j, k, 0, std::vector<int>{1, 2, 3, 4, 5, 6}, {}, {}, {});
}

struct Resultant {
  Vec3 force, moment;  ///< about the origin
};

/// From the momentum that the first step gives a body at rest, as it lies.
Resultant resultant(Simulation& simulation, FiniteElementBody& body)
{
  const std::vector<double> x = body.q();
  const Eigen::VectorXd& M = body.body_template().mass();
  run_steps(simulation, 1);
  const std::vector<double> u = body.u();
  Resultant sum{Vec3::Zero(), Vec3::Zero()};
  for (std::size_t i = 0; i < x.size(); i += 3) {
    const Vec3 f = M[static_cast<Eigen::Index>(i)] / simulation.h() * Vec3(u[i], u[i + 1], u[i + 2]);
    sum.force += f;
    sum.moment += Vec3(x[i], x[i + 1], x[i + 2]).cross(f);
  }
  return sum;
}

Resultant resultant(Simulation& simulation, RigidBody& body)
{
  run_steps(simulation, 1);
  return {body.linear_momentum() / simulation.h(), body.angular_momentum() / simulation.h()};
}

FiniteElementBody& add_elements(Simulation& simulation, const Mesh& mesh)
{
  FiniteElementBody& body = simulation.model.add_finite_element(mesh, soft, FiniteElementForm::tl, "");
  body.set_scheme("DEF_EXP");
  return body;
}

TEST(SurfaceLoads, PressureOnAFaceOfARigidBoxIsItsAreaTimesThePressureAtItsCentroid)
{
  for (const LoadKind kind : {LoadKind::spatial, LoadKind::convected}) {
    Simulation simulation(1e-3);
    RigidBody& body = simulation.model.add_body(BodyKind::rigid, {box_mesh({1, 2, 3}, 1, 2, 3)}, soft, "");
    body.set_characteristics({7, 6, {0.2, 0.3, 0.4}, Mat3::Identity()});
    simulation.model.add_surface_load(body, kind, 6, SurfaceAxis::normal, -50);
    const Resultant sum = resultant(simulation, body);
    const Vec3 force(0, 0, -50 * 2);
    EXPECT_LT((sum.force - force).norm(), 1e-11);
    EXPECT_LT((sum.moment - Vec3(0.5, 1, 3).cross(force)).norm(), 1e-10);
  }
}

TEST(SurfaceLoads, TractionAlongAVectorAndAlongTangents)
{
  // x+ is a wall: tangent1 = −z, tangent2 = x × −z = y
  const std::vector<std::pair<SurfaceDirection, Vec3>> cases = {{Vec3(0, 3, 4), {0, 0.6, 0.8}},
                                                                {SurfaceAxis::tangent1, {0, 0, -1}},
                                                                {SurfaceAxis::tangent2, {0, 1, 0}},
                                                                {SurfaceAxis::normal, {1, 0, 0}}};
  for (const LoadKind kind : {LoadKind::spatial, LoadKind::convected})
    for (const auto& [direction, d] : cases) {
      Simulation simulation(1e-3);
      FiniteElementBody& body = add_elements(simulation, box_mesh({1, 2, 3}, 1, 2, 2));
      simulation.model.add_surface_load(body, kind, 4, direction, 5);
      const Resultant sum = resultant(simulation, body);
      EXPECT_LT((sum.force - 30 * d).norm(), 1e-11);
      EXPECT_LT((sum.moment - Vec3(1, 1, 1.5).cross(30 * d)).norm(), 1e-10);
    }
}

TEST(SurfaceLoads, PressureAllAroundMovesNothing)
{
  const Mesh mesh = skew_mesh(3, std::vector<int>(6, 1));
  for (const LoadKind kind : {LoadKind::spatial, LoadKind::convected}) {
    Simulation simulation(1e-4);
    RigidBody& rigid = simulation.model.add_body(BodyKind::rigid, {mesh}, soft, "");
    FiniteElementBody& body = add_elements(simulation, mesh);
    simulation.model.exclude_contact(rigid, body);
    for (Body* b : {static_cast<Body*>(&rigid), static_cast<Body*>(&body)})
      simulation.model.add_surface_load(*b, kind, 1, SurfaceAxis::normal, -1000);
    if (kind == LoadKind::convected) {  // of a dead load only the force is balanced once the body is deformed
      std::vector<double> q = body.q();
      std::mt19937 engine(1);
      for (double& number : q)
        number += std::uniform_real_distribution<double>(-0.05, 0.05)(engine);
      body.set_q(q);
    }
    const Resultant sum = resultant(simulation, body);
    EXPECT_LT(sum.force.norm(), 1e-9);
    EXPECT_LT(sum.moment.norm(), 1e-9);
    EXPECT_GT(body.kinetic_energy(), 1e-6);  // it is squeezed
    EXPECT_LT(rigid.linear_momentum().norm() / simulation.h(), 1e-10);
    EXPECT_LT(rigid.angular_momentum().norm() / simulation.h(), 1e-10);
  }
}

/// The forces at the nodes against the integrals over the faces of the mesh.
TEST(SurfaceLoads, ForcesOfElementsAreConsistentAlsoOnWarpedFaces)
{
  const Mesh mesh = skew_mesh(2, {1, 2, 3, 4, 5, 6});
  const Vec3 d = Vec3(1, 2, -1).normalized();
  Simulation simulation(1e-4);
  FiniteElementBody& body = add_elements(simulation, mesh);
  simulation.model.add_surface_load(body, LoadKind::spatial, 3, d, 7);
  simulation.model.add_surface_load(body, LoadKind::convected, 4, SurfaceAxis::normal, -2);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(mesh.nodes.size()));
  add_face_traction(
      mesh, 3, nullptr, [&](const Vec3&, const Vec3&) -> Vec3 { return 7 * d; }, f);
  add_face_traction(
      mesh, 4, nullptr, [](const Vec3& n, const Vec3&) -> Vec3 { return -2 * n; }, f);
  run_steps(simulation, 1);
  const std::vector<double> u = body.u();
  for (Eigen::Index i = 0; i < f.size(); ++i)
    EXPECT_NEAR(u[static_cast<std::size_t>(i)] * body.body_template().mass()[i] / simulation.h(), f[i],
                1e-12);
}

TEST(SurfaceLoads, AfterAQuarterTurnDeadLoadsKeepTheirDirectionAndFollowersTurn)
{
  const Mat3 R = exp_map(Vec3(0.5 * pi, 0, 0));  // y → z → −y
  struct Case {
    SurfaceDirection direction;
    Vec3 dead, follower;  ///< on z+ of the body as it was: tangent1 is x there, tangent2 y
  };
  const std::vector<Case> cases = {{SurfaceAxis::normal, {0, 0, 1}, {0, -1, 0}},
                                   {SurfaceAxis::tangent1, {1, 0, 0}, {1, 0, 0}},
                                   {SurfaceAxis::tangent2, {0, 1, 0}, {0, 0, 1}},
                                   {Vec3(0, 2, 0), {0, 1, 0}, {0, 0, 1}}};
  for (const Case& c : cases)
    for (const bool elements : {false, true}) {
      for (const LoadKind kind : {LoadKind::spatial, LoadKind::convected}) {
        Simulation simulation(1e-4);
        const Mesh mesh = box_mesh({1, 2, 3}, 1, 2, 3);
        Resultant sum;
        if (elements) {
          FiniteElementBody& body = add_elements(simulation, mesh);
          std::vector<double> q;
          for (const Vec3& X : mesh.nodes)
            for (const double x : Vec3(R * X))
              q.push_back(x);
          body.set_q(q);
          simulation.model.add_surface_load(body, kind, 6, c.direction, 10);
          sum = resultant(simulation, body);
        } else {
          RigidBody& body = simulation.model.add_body(BodyKind::rigid, {mesh}, soft, "");
          std::vector<double> q(R.data(), R.data() + 9);
          for (const double x : Vec3(0.5, 1, 1.5))
            q.push_back(x);
          body.set_q(q);
          simulation.model.add_surface_load(body, kind, 6, c.direction, 10);
          sum = resultant(simulation, body);
        }
        EXPECT_LT((sum.force - 20 * (kind == LoadKind::spatial ? c.dead : c.follower)).norm(), 1e-10);
      }
    }
}

/// Stretched to twice its width a face carries twice the pressure, and no more of a dead load.
TEST(SurfaceLoads, FollowersActOnTheAreaOfNow)
{
  for (const LoadKind kind : {LoadKind::spatial, LoadKind::convected})
    for (const SurfaceDirection& d :
         {SurfaceDirection(SurfaceAxis::normal), SurfaceDirection(Vec3(0, 0, 1))}) {
      Simulation simulation(1e-6);
      FiniteElementBody& body = add_elements(simulation, box_mesh({1, 2, 3}, 1, 2, 3));
      std::vector<double> q = body.q();
      for (std::size_t i = 0; i < q.size(); i += 3)
        q[i] *= 2;
      body.set_q(q);
      simulation.model.add_surface_load(body, kind, 6, d, 10);
      const double expected = kind == LoadKind::spatial ? 20 : 40;
      EXPECT_LT((resultant(simulation, body).force - Vec3(0, 0, expected)).norm(), 1e-7);
    }
}

TEST(SurfaceLoads, APseudoRigidBodyIsSqueezedAndNotMoved)
{
  for (const LoadKind kind : {LoadKind::spatial, LoadKind::convected}) {
    Simulation simulation(1e-4);
    PseudoRigidBody& body = simulation.model.add_pseudo_rigid({box({1, 2, 3}, {1, 1, 2})}, soft, "");
    simulation.model.add_surface_load(body, kind, 0, SurfaceAxis::normal, -1000);
    run_steps(simulation, 1);
    EXPECT_LT(body.linear_momentum().norm(), 1e-12);
    EXPECT_LT(body.angular_momentum().norm(), 1e-12);
    // Along x: forces −p A at both ends a/2 from the centre, F˙ E = −p V with the Euler tensor E = m a²/12
    const double rate = body.velocity({Vec3(1.5, 2, 3)}).x() / 0.5;
    EXPECT_NEAR(rate, 1e-4 * -1000 * 2 / (20.0 / 12), 1e-12);
    EXPECT_EQ(simulation.model.fix_surface(body, 0).size(), 4u);
  }
}

TEST(SurfaceLoads, SeriesAreTakenInTheMiddleOfTheStep)
{
  Simulation simulation(0.5);
  RigidBody& body = simulation.model.add_body(BodyKind::rigid, {box_mesh({1, 1, 1}, 1, 1, 1)},
                                              {.label = "", .density = 2}, "");
  simulation.model.add_surface_load(body, LoadKind::spatial, 6, SurfaceAxis::normal,
                                    series({0, 10}, {0, 10}));
  run_steps(simulation, 4);  // ∫ t dt from 0 to 2: the middle rule is exact
  EXPECT_NEAR(velocity(body).z(), 2.0 / 2, 1e-13);
}

/// One element of a bar without Poisson's effect is a mass ρAL/2 on a spring EA/L: x = pL/E (1 − cos ωt) with
/// ω² = 2E / (ρL²).
TEST(SurfaceLoads, ABarUnderSuddenTractionSwingsAboutItsStretch)
{
  const double E = 1e6, rho = 1000, L = 2, p = 1;
  const double omega = std::sqrt(2 * E / (rho * L * L)), stretch = p * L / E;
  for (const FiniteElementForm form : {FiniteElementForm::tl, FiniteElementForm::bc}) {
    const int steps = 400;
    Simulation simulation(2 * pi / omega / steps);
    FiniteElementBody& body = simulation.model.add_finite_element(
        box_mesh({L, 0.5, 0.25}, 1, 1, 1), {.label = "", .young = E, .poisson = 0, .density = rho}, form, "");
    EXPECT_EQ(simulation.model.fix_surface(body, 2, SurfaceAxis::normal).size(), 4u);
    simulation.model.add_surface_load(body, LoadKind::spatial, 4, SurfaceAxis::normal, p);
    double mean = 0, worst = 0;
    run_steps(simulation, steps, [&] {
      const double moved = body.position(body.locate("", {L, 0.25, 0.125})).x() - L;
      mean += moved / steps;
      worst = std::max(worst, std::abs(moved - stretch * (1 - std::cos(omega * simulation.time()))));
    });
    EXPECT_NEAR(mean, stretch, 1e-4 * stretch);
    EXPECT_LT(worst, 1e-3 * stretch);
    EXPECT_NEAR(body.work.external, body.internal_energy() + body.kinetic_energy(),
                1e-4 * p * 0.125 * stretch);
  }
}

}  // namespace
