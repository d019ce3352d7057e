// SPDX-License-Identifier: MIT
// Surface materials and joints.
#include "handles.hpp"

#include "corbel/core/check.hpp"

namespace corbel::python {
namespace {

using S = std::shared_ptr<Simulation>;
using H = BodyHandle;

Body* end_of(const S& s, const std::optional<H>& body) { return body ? &body_of(s, *body) : nullptr; }

/// A new joint with its strength [N]; its id.
int with_strength(Joint& joint, double strength)
{
  joint.strength = strength;
  return joint.id;
}

SpringData spring_data(const py::function& function, double smin, double smax,
                       const std::optional<Vec3>& direction, const std::string& update)
{
  const auto force = [function](double stroke, double rate) {
    const py::gil_scoped_acquire gil;
    return function(stroke, rate).cast<double>();
  };
  return {force, smin, smax, direction, spring_update(update)};
}

void define_surface_materials(py::class_<Simulation, S>& c)
{
  c.def("surface_material",
        [](const S& s, const std::string& label, std::optional<int> s1, std::optional<int> s2,
           double friction, double restitution, double cohesion, double spring, double dashpot, double hpow,
           const std::string& model, const std::string& impact) {
          return s->model.surface_materials.add({label, s1, s2, friction, restitution, cohesion, spring,
                                                 dashpot, hpow, contact_model(model), impact_law(impact)});
        });
  c.def("set_surface_material",
        [](const S& s, int index, double friction, double restitution, double cohesion, double spring,
           double dashpot, double hpow, const std::string& model, const std::string& impact) {
          s->model.surface_materials.set(index, {"",
                                                 {},
                                                 {},
                                                 friction,
                                                 restitution,
                                                 cohesion,
                                                 spring,
                                                 dashpot,
                                                 hpow,
                                                 contact_model(model),
                                                 impact_law(impact)});
        });
}

}  // namespace

void define_joints(py::class_<Simulation, S>& c)
{
  define_surface_materials(c);
  c.def("fix_point",
        [](const S& s, const H& b, const Vec3& X, double strength) {
          return with_strength(s->model.add_fixed_point(body_of(s, b), X), strength);
        })
      .def("fix_direction",
           [](const S& s, const H& b, const Vec3& X, const Vec3& d) {
             return s->model.add_fixed_direction(body_of(s, b), X, d).id;
           })
      .def("prescribe",
           [](const S& s, const H& b, const Vec3& X, const Vec3& d, const std::string& kind,
              const Amplitude& value) {
             return s->model.add_prescribed_motion(body_of(s, b), X, d, motion_kind(kind), value).id;
           })
      .def("prescribe3",
           [](const S& s, const H& b, const Vec3& X, const Mat3& base, const std::string& kind,
              const std::array<Amplitude, 3>& values) {
             return s->model.add_prescribed_motion3(body_of(s, b), X, base, motion_kind(kind), values).id;
           })
      .def("rigid_link",
           [](const S& s, const std::optional<H>& b1, const std::optional<H>& b2, const Vec3& X1,
              const Vec3& X2, double strength) {
             return with_strength(s->model.add_rigid_link(end_of(s, b1), end_of(s, b2), X1, X2), strength);
           })
      .def("spring",
           [](const S& s, const H& b1, const Vec3& X1, const std::optional<H>& b2, const Vec3& X2,
              const py::function& function, double smin, double smax, const std::optional<Vec3>& direction,
              const std::string& update) {
             return s->model
                 .add_spring(body_of(s, b1), X1, end_of(s, b2), X2,
                             spring_data(function, smin, smax, direction, update))
                 .id;
           })
      .def("remove_joint", [](const S& s, int id) { s->model.remove_joint(id); });
}

}  // namespace corbel::python
