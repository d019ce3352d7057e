// SPDX-License-Identifier: MIT
// The module corbel._siconos, built where Siconos is installed: a file, solved by one of its solvers. A
// module of its own, so that nothing else of Corbel loads that library.
#include "solver_report.hpp"

#include "corbel/fclib/fclib.hpp"
#include "corbel/siconos/siconos_solver.hpp"

namespace py = pybind11;

namespace {

/// (reactions as a flat list, report)
py::tuple solve_file(const std::string& path, const std::string& name, double tolerance, int max_iterations)
{
  const corbel::FclibProblem file = corbel::read_fclib(path);
  corbel::Impulses R(file.problem.size(), corbel::Vec3::Zero());
  const corbel::SiconosSolver solver(name, {.tolerance = tolerance, .max_iterations = max_iterations});
  const corbel::SolverReport report = solver.solve(file.problem, R);
  // The last call would have done alone: its tolerance is what ours means to Siconos.
  const double seconds = report.stages.empty() ? 0 : report.stages.back().seconds;
  std::vector<double> flat;
  for (const corbel::Vec3& r : R)
    flat.insert(flat.end(), r.begin(), r.end());
  return py::make_tuple(flat, corbel::python::report_dict(report, seconds));
}

}  // namespace

PYBIND11_MODULE(_siconos, m)
{
  m.doc() = "Solvers of Siconos, for comparisons.";
  m.def("solver_names", &corbel::siconos_names);
  m.def("solve_file", &solve_file);
}
