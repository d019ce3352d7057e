// SPDX-License-Identifier: MIT
// What detection hands to local dynamics: points, frames, gaps, areas and materials of all contacts of a
// step.
#pragma once

#include "corbel/bodies/bodies.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace corbel {

/// What makes a contact the same contact in the next step: its two objects and what of them meets. The first
/// body has the smaller id.
struct ContactKey {
  BodyId body1 = BodyId::none, body2 = BodyId::none;  // in this order: pairs of bodies stand together
  std::int32_t object1 = 0, object2 = 0;
  std::int32_t feature = 0;  ///< several points of one object pair are told apart by it; 0: the only one
  auto operator<=>(const ContactKey&) const = default;
};

struct Contact {
  ContactKey key;
  BodyId slave = BodyId::none;   ///< the normal points out of it
  BodyId master = BodyId::none;  ///< the normal points into it
  int slave_object = 0, master_object = 0;
  MaterialPoint on_slave, on_master;
  Vec3 point = Vec3::Zero();      ///< of both bodies, in q_e [m]
  Mat3 frame = Mat3::Identity();  ///< columns t1, t2, n
  double gap = 0;                 ///< ≤ 0 as detected; positive where quasi-static passes measure it [m]
  double area = 0;                ///< [m²]
  double patch_area = 0;          ///< of all points of the object pair together [m²]
  double epsilon = 0;             ///< tolerance of the object pair, Model::pair_epsilon [m]
  int slave_surface = 0, master_surface = 0;
  int material = 0;         ///< index in Model::surface_materials
  bool is_new = true;       ///< not there in the previous step
  bool cohesive = false;    ///< a bond holds it (contact/bonds.hpp)
  double opening = 0;       ///< of a bond: how far it is from where it was made [m]
  int row = -1;             ///< of its reaction (reactions.hpp)
  int row_before = -1;      ///< of the reaction it goes on from, that of the last step or pass; −1: none
  bool same_local = false;  ///< that one is taken over in local components; else it is turned through space
};

inline bool same_bodies(const Contact& a, const Contact& b)
{
  return a.key.body1 == b.key.body1 && a.key.body2 == b.key.body2;
}

/// Ascending in key.
using ContactSet = std::vector<Contact>;

}  // namespace corbel
