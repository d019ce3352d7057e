// SPDX-License-Identifier: MIT
// Constraints in groups that can be solved at the same time.
#pragma once

#include "corbel/linalg/local_operator.hpp"

#include <cstddef>
#include <vector>

namespace corbel {

/// An order of the constraints in which those of one colour do not see each other: they touch no common body
/// and no block of C joins them. Threads may sweep over the pieces of a colour at once and leave the same
/// bits as one thread, piece after piece.
///
/// What is coloured are runs of constraints that follow each other and act on the same bodies (the points of
/// one contact area): one thread takes the run in the given order. A body with six neighbours then takes six
/// colours or a few more, however many points it touches each with. Runs take the first colour that is free,
/// in the given order; nothing depends on the number of threads.
struct Colouring {
  std::vector<std::size_t> order;         ///< rows, colour by colour; inside a colour ascending
  std::vector<std::size_t> piece_begin;   ///< places in `order`, one more than pieces; no run is cut
  std::vector<std::size_t> colour_begin;  ///< pieces, one more than colours

  std::size_t colours() const { return colour_begin.size() - 1; }
  std::size_t pieces() const { return piece_begin.size() - 1; }
};

/// piece: rows that a thread takes at once, at least (and a run at most more).
Colouring colour(const LocalOperator& W, std::size_t piece);

}  // namespace corbel
