// SPDX-License-Identifier: MIT
// Solvers: options in, report out.
#include "bindings.hpp"

#include "handles.hpp"

#include "corbel/solvers/penalty.hpp"

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

/// What the last solve did, of any solver.
void define_solver(py::module_& m)
{
  using S = SolverHandle;
  py::class_<S>(m, "Solver")
      .def_property_readonly("status", [](const S& s) { return status_name(s.last.status); })
      .def_property_readonly("iterations", [](const S& s) { return s.last.iterations; })
      .def_property_readonly("relative_change", [](const S& s) { return s.last.relative_change; })
      .def_property_readonly(
          "residual", [](const S& s) { return std::pair(s.last.residual.absolute, s.last.residual.scaled); })
      .def_property_readonly("change_history", [](const S& s) { return s.last.change_history; });
}

/// A read/write property for one option.
template<class Class, class Value, class Options>
void define_option(Class& c, const char* name, Value Options::*member)
{
  using S = typename Class::type;
  c.def_property(
      name, [member](const S& s) { return s.options().*member; },
      [member](S& s, Value value) { s.change([&](Options& o) { o.*member = value; }); });
}

void define_gauss_seidel(py::module_& m)
{
  using S = SolverOf<GaussSeidel, GaussSeidelOptions>;
  using O = GaussSeidelOptions;
  py::class_<S, SolverHandle> c(m, "GaussSeidel");
  c.def(py::init([](double epsilon, int iterations, double tolerance, double block_epsilon,
                    int block_iterations, bool reverse) {
    return S(O{.epsilon = epsilon,
               .max_iterations = iterations,
               .residual_tolerance = tolerance,
               .block = {block_epsilon, block_iterations},
               .reverse = reverse});
  }));
  define_option(c, "epsilon", &O::epsilon);
  define_option(c, "max_iterations", &O::max_iterations);
  define_option(c, "residual_tolerance", &O::residual_tolerance);
  define_option(c, "reverse", &O::reverse);
  c.def_property(
      "block_epsilon", [](const S& s) { return s.options().block.epsilon; },
      [](S& s, double value) { s.change([&](O& o) { o.block.epsilon = value; }); });
  c.def_property(
      "block_max_iterations", [](const S& s) { return s.options().block.max_iterations; },
      [](S& s, int value) { s.change([&](O& o) { o.block.max_iterations = value; }); });
}

void define_penalty(py::module_& m)
{
  using S = SolverOf<Penalty, PenaltyOptions>;
  py::class_<S, SolverHandle>(m, "Penalty")
      .def(py::init(
          [](const std::string& variant) { return S(PenaltyOptions{.variant = penalty_variant(variant)}); }))
      .def_property(
          "variant", [](const S& s) { return std::string(to_string(s.options().variant)); },
          [](S& s, const std::string& variant) {
            s.change([&](PenaltyOptions& o) { o.variant = penalty_variant(variant); });
          });
}

}  // namespace

void define_solvers(py::module_& m)
{
  define_solver(m);
  define_gauss_seidel(m);
  define_penalty(m);
}

}  // namespace corbel::python
