// SPDX-License-Identifier: MIT
// The stages of a step for one body on its own, by the mid-point rule; step/ does the same for all bodies.
#pragma once

#include "corbel/bodies/body.hpp"
#include "corbel/bodies/corotated_operator.hpp"

namespace corbel::testing {

inline void half_step(Body& body, double h) { body.half_step(StepRule::midpoint(h)); }

/// What waits for an operator that equal bodies share.
inline void solve_waiting(Body& body)
{
  if (PendingSystem* system = body.pending()) solve_systems(*body.inverse().shared(), {&system, 1});
  body.take_solution();
}

inline void predict(Body& body, double h)
{
  body.predict(StepRule::midpoint(h));
  solve_waiting(body);
}

inline void predict_static(Body& body, double h, double s)
{
  body.predict(StepRule::static_pass(h, s));
  solve_waiting(body);
}

/// u⁺ = u_free + A⁻¹ r
inline void find_end_velocity(Body& body)
{
  body.request_end_velocity();
  solve_waiting(body);
}

inline bool relinearize(Body& body, double h) { return body.relinearize(StepRule::midpoint(h)); }

/// With u⁺ of what was applied.
inline void advance(Body& body, double h)
{
  find_end_velocity(body);
  body.advance(StepRule::midpoint(h));
}

inline void advance_static(Body& body, double h) { body.advance(StepRule::static_pass(h)); }

/// All blocks of W: those of the compliant part, and of the factor where there is one.
inline void compliances(Body& body, std::span<const MaterialPoint> points, Eigen::MatrixXd& C)
{
  body.inverse().need(points, PointUse::blocks);
  body.inverse().blocks(points, C);
  const int width = body.inverse().factor_width();
  Eigen::MatrixXd G(C.rows(), width);
  for (std::size_t i = 0; i < points.size() && width > 0; ++i) {
    FactorBlock block(3, width);
    body.inverse().factor(points[i], block);
    G.middleRows<3>(3 * static_cast<Eigen::Index>(i)) = block;
  }
  C += G * G.transpose();
}

inline Mat3 compliance(Body& body, const MaterialPoint& X, const MaterialPoint& Y)
{
  return compliance(body.inverse(), X, Y);
}

}  // namespace corbel::testing
