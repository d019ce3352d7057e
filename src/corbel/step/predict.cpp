// SPDX-License-Identifier: MIT
#include "corbel/step/predict.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/solvers/gauss_seidel.hpp"
#include "corbel/step/advance.hpp"

namespace corbel {
namespace {

constexpr std::size_t grain = 256;  ///< bodies per task

/// A user's function must not change the model it is called from.
class ModelLock {
 public:
  explicit ModelLock(Model& model) : model_(model) { model_.lock(true); }
  ~ModelLock() { model_.lock(false); }
  ModelLock(const ModelLock&) = delete;
  ModelLock& operator=(const ModelLock&) = delete;

 private:
  Model& model_;
};

/// Serial: a callback may be a user's Python function. In the order the script added them.
void apply_loads(Model& model, double t, double h)
{
  for (const PointForce& force : model.forces) {
    const Vec3 direction =
        force.kind == LoadKind::convected ? force.body->mid_turned(force.direction) : force.direction;
    force.body->add_force(force.point, force.value.value(t) * direction);
  }
  for (const Torque& torque : model.torques) {
    const Vec3 value = torque.value.value(t) * torque.direction;
    const bool convected = torque.kind == LoadKind::convected;
    torque.body->add_torque(convected ? Vec3::Zero() : value, convected ? value : Vec3::Zero());
  }
  const ModelLock lock(model);
  for (const CallbackForce& callback : model.callbacks) {
    RigidBody& body = *callback.body;
    const auto f = callback.function(body.mid_q(), body.u(), t, h);
    for (const double number : f)
      if (!std::isfinite(number))
        throw InputError(
            fmt::format("the force callback of body {} returned {} at t = {}, expected nine finite numbers",
                        body.id, number, t));
    body.add_force({body.center()}, {f[0], f[1], f[2]});
    body.add_torque({f[3], f[4], f[5]}, {f[6], f[7], f[8]});
  }
}

/// The motion of obstacles is known before the rest is solved: their own joints form a small problem of their
/// own, and its answer is the velocity every other constraint sees. So what rests on a moving obstacle moves
/// with it in the same step.
SolverStatus drive_obstacles(Model& model, double t, double h)
{
  const std::vector<Joint*> joints = joints_of(model, Movers::obstacles);
  if (joints.empty()) return SolverStatus::ok;
  LocalDynamics dynamics = localize(model, joints, {}, t, h, Movers::obstacles);
  GaussSeidelOptions options;
  options.epsilon = 1e-12;  // a handful of bilateral rows: as exact as numbers allow
  options.max_iterations = 10000;
  const SolverReport report = GaussSeidel(options).solve(dynamics.problem, dynamics.R);
  apply_impulses(dynamics);
  for (const auto& body : model.bodies())
    if (!body->responds()) body->update_end_velocity();
  keep_outcome(joints, dynamics);
  return report.status;
}

}  // namespace

std::vector<Joint*> joints_of(const Model& model, Movers movers)
{
  std::vector<Joint*> joints;
  for (const auto& joint : model.joints()) {
    const bool has_mover =
        joint->master.body->responds() || (joint->slave.body && joint->slave.body->responds());
    if (has_mover == (movers == Movers::bodies)) joints.push_back(joint.get());
  }
  return joints;
}

SolverStatus predict(Model& model, double t, double h)
{
  const auto& bodies = model.bodies();
  parallel_for(bodies.size(), grain, [&](std::size_t i) { bodies[i]->half_step(h); });
  apply_loads(model, t + 0.5 * h, h);
  const double t_mid = t + 0.5 * h;
  const Vec3 gravity(model.gravity[0].value(t_mid), model.gravity[1].value(t_mid),
                     model.gravity[2].value(t_mid));
  parallel_for(bodies.size(), grain, [&](std::size_t i) {
    if (bodies[i]->responds()) bodies[i]->add_acceleration(gravity);
    bodies[i]->predict(h);
  });
  return drive_obstacles(model, t, h);
}

}  // namespace corbel
