// SPDX-License-Identifier: MIT
// Checks of W before a solve.
#pragma once

#include "corbel/linalg/local_operator.hpp"

#include <string>

namespace corbel {

struct ContactInspection {
  std::vector<std::size_t> immovable;        ///< contacts whose row of W is zero: no impulse moves them
  std::vector<std::size_t> singular_blocks;  ///< contacts that some tangential impulse does not move
  double asymmetry = 0;                      ///< ‖W − Wᵀ‖/‖W‖, Frobenius
  std::string fault;                         ///< what makes W no operator of contacts; empty: nothing
};

/// Contacts that no impulse moves are legal (between immovable bodies); those that only their own normal
/// impulse does not move, W_NN ≤ 0, are a fault.
ContactInspection inspect_contacts(const LocalOperator& W);

}  // namespace corbel
