// SPDX-License-Identifier: MIT
// Contact problems that solvers fail on: walls at the edge of overturning, and anything random.
#pragma once

#include "problems.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <random>
#include <vector>

namespace corbel::testing {

/// Blocks 1 × 0.5 × 0.5 m in running bond on a ground tilted by `tilt` towards `direction` (0 along the wall,
/// π/2 out of it), at rest at the start of a step: four points in each bed and head joint.
inline LocalProblem wall(int length, int courses, double tilt, double mu, double direction)
{
  const Vec3 edge(1, 0.5, 0.5);
  const Inertia body = cuboid(500, edge);
  const Vec3 g(std::sin(tilt) * std::cos(direction), std::sin(tilt) * std::sin(direction), -std::cos(tilt));
  const auto centre = [&](int i, int j) { return Vec3(i + 0.5 * (j % 2), 0, 0.25 + 0.5 * j); };
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  const auto add = [&](int slave, const Vec3& slave_centre, int master, const Vec3& master_centre,
                       const Vec3& point, const Mat3& frame) {
    const Mat36 G = frame.transpose() * arm(body, point - master_centre);
    const bool ground = slave < 0;
    rows.push_back(ground ? on_ground(master, G)
                          : between(master, G, slave, frame.transpose() * arm(body, point - slave_centre)));
    problem.B.push_back(ground ? Vec3(h * gravity * frame.transpose() * g) : Vec3(Vec3::Zero()));
    problem.laws.push_back(SignoriniCoulomb{mu, 0});
  };
  Mat3 bed = Mat3::Identity(), head;
  head << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // columns y, z, x
  for (int j = 0; j < courses; ++j)
    for (int i = 0; i < length; ++i) {
      const Vec3 c = centre(i, j);
      for (int k = 0; k < (j == 0 ? 1 : length); ++k) {
        const Vec3 below = centre(k, j - 1);
        const double low = j == 0 ? c.x() - 0.5 : std::max(c.x(), below.x()) - 0.5;
        const double high = j == 0 ? c.x() + 0.5 : std::min(c.x(), below.x()) + 0.5;
        if (high - low < 1e-9) continue;
        for (const double x : {low, high})
          for (const double y : {-0.25, 0.25})
            add(j == 0 ? -1 : (j - 1) * length + k, below, j * length + i, c, {x, y, c.z() - 0.25}, bed);
      }
      if (i + 1 == length) continue;
      for (const double z : {-0.25, 0.25})
        for (const double y : {-0.25, 0.25})
          add(j * length + i, c, j * length + i + 1, centre(i + 1, j), {c.x() + 0.5, y, c.z() + z}, head);
    }
  problem.W = LocalOperator(std::move(rows), length * courses);
  return problem;
}

/// 1 to `most` contacts between random bodies of masses, arms and frictions over many orders of magnitude;
/// more contacts than freedoms in many. `motion`: B is a motion of the bodies, so that a solution exists
/// whenever all contacts can stick; else B is arbitrary and there may be none.
inline LocalProblem wild_problem(unsigned seed, std::size_t most, bool motion)
{
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const auto uniform = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  const auto n = static_cast<std::size_t>(std::exp(uniform(0, std::log(static_cast<double>(most) + 0.999))));
  const int bodies = 1 + static_cast<int>(uniform(0, 1) * static_cast<double>(n));
  const double spread = uniform(0, 3), size = std::pow(10, uniform(-6, 6));
  std::vector<Inertia> inertia;
  std::vector<Vec6> v;
  for (int c = 0; c < bodies; ++c) {
    const double m = size * std::pow(10, uniform(-spread, spread));
    inertia.push_back({m, m * Vec3(uniform(0.1, 1), uniform(0.1, 1), uniform(0.1, 1))});
    Vec6 motion_of_body;
    motion_of_body << vector() * std::sqrt(m), vector() * std::sqrt(m);
    v.push_back(motion_of_body);
  }
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  const double speed = std::pow(10, uniform(-4, 4)), kind = uniform(0, 1);
  for (std::size_t i = 0; i < n; ++i) {
    const auto pick = [&] { return std::min(bodies - 1, static_cast<int>(uniform(0, bodies))); };
    const int a = pick(), b = pick();
    const Mat3 frame =
        Eigen::Quaterniond(Eigen::Vector4d(normal(random), normal(random), normal(random), 1).normalized())
            .toRotationMatrix();
    const auto G = [&](int c) { return Mat36(frame * arm(inertia[static_cast<std::size_t>(c)], vector())); };
    LocalOperator::Row row = a == b ? on_ground(a, G(a)) : between(a, G(a), b, G(b));
    if (uniform(0, 1) < 0.02) row = {};  // between immovable bodies
    Vec3 B = motion ? Vec3::Zero() : vector();
    for (std::size_t k = 0; motion && k < 2; ++k)
      if (row.column[k] != LocalOperator::none)
        B += Mat36(row.block[k]) * v[static_cast<std::size_t>(row.column[k])];
    rows.push_back(row);
    problem.B.push_back(speed * B);
    const double mu = kind < 0.2            ? 0.0
                      : kind < 0.3 && i % 2 ? 0.0
                      : kind < 0.8          ? uniform(0, 1)
                                            : uniform(0, 5);
    problem.laws.push_back(SignoriniCoulomb{mu, 0});
  }
  problem.W = LocalOperator(std::move(rows), bodies);
  return problem;
}

/// The same problem with W as one block-sparse matrix, as files have it.
inline LocalProblem assembled(const LocalProblem& problem)
{
  return {LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0, problem.W.assemble()), problem.B,
          problem.laws};
}

}  // namespace corbel::testing
