// SPDX-License-Identifier: MIT
#include "corbel/contact/bonds.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>

namespace corbel {
namespace {

constexpr double break_tolerance = 1e-8;  ///< of (2)
constexpr double yield_tolerance = 1e-3;  ///< of (3)

/// (1)
Contact held(const Bond& bond, const Bodies& bodies, double epsilon)
{
  Contact c = bond.contact;
  const Body &slave_body = bodies[c.slave], &master_body = bodies[c.master];
  const Vec3 slave = slave_body.mid_position(bond.on_slave),
             master = master_body.mid_position(bond.on_master);
  const Mat3 F = slave_body.mid_gradient(bond.on_slave);
  const Vec3 n = (F.inverse().transpose() * bond.frame.col(2)).normalized(), t = F * bond.frame.col(0);
  const Vec3 t1 = (t - n.dot(t) * n).normalized();
  c.frame << t1, t1.cross(n), n;
  c.point = 0.5 * (slave + master);
  c.on_slave = slave_body.locate_mid(c.point, c.slave_object);
  c.on_master = master_body.locate_mid(c.point, c.master_object);
  const double apart = n.dot(master - slave);
  c.gap = bond.gap + apart;
  c.opening = apart > epsilon ? apart - epsilon : std::min(apart, 0.0);
  c.is_new = false;
  c.same_local = true;
  return c;
}

double mobility(const Body& body) { return body.responds() ? 1 / body.mass() : 0; }

/// (3)
bool gives_way(const Contact& contact, const Bodies& bodies, const Vec3& U, double c, double h)
{
  const Vec3 apart(U.x(), U.y(), U.z() + contact.opening / h);
  return apart.norm() >
         yield_tolerance * c * (mobility(bodies[contact.slave]) + mobility(bodies[contact.master]));
}

/// (2)
bool at_its_limit(const SurfaceMaterial& material, const Vec3& R, double c)
{
  const double left = R.z() + c, mu = material.friction;
  return left < break_tolerance * c || (mu > 0 && R.head<2>().norm() + break_tolerance * c >= mu * left);
}

bool before(const Contact& a, const Contact& b) { return a.key < b.key; }

}  // namespace

MaterialPoint lasting_point(const Body& body, const Vec3& X, int object)
{
  MaterialPoint point = body.locate("contact point", X);
  point.object = object;
  return point;
}

void Bonds::make(const Model& model, ContactSet& contacts)
{
  for (Contact& contact : contacts) {
    if (!(model.surface_materials[contact.material].cohesion > 0) || bonds_.contains(contact.key)) continue;
    contact.cohesive = true;
    const Body &slave_body = model.bodies()[contact.slave], &master_body = model.bodies()[contact.master];
    const MaterialPoint slave = lasting_point(slave_body, contact.on_slave.X, contact.slave_object);
    const MaterialPoint master = lasting_point(master_body, contact.on_master.X, contact.master_object);
    const Mat3 F = slave_body.mid_gradient(slave);
    Mat3 frame = F.inverse() * contact.frame;
    frame.col(2) = F.transpose() * contact.frame.col(2);
    bonds_[contact.key] = {contact, slave, master, frame, contact.gap};
  }
}

void Bonds::hold(const Model& model, const ContactSet& previous, ContactSet& contacts) const
{
  ContactSet lost;  // of detection
  for (const auto& [key, bond] : bonds_) {
    Contact contact = held(bond, model.bodies(), model.epsilon());
    const auto before_it = std::lower_bound(previous.begin(), previous.end(), contact, before);
    contact.row_before = before_it != previous.end() && before_it->key == key ? before_it->row : -1;
    const auto found = std::lower_bound(contacts.begin(), contacts.end(), contact, before);
    if (found != contacts.end() && found->key == key)
      *found = contact;
    else
      lost.push_back(contact);
  }
  const auto middle = static_cast<std::ptrdiff_t>(contacts.size());
  contacts.insert(contacts.end(), lost.begin(), lost.end());
  std::inplace_merge(contacts.begin(), contacts.begin() + middle, contacts.end(), before);
}

void Bonds::break_overloaded(const Model& model, const Reactions& reactions, bool dynamic,
                             ContactSet& contacts)
{
  const double h = reactions.h;
  for (Contact& contact : contacts) {
    if (!contact.cohesive) continue;
    const SurfaceMaterial& material = model.surface_materials[contact.material];
    const double c = material.cohesion * contact.area * h;
    const bool broken =
        !(c > 0) || (at_its_limit(material, reactions.impulse(contact), c) &&
                     (!dynamic || gives_way(contact, model.bodies(), reactions.end_velocity(contact), c, h)));
    if (!broken) continue;
    contact.cohesive = false;
    bonds_.erase(contact.key);
  }
}

void Bonds::remove(BodyId body)
{
  std::erase_if(bonds_, [&](const auto& entry) {
    return entry.second.contact.master == body || entry.second.contact.slave == body;
  });
}

}  // namespace corbel
