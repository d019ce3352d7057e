// SPDX-License-Identifier: MIT
// Contacts that hardly act as the user expects: each is told of once.
#pragma once

#include "corbel/contact/contact_set.hpp"
#include "corbel/model/model.hpp"

#include <set>
#include <utility>

namespace corbel {

class ContactWarnings {
 public:
  /// After a step. springs: the solver takes all contacts by the springs of their materials.
  void check(const Model& model, const ContactSet& contacts, bool springs);

 private:
  void warn_of_missing_spring(const Model& model, const Contact& contact, bool springs);
  void warn_of_no_friction(const Model& model, const Contact& contact);

  std::set<int> without_spring_;                // materials
  std::set<std::pair<int, int>> frictionless_;  // surfaces
};

}  // namespace corbel
