// SPDX-License-Identifier: MIT
// What a solve did, as Python values.
#pragma once

#include "bindings.hpp"

#include "corbel/core/names.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel::python {

inline constexpr auto statuses = names<SolverStatus>({{SolverStatus::ok, "OK"},
                                                      {SolverStatus::diverged, "DIVERGED"},
                                                      {SolverStatus::diagonal_diverged, "DIAGONAL_DIVERGED"},
                                                      {SolverStatus::diagonal_failed, "DIAGONAL_FAILED"}});

inline py::dict report_dict(const SolverReport& report, double seconds)
{
  py::list stages;
  for (const SolverStage& s : report.stages)
    stages.append(py::make_tuple(s.method, s.iterations, s.seconds, s.residual.absolute, s.residual.scaled));
  py::dict d;
  d["status"] = statuses.name(report.status);
  d["iterations"] = report.iterations;
  d["seconds"] = seconds;
  d["residual"] = std::pair(report.residual.absolute, report.residual.scaled);
  d["change_history"] = report.change_history;
  py::list residuals;
  for (const Residual& r : report.residual_history)
    residuals.append(std::pair(r.absolute, r.scaled));
  d["residual_history"] = residuals;
  d["stages"] = stages;
  return d;
}

}  // namespace corbel::python
