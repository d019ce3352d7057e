// SPDX-License-Identifier: MIT
#include "corbel/statics/static_passes.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/statics/supports.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/finite_states.hpp"
#include "corbel/step/obstacle_motion.hpp"
#include "corbel/step/predict.hpp"
#include "corbel/step/solve_pending.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace corbel {
namespace {

/// s relative to h² tr K / tr M: a body held by its joints needs next to nothing, even less when its supports are part of its
/// operator.
constexpr double stiffened_share = 1e-13, held_share = 1e-9;

/// s relative to h² λ₁ of a body that lies on others. Passes on blocks, beams and punches: 1e-2 takes half as many again and
/// leaves friction to the path they take, 1e-4 makes the problems of their contacts several times as expensive.
constexpr double lying_share = 1e-3;

/// s m relative to h² k of the weakest spring, the error that a pass leaves; of a body that deforms not more
/// than this part of its own stiffness. Beyond the last part of the stiffest spring round-off would show.
constexpr double spring_share = 1e-2, elastic_share = 1e-3, least_spring_share = 1e-8;

/// A body that no joints hold moves by no more than this part of its size in a pass when nothing touches it:
/// far at first, to find what it will lie on, and little after a touch, so that it cannot fall through what
/// it just left. Springs hold it back, but not from obstacles in its path; and where nothing can be, the slope
/// of a spring at its start may still say little of its force farther off.
constexpr double largest_move = 0.02, move_after_touch = 1e-4, move_growth = 3;
constexpr double move_touching = 1;  ///< on contacts, if they held nothing
constexpr double move_rigid_touching =
    1e-5;                                 ///< of rigid bodies alone, which turn about a single point, by what
constexpr double least_imbalance = 1e-2;  ///< is not balanced yet, or this part of the load
constexpr double move_on_springs = 0.1, move_alone = 1;
constexpr double move_on_both = 0.01;  ///< springs and contacts: farther, and round-off shows in stiff bodies

/// For a body that rotates, its loads act as a stiffness of load/size: s m is more than that.
constexpr double turning_move = 0.5;

/// What is prescribed along axes of a row: how far it is from there [m].
std::vector<std::pair<Vec3, double>> remaining_displacements(const RowAction& action, double h)
{
  std::vector<std::pair<Vec3, double>> displacements;
  for (const LinearEquation& e : prescribed_velocities(action.law))
    displacements.emplace_back(action.frame.col(e.axis), h * e.target);
  return displacements;
}

/// A pass that ends farther off, in sizes of the body, diverges.
constexpr double farthest_move = 1e3;

/// A pass is not shortened beyond this: bodies that overlap as they were placed, or are driven into others, stay deep.
constexpr double least_share = 1.0 / 64;

double largest_coordinate(const std::vector<double>& numbers)
{
  double most = 1;  // entries of a rotation
  for (const double number : numbers)
    most = std::max(most, std::abs(number));
  return most;
}

double rounded_up(double x, double base)
{
  return std::pow(base, std::ceil(std::log(x) / std::log(base) - 1e-9));
}

}  // namespace

StaticPasses::StaticPasses(const Model& model, Bodies& bodies, const StepJoints& joints, const TimeStep& step)
    : model_(model), bodies_(bodies), joints_(joints), step_(step), h_(step.rule.h), carried_(model)
{
  for (const auto& joint : model.joints())
    joint->begin_static_step(bodies);
  for (auto& body : bodies_) {
    held_.push_back(!body->responds() || supports_by_joints(model, *body).hold_all());
    size_.push_back(size_of(surface_box(body->surface)));
    start_.push_back(largest_coordinate(body->q()));
    move_.push_back(largest_move);
    rigid_scale_ = std::max(rigid_scale_, body->mean_eigenvalue());
    const std::vector<double> u = body->u();
    if (std::ranges::any_of(u, [](double v) { return v != 0; }))
      body->set_u(std::vector<double>(u.size(), 0.0));
    body->begin_step();
    body->begin_static_step();
  }
  if (!(rigid_scale_ > 0)) rigid_scale_ = 1;
  find_lowest();
}

/// Only where contacts have to hold something: it takes a factorization per mesh.
void StaticPasses::find_lowest()
{
  lowest_.assign(bodies_.size(), 0);
  if (std::ranges::all_of(held_, [](char held) { return held != 0; })) return;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = *bodies_[i];
    if (!body.deforms()) continue;
    lowest_[i] = body.deformation()->lowest_eigenvalue();
    const double stiffness = lowest_[i] * body.mass();
    softest_ = softest_ > 0 ? std::min(softest_, stiffness) : stiffness;
  }
}

bool StaticPasses::are_falling() const
{
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (!held_[i] && !touching_[i] && !(springs_.size() > i && springs_[i].hold)) return true;
  return false;
}

void StaticPasses::apply_loads()
{
  corbel::apply_loads(model_, bodies_, step_);
  load_ = net_loads();
}

std::vector<double> StaticPasses::net_loads() const
{
  std::vector<double> loads;
  for (const auto& body : bodies_)
    loads.push_back(body->responds() ? body->net_load().norm() : 0);
  return loads;
}

SolverStatus StaticPasses::predict(Reactions& reactions)
{
  carried_.add_springs(bodies_);
  with_springs_ = net_loads();
  carried_.add_joints(bodies_, h_, reactions);
  stiffen_supports();
  evaluate_springs();
  const std::size_t grain = bodies_per_task(bodies_);
  parallel_for(bodies_.size(), grain, [&](std::size_t i) {
    bodies_[i]->predict(StepRule::static_pass(h_, bodies_[i]->responds() ? regularization(i) : 1));
  });
  solve_pending(bodies_);
  return drive_obstacles(bodies_, joints_.of_obstacles, step_, reactions);
}

void StaticPasses::move(const LocalDynamics& dynamics, Reactions& reactions)
{
  before_ = bodies_.state();
  share_ = 1;
  find_end_velocities(bodies_, dynamics, reactions.R);
  keep_outcome(bodies_, dynamics, reactions);
  carried_.join(h_, reactions);
  parallel_for(bodies_.size(), bodies_per_task(bodies_),
               [&](std::size_t i) { bodies_[i]->advance(step_.rule); });
  check_finite_states(model_, step_.t);
  check_moves();
}

bool StaticPasses::shorten()
{
  const double last = std::exchange(share_, share_ > least_share ? 0.5 * share_ : 1);
  bodies_.restore(before_);
  parallel_for(bodies_.size(), bodies_per_task(bodies_), [&](std::size_t i) {
    bodies_[i]->half_step(StepRule::static_pass(0));
    bodies_[i]->scale_end_velocity(share_ / last);
    bodies_[i]->advance(step_.rule);
  });
  return share_ < 1;
}

/// Loads that the equations of a body cannot bear show as displacements without bound, long before numbers
/// end.
void StaticPasses::check_moves() const
{
  const auto& bodies = model_.bodies();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double farthest = largest_coordinate(bodies[i]->q());
    if (!bodies[i]->responds() || farthest <= start_[i] + farthest_move * size_[i]) continue;
    throw StateError(
        fmt::format("quasi-static analysis: the passes of the step from t = {:.6g} s diverge, {} is "
                    "displaced by {:.3g} times "
                    "its size. Are loads and stiffness in the same units? Try smaller load steps{}",
                    step_.t, name_of(*bodies[i]), (farthest - start_[i]) / size_[i],
                    bodies[i]->deforms() ? ", or form TL for large strains" : ""));
  }
}

void StaticPasses::limit_moves(const ContactSet& contacts, const std::vector<double>& imbalance)
{
  std::vector<char> touched = std::exchange(touching_, std::vector<char>(move_.size(), 0));
  touched.resize(move_.size(), 0);
  for (const Contact& contact : contacts)
    for (const BodyId body : {contact.master, contact.slave})
      touching_[static_cast<std::size_t>(model_.bodies()[body].index)] = 1;
  for (std::size_t i = 0; i < move_.size(); ++i) {
    if (touching_[i])
      move_[i] = softest_ > 0 ? move_touching : move_rigid_touching / std::max(imbalance[i], least_imbalance);
    else
      move_[i] = touched[i] ? move_after_touch : std::min(largest_move, move_growth * move_[i]);
  }
}

void StaticPasses::stiffen_supports()
{
  const auto& bodies = model_.bodies();
  std::vector<Supports> outside;
  for (const auto& body : bodies)
    outside.emplace_back(*body);
  stiffened_.assign(bodies.size(), 0);
  for (const auto& joint : model_.joints()) {
    if (!joint->slave.in_space()) continue;
    const std::vector<RowAction> rows = joint->rows(bodies, step_);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Attachment own = joint->sides(k).master;
      const Body& body = bodies[own.body];
      for (const auto& [n, displacement] : remaining_displacements(rows[k], h_))
        if (body.deforms() && body.deformation()->hold(own.point, n, displacement))
          outside[static_cast<std::size_t>(body.index)].add(bodies, own, n);
    }
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    stiffened_[i] = outside[i].hold_all();
}

void StaticPasses::evaluate_springs()
{
  springs_.assign(model_.bodies().size(), {});
  for (const auto& joint : model_.joints())
    for (const RowAction& row : joint->rows(bodies_, step_)) {
      const auto spring = spring_form(row.law);
      if (!spring || !(spring->stiffness > 0)) continue;
      const double k = spring->stiffness / (h_ * h_);
      for (const BodyId body : {joint->master.body, joint->slave.body}) {
        if (body == BodyId::none) continue;
        Springs& on = springs_[static_cast<std::size_t>(bodies_[body].index)];
        on.weakest = on.weakest > 0 ? std::min(on.weakest, k) : k;
        on.stiffest = std::max(on.stiffest, k);
      }
    }
  for (std::size_t i = 0; i < springs_.size(); ++i)
    if (springs_[i].weakest > 0 && !held_[i])
      springs_[i].hold = supports_by_joints_and_springs(model_, *model_.bodies()[i]).hold_all();
}

/// s/h² with which the loads move the body by this part of its size [1/s²].
double StaticPasses::pull(std::size_t i, double move) const
{
  const Body& body = *model_.bodies()[i];
  return with_springs_[i] / (body.mass() * move * size_[i]);
}

double StaticPasses::held_by_joints(std::size_t i, double scale) const
{
  return (stiffened_[i] ? stiffened_share : held_share) * scale;
}

double StaticPasses::held_by_springs(std::size_t i) const
{
  const Body& body = *model_.bodies()[i];
  double s = spring_share * springs_[i].weakest / body.mass();
  if (body.deforms()) s = std::min(s, elastic_share * body.mean_eigenvalue());
  const bool alone = model_.bodies().size() == 1;
  return std::max(s, pull(i, alone ? move_alone : move_on_springs));
}

double StaticPasses::lying(std::size_t i) const
{
  const Body& body = *model_.bodies()[i];
  double s = ease_ * lying_share * (body.deforms() ? lowest_[i] : softest_ / body.mass());
  if (springs_[i].weakest > 0) {
    s = std::min(s, spring_share * springs_[i].weakest / body.mass());
    s = std::max(s, load_[i] / (body.mass() * turning_move * size_[i]));
    s = std::max(s, pull(i, move_on_both));
  }
  s = std::max(s, pull(i, move_[i]));
  return s > 0 ? s : lying_share * rigid_scale_;
}

/// s of (1). Of finite elements it grows in powers, so that factors serve several passes.
double StaticPasses::regularization(std::size_t i) const
{
  const Body& body = *model_.bodies()[i];
  const double scale = body.mean_eigenvalue() > 0 ? body.mean_eigenvalue() : rigid_scale_;
  double s = held_[i] ? held_by_joints(i, scale) : springs_[i].hold ? held_by_springs(i) : lying(i);
  if (!body.deforms()) s = std::max(s, least_spring_share * springs_[i].stiffest / body.mass());
  const double unit = held_[i] ? scale : ease_ * lying_share * lowest_[i];
  if (body.kind == BodyKind::finite_element) s = unit * rounded_up(s / unit, held_[i] ? 10 : 2);
  return h_ * h_ * s;
}

}  // namespace corbel
