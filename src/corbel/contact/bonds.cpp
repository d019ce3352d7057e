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
Contact held(const Bond& bond, double epsilon)
{
  Contact c = bond.contact;
  const Vec3 slave = c.slave->mid_position(bond.on_slave), master = c.master->mid_position(bond.on_master);
  const Mat3 F = c.slave->mid_gradient(bond.on_slave);
  const Vec3 n = (F.inverse().transpose() * bond.frame.col(2)).normalized(), t = F * bond.frame.col(0);
  const Vec3 t1 = (t - n.dot(t) * n).normalized();
  c.frame << t1, t1.cross(n), n;
  c.point = 0.5 * (slave + master);
  c.on_slave = c.slave->locate_mid(c.point, c.slave_object);
  c.on_master = c.master->locate_mid(c.point, c.master_object);
  const double apart = n.dot(master - slave);
  c.gap = bond.gap + apart;
  c.opening = apart > epsilon ? apart - epsilon : std::min(apart, 0.0);
  c.is_new = false;
  return c;
}

double mobility(const Body& body) { return body.responds() ? 1 / body.mass() : 0; }

/// (3)
bool gives_way(const Contact& contact, double c, double h)
{
  const Vec3 U(contact.U.x(), contact.U.y(), contact.U.z() + contact.opening / h);
  return U.norm() > yield_tolerance * c * (mobility(*contact.slave) + mobility(*contact.master));
}

/// (2)
bool at_its_limit(const SurfaceMaterial& material, const Contact& contact, double c)
{
  const double left = contact.R.z() + c, mu = material.friction;
  return left < break_tolerance * c ||
         (mu > 0 && contact.R.head<2>().norm() + break_tolerance * c >= mu * left);
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
    const MaterialPoint slave = lasting_point(*contact.slave, contact.on_slave.X, contact.slave_object);
    const MaterialPoint master = lasting_point(*contact.master, contact.on_master.X, contact.master_object);
    const Mat3 F = contact.slave->mid_gradient(slave);
    Mat3 frame = F.inverse() * contact.frame;
    frame.col(2) = F.transpose() * contact.frame.col(2);
    bonds_[contact.key] = {contact, slave, master, frame, contact.gap};
  }
}

void Bonds::hold(const Model& model, ContactSet& contacts) const
{
  ContactSet lost;  // of detection
  for (const auto& [key, bond] : bonds_) {
    const Contact contact = held(bond, model.epsilon());
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

void Bonds::keep_reactions(const ContactSet& contacts)
{
  for (const Contact& contact : contacts)
    if (contact.cohesive) bonds_.at(contact.key).contact = contact;
}

void Bonds::break_overloaded(const Model& model, ContactSet& contacts, double h, bool dynamic)
{
  for (Contact& contact : contacts) {
    if (!contact.cohesive) continue;
    const SurfaceMaterial& material = model.surface_materials[contact.material];
    const double c = material.cohesion * contact.area * h;
    const bool broken =
        !(c > 0) || (at_its_limit(material, contact, c) && (!dynamic || gives_way(contact, c, h)));
    if (!broken) continue;
    contact.cohesive = false;
    bonds_.erase(contact.key);
  }
}

void Bonds::scale_impulses(double factor)
{
  for (auto& [key, bond] : bonds_)
    bond.contact.R *= factor;
}

void Bonds::remove(const Body& body)
{
  std::erase_if(bonds_, [&](const auto& entry) {
    return entry.second.contact.master == &body || entry.second.contact.slave == &body;
  });
}

}  // namespace corbel
