// SPDX-License-Identifier: MIT
#include "corbel/step/predict.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/solve_pending.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// A user's function must not change the model it is called from.
class ModelLock {
 public:
  explicit ModelLock(const Model& model) : model_(model) { model_.lock(true); }
  ~ModelLock() { model_.lock(false); }
  ModelLock(const ModelLock&) = delete;
  ModelLock& operator=(const ModelLock&) = delete;

 private:
  const Model& model_;
};

}  // namespace

/// Forces serially: a callback may be a user's Python function. In the order the script added them.
void apply_loads(const Model& model, Bodies& bodies, const TimeStep& step)
{
  const StepRule& rule = step.rule;
  const double h = rule.h, t = step.t + rule.load_time * h;
  for (const PointForce& force : model.forces) {
    Body& body = bodies[force.body];
    const bool convected = force.kind == LoadKind::convected;
    const Vec3 direction =
        convected ? (body.mid_gradient(force.point) * force.direction).normalized() : force.direction;
    body.add_force(force.point, force.value.value(t) * direction);
  }
  for (const Torque& torque : model.torques) {
    const Vec3 value = torque.value.value(t) * torque.direction;
    const bool convected = torque.kind == LoadKind::convected;
    static_cast<RigidBody&>(bodies[torque.body])
        .add_torque(convected ? Vec3::Zero() : value, convected ? value : Vec3::Zero());
  }
  for (const SurfaceLoad& load : model.surface_loads)
    load.apply(bodies[load.body], t);
  const ModelLock lock(model);
  model.prepare_joints(rule.is_static() ? t : step.t + 0.5 * h, h);
  for (const CallbackForce& callback : model.callbacks) {
    Body& body = bodies[callback.body];
    const std::size_t size = body.callback_force_size();
    const std::vector<double> f = callback.function(body.mid_q(), body.u(), t, h);
    const auto bad = std::find_if(f.begin(), f.end(), [](double number) { return !std::isfinite(number); });
    if (f.size() != size || bad != f.end())
      throw InputError(fmt::format(
          "the force callback of {} returned {} at t = {}, expected {} finite numbers", name_of(body),
          bad == f.end() ? fmt::format("{} numbers", f.size()) : fmt::format("{}", *bad), t, size));
    body.add_callback_force(f);
  }
  const Vec3 gravity(model.gravity[0].value(t), model.gravity[1].value(t), model.gravity[2].value(t));
  parallel_for(bodies.size(), bodies_per_task(bodies), [&](std::size_t i) {
    if (bodies[i]->responds()) bodies[i]->add_acceleration(gravity);
  });
}

void predict(const Model& model, Bodies& bodies, const TimeStep& step)
{
  const std::size_t grain = bodies_per_task(bodies);
  parallel_for(bodies.size(), grain, [&](std::size_t i) {
    bodies[i]->begin_step();
    bodies[i]->half_step(step.rule);
  });
  apply_loads(model, bodies, step);
  parallel_for(bodies.size(), grain, [&](std::size_t i) { bodies[i]->predict(step.rule); });
  solve_pending(bodies);
}

}  // namespace corbel
