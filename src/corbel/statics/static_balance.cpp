// SPDX-License-Identifier: MIT
#include "corbel/statics/static_balance.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/local_dynamics/contact_law.hpp"
#include "corbel/step/advance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// What is not finite is worse than anything.
double worse(double worst, double x)
{
  return std::isfinite(x) ? std::max(worst, x) : std::numeric_limits<double>::infinity();
}

void apply(Bodies& bodies, const Attachment& side, const Vec3& impulse)
{
  if (side.responds(bodies)) bodies[side.body].apply(side.point, impulse);
}

/// The natural residual at rest in units of Φ h.
double unrest(const Law& law, const Vec3& R, double largest, double size, double h)
{
  const double unit = largest > 0 ? largest : 1;
  const double rho = unit * h / size;
  return natural_residual(law, Vec3::Zero(), R, rho).norm() / unit;
}

/// Of the rows of the local problem, and of springs.
double largest_impulse(const Model& model, const Reactions& reactions)
{
  double largest = 0;
  for (const Vec3& R : reactions.R)
    largest = std::max(largest, R.norm());
  for (const auto& joint : model.joints())
    for (std::size_t k = 0; k < joint->row_count(); ++k)
      largest = std::max(largest, reactions.h * std::abs(joint->static_force(k)));
  return largest;
}

}  // namespace

StaticBalance measure_balance(const Model& model, Bodies& bodies, const ContactSet& contacts,
                              const Reactions& reactions, const LocalStep& step,
                              const std::vector<double>& sizes)
{
  StaticBalance balance;
  const double h = step.rule.h;
  const auto size_at = [&](BodyId body) { return sizes[static_cast<std::size_t>(bodies[body].index)]; };
  const double largest = largest_impulse(model, reactions);
  for (const auto& joint : model.joints()) {
    const std::vector<RowAction> rows = joint->rows(bodies, step);
    const std::span<const Vec3> R = reactions.impulses(*joint);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto& [frame, law] = rows[k];
      const double unrest_here = unrest(law, R[k], largest, size_at(joint->master.body), h);
      double& worst = prescribed_velocities(law).empty() ? balance.others : balance.joints;
      worst = worse(worst, unrest_here);
      const Vec3 impulse = frame * (R[k] + Vec3(0, 0, h * joint->static_force(k)));
      const RowSides sides = joint->sides(k);
      apply(bodies, sides.master, impulse);
      apply(bodies, sides.slave, -impulse);
    }
  }
  for (const Contact& contact : contacts) {
    const Law law = contact_law(model.surface_materials[contact.material], contact, 0, step.rule, step.laws);
    const Vec3& R = reactions.impulse(contact);
    const double size = std::min(size_at(contact.master), size_at(contact.slave));
    balance.others = worse(balance.others, unrest(law, R, largest, size, h));
    apply(bodies, {contact.master, contact.on_master}, contact.frame * R);
    apply(bodies, {contact.slave, contact.on_slave}, -(contact.frame * R));
  }
  balance.bodies.assign(bodies.size(), 0.0);
  parallel_for(bodies.size(), bodies_per_task(bodies), [&](std::size_t i) {
    if (!bodies[i]->responds()) return;
    balance.bodies[i] = bodies[i]->imbalance(h);
    bodies[i]->forget_impulses();
  });
  for (const double imbalance : balance.bodies)
    balance.imbalance = worse(balance.imbalance, imbalance);
  return balance;
}

}  // namespace corbel
