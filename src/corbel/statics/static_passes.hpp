// SPDX-License-Identifier: MIT
// The prediction of a quasi-static pass: δ_free of (1) in static_step.hpp, and how much s M it takes.
//
// s M keeps the operator of a body regular where its supports are not part of it. Too little of it, and the
// free motion, by which solvers measure their own accuracy, has nothing to do with the motion that is sought;
// too much, and passes crawl. So s depends on what holds the body:
//
//   joints whose stiffness is in its operator   next to none
//   other joints                                little
//   springs, with or without joints             a part of their stiffness
//   contacts, or nothing yet                    so much that it moves by a part of its size
#pragma once

#include "corbel/contact/contact_set.hpp"
#include "corbel/model/model.hpp"
#include "corbel/statics/static_reactions.hpp"
#include "corbel/step/time_step.hpp"

namespace corbel {

class StaticPasses {
 public:
  /// Bodies and joints begin their step.
  StaticPasses(const Model& model, Bodies& bodies, const StepJoints& joints, const TimeStep& step);

  /// Loads of t + h on the bodies where they are.
  void apply_loads();
  /// What joints and springs exert becomes loads, and what is left of their reactions is what the solver starts from;
  /// δ_free is found. Gives the status of the motion of obstacles.
  SolverStatus predict(Reactions& reactions);
  /// After the solve: q⁺ = q + δ, with the reactions that brought it there.
  void move(const LocalDynamics& dynamics, Reactions& reactions);
  /// How far bodies may go in this pass.
  void limit_moves(const ContactSet& contacts);

  const std::vector<double>& sizes() const { return size_; }  ///< of bodies [m]

 private:
  void check_moves() const;  ///< throws StateError when the passes diverge
  /// Of those that act on a body [N/m]; zero without.
  struct Springs {
    double weakest = 0, stiffest = 0;
    bool hold = false;  ///< the body, together with its joints
  };

  std::vector<double> net_loads() const;
  void stiffen_supports();
  void evaluate_springs();
  double pull(std::size_t i, double move) const;
  double held_by_joints(std::size_t i, double scale) const;
  double held_by_springs(std::size_t i) const;
  double lying(std::size_t i) const;
  double regularization(std::size_t i) const;

  const Model& model_;
  Bodies& bodies_;
  const StepJoints& joints_;
  TimeStep step_;
  double h_;
  std::vector<char> held_;       ///< by joints
  std::vector<char> stiffened_;  ///< by joints that are in the operator of the body
  std::vector<Springs> springs_;
  std::vector<double> size_;   ///< [m]
  std::vector<double> start_;  ///< largest coordinate as the step began [m]
  std::vector<double> move_;   ///< part of the size a body may move in a pass
  std::vector<char> touching_;
  CarriedReactions carried_;
  std::vector<double> load_;          ///< without springs and joints [N]
  std::vector<double> with_springs_;  ///< the same with springs [N]
  double rigid_scale_ = 0;            ///< stands for tr K / tr M where there is no K
  std::vector<double> lowest_;        ///< λ₁; 0 without K [1/s²]
  double softest_ = 0;                ///< the least λ₁ m of a body that deforms, 0 without one [N/m]
};

}  // namespace corbel
