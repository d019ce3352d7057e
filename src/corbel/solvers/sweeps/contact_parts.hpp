// SPDX-License-Identifier: MIT
// Contacts of large problems in parts that share no body, and the few between them.
#pragma once

#include "corbel/linalg/local_operator.hpp"

#include <cstdint>
#include <vector>

namespace corbel {

/// Bodies are numbered by breadth-first search over contacts and cut, in that order, into parts with about as many contacts each. A
/// contact belongs to the part of its bodies; those between two parts are the interface. Parts can be swept by several threads at
/// once, the interface after them: the same bits as by one. How many parts there are depends on the problem alone.
struct ContactParts {
  std::size_t count = 1;
  std::vector<std::uint8_t> of_contact;  ///< `count`: of the interface
};

/// contacts: rows of W that count.
ContactParts contact_parts(const FactorRows& G, const std::vector<std::size_t>& contacts);

}  // namespace corbel
