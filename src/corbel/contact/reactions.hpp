// SPDX-License-Identifier: MIT
// The reactions of a step, row by row of its local problem: joints first, then contacts.
//
// Here R is kept, once, from step to step: a solver works on it, bodies move by it, frames store it, and the next step starts
// from it. A contact knows its row (Contact::row), and the row of the last step that it goes on from.
#pragma once

#include "corbel/contact/contact_set.hpp"

namespace corbel {

struct Reactions {
  double h = 0;             ///< length of the step that made them [s]; 0: none did
  std::vector<Mat3> frame;  ///< columns t1, t2, n
  std::vector<Vec3> R;      ///< impulses, local [N s]: warm start, then solution
  std::vector<Vec3> U, V;   ///< local relative velocities at t + h and t [m/s]

  void resize(std::size_t rows);  ///< new ones are zero
  /// Reactions are forces: in a step of another length impulses start from the same force.
  void rescale(double factor);
  const Vec3& impulse(const Contact& contact) const { return R[static_cast<std::size_t>(contact.row)]; }
  const Vec3& end_velocity(const Contact& contact) const { return U[static_cast<std::size_t>(contact.row)]; }
  const Vec3& start_velocity(const Contact& contact) const
  {
    return V[static_cast<std::size_t>(contact.row)];
  }
};

/// Gives the contacts the rows from `first` on, and these the impulses they start from: zero for new ones, others what
/// they had in `last`, turned through space into their new frame.
void start_contacts(const Reactions& last, std::size_t first, ContactSet& contacts, Reactions& reactions);

}  // namespace corbel
