// SPDX-License-Identifier: MIT
#include "corbel/step/static_contacts.hpp"

#include <algorithm>

namespace corbel {

ContactSet StaticContacts::join(ContactSet detected)
{
  std::map<ContactKey, Contact> lost = seen_;
  for (const Contact& contact : detected) {
    lost.erase(contact.key);
    seen_[contact.key] = contact;
  }
  for (auto& [key, contact] : lost) {
    const Vec3 apart =
        contact.master->mid_position(contact.on_master) - contact.slave->mid_position(contact.on_slave);
    contact.gap += contact.frame.col(2).dot(apart);
    contact.is_new = false;
    detected.push_back(contact);
  }
  std::sort(detected.begin(), detected.end(),
            [](const Contact& a, const Contact& b) { return a.key < b.key; });
  return detected;
}

void StaticContacts::keep_reactions(const ContactSet& contacts)
{
  for (const Contact& contact : contacts)
    seen_.at(contact.key).R = contact.R;
}

}  // namespace corbel
