// SPDX-License-Identifier: MIT
// The parts physics tests are made of: bodies, a solver that leaves no trace, a run that is looked at after
// each step.
#pragma once

#include "corbel/run/simulation.hpp"
#include "corbel/solvers/residual.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <cmath>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <numbers>
#include <vector>

namespace corbel::testing {

inline constexpr double pi = std::numbers::pi;

// --- shapes -----------------------------------------------------------------------------------------

/// A box as one convex.
inline Convex box(const Vec3& center, const Vec3& size)
{
  std::vector<double> corners;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5})
      for (const double z : {-0.5, 0.5})
        for (const double a :
             {center.x() + x * size.x(), center.y() + y * size.y(), center.z() + z * size.z()})
          corners.push_back(a);
  return convex_hull(corners, 0, 0);
}

/// A box as a mesh of 2×2×1 hexahedra: standing on its lower face it touches the ground in four points.
inline Mesh block(const Vec3& center, const Vec3& size)
{
  std::vector<double> corners;
  for (const double z : {-0.5, 0.5})
    for (const auto& [x, y] : {std::pair(-0.5, -0.5), {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
      for (const double a : {center.x() + x * size.x(), center.y() + y * size.y(), center.z() + z * size.z()})
        corners.push_back(a);
  return make_hex_mesh(corners, 2, 2, 1, 0, std::vector<int>(6, 0), {}, {}, {});
}

inline Sphere ball(const Vec3& center, double radius) { return make_sphere(center, radius, 0, 0); }

// --- bodies -----------------------------------------------------------------------------------------

inline RigidBody& add_rigid(Simulation& simulation, const ShapePart& part, double density = 1)
{
  return simulation.model.add_body(BodyKind::rigid, {part}, {.label = "", .density = density}, "");
}

inline RigidBody& add_obstacle(Simulation& simulation, const ShapePart& part)
{
  return simulation.model.add_body(BodyKind::obstacle, {part}, {.label = "", .density = 1}, "");
}

/// An obstacle with its upper face in the plane z = 0.
inline RigidBody& add_floor(Simulation& simulation, double length = 40)
{
  return add_obstacle(simulation, box({0, 0, -0.5}, {length, length, 1}));
}

/// A ball of unit inertia tensor at its centre: the particle of the pendulum tests.
inline RigidBody& add_particle(Simulation& simulation, const Vec3& x, double radius = 0.05, double mass = 1)
{
  RigidBody& particle = add_rigid(simulation, ball(x, radius));
  particle.set_characteristics({mass, 1, x, Mat3::Identity()});
  return particle;
}

inline void set_material(Simulation& simulation, double friction, double restitution = 0,
                         ImpactLaw impact = ImpactLaw::newton)
{
  simulation.model.surface_materials.add({.label = "all",
                                          .surface1 = 0,
                                          .surface2 = 0,
                                          .friction = friction,
                                          .restitution = restitution,
                                          .impact = impact});
}

inline void set_gravity(Simulation& simulation, const Vec3& g)
{
  simulation.model.gravity = {Amplitude(g.x()), Amplitude(g.y()), Amplitude(g.z())};
}

inline Amplitude series(std::vector<double> times, std::vector<double> values)
{
  return Amplitude(std::make_shared<const TimeSeries>(std::move(times), std::move(values)));
}

/// f sampled every `spacing` seconds.
inline Amplitude sampled(const std::function<double(double)>& f, double end, double spacing)
{
  std::vector<double> times, values;
  for (int i = 0; i * spacing <= end; ++i) {
    times.push_back(i * spacing);
    values.push_back(f(i * spacing));
  }
  return series(std::move(times), std::move(values));
}

// --- runs -------------------------------------------------------------------------------------------

inline GaussSeidel solver(double epsilon, int max_iterations)
{
  GaussSeidelOptions options;
  options.epsilon = epsilon;
  options.max_iterations = max_iterations;
  options.block.epsilon = std::min(options.block.epsilon, epsilon);
  options.record_history = false;
  return GaussSeidel(options);
}

/// Gauss–Seidel down to round-off: what is left is the error of the time stepping.
inline GaussSeidel tight_solver() { return solver(1e-14, 2000); }

/// Takes the warm start for the solution.
class WarmStart final : public Solver {
 public:
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override
  {
    SolverReport report;
    report.residual = residual(problem, R);
    return report;
  }
};

/// Runs for a duration; `look` is called after each step.
inline RunReport run(Simulation& simulation, double duration, const std::function<void()>& look = {},
                     const GaussSeidel& with = tight_solver())
{
  RunHooks hooks;
  if (look)
    hooks.callback = [&] {
      look();
      return true;
    };
  return simulation.run(with, duration, hooks);
}

inline RunReport run_steps(Simulation& simulation, int steps, const std::function<void()>& look = {},
                           const GaussSeidel& with = tight_solver())
{
  return run(simulation, steps * simulation.h(), look, with);
}

// --- numbers ----------------------------------------------------------------------------------------

inline Vec3 velocity(const RigidBody& body) { return body.velocity({body.center()}); }

inline Vec3 omega(const RigidBody& body)
{
  const std::vector<double> u = body.u();
  return {u[0], u[1], u[2]};
}

/// p in error ~ h^p, from errors at h and h / ratio.
inline double order(double coarse, double fine, double ratio = 2)
{
  return std::log(coarse / fine) / std::log(ratio);
}

/// Arithmetic-geometric mean; the complete elliptic integral is K(k) = π / 2 agm(1, √(1 − k²)) (Abramowitz &
/// Stegun 17.6).
inline double agm(double a, double b)
{
  while (std::abs(a - b) > 1e-15 * a) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

/// The impulse of a constraint in space [N s], acting on its master.
inline Vec3 spatial_impulse(const ConstraintRecord& c)
{
  return Eigen::Map<const Mat3>(c.frame.data()) * Eigen::Map<const Vec3>(c.impulse.data());
}

// --- bits -------------------------------------------------------------------------------------------

/// Every number of a frame that physics made: states, energies, and of each constraint all there is.
inline std::vector<double> numbers(const Frame& frame)
{
  std::vector<double> all = {frame.time, frame.h, static_cast<double>(frame.step), frame.max_penetration};
  all.insert(all.end(), frame.state.begin(), frame.state.end());
  for (const BodyRecord& body : frame.bodies) {
    const EnergyRecord& e = body.energy;
    all.insert(all.end(), {e.kinetic, e.internal, e.external, e.contact, e.friction, e.damping, e.start});
  }
  for (const ConstraintRecord& c : frame.constraints) {
    for (const auto& vector : {c.impulse, c.U, c.V, c.point, c.point2})
      all.insert(all.end(), vector.begin(), vector.end());
    all.insert(all.end(), c.frame.begin(), c.frame.end());
    all.insert(all.end(), {c.gap, c.area});
    for (const int id : {static_cast<int>(c.kind), c.master, c.slave, c.master_object, c.slave_object,
                         c.feature, c.joint, c.material, c.master_surface, c.slave_surface})
      all.push_back(id);
  }
  // Of the last step; sums of iterations are since the last frame that was written: all_numbers().
  all.insert(all.end(), {static_cast<double>(frame.solver.status), frame.solver.relative_change,
                         frame.solver.residual_absolute, frame.solver.residual_scaled,
                         frame.certificate.energy_balance});
  return all;
}

/// All that is stored of a frame, but seconds: for runs that wrote, or did not write, the same frames before.
inline std::vector<double> all_numbers(const Frame& frame)
{
  std::vector<double> all = numbers(frame);
  const SolverRecord& s = frame.solver;
  const CertificateRecord& c = frame.certificate;
  all.insert(all.end(), {static_cast<double>(s.iterations), static_cast<double>(s.max_iterations),
                         static_cast<double>(s.unconverged_steps), c.residual_absolute, c.residual_scaled,
                         c.penetration, frame.next_output, frame.next_callback});
  return all;
}

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b)
{
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace corbel::testing
