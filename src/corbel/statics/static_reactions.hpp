// SPDX-License-Identifier: MIT
// Reactions of joints from pass to pass of a quasi-static step.
//
// What joints and springs exert already when a pass begins goes to the loads, and the solver is asked for the
// rest. The free motion of a pass, by which solvers measure their accuracy, is then that of forces which do
// not balance yet, and passes gain digits until they do, whatever the tolerance of the solver. (A contact
// cannot be split in this way: its law is about the whole reaction.)
//
// R of a joint is, after a pass, its whole impulse; of a spring only that of its stop, because its
// force is a matter of its stroke (Joint::static_force).
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/model/model.hpp"

namespace corbel {

/// Before the first pass, from the whole impulses that the last step ended with. After loads.
void split_off_springs(const Model& model, double h, Reactions& reactions);

class CarriedReactions {
 public:
  explicit CarriedReactions(const Model& model) : model_(model) {}

  /// Forces of springs become loads. After measure_balance.
  void add_springs(Bodies& bodies) const;
  /// Reactions of joints become loads, and R the start of the solver for the rest.
  void add_joints(Bodies& bodies, double h, Reactions& reactions);
  /// After the solve: the whole again.
  void join(double h, Reactions& reactions) const;

 private:
  const Model& model_;
  std::vector<Vec3> carried_;  ///< by rows of joints, local [N s]
};

/// At the end of the step: the whole impulse of springs, for output.
void join_springs(const Model& model, double h, Reactions& reactions);

}  // namespace corbel
