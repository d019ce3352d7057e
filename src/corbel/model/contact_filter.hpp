// SPDX-License-Identifier: MIT
// What may touch what: two obstacles never do, objects of one body only in self-contact, and the user may
// exclude pairs of bodies, of objects and of surfaces (manual §3.4). With nothing excluded a question
// costs a few comparisons.
#pragma once

#include "corbel/bodies/body.hpp"

#include <set>
#include <utility>

namespace corbel {

class ContactFilter {
 public:
  /// An object of a contact surface: its body, and its number within the body.
  using Object = std::pair<BodyId, int>;

  void exclude_bodies(BodyId one, BodyId two);
  void exclude_objects(Object a, Object b);
  void exclude_surfaces(int surface1, int surface2);

  const std::set<std::pair<BodyId, BodyId>>& excluded_bodies() const { return bodies_; }
  const std::set<std::pair<Object, Object>>& excluded_objects() const { return objects_; }
  const std::set<std::pair<int, int>>& excluded_surfaces() const { return surfaces_; }
  bool bodies_excluded(BodyId one, BodyId two) const;
  /// Before the geometry of a pair is evaluated.
  bool may_touch(const Body& a, int object_a, const Body& b, int object_b) const;
  /// After it: surface identifiers at the contact point, in any order.
  bool surfaces_may_touch(int surface1, int surface2) const;

 private:
  // Pairs in ascending order.
  std::set<std::pair<BodyId, BodyId>> bodies_;
  std::set<std::pair<Object, Object>> objects_;
  std::set<std::pair<int, int>> surfaces_;
};

}  // namespace corbel
