// SPDX-License-Identifier: MIT
#include "corbel/statics/static_balance.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/local_dynamics/contact_law.hpp"
#include "corbel/step/advance.hpp"
#include "corbel/step/predict.hpp"

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
  if (side.body && side.body->responds()) bodies[side.body->body_id()].apply(side.point, impulse);
}

/// The natural residual at rest in units of Φ h.
double unrest(const Law& law, const Vec3& R, double largest, double size, double h)
{
  const double unit = largest > 0 ? largest : 1;
  const double rho = unit * h / size;
  return natural_residual(law, Vec3::Zero(), R, rho).norm() / unit;
}

double largest_impulse(const std::vector<Joint*>& joints, const ContactSet& contacts,
                       const Reactions& reactions, double h)
{
  double largest = 0;
  for (const Joint* joint : joints)
    for (std::size_t k = 0; k < joint->row_count(); ++k)
      largest = std::max({largest, joint->last[k].R.norm(), h * std::abs(joint->static_force(k))});
  for (const Contact& contact : contacts)
    largest = std::max(largest, reactions.impulse(contact).norm());
  return largest;
}

}  // namespace

StaticBalance measure_balance(const Model& model, Bodies& bodies, const ContactSet& contacts,
                              const Reactions& reactions, ContactLaws laws, double t,
                              const std::vector<double>& sizes)
{
  StaticBalance balance;
  const double h = reactions.h;
  const auto size_at = [&](const Body* body) { return sizes[static_cast<std::size_t>(body->index)]; };
  const std::vector<Joint*> joints = joints_of(model, Movers::bodies);
  const double largest = largest_impulse(joints, contacts, reactions, h);
  for (const auto& joint : model.joints()) {
    const std::vector<RowAction> rows = joint->rows(t, StepRule::static_pass(h));
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto& [frame, law] = rows[k];
      const double unrest_here = unrest(law, joint->last[k].R, largest, size_at(joint->master.body), h);
      double& worst = prescribed_velocities(law).empty() ? balance.others : balance.joints;
      worst = worse(worst, unrest_here);
      const Vec3 impulse = frame * (joint->last[k].R + Vec3(0, 0, h * joint->static_force(k)));
      const RowSides sides = joint->sides(k);
      apply(bodies, sides.master, impulse);
      apply(bodies, sides.slave, -impulse);
    }
  }
  for (const Contact& contact : contacts) {
    const Law law =
        contact_law(model.surface_materials[contact.material], contact, 0, StepRule::static_pass(h), laws);
    const Body &master = bodies[contact.master], &slave = bodies[contact.slave];
    const Vec3& R = reactions.impulse(contact);
    const double size = std::min(size_at(&master), size_at(&slave));
    balance.others = worse(balance.others, unrest(law, R, largest, size, h));
    apply(bodies, {&master, contact.on_master}, contact.frame * R);
    apply(bodies, {&slave, contact.on_slave}, -(contact.frame * R));
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
