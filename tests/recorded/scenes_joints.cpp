// SPDX-License-Identifier: MIT
#include "recorded/scenes.hpp"

#include "recorded/scene_parts.hpp"

namespace corbel::testing {
namespace {

VectorAmplitude steady(const Vec3& a) { return std::array<Amplitude, 3>{a.x(), a.y(), a.z()}; }

std::shared_ptr<MotionPath> path(const Simulation& simulation, MotionKind kind, VectorAmplitude value,
                                 const Vec3& omega)
{
  return std::make_shared<MotionPath>(MotionPath::Translation{kind, std::move(value)}, steady(omega),
                                      simulation.h());
}

SpringData spring(double k, double c, double smax = std::numeric_limits<double>::infinity())
{
  SpringData data;
  data.force = [k, c](double stroke, double rate) { return -k * stroke - c * rate; };
  data.smax = smax;
  return data;
}

/// 0.2 × 0.2 × 0.3 m, explicit; its lower side is surface 5.
FiniteElementBody& add_bar(Simulation& simulation, const Vec3& low, const std::string& form)
{
  std::vector<double> corners;
  for (const double z : {low.z(), low.z() + 0.3})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {0.2, 0.0}, {0.2, 0.2}, {0.0, 0.2}})
      corners.insert(corners.end(), {low.x() + x, low.y() + y, z});
  const Mesh mesh = make_hex_mesh(corners, 2, 2, 3, 0, std::vector<int>{5, 0, 0, 0, 0, 0}, {}, {}, {});
  FiniteElementBody& bar = add_elastic(simulation, mesh, rubber, form);
  bar.set_scheme("DEF_EXP");
  bar.set_damping({1e-5, 0});
  return bar;
}

/// A bar on a fixed point, a weight that hangs from it, a second one on a spring, a third one glued to that.
void add_chain(Simulation& simulation, const Vec3& at)
{
  Model& model = simulation.model;
  RigidBody& bar = add_rigid(simulation, block(at, {2, 0.3, 0.3}));
  RigidBody& weight = add_particle(simulation, at + Vec3(1, 0, -1));
  RigidBody& second = add_rigid(simulation, box(at + Vec3(1, 0, -2), {0.3, 0.3, 0.3}), 30);
  RigidBody& third = add_rigid(simulation, box(at + Vec3(1.3, 0, -2), {0.3, 0.2, 0.3}), 30);
  model.add_fixed_point(bar, at + Vec3(-1, 0, 0));
  model.add_rigid_link(&bar, &weight, at + Vec3(1, 0, 0), at + Vec3(1, 0, -1));
  model.add_spring(second, at + Vec3(1, 0, -2), &weight, at + Vec3(1, 0, -1), spring(200, 3, 0.05));
  model.add_rigid_link(&second, &third, at + Vec3(1.15, 0, -2), at + Vec3(1.15, 0, -2));
  weight.set_initial_velocity({0, 0.5, 0}, {0, 0, 1});
  model.add_torque(third, LoadKind::convected, {0, 1, 0}, series({0, 1}, {0, 2}));
}

/// Points and directions that are held, bodies that are driven in all ways.
void add_driven_bodies(Simulation& simulation)
{
  Model& model = simulation.model;
  RigidBody& slider = add_rigid(simulation, ball({0, -3, 2}, 0.5));
  slider.set_scheme("RIG_IMP");
  slider.set_initial_velocity({1, 0, 0}, {1, 2, 3});
  model.add_fixed_direction(slider, {0, -3, 2}, {0, 1, 1});
  model.add_force(slider, LoadKind::convected, {0.1, -3, 2}, {0, 0, 1}, series({0, 1, 2}, {1, -2, 3}));
  PseudoRigidBody& soft = add_affine(simulation, box({2, -3, 2}, {0.4, 0.4, 0.4}), "DEF_LIM");
  model.add_prescribed_motion(soft, {2, -3, 2.1}, {1, 0, 1}, MotionKind::velocity,
                              series({0, 0.1, 1}, {0, 0.5, -0.5}));
  model.add_prescribed_motion(soft, {2.1, -3, 2}, {0, 1, 0}, MotionKind::acceleration, 2);
  RigidBody& shaken = add_rigid(simulation, box({4, -3, 2}, {0.4, 0.4, 0.4}), 100);
  model.add_prescribed_motion(shaken, {4, -3, 2.2}, {0, 0, 1}, MotionKind::displacement,
                              series({0, 0.1, 0.2, 1}, {0, 0.02, -0.02, 0}));
  model.add_callback_force(shaken, [](const std::vector<double>&, const std::vector<double>&, double,
                                      double) { return std::vector<double>{10, 0, 0, 0, 0, 1, 0, 2, 0}; });
  RigidBody& guided = add_rigid(simulation, box({6, -3, 2}, {0.4, 0.4, 0.4}), 100);
  Mat3 base;
  base << 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1;
  model.add_prescribed_motion3(guided, {6, -3, 2.2}, base, MotionKind::displacement,
                               {series({0, 1}, {0, 0.3}), Amplitude(0), series({0, 0.1, 1}, {0, 0.05, 0})});
  RigidBody& torn = add_rigid(simulation, ball({8, -3, 2}, 0.3), 100);
  model.add_fixed_point(torn, {8, -3, 2.2}).strength = 150;
  model.add_force(torn, LoadKind::spatial, {8, -3, 2}, {1, 0, -1}, series({0, 1}, {0, 800}));
}

/// A table that turns and rises under a ball and a box.
void add_turntable(Simulation& simulation)
{
  RigidBody& table = add_obstacle(simulation, box({0, 0, -0.1}, {3, 3, 0.2}));
  simulation.model.move_obstacle(table, {0, 0, 0},
                                 path(simulation, MotionKind::velocity, steady({0.1, 0, 0.2}), {0, 0, 1.5}));
  add_rigid(simulation, ball({0.5, 0, 0.31}, 0.3), 100);
  add_rigid(simulation, box({-0.5, 0, 0.16}, {0.4, 0.4, 0.3}), 100);
}

}  // namespace

void build_joints(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.5, 0.1);
  add_turntable(simulation);
  add_chain(simulation, {0, 4, 4});
  add_driven_bodies(simulation);
  for (const char* form : {"TL", "BC"}) {
    FiniteElementBody& bar = add_bar(simulation, {form[0] == 'T' ? 10.0 : 11.0, 0, 0}, form);
    simulation.model.move_surface(
        bar, 5, std::nullopt,
        path(simulation, MotionKind::displacement,
             std::array<Amplitude, 3>{series({0, 0.05, 0.1, 1}, {0, 0.01, 0, 0}), Amplitude(0), Amplitude(0)},
             {0, 0, 2}));
    simulation.model.add_surface_load(bar, LoadKind::convected, 0, SurfaceAxis::normal,
                                      series({0, 1}, {0, -4000}));
  }
}

void build_restart(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.5, 0.1);
  add_glue(simulation);
  add_turntable(simulation);
  add_chain(simulation, {0, 4, 4});
  add_driven_bodies(simulation);
  add_rigid(simulation, box_of({-1, 1, 0.1}, {0.2, 0.2, 0.2}, 2), 2000);  // glued to the turntable
  add_affine(simulation, box({0, 0.8, 0.22}, {0.3, 0.3, 0.3}), "DEF_IMP").set_damping({1e-4, 0.1});
  add_brick(simulation, {0, -0.9, 0.01}, {0.2, 0.2, 0.1}, {2, 2, 2}, "BC", "DEF_EXP", 5);
  add_brick(simulation, {0.02, -0.9, 0.17}, {0.2, 0.2, 0.1}, {2, 2, 2}, "TL", "DEF_EXP", 5)
      .set_damping({1e-5, 0});
}

}  // namespace corbel::testing
