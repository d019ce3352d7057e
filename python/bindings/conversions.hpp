// SPDX-License-Identifier: MIT
// Plain records of the engine as Python values.
#pragma once

#include "bindings.hpp"
#include "handles.hpp"

namespace corbel::python {

py::dict energy_dict(const EnergyRecord& energy);
py::dict body_dict(const BodyDescription& body);
py::dict stage_dict(const StageSeconds& seconds);
py::dict solver_dict(const SolverRecord& record);
std::vector<ConstraintView> views(const std::vector<ConstraintRecord>& records, double h,
                                  const std::vector<std::string>& labels);

}  // namespace corbel::python
