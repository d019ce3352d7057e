// SPDX-License-Identifier: MIT
// Converts any LocalProblem to one of plain contacts, all that FCLIB can represent.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <string>

namespace corbel {

struct ContactsOnly {
  LocalProblem problem;           ///< laws: SignoriniCoulomb without shift
  Impulses R;                     ///< of these contacts
  std::vector<std::size_t> kept;  ///< rows of the original problem, ascending
  std::size_t eliminated = 0;     ///< scalar equations of joints
  std::size_t locked = 0;         ///< contacts that joints hold along the normal: rows of zeros, R = 0
  bool linearized = false;        ///< a law that is not linear was replaced by its tangent at R

  /// In words, for the file; empty when nothing was done.
  std::string description() const;
};

/// By the cone forms of the laws at R (constraints/cone_form.hpp): joints are eliminated, W̃ = W_CC −
/// W_CJ (W_JJ + D)⁺ W_JC; compliance is added to the diagonal, offsets and cohesion c become part of q, so
/// that the impulses of the new problem are R + c e_N. Throws InputError when joints contradict each other or
/// are too many.
ContactsOnly contacts_only(const LocalProblem& problem, const Impulses& R);

}  // namespace corbel
