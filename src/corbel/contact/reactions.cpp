// SPDX-License-Identifier: MIT
#include "corbel/contact/reactions.hpp"

namespace corbel {

void Reactions::resize(std::size_t rows)
{
  frame.resize(rows, Mat3::Identity());
  R.resize(rows, Vec3::Zero());
  U.resize(rows, Vec3::Zero());
  V.resize(rows, Vec3::Zero());
}

void Reactions::rescale(double factor)
{
  for (Vec3& impulse : R)
    impulse *= factor;
}

void start_contacts(const Reactions& last, std::size_t first, ContactSet& contacts, Reactions& reactions)
{
  reactions.resize(first + contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    contact.row = static_cast<int>(first + i);
    reactions.frame[first + i] = contact.frame;
    if (contact.row_before < 0) continue;
    const auto before = static_cast<std::size_t>(contact.row_before);
    reactions.R[first + i] = contact.same_local
                                 ? last.R[before]
                                 : Vec3(contact.frame.transpose() * (last.frame[before] * last.R[before]));
  }
}

}  // namespace corbel
