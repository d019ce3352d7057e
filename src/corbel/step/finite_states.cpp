// SPDX-License-Identifier: MIT
#include "corbel/step/finite_states.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

double largest_magnitude(const std::vector<double>& numbers)
{
  double most = 0;
  for (const double number : numbers)
    most = std::max(most, std::abs(number));
  return most;
}

}  // namespace

void check_finite_state(const Body& body, double t)
{
  const double energy = body.kinetic_energy();  // NaN and infinity of u show here without a copy of it
  if (body.is_finite() && energy < largest_number) return;
  throw StateError(fmt::format(
      "the state of {} is not finite after the step from t = {:.6g} s (largest velocity {:.3g}): it "
      "overflowed. Are velocities, loads, masses and the step in the same units? Try a smaller step",
      name_of(body), t, largest_magnitude(body.u())));
}

void check_finite_states(const Model& model, double t)
{
  for (const auto& body : model.bodies())
    check_finite_state(*body, t);
}

void check_loads(const Model& model, double t, double h)
{
  for (const auto& body : model.bodies()) {
    const double force = body->responds() ? body->net_load().norm() : 0;
    if (force * h / body->mass() < largest_number) continue;
    throw StateError(
        fmt::format("the loads on {} are {:.3g} N in the step from t = {:.6g} s, too much for its "
                    "mass of {:.3g} kg. Are loads, masses and the step in the same units?",
                    name_of(*body), force, t, body->mass()));
  }
}

}  // namespace corbel
