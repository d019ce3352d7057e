// SPDX-License-Identifier: MIT
#include "corbel/step/static_step.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/predict.hpp"
#include "corbel/step/solve_pending.hpp"
#include "corbel/step/static_contacts.hpp"
#include "corbel/step/supports.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace corbel {
namespace {

/// s of (1) relative to h² tr K / tr M. A body held by its joints needs next to nothing, even less when its
/// supports are part of its operator. One that lies on others gets enough to keep the problem of its contacts
/// well conditioned.
constexpr double stiffened_share = 1e-13, held_share = 1e-9, lying_share = 1e-4;

/// A body that no joints hold moves by no more than this part of its size in a pass when nothing touches it:
/// far at first, to find what it will lie on, and little after a touch, so that it cannot fall through what
/// it just left.
constexpr double largest_move = 0.02, move_after_touch = 1e-4, move_growth = 3;

/// What is prescribed along the normal of a joint, or in all directions: how far it is from there [m].
std::vector<std::pair<Vec3, double>> ways_left(const JointAction& action, double h)
{
  if (const auto* normal = std::get_if<PrescribedNormalVelocity>(&action.law))
    return {{action.frame.col(2), h * normal->U_star}};
  std::vector<std::pair<Vec3, double>> ways;
  if (const auto* all = std::get_if<PrescribedVelocity>(&action.law))
    for (int k = 0; k < 3; ++k)
      ways.emplace_back(action.frame.col(k), h * all->U_star[k]);
  return ways;
}

class StaticPasses {
 public:
  StaticPasses(Model& model, double t, double h) : model_(model), t_(t), h_(h)
  {
    for (const auto& joint : model.joints())
      joint->begin_static_step();
    for (const auto& body : model.bodies()) {
      held_.push_back(!body->responds() || supports_by_joints(model, *body).hold_all());
      size_.push_back(size_of(surface_box(body->surface)));
      move_.push_back(largest_move);
      rigid_scale_ = std::max(rigid_scale_, body->mean_eigenvalue());
      if (std::ranges::any_of(body->u(), [](double v) { return v != 0; }))
        body->set_u(std::vector<double>(body->u().size(), 0.0));
      body->begin_step();
      body->begin_static_step();
    }
    if (!(rigid_scale_ > 0)) rigid_scale_ = 1;
  }

  /// Loads of t + h on the bodies where they are, and how far from balance that is.
  double apply_loads_and_measure()
  {
    const auto& bodies = model_.bodies();
    const std::size_t grain = bodies_per_task(model_);
    parallel_for(bodies.size(), grain, [&](std::size_t i) { bodies[i]->half_step(0); });
    apply_loads(model_, t_ + h_, h_);
    imbalance_.assign(bodies.size(), 0.0);
    parallel_for(bodies.size(), grain, [&](std::size_t i) {
      if (bodies[i]->responds()) imbalance_[i] = bodies[i]->imbalance(h_);
    });
    double worst = 0;
    for (const double imbalance : imbalance_)
      worst = std::max(worst, imbalance);
    for (const auto& joint : model_.joints())
      for (const auto& [n, way] : ways_left(joint->act_static(t_, h_), h_))
        worst = std::max(worst, std::abs(way) / size_[static_cast<std::size_t>(joint->master.body->index)]);
    return worst;
  }

  SolverStatus predict()
  {
    const auto& bodies = model_.bodies();
    stiffen_supports();
    const std::size_t grain = bodies_per_task(model_);
    parallel_for(bodies.size(), grain, [&](std::size_t i) {
      if (bodies[i]->responds())
        bodies[i]->predict_static(h_, regularization(i));
      else
        bodies[i]->predict(h_);
    });
    solve_pending(model_);
    parallel_for(bodies.size(), grain, [&](std::size_t i) { bodies[i]->finish_predict(); });
    return drive_obstacles(model_, t_, h_, Analysis::quasi_static);
  }

  /// How far bodies may go in this pass.
  void limit_moves(const ContactSet& contacts)
  {
    std::vector<char> touched = std::exchange(touching_, std::vector<char>(move_.size(), 0));
    touched.resize(move_.size(), 0);
    for (const Contact& contact : contacts)
      for (const Body* body : {contact.master, contact.slave})
        touching_[static_cast<std::size_t>(body->index)] = 1;
    for (std::size_t i = 0; i < move_.size(); ++i) {
      if (touching_[i])
        move_[i] = largest_move;
      else
        move_[i] = touched[i] ? move_after_touch : std::min(largest_move, move_growth * move_[i]);
    }
  }

  const std::vector<double>& imbalances() const { return imbalance_; }

 private:
  void stiffen_supports()
  {
    const auto& bodies = model_.bodies();
    std::vector<Supports> outside;
    for (const auto& body : bodies)
      outside.emplace_back(*body);
    stiffened_.assign(bodies.size(), 0);
    for (const auto& joint : model_.joints()) {
      if (joint->slave.body) continue;
      const Attachment& own = joint->master;
      for (const auto& [n, way] : ways_left(joint->act_static(t_, h_), h_))
        if (own.body->hold(own.point, n, way))
          outside[static_cast<std::size_t>(own.body->index)].add(own.position(), n);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i)
      stiffened_[i] = outside[i].hold_all();
  }

  /// s of (1). In powers of ten, so that factors serve several passes.
  double regularization(std::size_t i) const
  {
    Body& body = *model_.bodies()[i];
    const double scale = body.mean_eigenvalue() > 0 ? body.mean_eigenvalue() : rigid_scale_;
    double share = stiffened_[i] ? stiffened_share : held_[i] ? held_share : lying_share;
    if (!held_[i]) {
      const double pull = body.net_load().norm() / (body.mass() * move_[i] * size_[i]);
      share = std::max(share, pull / scale);
    }
    return h_ * h_ * scale * std::pow(10, std::ceil(std::log10(share) - 1e-9));
  }

  Model& model_;
  double t_, h_;
  std::vector<char> held_;       ///< by joints
  std::vector<char> stiffened_;  ///< by joints that are in the operator of the body
  std::vector<double> size_;     ///< [m]
  std::vector<double> move_;     ///< part of the size a body may move in a pass
  std::vector<char> touching_;
  std::vector<double> imbalance_;
  double rigid_scale_ = 0;  ///< stands for tr K / tr M where there is no K
};

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
  SolverStatus obstacles = SolverStatus::ok;
  StaticPasses passes(model, t, h);
  StaticContacts contacts;
  memory.h = h;
  for (int pass = 0; !gave_up; ++pass) {
    {
      const StageTimer timer(seconds, Stage::predict);
      const double imbalance = passes.apply_loads_and_measure();
      if (pass > 0 && imbalance <= options.tolerance) break;
    }
    {
      const StageTimer timer(seconds,
                             Stage::detect);  // before δ_free: what touches nothing must not fall far
      find_contacts(model, t, memory);
      memory.contacts = contacts.join(std::move(memory.contacts));
    }
    {
      const StageTimer timer(seconds, Stage::predict);  // δ_free of (1)
      passes.limit_moves(memory.contacts);
      obstacles = passes.predict();
    }
    {
      const StageTimer timer(seconds, Stage::localize);
      memory.dynamics =
          localize(model, joints_of(model, Movers::bodies), memory.contacts, t, h, Movers::bodies,
                   std::move(memory.dynamics), Analysis::quasi_static, laws_for(solver), solver.local_form());
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
      contacts.keep_reactions(memory.contacts);
      const auto& bodies = model.bodies();
      parallel_for(bodies.size(), bodies_per_task(model),
                   [&](std::size_t i) { bodies[i]->advance_static(h); });
      check_finite_states(model);
    }
    report.passes = pass + 1;
    gave_up = report.passes == options.max_passes;
  }
  memory.bonds.break_overloaded(model, memory.contacts, h, false);
  for (const auto& body : model.bodies())
    if (body->responds()) body->end_static_step(h);
  report.iterations = iterations;
  if (obstacles != SolverStatus::ok) report.status = obstacles;
  if (gave_up) {
    throw_if_unsupported(model, memory.dynamics, passes);
    report.status = SolverStatus::diverged;
  }
  return report;
}

}  // namespace corbel
