// SPDX-License-Identifier: MIT
// Steps in which bodies move farther than anything about them is large.
#pragma once

#include "corbel/model/model.hpp"

#include <optional>
#include <string>

namespace corbel {

/// A sentence on the body that moves farthest for its size in a step of h from t, by its velocity and by
/// gravity, where that is more than a hundred times its size: it meets nothing on its path. Empty: no such
/// body.
std::optional<std::string> long_step_remark(const Model& model, double t, double h);

}  // namespace corbel
