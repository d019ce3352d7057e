// SPDX-License-Identifier: MIT
// Contacts that hold together: cohesion between bodies that touch when the run begins.
//
// A bond keeps the two material points that met at t = 0. So a cohesive contact is there whether the bodies
// overlap or are drawn apart by round-off, and its position and frame move with the bodies:
//
//   n ∝ F⁻ᵀ N ,  t1 ∝ F T1 made normal to n ,  t2 = t1 × n  on the slave ,
//   gap = gap₀ + n·(x_master − x_slave)                                                                (1)
//
// It acts at one point on both bodies, the middle of the two, as all contacts do: what is bonded turns as one
// body and momentum is kept, also when the points are a little apart. A rigid one asks for U_N = −opening/h,
// opening = gap − gap₀ beyond the tolerance of contact, so that position errors vanish (as in
// model/joint.hpp) without conflicting with neighbouring contacts, which require U_N ≥ 0. Local reactions then
// start the next step as they were, however fast the bodies turn.
//
// It breaks in tension or shear, for good (Solfec semantics section 4): with c = cohesion · area · h,
//
//   R_N + c < 1e-8 c    or    |R_T| + 1e-8 c ≥ μ (R_N + c)  when μ > 0                                  (2)
//
// and, in dynamics, only when it also opens or slips:
//
//   |U + opening/h e_N| > 1e-3 c (1/m_slave + 1/m_master)                                             (3)
//
// Reactions of several bonds between two rigid bodies are not unique, and one of them may be at its limit
// while the others could bear more; without (3) the first would break there and the rest after it.
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/model/model.hpp"

#include <map>

namespace corbel {

struct Bond {
  Contact contact;                    ///< as it was at first
  MaterialPoint on_slave, on_master;  ///< that met at first
  Mat3 frame;                         ///< columns T1, T2, N of (1), referential, on the slave
  double gap = 0;                     ///< gap₀ [m]
};

/// Located by its referential position only, so that a run continued from a file finds the same bits.
MaterialPoint lasting_point(const Body& body, const Vec3& X, int object);

class Bonds {
 public:
  /// Bonds for all contacts of a material with cohesion: at t = 0.
  void make(const Model& model, ContactSet& contacts);
  /// The contacts detected, with those that are bonded in place of their like (1), ascending in key. They go on from the
  /// local reactions that they have in `previous`.
  void hold(const Model& model, const ContactSet& previous, ContactSet& contacts) const;
  /// After a step: lets go what broke (2), (3).
  void break_overloaded(const Model& model, const Reactions& reactions, bool dynamic, ContactSet& contacts);

  void remove(BodyId body);  ///< all bonds of it
  void add(const Bond& bond) { bonds_[bond.contact.key] = bond; }
  const std::map<ContactKey, Bond>& all() const { return bonds_; }

 private:
  std::map<ContactKey, Bond> bonds_;
};

}  // namespace corbel
