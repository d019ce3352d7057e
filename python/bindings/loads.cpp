// SPDX-License-Identifier: MIT
// Loads and joints on surfaces: the part of Simulation that acts on many faces at once.
#include "conversions.hpp"

namespace corbel::python {
namespace {

using S = std::shared_ptr<Simulation>;
using H = BodyHandle;
using Direction = std::variant<std::string, Vec3>;

SurfaceDirection surface_direction(const Direction& direction)
{
  if (const auto* name = std::get_if<std::string>(&direction)) return surface_axis(*name);
  return std::get<Vec3>(direction);
}

std::vector<int> fix_surface(const S& s, const H& b, int surface, const std::optional<Direction>& direction)
{
  std::optional<SurfaceDirection> along;
  if (direction) along = surface_direction(*direction);
  std::vector<int> ids;
  for (const Joint* joint : s->model.fix_surface(body_of(s, b), surface, along))
    ids.push_back(joint->id);
  return ids;
}

}  // namespace

void define_surface_loads(py::class_<Simulation, S>& c)
{
  c.def("surface_load",
        [](const S& s, const H& b, const std::string& kind, int surface, const Direction& direction,
           const Amplitude& value) {
          s->model.add_surface_load(body_of(s, b), load_kind(kind), surface, surface_direction(direction),
                                    value);
        })
      .def("fix_surface", &fix_surface)
      .def("surface_ids", [](const S& s) { return surface_ids(s->model); });
}

}  // namespace corbel::python
