// SPDX-License-Identifier: MIT
// Frictional contact problems in files: the HDF5 layout of FCLIB, which other codes read and write.
//
//   local    u = W r + V λ + q ,   Vᵀ r + R λ + s = 0                                                  (1)
//   global   M v = H r + G λ + f ,   Gᵀ v + b = 0 ,   u = Hᵀ v + w                                     (2)
//
// with u, r in the order (N, T1, T2) of each contact and Coulomb's law with μ between them. Both become a
// LocalProblem: λ and v are eliminated exactly, vectors reordered to (T1, T2, N), W is never made symmetric.
// A problem in the plane (N, T) gets a second tangent that nothing couples with and nothing drives: its
// velocity and impulse are zero in every solution.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace corbel {

/// What the file says of itself.
struct FclibInfo {
  std::string title;
  std::string description;
  std::string math_info;
};

struct FclibProblem {
  LocalProblem problem;  ///< laws: SignoriniCoulomb without shift
  FclibInfo info;
  bool global = false;  ///< form (2) in the file
  int spacedim = 3;
  std::size_t equalities = 0;                ///< rows of λ that were eliminated
  std::vector<std::size_t> immovable;        ///< contacts whose row of W is zero: no impulse moves them
  std::vector<std::size_t> singular_blocks;  ///< contacts that some tangential impulse does not move
  double asymmetry = 0;                      ///< ‖W − Wᵀ‖/‖W‖, Frobenius
  std::optional<Impulses> solution;          ///< r of the file, unless all of it is zero
  std::vector<Impulses> guesses;
  std::vector<std::string> notes;  ///< what a user should know of this file, a sentence each
};

/// Throws FileError when the file is missing, cut off or foreign; InputError, with file and dataset, when
/// what it holds is no problem we can solve: sizes and indices that do not fit, numbers that are not finite,
/// μ < 0, W_NN ≤ 0 in a row that is not zero, rolling friction, equalities that cannot be eliminated.
FclibProblem read_fclib(const std::string& path);

/// local: (1), W assembled. compact: (2) where W = G Gᵀ has no other part, with M = I and H = Gᵀ, in
/// velocities normalised by the masses: such a file is smaller, and read back in factors; else local.
enum class FclibForm { local, compact };

/// W, or H and M, in compressed storage. The shift of a law goes into q_N. Throws InputError for a law
/// that is no plain contact (eliminate joints first), FileError when the file cannot be written.
/// solution: written when it is as long as the problem, with its velocities.
void write_fclib(const std::string& path, const LocalProblem& problem, const FclibInfo& info,
                 const Impulses& solution = {}, FclibForm form = FclibForm::local);

}  // namespace corbel
