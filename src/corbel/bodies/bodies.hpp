// SPDX-License-Identifier: MIT
// The bodies of a model, ascending in id, and the arrays that their states are in (state.hpp).
//
// A body is found by its number, the place in these arrays, or by its id (body_id.hpp). Numbers follow each other
// without gaps: when a body goes, all after it get another one, and the arrays are laid out anew.
//
// Bodies are what moves in a step; the rest of the model does not. Who has const Bodies cannot move one.
#pragma once

#include "corbel/bodies/body.hpp"
#include "corbel/core/owned.hpp"

#include <memory>
#include <vector>

namespace corbel {

class Bodies {
 public:
  std::size_t size() const { return bodies_.size(); }
  bool empty() const { return bodies_.empty(); }
  auto begin() { return bodies_.begin(); }
  auto end() { return bodies_.end(); }
  auto begin() const { return bodies_.begin(); }
  auto end() const { return bodies_.end(); }
  Owned<Body>& operator[](std::size_t number) { return bodies_[number]; }
  const Owned<Body>& operator[](std::size_t number) const { return bodies_[number]; }
  /// Also one that is set aside.
  Body& operator[](BodyId id) { return *by_id_[static_cast<std::size_t>(id)]; }
  const Body& operator[](BodyId id) const { return *by_id_[static_cast<std::size_t>(id)]; }
  Body* find(BodyId id) { return present(id); }  ///< null: it was removed or is set aside
  const Body* find(BodyId id) const { return present(id); }

  /// q and u of all, by number.
  const State& state() const { return arrays_.state; }
  /// One of the same bodies; their energies are not touched.
  void restore(const State& state);

  Body& add(std::unique_ptr<Body> body);  ///< gives it its id
  void remove(const Body& body);
  /// Those whose ids are not in `present` (ascending) are set aside, others come back.
  void set_present(const std::vector<int>& present);
  std::vector<int> all_ids() const;           ///< also of those set aside, ascending
  int revision() const { return revision_; }  ///< changes whenever bodies are added, removed or set aside

 private:
  Body* present(BodyId id) const;
  void lay_out();  ///< numbers and arrays of the bodies as they are now

  BodyArrays arrays_;
  std::vector<Owned<Body>> bodies_, set_aside_;
  std::vector<Body*> by_id_ = {nullptr};  ///< null: none, or removed
  int revision_ = 0;
};

}  // namespace corbel
