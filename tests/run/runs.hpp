// SPDX-License-Identifier: MIT
// Small simulations and their files, for the tests of the run.
#pragma once

#include "corbel/run/simulation.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include "../model/scenes.hpp"
#include "../output/sample_run.hpp"

namespace corbel::testing {

constexpr double g = 9.81;  // [m/s²]

inline GaussSeidel precise()
{
  GaussSeidelOptions options;
  options.epsilon = 1e-10;
  return GaussSeidel(options);
}

/// A floor, a box at rest on it, a ball that rolls and bounces, a box that hangs from a link, one that falls
/// and spins.
inline void build_playground(Simulation& s)
{
  Model& m = s.model;
  m.gravity = {0.0, 0.0, -g};
  m.surface_materials.add({"rough", {}, {}, 0.4, 0.3});
  add_box(m, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  add_box(m, {0, 0, 0}, {1, 1, 1});
  add_ball(m, {3, 0, 0.6}, 0.5).set_initial_velocity({1, 0, 0}, {0, 0, 3});
  RigidBody& hanging = add_box(m, {-4, 0, 2}, {-3, 1, 3});
  hanging.set_initial_velocity({0, 1, 0}, {0, 0, 0});
  m.add_rigid_link(&hanging, nullptr, {-3.5, 0.5, 3}, {-3.5, 0.5, 5});
  add_box(m, {0.4, 0.3, 1.05}, {1.1, 0.9, 1.4}).set_initial_velocity({0, 0, -1}, {1, 2, 3});
}

/// A single ball in empty space, moving with v.
inline RigidBody& build_ball(Simulation& s, const Vec3& v = Vec3::UnitX())
{
  RigidBody& ball = add_ball(s.model, Vec3::Zero(), 0.5);
  ball.set_initial_velocity(v, Vec3::Zero());
  return ball;
}

/// Bit for bit, all that a run goes on from.
inline void expect_same_state(const Frame& a, const Frame& b)
{
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.h, b.h);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.max_penetration, b.max_penetration);
  EXPECT_EQ(a.state, b.state);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const EnergyRecord &x = a.bodies[i].energy, &y = b.bodies[i].energy;
    EXPECT_EQ(a.bodies[i].id, b.bodies[i].id);
    EXPECT_EQ(x.kinetic, y.kinetic) << i;
    EXPECT_EQ(x.internal, y.internal) << i;
    EXPECT_EQ(x.external, y.external) << i;
    EXPECT_EQ(x.contact, y.contact) << i;
    EXPECT_EQ(x.friction, y.friction) << i;
    EXPECT_EQ(x.damping, y.damping) << i;
    EXPECT_EQ(x.start, y.start) << i;
  }
  ASSERT_EQ(a.constraints.size(), b.constraints.size());
  for (std::size_t i = 0; i < a.constraints.size(); ++i) {
    const ConstraintRecord &x = a.constraints[i], &y = b.constraints[i];
    EXPECT_EQ(x.kind, y.kind);
    EXPECT_EQ(x.joint, y.joint);
    EXPECT_EQ(x.master, y.master);
    EXPECT_EQ(x.slave, y.slave);
    EXPECT_EQ(x.master_object, y.master_object);
    EXPECT_EQ(x.slave_object, y.slave_object);
    EXPECT_EQ(x.feature, y.feature);
    EXPECT_EQ(x.material, y.material);
    EXPECT_EQ(x.master_surface, y.master_surface);
    EXPECT_EQ(x.slave_surface, y.slave_surface);
    EXPECT_EQ(x.impulse, y.impulse) << i;
    EXPECT_EQ(x.U, y.U) << i;
    EXPECT_EQ(x.V, y.V) << i;
    EXPECT_EQ(x.point, y.point) << i;
    EXPECT_EQ(x.point2, y.point2) << i;
    EXPECT_EQ(x.frame, y.frame) << i;
    EXPECT_EQ(x.gap, y.gap) << i;
    EXPECT_EQ(x.area, y.area) << i;
  }
}

/// Two files: bit for bit all that is stored in their frames, but seconds.
inline void expect_same_frames(const std::string& found_path, const std::string& expected_path)
{
  const ResultReader found(found_path), expected(expected_path);
  ASSERT_EQ(found.frame_count(), expected.frame_count());
  for (std::size_t i = 0; i < expected.frame_count(); ++i) {
    Frame a = found.read(i), b = expected.read(i);
    expect_same_state(a, b);
    a.seconds = b.seconds = {};
    EXPECT_TRUE(sample::same(a, b)) << "frame " << i;
  }
}

inline void expect_times(const std::vector<double>& times, const std::vector<double>& expected)
{
  ASSERT_EQ(times.size(), expected.size()) << ::testing::PrintToString(times);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_NEAR(times[i], expected[i], 1e-9);
}

/// The instants at which a run of this duration calls back.
inline std::vector<double> callback_times(Simulation& s, double interval, double duration)
{
  std::vector<double> times;
  RunHooks hooks;
  hooks.callback_interval = interval;
  hooks.callback = [&] {
    times.push_back(s.time());
    return true;
  };
  s.run(precise(), duration, hooks);
  return times;
}

/// A run with a file of its own.
class RunTest : public ::testing::Test {
 protected:
  sample::Folder folder_;
  std::string path_ = folder_.file("run.h5");

  void write_to_file(Simulation& s, double interval) const
  {
    s.output.file = path_;
    s.output.interval = interval;
  }
  std::vector<double> times_in_file() const { return ResultReader(path_).times(); }
  /// Ten steps, and ten after the ball left.
  void run_playground_without_ball() const
  {
    Simulation s(0.001);
    build_playground(s);
    write_to_file(s, 0);
    s.run(precise(), 0.01, {});
    s.remove_body(*s.model.bodies()[2]);
    s.run(precise(), 0.01, {});
  }
};

}  // namespace corbel::testing
