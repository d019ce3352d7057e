// SPDX-License-Identifier: MIT
// Contacts from pass to pass and from step to step of quasi-static analysis.
//
// Detection answers anew in every pass: the centroid of a thin overlap jumps by a good part of a face, a gap that a pass has
// closed to round-off is found or not, a corner is a vertex in one pass and a crossing of edges in the next. Passes of
// Newton's method cannot converge on that. So a contact that is there stays, with its normal and its points:
//
//   gap ← gap + n·(x_master − x_slave) ,   point ← ½ (x_master + x_slave)                               (1)
//
// after each pass, of the two material points that lie at `point` as the pass begins. Detection adds contacts, and takes one
// over that it finds too deep: bodies do not overlap unnoticed, and what certifies a step (static_balance.hpp) sees it. While
// its gap is positive a contact carries nothing that does not close it: gap + δ_N ≥ 0.
//
// The gap of (1) is only as good as the one that was detected. A first pass that nothing holds up runs bodies into each other, faces
// are bent and turned there, and neighbours that do not touch at all overlap sideways: passes then close gaps that were
// too deep, and balance forces, with the bodies apart where a reaction is too large. Detection does not see that. So a pass that
// runs deep is shortened before its contacts are taken, and the gaps between faces of convexes are measured in each pass where the
// bodies are (geometry/face_gap); (1) is for spheres, ellipsoids and edges that cross. The gap of a single point (CENTROID) is
// measured from the start: the depth of its overlap is that of another place.
//
// (1) needs point, frame and gap alone, which frames hold: a run that is continued from a file makes the same contacts. They
// also stay from one step to the next, so that a step at constant load has nothing to do; but those that slid in the last
// step, turned or opened are detected anew.
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/model/model.hpp"

#include <optional>

namespace corbel {

class StaticContacts {
 public:
  /// sizes: of bodies, by index [m]; tolerance: of overlaps, in sizes of the smaller body.
  StaticContacts(const Model& model, const std::vector<double>& sizes, double tolerance)
      : model_(model), sizes_(sizes), tolerance_(tolerance)
  {
  }

  /// A pass ran bodies into each other so far that what is detected of it is worth little.
  bool are_deep(const ContactSet& last, const ContactSet& detected) const;
  /// Contacts of the next pass, ascending in key: those of `last`, of which `reactions` are known, and of those detected now
  /// what is new.
  ContactSet join(const ContactSet& last, const Reactions& reactions, ContactSet detected);
  /// After a pass: (1).
  void move(ContactSet& contacts);
  /// At the end of the step: U of contacts is what they moved in it, over h.
  void keep_displacements(const ContactSet& contacts, Reactions& reactions) const;

  /// Contacts were added or taken over in the last join.
  bool changed() const { return changed_; }

 private:
  double size(const Contact& contact) const;
  double thickness(const Contact& contact) const;
  /// In the first pass of a step: the contact is as the last one left it.
  bool lasts(const Contact& contact, const Contact* detected, const Reactions& reactions) const;
  bool is_overtaken(const Contact& contact, const Contact& detected) const;
  Contact placed(const Contact& contact, const Contact* detected) const;
  bool is_of_convexes(const Contact& contact) const;
  bool is_single(const Contact& contact) const;  ///< the only point that detection offers of two convexes
  bool is_there(const Contact& kept, const Contact& detected) const;
  std::optional<double> measured_gap(const Contact& contact) const;

  const Model& model_;
  const std::vector<double>& sizes_;
  double tolerance_;
  bool first_ = true, changed_ = false;
  std::vector<Vec3> moved_;  ///< by contact, local, since the step began [m]
};

}  // namespace corbel
