// SPDX-License-Identifier: MIT
// What a solve did, as Python values.
#pragma once

#include "bindings.hpp"

#include "corbel/solvers/solver.hpp"

namespace corbel::python {

inline std::string status_text(SolverStatus status)
{
  switch (status) {
  case SolverStatus::ok:
    return "OK";
  case SolverStatus::diverged:
    return "DIVERGED";
  case SolverStatus::diagonal_diverged:
    return "DIAGONAL_DIVERGED";
  case SolverStatus::diagonal_failed:
    return "DIAGONAL_FAILED";
  }
  return "";
}

inline py::dict report_dict(const SolverReport& report, double seconds)
{
  py::list stages;
  for (const SolverStage& s : report.stages)
    stages.append(py::make_tuple(s.method, s.iterations, s.seconds, s.residual.absolute, s.residual.scaled));
  py::dict d;
  d["status"] = status_text(report.status);
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
