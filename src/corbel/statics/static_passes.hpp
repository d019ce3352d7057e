// SPDX-License-Identifier: MIT
// The prediction of a quasi-static pass: δ_free of (1) in static_step.hpp, and how much s M it takes.
//
// s M keeps the operator of a body regular where its supports are not part of it. It vanishes with δ, and what a pass leaves of
// a motion that is held with the stiffness λ m is the part s/(s + λ) of it. So s is small beside λ₁, the lowest of the body
// itself, but not so small that contacts see rigid motions only:
//
//   joints whose stiffness is in its operator   next to none
//   other joints                                little
//   springs, with or without joints             a part of their stiffness
//   contacts                                    a part of λ₁; of a rigid body, of the least λ₁ m around
//   contacts of rigid bodies alone              so much that it turns by little: reactions do not depend on it
//   nothing yet                                 so much that it moves by a part of its size
//
// A mean of all λ in place of λ₁ is larger by (length/element)² and more, and passes crawl. Where motions are held by much less
// than λ₁ (a block that is about to slide) they still do: then s is reduced as passes go on (ease).
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
  /// After move: half of the way it went. False: it was short already and has gone the whole way again.
  bool shorten();
  /// The last pass: what is prescribed is only partly done, and it is no fault that it gained little.
  bool is_shortened() const { return share_ < 1; }
  /// Passes converge slowly: less s M of bodies on contacts from now on.
  void ease() { ease_ = std::max(0.1 * ease_, 1e-3); }
  /// How far bodies may go in this pass.
  void limit_moves(const ContactSet& contacts, const std::vector<double>& imbalance);

  bool are_falling() const;  ///< a body that nothing holds or touches; after limit_moves

  const std::vector<double>& sizes() const { return size_; }  ///< of bodies [m]

 private:
  void check_moves() const;  ///< throws StateError when the passes diverge
  /// Of those that act on a body [N/m]; zero without.
  struct Springs {
    double weakest = 0, stiffest = 0;
    bool hold = false;  ///< the body, together with its joints
  };

  void find_lowest();
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
  State before_;                      ///< where the bodies were before the last move
  double share_ = 1;                  ///< that it was shortened to
  std::vector<double> load_;          ///< without springs and joints [N]
  std::vector<double> with_springs_;  ///< the same with springs [N]
  double rigid_scale_ = 0;            ///< stands for tr K / tr M where there is no K
  std::vector<double> lowest_;        ///< λ₁; 0 without K, and where joints hold all bodies [1/s²]
  double softest_ = 0;                ///< the least λ₁ m of bodies that deform, 0 without one [N/m]
  double ease_ = 1;                   ///< part of s that is left
};

}  // namespace corbel
