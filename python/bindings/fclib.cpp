// SPDX-License-Identifier: MIT
// Contact problems by themselves: read, made, solved, judged, written.
#include "bindings.hpp"

#include "solver_report.hpp"

#include "corbel/core/check.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/fclib/contact_order.hpp"
#include "corbel/fclib/fclib.hpp"
#include "corbel/fclib/inspect.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <chrono>

namespace corbel::python {
namespace {

using P = FclibProblem;
using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Integers = py::array_t<int, py::array::c_style | py::array::forcecast>;

Rows to_rows(const std::vector<Vec3>& vectors)
{
  Rows rows({static_cast<py::ssize_t>(vectors.size()), py::ssize_t{3}});
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (int k = 0; k < 3; ++k)
      rows.mutable_at(static_cast<py::ssize_t>(i), k) = vectors[i](k);
  return rows;
}

/// n×3 numbers, all finite.
std::vector<Vec3> from_rows(const char* argument, const Rows& rows, std::size_t n)
{
  if (rows.ndim() != 2 || rows.shape(1) != 3 || static_cast<std::size_t>(rows.shape(0)) != n)
    throw_input_error(argument, "an array of another shape", fmt::format("an array of shape ({}, 3)", n));
  std::vector<Vec3> vectors(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      vectors[i](k) = check_finite(argument, rows.at(static_cast<py::ssize_t>(i), k));
  return vectors;
}

P make_problem(const Integers& rows, const Integers& columns, const Rows& values, const Rows& q,
               const Rows& mu)
{
  const auto n = static_cast<std::size_t>(mu.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (py::ssize_t k = 0; k < values.size(); ++k)
    entries.emplace_back(rows.at(k), columns.at(k), check_finite("W", values.at(k)));
  const auto size = static_cast<Eigen::Index>(3 * n);
  SparseMatrix W(size, size);
  W.setFromTriplets(entries.begin(), entries.end());
  P result;
  result.problem.W = LocalOperator(FactorRows(n), blocks_of(W, 3, our_order));
  const ContactInspection found = inspect_contacts(result.problem.W);
  if (!found.fault.empty())
    throw_input_error("W", found.fault, "W_NN > 0, or a row of zeros between immovable bodies");
  result.immovable = found.immovable;
  result.singular_blocks = found.singular_blocks;
  result.asymmetry = found.asymmetry;
  result.problem.B = from_rows("q", q, n);
  for (std::size_t i = 0; i < n; ++i)
    result.problem.laws.emplace_back(
        SignoriniCoulomb{.mu = check_not_negative("mu", mu.at(static_cast<py::ssize_t>(i)))});
  return result;
}

py::array_t<double> friction(const P& p)
{
  py::array_t<double> mu(static_cast<py::ssize_t>(p.problem.size()));
  for (std::size_t i = 0; i < p.problem.size(); ++i)
    mu.mutable_at(static_cast<py::ssize_t>(i)) = corbel::friction(p.problem.laws[i]).value_or(0);
  return mu;
}

/// (rows, columns, values) of the entries of W that are not zero.
py::tuple entries_of(const P& p)
{
  const BlockSparse W = p.problem.W.assemble();
  std::vector<int> rows, columns;
  std::vector<double> values;
  for (std::size_t i = 0; i < W.n; ++i)
    for (int k = 0; k < 3; ++k)
      for (auto b = static_cast<std::size_t>(W.row_begin[i]);
           b < static_cast<std::size_t>(W.row_begin[i + 1]); ++b)
        for (int l = 0; l < 3; ++l) {
          if (W.block[b](k, l) == 0) continue;
          rows.push_back(static_cast<int>(3 * i) + k);
          columns.push_back(3 * W.column[b] + l);
          values.push_back(W.block[b](k, l));
        }
  const auto array = [](const auto& v) {
    return py::array_t<typename std::decay_t<decltype(v)>::value_type>(static_cast<py::ssize_t>(v.size()),
                                                                       v.data());
  };
  return py::make_tuple(array(rows), array(columns), array(values));
}

py::tuple solve(const P& p, const std::string& name, double tolerance, int max_iterations, const Rows& start,
                int threads)
{
  Impulses R = from_rows("start", start, p.problem.size());
  const auto solver = make_solver(name, {.tolerance = tolerance, .max_iterations = max_iterations});
  SolverReport report;
  double seconds = 0;
  {
    const py::gil_scoped_release others_may_run;
    const ThreadLimit limit(threads);
    const auto begin = std::chrono::steady_clock::now();
    report = solver->solve(p.problem, R);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  return py::make_tuple(to_rows(R), report_dict(report, seconds));
}

}  // namespace

void define_fclib(py::module_& m)
{
  m.def("solver_names", &solver_names);
  m.def("read_fclib", &read_fclib);
  m.def("make_problem", &make_problem);
  py::class_<P>(m, "ContactProblem")
      .def_property_readonly("size", [](const P& p) { return p.problem.size(); })
      .def_property_readonly("q", [](const P& p) { return to_rows(p.problem.B); })
      .def_property_readonly("mu", &friction)
      .def_property_readonly("entries", &entries_of)
      .def_property_readonly("title", [](const P& p) { return p.info.title; })
      .def_property_readonly("description", [](const P& p) { return p.info.description; })
      .def_property_readonly("math_info", [](const P& p) { return p.info.math_info; })
      .def_readonly("is_global", &P::global)
      .def_readonly("spacedim", &P::spacedim)
      .def_readonly("equalities", &P::equalities)
      .def_readonly("immovable", &P::immovable)
      .def_readonly("singular_blocks", &P::singular_blocks)
      .def_readonly("asymmetry", &P::asymmetry)
      .def_readonly("notes", &P::notes)
      .def_property_readonly("solution",
                             [](const P& p) -> std::optional<Rows> {
                               return p.solution ? std::optional(to_rows(*p.solution)) : std::nullopt;
                             })
      .def_property_readonly("guesses",
                             [](const P& p) {
                               std::vector<Rows> all;
                               for (const Impulses& guess : p.guesses)
                                 all.push_back(to_rows(guess));
                               return all;
                             })
      .def("velocities",
           [](const P& p, const Rows& R) {
             std::vector<Vec3> U = p.problem.W.multiply(from_rows("reactions", R, p.problem.size()));
             for (std::size_t i = 0; i < U.size(); ++i)
               U[i] += p.problem.B[i];
             return to_rows(U);
           })
      .def("residual",
           [](const P& p, const Rows& R) {
             const Residual r = residual(p.problem, from_rows("reactions", R, p.problem.size()));
             return std::pair(r.absolute, r.scaled);
           })
      .def("solve", &solve)
      .def("write",
           [](const P& p, const std::string& path, const std::string& title, const std::string& description,
              const std::string& math_info, const std::optional<Rows>& R) {
             write_fclib(path, p.problem, {title, description, math_info},
                         R ? from_rows("reactions", *R, p.problem.size()) : Impulses{});
           });
}

}  // namespace corbel::python
