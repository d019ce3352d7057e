// SPDX-License-Identifier: MIT
// A fork whose prongs strike each other: contact of a finite-element body with itself.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// Prongs at 0 < x < 1 and 1.1 < x < 2.1, joined below z = 1; 4 m high.
Mesh fork()
{
  const std::array<double, 4> x = {0, 1, 1.1, 2.1};
  std::vector<double> nodes;
  for (int k = 0; k < 5; ++k)
    for (int j = 0; j < 2; ++j)
      for (const double place : x)
        nodes.insert(nodes.end(), {place, 1.0 * j, 1.0 * k});
  const auto node = [](int i, int j, int k) { return i + 4 * j + 8 * k; };
  std::vector<int> elements;
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 3; ++i) {
      if (i == 1 && k > 0) continue;
      elements.push_back(8);
      for (int up = 0; up < 2; ++up)
        for (const auto& [di, dj] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}})
          elements.push_back(node(i + di, dj, k + up));
      elements.push_back(0);
    }
  return make_mesh(nodes, elements, std::vector<int>{0});
}

struct Strike {
  double least_gap = 1;      ///< between the tips of the prongs [m]
  double contact_work = 0;   ///< [J]
  double momentum = 0;       ///< largest that appears from nowhere [kg m/s]
  double numerical = 0;      ///< part of the energy at the start
  std::size_t contacts = 0;  ///< most at once
};

/// Both prongs move inwards, fastest at their tips; momentum is zero.
Strike strike(const char* form, bool self_contact)
{
  Simulation simulation(2e-4);
  FiniteElementBody& body = simulation.model.add_finite_element(
      fork(), {.label = "", .young = 1e7, .poisson = 0.2, .density = 1000}, finite_element_form(form),
      "fork");
  body.self_contact = self_contact;
  std::vector<double> u(3 * body.node_count(), 0.0);
  for (std::size_t i = 0; i < body.node_count(); ++i) {
    const Vec3 X = body.reference_node(i);
    u[3 * i] = (X.x() < 1.05 ? 1 : -1) * std::max(0.0, X.z() - 1);
  }
  body.set_u(u);
  const MaterialPoint left = body.locate("point", {1, 0.5, 4}), right = body.locate("point", {1.1, 0.5, 4});
  const double start = body.kinetic_energy();
  Strike result;
  run(simulation, 0.12, [&] {
    result.least_gap = std::min(result.least_gap, body.position(right).x() - body.position(left).x());
    result.momentum = std::max(result.momentum, body.linear_momentum().norm());
    result.contacts = std::max(result.contacts, simulation.constraints().size());
  });
  const EnergyRecord energy = simulation.energy(body);
  result.contact_work = energy.contact;
  result.numerical = std::abs(energy.numerical()) / start;
  return result;
}

}  // namespace

TEST(SelfContact, ProngsOfAForkStopEachOther)
{
  for (const char* form : {"TL", "BC"}) {
    const Strike free = strike(form, false), stopped = strike(form, true);
    EXPECT_LT(free.least_gap, -0.02) << form;  // they pass through each other
    EXPECT_EQ(free.contacts, 0U) << form;
    EXPECT_GT(stopped.contacts, 0U) << form;
    EXPECT_GT(stopped.least_gap, -1.2e-3) << form;  // v h of the tips: 3 m/s each, 2e-4 s
    EXPECT_LT(stopped.contact_work, 0) << form;     // plastic impacts take
    EXPECT_LT(stopped.momentum, 1e-7) << form;
    EXPECT_LT(stopped.numerical, 0.02) << form;
  }
}
