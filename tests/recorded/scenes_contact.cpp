// SPDX-License-Identifier: MIT
#include "recorded/scenes.hpp"

#include "recorded/scene_parts.hpp"

namespace corbel::testing {
void build_rigid(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4, 0.3);
  add_poisson_impact(simulation);
  add_floor(simulation);
  Jitter jitter;
  for (int i = 0; i < 5; ++i)
    add_rigid(simulation, box({0, 0, 0.25 + 0.5 * i}, {0.5, 0.5, 0.5}), 1000);
  RigidBody& shot = add_rigid(simulation, ball_of({-1.5, 0.05, 1.4}, 0.2, 1), 3000);
  shot.set_initial_velocity({12, 0, 1}, {0, 4, 0});
  const char* schemes[] = {"RIG_POS", "RIG_NEG", "RIG_IMP"};
  for (int i = 0; i < 12; ++i) {
    const Vec3 x(3 + 0.7 * (i % 2), 0.7 * (i / 2 % 2), 0.5 + 0.7 * (i / 4));
    ShapePart part = i % 3 == 0   ? ShapePart(ball(x, 0.28))
                     : i % 3 == 1 ? ShapePart(make_ellipsoid(x, {0.3, 0.2, 0.25}, 0, 0))
                                  : ShapePart(box(x, {0.5, 0.4, 0.45}));
    const double angle = 90 * jitter();  // one by one: the order of arguments is the compiler's
    rotate(part, x, jitter.vector(), angle);
    RigidBody& body = add_rigid(simulation, part, 1000);
    body.set_scheme(schemes[i % 3]);
    const Vec3 spin = 6 * jitter.vector();
    body.set_initial_velocity(jitter.vector(), spin);
  }
}

void build_pseudo_rigid(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4, 0.3);
  add_floor(simulation);
  Jitter jitter;
  const char* schemes[] = {"DEF_EXP", "DEF_LIM", "DEF_IMP"};
  for (int i = 0; i < 9; ++i) {
    const Vec3 x(0.45 * (i % 3), 0.03 * i, 0.24 + 0.46 * (i / 3));
    ShapePart part = i % 3 == 1 ? ShapePart(ball(x, 0.2)) : ShapePart(box(x, {0.4, 0.4, 0.4}));
    const double angle = 20 * jitter();  // one by one: the order of arguments is the compiler's
    rotate(part, x, jitter.vector(), angle);
    PseudoRigidBody& body = add_affine(simulation, part, schemes[(i + i / 3) % 3]);
    const Vec3 spin = 2 * jitter.vector();
    body.set_initial_velocity(jitter.vector() + Vec3(0, 0, -1), spin);
    if (i % 2 == 0) body.set_damping({1e-4, 0.5});
  }
}

void build_tl(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4, 0.2);
  add_floor(simulation, 4);
  const char* schemes[] = {"DEF_LIM", "DEF_IMP", "DEF_EXP", "DEF_LIM"};
  for (int i = 0; i < 4; ++i) {
    FiniteElementBody& body = add_brick(simulation, Vec3(0.03 * i, 0.02 * i, 0.01 + 0.13 * i),
                                        {0.2, 0.2, 0.1}, {2, 2, 2}, "TL", schemes[i], 4.0 * i);
    body.set_initial_velocity({0.3, 0, -1.5}, {0.2, 0.5 * i, 1});
    if (i != 1) body.set_damping({2e-5, 0.4});
  }
  FiniteElementBody& tall =
      add_brick(simulation, {0.5, 0, 0.001}, {0.2, 0.2, 0.4}, {3, 3, 21}, "TL", "DEF_LIM");
  tall.set_initial_velocity({0, 0.5, -1}, {1, 0, 0});
}

void build_bc(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4, 0.2);
  add_floor(simulation, 4);
  for (int i = 0; i < 6; ++i) {
    FiniteElementBody& body =
        add_brick(simulation, Vec3(0.22 * (i % 3), 0.02 * i, 0.01 + 0.14 * (i / 3)), {0.2, 0.2, 0.1},
                  {2, 2, 2}, "BC", i == 4 ? "DEF_EXP" : "DEF_LIM", 3.0 * i);
    body.set_initial_velocity({0.2, 0.1 * i, -1.5}, {0.2, 0.5 * i, 1});
    body.set_damping({2e-5, 0.4});
  }
  for (int i = 0; i < 2; ++i) {
    FiniteElementBody& tall =
        add_brick(simulation, {0.7 + 0.4 * i, 0.01 * i, 0.001}, {0.2, 0.2, 0.4}, {3, 3, 21}, "BC", "DEF_LIM");
    tall.set_initial_velocity({-0.3, 0, -1}, {0, 0.5, 0});
  }
}

void build_mixed(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4, 0.3);
  add_poisson_impact(simulation);
  add_glue(simulation);
  add_soft_contact(simulation);
  add_floor(simulation);
  add_rigid(simulation, box_of({0, 0, 0.15}, {0.3, 0.3, 0.3}, 2), 2000);  // glued to the floor
  add_brick(simulation, {-0.1, -0.1, 0.3}, {0.2, 0.2, 0.1}, {2, 2, 1}, "TL", "DEF_LIM")
      .set_damping({1e-5, 0});
  add_affine(simulation, box_of({0.02, 0, 0.505}, {0.2, 0.2, 0.2}, 2), "DEF_LIM");
  add_rigid(simulation, ball_of({0.05, 0.02, 0.71}, 0.1, 3), 2000)
      .set_initial_velocity({0, 0, -1}, {1, 2, 3});
  RigidBody& shot = add_rigid(simulation, ball_of({-0.6, 0, 0.3}, 0.15, 1), 3000);
  shot.set_initial_velocity({8, 0, 0}, {0, 3, 0});
  add_brick(simulation, {0.25, -0.1, 0.01}, {0.2, 0.2, 0.1}, {2, 2, 2}, "BC", "DEF_LIM", 5)
      .set_initial_velocity({-1, 0, 0}, {0, 0, 1});
  add_brick(simulation, {0.25, -0.08, 0.16}, {0.2, 0.2, 0.1}, {2, 2, 2}, "BC", "DEF_EXP", 5);
  add_brick(simulation, {0.26, -0.08, 0.30}, {0.2, 0.2, 0.1}, {2, 2, 2}, "TL", "DEF_IMP", 5);
  add_affine(simulation, make_ellipsoid({0.6, 0, 0.11}, {0.1, 0.15, 0.1}, 0, 3), "DEF_IMP")
      .set_initial_velocity({-1, 0, 0}, {0, 0, 2});
  add_affine(simulation, box_of({0.9, 0, 0.1}, {0.2, 0.2, 0.2}, 2), "DEF_EXP")
      .set_initial_velocity({-1, 0, 0}, {0, 0, 0});
}

}  // namespace corbel::testing
