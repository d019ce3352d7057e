// SPDX-License-Identifier: MIT
// A model with a body of each kind, and what the tests of the stages ask of bodies.
#pragma once

#include "physics/scene_helpers.hpp"

#include "corbel/step/advance.hpp"
#include "corbel/step/obstacle_motion.hpp"
#include "corbel/step/predict.hpp"

namespace corbel::testing {

inline const BulkMaterial soft = {.label = "soft", .young = 1e6, .poisson = 0.3, .density = 1000};

inline Mesh small_mesh(const Vec3& low, double side = 0.2)
{
  std::vector<double> corners;
  for (const double z : {0.0, side})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {side, 0.0}, {side, side}, {0.0, side}})
      corners.insert(corners.end(), {low.x() + x, low.y() + y, low.z() + z});
  return make_hex_mesh(corners, 2, 2, 2, 0, std::vector<int>(6, 0), {}, {}, {});
}

/// An obstacle, a rigid body, a pseudo-rigid one and one of each form of finite elements, in a row along x; none touches another.
struct AllKinds {
  Simulation simulation{0.01};
  Model& model = simulation.model;
  RigidBody& obstacle = add_obstacle(simulation, box({0, 0, 0.1}, {0.2, 0.2, 0.2}));
  RigidBody& rigid = add_rigid(simulation, box({1, 0, 0.1}, {0.2, 0.2, 0.2}), 1000);
  PseudoRigidBody& affine = model.add_pseudo_rigid({box({2, 0, 0.1}, {0.2, 0.2, 0.2})}, soft, "");
  FiniteElementBody& tl = model.add_finite_element(small_mesh({3, -0.1, 0}), soft, FiniteElementForm::tl, "");
  FiniteElementBody& bc = model.add_finite_element(small_mesh({4, -0.1, 0}), soft, FiniteElementForm::bc, "");

  std::vector<Body*> movers() { return {&rigid, &affine, &tl, &bc}; }
};

inline Vec3 at_center(const Body& body, Instant instant)
{
  return body.step_velocity(body.locate("center", body.center()), instant);
}
inline Eigen::VectorXd numbers_of(const std::vector<double>& a)
{
  return Eigen::Map<const Eigen::VectorXd>(a.data(), static_cast<Eigen::Index>(a.size()));
}

}  // namespace corbel::testing
