// SPDX-License-Identifier: MIT
// Motions of whole obstacles and of surfaces.
#include "conversions.hpp"

#include "corbel/core/check.hpp"

namespace corbel::python {

MotionKind motion_kind(const std::string& name)
{
  if (name == "displacement") return MotionKind::displacement;
  if (name == "velocity") return MotionKind::velocity;
  if (name == "acceleration") return MotionKind::acceleration;
  throw_input_error("kind", "'" + name + "'", "'displacement', 'velocity' or 'acceleration'");
}

namespace {

using S = std::shared_ptr<Simulation>;
using H = BodyHandle;
using Given = std::variant<std::array<Amplitude, 3>, py::function>;

VectorAmplitude vector_amplitude(const Given& given)
{
  const auto* function = std::get_if<py::function>(&given);
  if (!function) return std::get<std::array<Amplitude, 3>>(given);
  return VectorFunction([call = shared_function(*function)](double t) {
    const py::gil_scoped_acquire gil;
    return (*call)(t).cast<Vec3>();
  });
}

std::shared_ptr<MotionPath> path_of(const S& s, const std::string& kind,
                                    const std::optional<Given>& translation,
                                    const std::optional<Given>& omega)
{
  std::optional<MotionPath::Translation> moved;
  if (translation) moved = {motion_kind(kind), vector_amplitude(*translation)};
  std::optional<VectorAmplitude> turned;
  if (omega) turned = vector_amplitude(*omega);
  return std::make_shared<MotionPath>(std::move(moved), std::move(turned), s->h());
}

std::vector<int> move_surface(const S& s, const H& b, int surface, const std::optional<Vec3>& about,
                              const std::string& kind, const std::optional<Given>& translation,
                              const std::optional<Given>& omega)
{
  std::vector<int> ids;
  for (const Joint* joint :
       s->model.move_surface(body_of(s, b), surface, about, path_of(s, kind, translation, omega)))
    ids.push_back(joint->id);
  return ids;
}

}  // namespace

void define_motions(py::class_<Simulation, S>& c)
{
  c.def("move_obstacle", [](const S& s, const H& b, const Vec3& about, const std::string& kind,
                            const std::optional<Given>& translation, const std::optional<Given>& omega) {
     return s->model.move_obstacle(body_of(s, b), about, path_of(s, kind, translation, omega)).id;
   }).def("move_surface", &move_surface);
}

}  // namespace corbel::python
