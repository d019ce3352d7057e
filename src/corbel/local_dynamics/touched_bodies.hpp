// SPDX-License-Identifier: MIT
// The bodies behind the part C of W (linalg/local_operator.hpp): those with a compliant part (bodies/step_operator.hpp)
// that respond to impulses, and the points where constraints act on them.
#pragma once

#include "corbel/local_dynamics/localize.hpp"

#include <array>

namespace corbel {

/// A constraint on a body.
struct BodyConstraint {
  int row;
  Mat3 E;  ///< frame of the constraint, with a minus when the body is the slave
};

struct TouchedBody {
  StepOperator* inverse = nullptr;      ///< A⁻¹ of the body
  std::vector<BodyConstraint> touches;  ///< ascending in row; in self-contact a row comes twice
  std::vector<MaterialPoint> points;    ///< one per touch
};

/// Where a row finds itself in the lists of its (at most two) bodies.
struct BodySide {
  int body = -1;
  int touch = -1;
};

struct TouchedBodies {
  std::vector<TouchedBody> bodies;             ///< in the order of their first rows
  std::vector<std::array<BodySide, 2>> sides;  ///< per constraint: on its master and on its slave

  std::size_t size() const { return sides.size(); }
  bool empty() const { return bodies.empty(); }
  double block_count() const;                             ///< of C, body by body
  std::size_t most_touches(std::size_t first_row) const;  ///< of one body, by rows from there on
};

TouchedBodies touched_bodies(const Bodies& bodies, const std::vector<LocalConstraint>& constraints);

}  // namespace corbel
