// SPDX-License-Identifier: MIT
// Solvers: options in, report out.
#include "bindings.hpp"

#include "handles.hpp"
#include "solver_report.hpp"

#include "corbel/solvers/cones/admm.hpp"
#include "corbel/solvers/cones/interior_point.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/solvers/portfolio/newton_first.hpp"
#include "corbel/solvers/sweeps/penalty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace corbel::python {
namespace {

constexpr std::array block_methods = {std::pair{"exact", BlockMethod::exact},
                                      std::pair{"semismooth_newton", BlockMethod::semismooth_newton},
                                      std::pair{"projected_gradient", BlockMethod::projected_gradient},
                                      std::pair{"de_saxce_feng", BlockMethod::de_saxce_feng},
                                      std::pair{"projected_newton", BlockMethod::projected_newton}};

constexpr std::array inner_solvers = {std::pair{"automatic", InnerSolver::automatic},
                                      std::pair{"direct", InnerSolver::direct},
                                      std::pair{"krylov", InnerSolver::krylov}};

constexpr std::array local_forms = {std::pair{"automatic", LocalForm::by_size},
                                    std::pair{"assembled", LocalForm::blocks},
                                    std::pair{"implicit", LocalForm::matrix_free}};

/// The name of a value in one of these tables, and the value of a name that was given for `argument`.
std::string name_in(const auto& table, auto value)
{
  return std::ranges::find(table, value, [](const auto& entry) { return entry.second; })->first;
}

auto value_in(const auto& table, const char* argument, const std::string& name)
{
  const auto found = std::ranges::find(table, name, [](const auto& entry) { return entry.first; });
  if (found != table.end()) return found->second;
  std::string names;
  for (const auto& entry : table)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", entry.first);
  throw_input_error(argument, name, "one of " + names, "");
}

std::vector<std::pair<double, double>> pairs(const std::vector<Residual>& history)
{
  std::vector<std::pair<double, double>> result;
  for (const Residual& residual : history)
    result.emplace_back(residual.absolute, residual.scaled);
  return result;
}

py::list stage_dicts(const std::vector<SolverStage>& stages)
{
  py::list all;
  for (const SolverStage& s : stages) {
    py::dict d;
    d["method"] = s.method;
    d["iterations"] = s.iterations;
    d["seconds"] = s.seconds;
    d["residual"] = std::pair(s.residual.absolute, s.residual.scaled);
    all.append(d);
  }
  return all;
}

/// What the last solve did, of any solver.
void define_solver(py::module_& m)
{
  using S = SolverHandle;
  py::class_<S>(m, "Solver")
      .def_property_readonly("status", [](const S& s) { return statuses.name(s.last.status); })
      .def_property_readonly("iterations", [](const S& s) { return s.last.iterations; })
      .def_property_readonly("relative_change", [](const S& s) { return s.last.relative_change; })
      .def_property_readonly(
          "residual", [](const S& s) { return std::pair(s.last.residual.absolute, s.last.residual.scaled); })
      .def_property_readonly("required", [](const S& s) { return s.last.tolerance; })
      .def_property_readonly("change_history", [](const S& s) { return s.last.change_history; })
      .def_property_readonly("residual_history", [](const S& s) { return pairs(s.last.residual_history); })
      .def_property_readonly("stages", [](const S& s) { return stage_dicts(s.last.stages); })
      .def_readonly("iteration_history", &S::iteration_history)
      .def_property(
          "record_iterations", [](const S& s) { return s.record_iterations; },
          [](S& s, bool value) {
            s.record_iterations = value;
            s.iteration_history.clear();
          });
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
               .block = {.epsilon = block_epsilon, .max_iterations = block_iterations},
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
  c.def_property(
      "block_method", [](const S& s) { return name_in(block_methods, s.options().block.method); },
      [](S& s, const std::string& value) {
        s.change([&](O& o) { o.block.method = value_in(block_methods, "block_method", value); });
      });
  c.def_property(
      "block_fallback", [](const S& s) { return s.options().block.fallback; },
      [](S& s, bool value) { s.change([&](O& o) { o.block.fallback = value; }); });
  define_option(c, "record_residuals", &O::record_residuals);
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

void define_auto(py::module_& m)
{
  using O = AutoOptions;
  py::class_<SolverOf<AutoSolver, O>, SolverHandle> c(m, "Auto");
  c.def(py::init([](double tolerance, double impact_tolerance, int most_sweeps, int last_resort, int effort) {
    return SolverOf<AutoSolver, O>({tolerance, impact_tolerance, most_sweeps, last_resort, effort});
  }));
  using S = SolverOf<AutoSolver, O>;
  c.def_property(
      "tolerance", [](const S& s) { return s.options().tolerance; },
      [](S& s, double value) {  // that the user gives holds in all steps
        s.change([&](O& o) {
          o.tolerance = value;
          o.impact_tolerance = 0;
        });
      });
  define_option(c, "impact_tolerance", &O::impact_tolerance);
  c.def_property(
      "locdyn", [](const S& s) { return name_in(local_forms, s.options().form); },
      [](S& s, const std::string& name) {
        s.change([&](O& o) { o.form = value_in(local_forms, "locdyn", name); });
      });
  define_option(c, "most_sweeps", &O::most_sweeps);
  define_option(c, "last_resort", &O::last_resort);
  define_option(c, "effort", &O::effort);
}

/// Newton's method by itself and with the portfolio behind it are one class.
void define_newton(py::module_& m)
{
  using O = NewtonFirstOptions;
  using S = SolverOf<NewtonFirst, O>;
  py::class_<S, SolverHandle> c(m, "Newton");
  c.def(py::init([](double tolerance, int iterations, double epsilon, double delta, bool fall_back) {
    return S({{tolerance, iterations, epsilon, delta}, fall_back});
  }));
  c.def_property(
      "inner", [](const S& s) { return name_in(inner_solvers, s.options().newton.inner); },
      [](S& s, const std::string& name) {
        s.change([&](O& o) { o.newton.inner = value_in(inner_solvers, "inner", name); });
      });
  c.def_property(
      "locdyn", [](const S& s) { return name_in(local_forms, s.options().newton.form); },
      [](S& s, const std::string& name) {
        s.change([&](O& o) { o.newton.form = value_in(local_forms, "locdyn", name); });
      });
  const auto define_inner = [&c]<class Value>(const char* name, Value NewtonOptions::*member) {
    c.def_property(
        name, [member](const S& s) { return s.options().newton.*member; },
        [member](S& s, Value value) { s.change([&](O& o) { o.newton.*member = value; }); });
  };
  define_inner("tolerance", &NewtonOptions::tolerance);
  define_inner("max_iterations", &NewtonOptions::max_iterations);
  define_inner("epsilon", &NewtonOptions::epsilon);
  define_inner("delta", &NewtonOptions::delta);
  define_option(c, "fall_back", &O::fall_back);
}

void define_admm(py::module_& m)
{
  using O = AdmmOptions;
  py::class_<SolverOf<Admm, O>, SolverHandle> c(m, "Admm");
  c.def(py::init([](double tolerance, int iterations, double rho, double relaxation, int memory) {
    return SolverOf<Admm, O>({tolerance, iterations, rho, relaxation, memory});
  }));
  define_option(c, "tolerance", &O::tolerance);
  define_option(c, "max_iterations", &O::max_iterations);
  define_option(c, "rho", &O::rho);
  define_option(c, "relaxation", &O::relaxation);
  define_option(c, "memory", &O::memory);
}

void define_interior_point(py::module_& m)
{
  using O = InteriorPointOptions;
  py::class_<SolverOf<InteriorPoint, O>, SolverHandle> c(m, "InteriorPoint");
  c.def(py::init(
      [](double tolerance, int iterations, double theta, int polish_iterations, double polish_epsilon) {
        return SolverOf<InteriorPoint, O>({tolerance, iterations, theta, polish_iterations, polish_epsilon});
      }));
  define_option(c, "tolerance", &O::tolerance);
  define_option(c, "max_iterations", &O::max_iterations);
  define_option(c, "theta", &O::theta);
  define_option(c, "polish_iterations", &O::polish_iterations);
  define_option(c, "polish_epsilon", &O::polish_epsilon);
}

}  // namespace

void define_solvers(py::module_& m)
{
  define_solver(m);
  define_gauss_seidel(m);
  define_penalty(m);
  define_auto(m);
  define_newton(m);
  define_admm(m);
  define_interior_point(m);
}

}  // namespace corbel::python
