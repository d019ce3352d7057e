// SPDX-License-Identifier: MIT
#include "corbel/step/static_step.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/predict.hpp"
#include "corbel/step/solve_pending.hpp"
#include "corbel/step/supports.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// s of (1) relative to h² tr K / tr M. A body held by its joints needs next to nothing. One that lies on
/// others gets enough to keep the problem of its contacts well conditioned.
constexpr double held_share = 1e-9, lying_share = 1e-4;

/// A body that nothing holds yet moves by no more than this part of its size in a pass.
constexpr double largest_move = 0.02;

class StaticPasses {
 public:
  StaticPasses(Model& model, double t, double h) : model_(model), t_(t), h_(h)
  {
    for (const auto& joint : model.joints())
      joint->begin_static_step();
    for (const auto& body : model.bodies()) {
      held_.push_back(!body->responds() || supports_by_joints(model, *body).hold_all());
      size_.push_back(size_of(surface_box(body->surface)));
      rigid_scale_ = std::max(rigid_scale_, body->mean_eigenvalue());
      if (std::ranges::any_of(body->u(), [](double v) { return v != 0; }))
        body->set_u(std::vector<double>(body->u().size(), 0.0));
    }
    if (!(rigid_scale_ > 0)) rigid_scale_ = 1;
  }

  /// Loads of t + h on the bodies where they are, and how far from balance that is.
  double apply_loads_and_measure()
  {
    const auto& bodies = model_.bodies();
    const std::size_t grain = bodies_per_task(model_);
    parallel_for(bodies.size(), grain, [&](std::size_t i) {
      bodies[i]->begin_step();
      bodies[i]->half_step(0);
    });
    apply_loads(model_, t_ + h_, h_);
    imbalance_.assign(bodies.size(), 0.0);
    parallel_for(bodies.size(), grain, [&](std::size_t i) {
      if (bodies[i]->responds()) imbalance_[i] = bodies[i]->imbalance(h_);
    });
    return *std::max_element(imbalance_.begin(), imbalance_.end());
  }

  void predict()
  {
    const auto& bodies = model_.bodies();
    const std::size_t grain = bodies_per_task(model_);
    parallel_for(bodies.size(), grain, [&](std::size_t i) {
      if (bodies[i]->responds())
        bodies[i]->predict_static(h_, regularization(i));
      else
        bodies[i]->predict(h_);
    });
    solve_pending(model_);
    parallel_for(bodies.size(), grain, [&](std::size_t i) { bodies[i]->finish_predict(); });
  }

  const std::vector<double>& imbalances() const { return imbalance_; }

 private:
  /// s of (1). In powers of ten, so that factors serve several passes.
  double regularization(std::size_t i) const
  {
    Body& body = *model_.bodies()[i];
    const double scale = body.mean_eigenvalue() > 0 ? body.mean_eigenvalue() : rigid_scale_;
    double share = held_[i] ? held_share : lying_share;
    if (!held_[i]) {
      const double pull = body.net_imbalance(h_).norm() / (body.mass() * largest_move * size_[i]);
      share = std::max(share, pull / scale);
    }
    return h_ * h_ * scale * std::pow(10, std::ceil(std::log10(share) - 1e-9));
  }

  Model& model_;
  double t_, h_;
  std::vector<char> held_;
  std::vector<double> size_;  ///< [m]
  std::vector<double> imbalance_;
  double rigid_scale_ = 0;  ///< stands for tr K / tr M where there is no K
};

/// Work of contacts: reactions times the way they went in this pass; friction takes, contact gives nothing.
void add_contact_work(const LocalDynamics& dynamics, const StepMemory& memory)
{
  const std::size_t joints = dynamics.constraints.size() - memory.contacts.size();
  for (std::size_t i = 0; i < memory.contacts.size(); ++i) {
    const LocalConstraint& c = dynamics.constraints[joints + i];
    for (const bool master : {true, false}) {
      const Attachment& side = master ? c.master : c.slave;
      if (!(master ? c.master_moves : c.slave_moves)) continue;
      const Vec3 U = c.frame.transpose() * side.step_velocity(Instant::end);
      const Vec3 R = (master ? 1 : -1) * memory.contacts[i].R;
      side.body->work.contact += U.z() * R.z();
      side.body->work.friction += U.x() * R.x() + U.y() * R.y();
      side.body->work.external -= U.dot(R);
    }
  }
}

/// Names the body that is farthest from balance when something is free to move.
void throw_if_unsupported(const Model& model, const LocalDynamics& dynamics, const StaticPasses& passes)
{
  for (const auto& body : model.bodies()) {
    if (!body->responds() || passes.imbalances()[static_cast<std::size_t>(body->index)] < 1e-6) continue;
    const std::vector<std::string> free = supports_by_all(dynamics, *body).free_motions();
    if (free.empty()) continue;
    throw RunError(
        fmt::format("quasi-static analysis: {} is not supported and its forces do not balance; free rigid "
                    "motions: {}. Fix points or directions that prevent them",
                    name_of(*body), fmt::join(free, ", ")));
  }
}

}  // namespace

SolverReport static_step(Model& model, const Solver& solver, double t, double h, const StaticOptions& options,
                         StepMemory& memory, StageSeconds& seconds)
{
  SolverReport report;
  int iterations = 0;
  bool gave_up = false;
  StaticPasses passes(model, t, h);
  memory.h = h;
  for (int pass = 0; !gave_up; ++pass) {
    {
      const StageTimer timer(seconds, Stage::predict);  // δ_free of (1)
      const double imbalance = passes.apply_loads_and_measure();
      if (pass > 0 && imbalance <= options.tolerance) break;
      passes.predict();
    }
    {
      const StageTimer timer(seconds, Stage::detect);
      memory.contacts = memory.detector.detect(model, std::move(memory.contacts));
    }
    {
      const StageTimer timer(seconds, Stage::localize);
      memory.dynamics = localize(model, joints_of(model, Movers::bodies), memory.contacts, t, h,
                                 Movers::bodies, std::move(memory.dynamics), Analysis::quasi_static);
    }
    {
      const StageTimer timer(seconds, Stage::solve);
      report = solver.solve(memory.dynamics.problem, memory.dynamics.R);
      iterations += report.iterations;
    }
    {
      const StageTimer timer(seconds, Stage::advance);  // q⁺ = q + δ
      find_end_velocities(model, memory.dynamics);
      keep_reactions(model, memory.dynamics, memory);
      add_contact_work(memory.dynamics, memory);
      const auto& bodies = model.bodies();
      parallel_for(bodies.size(), bodies_per_task(model),
                   [&](std::size_t i) { bodies[i]->advance_static(h); });
      check_finite_states(model);
    }
    gave_up = pass + 1 == options.max_passes;
  }
  report.iterations = iterations;
  if (gave_up) {
    throw_if_unsupported(model, memory.dynamics, passes);
    report.status = SolverStatus::diverged;
  }
  return report;
}

}  // namespace corbel
