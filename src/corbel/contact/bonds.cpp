// SPDX-License-Identifier: MIT
#include "corbel/contact/bonds.hpp"

#include "corbel/math/frame.hpp"

#include <Eigen/LU>

#include <algorithm>

namespace corbel {
namespace {

constexpr double break_tolerance = 1e-8;  ///< of (2)

/// (1)
Contact held(const Bond& bond)
{
  Contact c = bond.contact;
  const Vec3 slave = c.slave->mid_position(c.on_slave), master = c.master->mid_position(c.on_master);
  const Mat3 F = c.slave->mid_gradient(c.on_slave);
  const Mat3 before = c.frame;
  c.frame = frame_of_normal((F.inverse().transpose() * bond.normal).normalized());
  c.point = 0.5 * (slave + master);
  c.gap = bond.gap + c.frame.col(2).dot(master - slave);
  c.R = c.frame.transpose() * (before * c.R);
  c.is_new = false;
  return c;
}

bool breaks(const SurfaceMaterial& material, const Contact& contact, double h)
{
  const double c = material.cohesion * contact.area * h;
  const double left = contact.R.z() + c, mu = material.friction;
  return !(c > 0) || left < break_tolerance * c ||
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
    contact.on_slave = lasting_point(*contact.slave, contact.on_slave.X, contact.slave_object);
    contact.on_master = lasting_point(*contact.master, contact.on_master.X, contact.master_object);
    const Mat3 F = contact.slave->mid_gradient(contact.on_slave);
    bonds_[contact.key] = {contact, (F.transpose() * contact.frame.col(2)).normalized(), contact.gap};
  }
}

void Bonds::hold(ContactSet& contacts) const
{
  ContactSet lost;  // of detection
  for (const auto& [key, bond] : bonds_) {
    const Contact contact = held(bond);
    const auto place = std::lower_bound(contacts.begin(), contacts.end(), contact, before);
    if (place != contacts.end() && place->key == key)
      *place = contact;
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

void Bonds::break_overloaded(const Model& model, ContactSet& contacts, double h)
{
  for (Contact& contact : contacts) {
    if (!contact.cohesive || !breaks(model.surface_materials[contact.material], contact, h)) continue;
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
