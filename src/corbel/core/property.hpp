// SPDX-License-Identifier: MIT
// A named value: what a model tells of itself to result files and to whoever compares two models.
#pragma once

#include <string>
#include <vector>

namespace corbel {

struct Property {
  std::string name;
  std::string text;
  std::vector<double> numbers;

  bool operator==(const Property&) const = default;
};

using Properties = std::vector<Property>;

}  // namespace corbel
