// SPDX-License-Identifier: MIT
// Bodies and materials of the recorded scenes.
#pragma once

#include "physics_deformable/deformable_helpers.hpp"

#include <random>

namespace corbel::testing {

inline const BulkMaterial rubber = {.label = "rubber", .young = 2e6, .poisson = 0.3, .density = 1100};

/// In [−1/2, 1/2): from integers, so that every library gives the same.
class Jitter {
 public:
  double operator()() { return static_cast<double>(random_()) / 4294967296.0 - 0.5; }
  Vec3 vector()
  {
    const double x = (*this)(), y = (*this)(), z = (*this)();
    return {x, y, z};
  }

 private:
  std::mt19937 random_{7};
};

inline FiniteElementBody& add_brick(Simulation& simulation, const Vec3& low, const Vec3& size,
                                    const std::array<int, 3>& elements, const std::string& form,
                                    const std::string& scheme, double angle = 0)
{
  ShapePart part = grid(low, low + size, elements[0], elements[1], elements[2]);
  if (angle != 0) rotate(part, low + 0.5 * size, Vec3(1, 2, 3), angle);
  FiniteElementBody& body = add_elastic(simulation, std::get<Mesh>(part), rubber, form);
  body.set_scheme(scheme);
  return body;
}

inline PseudoRigidBody& add_affine(Simulation& simulation, const ShapePart& part, const std::string& scheme)
{
  PseudoRigidBody& body = simulation.model.add_pseudo_rigid({part}, rubber, "");
  body.set_scheme(scheme);
  return body;
}

/// Between surfaces 0 and 1.
inline void add_poisson_impact(Simulation& simulation)
{
  simulation.model.surface_materials.add({.label = "poisson",
                                          .surface1 = 0,
                                          .surface2 = 1,
                                          .friction = 0.2,
                                          .restitution = 0.5,
                                          .impact = ImpactLaw::poisson});
}

/// Of surface 2.
inline void add_glue(Simulation& simulation)
{
  simulation.model.surface_materials.add(
      {.label = "glue", .surface1 = 2, .surface2 = {}, .friction = 0.3, .cohesion = 4e3});
}

/// Of surface 3.
inline void add_soft_contact(Simulation& simulation)
{
  simulation.model.surface_materials.add({.label = "soft",
                                          .surface1 = 3,
                                          .surface2 = {},
                                          .friction = 0.3,
                                          .spring = 4e5,
                                          .dashpot = 1e3,
                                          .model = ContactModel::spring_dashpot});
}

inline Sphere ball_of(const Vec3& center, double radius, int surface)
{
  return make_sphere(center, radius, 0, surface);
}

inline ShapePart box_of(const Vec3& center, const Vec3& size, int surface)
{
  Convex convex = box(center, size);
  for (int& id : convex.face_surface)
    id = surface;
  return convex;
}

}  // namespace corbel::testing
