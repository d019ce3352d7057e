// SPDX-License-Identifier: MIT
#include "corbel/statics/static_contacts.hpp"

#include <algorithm>

namespace corbel {

ContactSet StaticContacts::join(const Bodies& bodies, const ContactSet& previous, ContactSet detected)
{
  std::map<ContactKey, Contact> lost = seen_;
  for (const Contact& contact : detected) {
    lost.erase(contact.key);
    seen_[contact.key] = contact;
  }
  const auto before = [](const Contact& a, const Contact& b) { return a.key < b.key; };
  for (auto& [key, contact] : lost) {
    const Vec3 apart = bodies[contact.master].mid_position(contact.on_master) -
                       bodies[contact.slave].mid_position(contact.on_slave);
    contact.gap += contact.frame.col(2).dot(apart);
    contact.is_new = false;
    contact.same_local = true;
    contact.row_before = std::lower_bound(previous.begin(), previous.end(), contact, before)->row;
    detected.push_back(contact);
  }
  std::sort(detected.begin(), detected.end(), before);
  return detected;
}

}  // namespace corbel
