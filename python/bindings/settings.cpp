// SPDX-License-Identifier: MIT
// Settings of contact, limits of the run, the model check.
#include "bindings.hpp"
#include "handles.hpp"

#include "corbel/core/check.hpp"

namespace corbel::python {
namespace {

using S = std::shared_ptr<Simulation>;
using Corners = std::pair<Vec3, Vec3>;

std::optional<Corners> corners(const S& s)
{
  if (!s->limits.extents) return {};
  return Corners(s->limits.extents->lo, s->limits.extents->hi);
}

void set_extents(const S& s, const std::optional<Corners>& box)
{
  s->limits.extents.reset();
  if (!box) return;
  const auto& [lo, hi] = *box;
  if (!(lo.array() < hi.array()).all())
    throw_input_error(
        "extents",
        fmt::format("({}, {}, {}) to ({}, {}, {})", lo.x(), lo.y(), lo.z(), hi.x(), hi.y(), hi.z()),
        "minima below maxima");
  s->limits.extents = Aabb{lo, hi};
}

std::vector<std::tuple<int, int, double>> overlaps(const ModelInspection& found)
{
  std::vector<std::tuple<int, int, double>> all;
  for (const auto& [body1, body2, depth] : found.overlaps)
    all.emplace_back(body1, body2, depth);
  return all;
}

}  // namespace

void define_settings(py::module_& m, py::class_<Simulation, S>& c)
{
  py::class_<ModelInspection>(m, "ModelInspection")
      .def_property_readonly("overlaps", &overlaps)
      .def_readonly("outside", &ModelInspection::outside)
      .def_readonly("scale", &ModelInspection::scale)
      .def_readonly("surfaces", &ModelInspection::surfaces)
      .def_readonly("inverted", &ModelInspection::inverted)
      .def("lines", &ModelInspection::lines);
  c.def_property(
       "min_area", [](const S& s) { return s->model.contact.min_area; },
       [](const S& s, double v) { s->model.contact.min_area = check_not_negative("min_area", v); })
      .def_property(
          "min_distance", [](const S& s) { return s->model.contact.min_distance; },
          [](const S& s, std::optional<double> v) {
            if (v) check_not_negative("min_distance", *v);
            s->model.contact.min_distance = v;
          })
      .def_property("extents", &corners, &set_extents)
      .def_property(
          "max_penetration", [](const S& s) { return s->limits.max_penetration; },
          [](const S& s, double v) {
            if (!(v > 0)) throw_input_error("max_penetration", v, "a number > 0");
            s->limits.max_penetration = v;
          })
      .def_property(
          "max_residual", [](const S& s) { return s->limits.max_residual; },
          [](const S& s, double v) {
            if (!(v > 0)) throw_input_error("max_residual", v, "a number > 0");
            s->limits.max_residual = v;
          })
      .def_property(
          "max_energy_balance", [](const S& s) { return s->limits.max_energy_balance; },
          [](const S& s, double v) {
            if (!(v > 0)) throw_input_error("max_energy_balance", v, "a number > 0");
            s->limits.max_energy_balance = v;
          })
      .def_readwrite("strict", &Simulation::strict)
      .def_property(
          "rule", [](const S& s) { return std::string(to_string(s->model.rule)); },
          [](const S& s, const std::string& name) { s->model.rule = step_rule_kind(name); })
      .def_property(
          "quasi_static", [](const S& s) { return s->analysis == Analysis::quasi_static; },
          [](const S& s, bool on) { s->analysis = on ? Analysis::quasi_static : Analysis::dynamic; })
      .def_property(
          "static_tolerance", [](const S& s) { return s->statics.tolerance; },
          [](const S& s, double v) { s->statics.tolerance = check_positive("static_tolerance", v); })
      .def_property(
          "static_passes", [](const S& s) { return s->statics.max_passes; },
          [](const S& s, int v) {
            if (v < 1) throw_input_error("static_passes", v, "one pass or more");
            s->statics.max_passes = v;
          })
      .def("inspect", [](const S& s) { return s->inspect(); });
}

}  // namespace corbel::python
