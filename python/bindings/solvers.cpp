// SPDX-License-Identifier: MIT
// Solvers: options in, report out.
#include "bindings.hpp"

#include "handles.hpp"

#include <array>

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

constexpr std::array block_methods = {std::pair{"exact", BlockMethod::exact},
                                      std::pair{"semismooth_newton", BlockMethod::semismooth_newton},
                                      std::pair{"projected_gradient", BlockMethod::projected_gradient},
                                      std::pair{"de_saxce_feng", BlockMethod::de_saxce_feng},
                                      std::pair{"projected_newton", BlockMethod::projected_newton}};

std::string method_name(BlockMethod method)
{
  for (const auto& [name, value] : block_methods)
    if (value == method) return name;
  return "";
}

BlockMethod method_named(const std::string& method)
{
  for (const auto& [name, value] : block_methods)
    if (name == method) return value;
  throw_input_error("block_method", method, "the name of a block solver", "");
}

std::vector<std::pair<double, double>> pairs(const std::vector<Residual>& history)
{
  std::vector<std::pair<double, double>> result;
  for (const Residual& residual : history)
    result.emplace_back(residual.absolute, residual.scaled);
  return result;
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
  const auto record_residuals = option(&O::record_residuals);
  py::class_<S>(m, "GaussSeidel")
      .def(py::init([](double eps, int iterations, double tolerance, double block_epsilon,
                       int block_iterations, bool rev) {
        S s;
        change_options(s, [&](O& o) {
          o.epsilon = eps;
          o.max_iterations = iterations;
          o.residual_tolerance = tolerance;
          o.block.epsilon = block_epsilon;
          o.block.max_iterations = block_iterations;
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
      .def_property(
          "block_method", [](const S& s) { return method_name(s.options.block.method); },
          [](S& s, const std::string& value) { s.options.block.method = method_named(value); })
      .def_property(
          "block_fallback", [](const S& s) { return s.options.block.fallback; },
          [](S& s, bool value) { s.options.block.fallback = value; })
      .def_property("record_residuals", record_residuals.first, record_residuals.second)
      .def_property(
          "record_iterations", [](const S& s) { return s.record_iterations; },
          [](S& s, bool value) {
            s.record_iterations = value;
            s.iteration_history.clear();
          })
      .def_property_readonly("iteration_history", [](const S& s) { return s.iteration_history; })
      .def_property_readonly("residual_history", [](const S& s) { return pairs(s.last.residual_history); })
      .def_property_readonly("status", [](const S& s) { return status_name(s.last.status); })
      .def_property_readonly("iterations", [](const S& s) { return s.last.iterations; })
      .def_property_readonly("relative_change", [](const S& s) { return s.last.relative_change; })
      .def_property_readonly(
          "residual", [](const S& s) { return std::pair(s.last.residual.absolute, s.last.residual.scaled); })
      .def_property_readonly("change_history", [](const S& s) { return s.last.change_history; });
}

}  // namespace corbel::python
