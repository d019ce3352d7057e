// SPDX-License-Identifier: MIT
#include "corbel/statics/static_reactions.hpp"

namespace corbel {
namespace {

/// A force on the master, local, and its opposite on the slave become loads.
void add_load(Bodies& bodies, const RowSides& sides, const Mat3& frame, const Vec3& force)
{
  if (force.isZero(0)) return;
  const Attachment &master = sides.master, &slave = sides.slave;
  if (master.responds(bodies)) bodies[master.body].add_force(master.point, frame * force);
  if (slave.responds(bodies)) bodies[slave.body].add_force(slave.point, -(frame * force));
}

/// visit(joint, k, frame and law of its row k) for all rows of all joints.
template<class Visit>
void for_rows(const Model& model, double h, const Visit& visit)
{
  for (const auto& joint : model.joints()) {
    const std::vector<RowAction> rows = joint->rows(model.bodies(), {0, StepRule::static_pass(h)});
    for (std::size_t k = 0; k < rows.size(); ++k)
      visit(*joint, k, rows[k]);
  }
}

}  // namespace

void split_off_springs(const Model& model, double h, Reactions& reactions)
{
  for_rows(model, h, [&](const Joint& joint, std::size_t k, const RowAction& row) {
    double& R_N = reactions.impulses(joint)[k].z();
    if (const auto spring = spring_form(row.law))
      R_N = spring->has_stops() ? R_N - h * joint.static_force(k) : 0;
  });
}

void CarriedReactions::add_springs(Bodies& bodies) const
{
  for_rows(model_, 1, [&](const Joint& joint, std::size_t k, const RowAction& row) {
    if (const double force = joint.static_force(k); force != 0)
      add_load(bodies, joint.sides(k), row.frame, {0, 0, force});
  });
}

void CarriedReactions::add_joints(Bodies& bodies, double h, Reactions& reactions)
{
  carried_.clear();
  for_rows(model_, h, [&](const Joint& joint, std::size_t k, const RowAction& row) {
    // Joints of obstacles alone are solved with their motion, whole in each pass.
    const bool carried = has_mover(bodies, joint) && !spring_form(row.law);
    Vec3& R = reactions.impulses(joint)[k];
    carried_.push_back(carried ? R : Vec3::Zero());
    R -= carried_.back();
    add_load(bodies, joint.sides(k), row.frame, carried_.back() / h);
  });
}

void CarriedReactions::join(double h, Reactions& reactions) const
{
  std::size_t i = 0;
  for_rows(model_, h, [&](const Joint& joint, std::size_t k, const RowAction& row) {
    RowOutcome outcome = reactions.outcome(joint, k);
    outcome.R += carried_[i++];
    if (const auto spring = spring_form(row.law))
      outcome.R = {0, 0, spring->stop_impulse(outcome.U, outcome.R)};
    reactions.impulses(joint)[k] = outcome.R;
  });
}

void join_springs(const Model& model, double h, Reactions& reactions)
{
  for (const auto& joint : model.joints())
    for (std::size_t k = 0; k < joint->row_count(); ++k)
      reactions.impulses(*joint)[k].z() += h * joint->static_force(k);
}

}  // namespace corbel
