// SPDX-License-Identifier: MIT
// Solvers: options in, report out.
#include "bindings.hpp"

#include "handles.hpp"

namespace corbel::python {
namespace {

std::string status_name(SolverStatus status)
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

/// Sets one option; the constructor of GaussSeidel checks the whole.
template<class Change>
void change_options(SolverHandle& solver, const Change& change)
{
  GaussSeidelOptions options = solver.options;
  change(options);
  solver.options = GaussSeidel(options).options();
}

}  // namespace

void define_solvers(py::module_& m)
{
  using S = SolverHandle;
  using O = GaussSeidelOptions;
  const auto option = [](auto member) {
    return std::pair([member](const S& s) { return s.options.*member; },
                     [member](S& s, std::remove_reference_t<decltype(std::declval<O>().*member)> value) {
                       change_options(s, [&](O& o) { o.*member = value; });
                     });
  };
  const auto epsilon = option(&O::epsilon);
  const auto max_iterations = option(&O::max_iterations);
  const auto residual_tolerance = option(&O::residual_tolerance);
  const auto reverse = option(&O::reverse);
  py::class_<S>(m, "GaussSeidel")
      .def(py::init([](double eps, int iterations, double tolerance, double block_epsilon,
                       int block_iterations, bool rev) {
        S s;
        change_options(s, [&](O& o) {
          o.epsilon = eps;
          o.max_iterations = iterations;
          o.residual_tolerance = tolerance;
          o.block = {block_epsilon, block_iterations};
          o.reverse = rev;
        });
        return s;
      }))
      .def_property("epsilon", epsilon.first, epsilon.second)
      .def_property("max_iterations", max_iterations.first, max_iterations.second)
      .def_property("residual_tolerance", residual_tolerance.first, residual_tolerance.second)
      .def_property("reverse", reverse.first, reverse.second)
      .def_property(
          "block_epsilon", [](const S& s) { return s.options.block.epsilon; },
          [](S& s, double value) { change_options(s, [&](O& o) { o.block.epsilon = value; }); })
      .def_property(
          "block_max_iterations", [](const S& s) { return s.options.block.max_iterations; },
          [](S& s, int value) { change_options(s, [&](O& o) { o.block.max_iterations = value; }); })
      .def_property_readonly("status", [](const S& s) { return status_name(s.last.status); })
      .def_property_readonly("iterations", [](const S& s) { return s.last.iterations; })
      .def_property_readonly("relative_change", [](const S& s) { return s.last.relative_change; })
      .def_property_readonly(
          "residual", [](const S& s) { return std::pair(s.last.residual.absolute, s.last.residual.scaled); })
      .def_property_readonly("change_history", [](const S& s) { return s.last.change_history; });
}

}  // namespace corbel::python
