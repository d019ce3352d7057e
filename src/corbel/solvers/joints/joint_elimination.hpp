// SPDX-License-Identifier: MIT
// A LocalProblem without its groups of joints.
#pragma once

#include "corbel/solvers/joints/joint_system.hpp"

#include <vector>

namespace corbel {

/// [-] Joint equations that were eliminated count as met to this, in velocities relative to those of the
/// problem; solvers of a larger tolerance ask for no more than that.
inline constexpr double joint_tolerance = 1e-8;

/// With J the unknowns of the groups of joints (bilateral_groups), C all other rows, and targets U_J = U*:
///
///   R_J = W_JJ⁺ (U* − B_J − W_JC R_C)                                                                  (1)
///   U_C = W̃ R_C + B̃ ,   W̃ = W_CC − W_CJ W_JJ⁺ W_JC ,   B̃ = B_C + W_CJ W_JJ⁺ (U* − B_J)                (2)
///
/// W_JJ here has the compliance of springs on its diagonal. (2) with the laws of C is a LocalProblem again,
/// in which the bodies move as the joints let them: its convergence knows nothing of the joints. Only rows
/// that share a body with a joint are touched by it:
///
///   joints of one body of G to the ground:   G_i ← G_i P½,  P = I − G_Jᵀ W_JJ⁺ G_J (w×w)                (3)
///   all others:                              C_ij ← C_ij − (W_CJ W_JJ⁺ W_JC)_ij for all i, j touched     (4)
///
/// W̃_ii may be singular where W_ii was not. A row that cannot be moved along its normal any more is made
/// immovable (R = 0: the joints carry what it would); one that cannot be moved in another direction is solved
/// with W̃_ii + Q_i, Q_i = ρ Σ v vᵀ over these directions v: a proximal term (R_i changes by −Q_i⁻¹ U there),
/// which leaves the solution of (2) where it is.
///
/// A group has all rows of a joint whose laws are linear, for they share its bodies. It stays in the problem, row by row, when one of its rows is matrix-free, when it has no
/// factor, when its sparse equations contradict each other, or when (4) couples more rows than it is worth. Sweeps then take
/// the rows of a joint one after the other and converge as they do for coupled joints; solvers of all constraints at once do not
/// mind. A row that nothing can move (a direction of a body that does not turn) is immobile, R = 0.
class JointElimination {
 public:
  explicit JointElimination(const LocalProblem& problem);

  /// No group is eliminated: solve the problem itself.
  bool empty() const { return groups_.empty(); }
  /// (2)
  const LocalProblem& reduced() const { return reduced_; }
  /// Q_i of reduced(), zero for most rows and all away from joints
  const std::vector<Mat3>& proximal() const { return proximal_; }
  /// R_C of R
  Impulses restrict(const Impulses& R) const;
  /// R from R_C, by (1). True when U_J meets its targets to `tolerance` of the velocities in (1).
  bool recover(const Impulses& R_C, double tolerance, Impulses& R) const;

 private:
  struct Group {
    BilateralGroup joints;
    JointSystem system;
    std::vector<std::size_t> touched;  ///< rows of C that share a body with the group
    int column = LocalOperator::none;  ///< (3): the body
  };

  std::vector<Group> find_groups() const;
  Eigen::VectorXd right_side(const Group& group, const Impulses& R, const Eigen::VectorXd& y) const;
  void reduce();
  std::vector<Vec3> reduced_B() const;
  LocalOperator reduced_W() const;

  const LocalProblem& problem_;
  std::vector<Group> groups_;
  std::vector<std::size_t> kept_;  ///< rows of C, ascending
  std::vector<int> place_;         ///< of a row in kept_, −1 for those eliminated
  LocalProblem reduced_;
  std::vector<Mat3> proximal_;
};

}  // namespace corbel
