// SPDX-License-Identifier: MIT
// A LocalProblem of contacts as Siconos wants it: order (N, T1, T2), W in blocks.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <memory>

struct FrictionContactProblem;

namespace corbel {

struct FreeFrictionProblem {
  void operator()(FrictionContactProblem* problem) const;
};

using FrictionProblem = std::unique_ptr<FrictionContactProblem, FreeFrictionProblem>;

/// Throws InputError for a law that is no plain contact.
FrictionProblem friction_problem(const LocalProblem& problem);

/// Impulses or velocities there and back.
std::vector<double> siconos_order(const std::vector<Vec3>& vectors);
std::vector<Vec3> our_order(const std::vector<double>& x);

}  // namespace corbel
