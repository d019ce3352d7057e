// SPDX-License-Identifier: MIT
// Bodies that deform: their making, stresses, nodes and memory.
#include "bindings.hpp"
#include "handles.hpp"

#include "corbel/bodies/corotated_body.hpp"
#include "corbel/bodies/forms.hpp"

namespace corbel::python {
namespace {

using S = std::shared_ptr<Simulation>;
using H = BodyHandle;

/// Last three of the numbers: of a rigid body's q and u those of its mass centre.
Vec3 last_three(const std::vector<double>& numbers)
{
  return Eigen::Map<const Vec3>(numbers.data() + numbers.size() - 3);
}

Vec3 mass_center(const H& b)
{
  const auto* body = dynamic_cast<const FiniteElementBody*>(&b.get());
  if (!body) return last_three(b.get().q());
  const std::vector<double> q = body->q();
  const Eigen::VectorXd& m = body->body_template().solid().gravity_load();  // M 1
  Vec3 sum = Vec3::Zero();
  for (Eigen::Index a = 0; a < m.size(); ++a)
    sum += m[a] * Eigen::Map<const Vec3>(q.data() + 3 * a);
  return sum / body->mass();
}

Vec3 center_velocity(const H& b)
{
  const Body& body = b.get();
  return body.kind == BodyKind::finite_element ? Vec3(body.linear_momentum() / body.mass())
                                               : last_three(body.u());
}

Body& deformable(const H& b)
{
  if (!b.get().deforms())
    throw InputError(fmt::format("{} is of kind {}, expected a deformable body", name_of(b.get()),
                                 to_string(b.get().kind)));
  return b.get();
}

Mat3 stress(const H& b, const Vec3& X)
{
  const Body& body = deformable(b);
  return *body.stress(body.locate("point", X));
}

py::array_t<double> nodal_stress(const H& b)
{
  const std::vector<Mat3> all = b.finite_element().nodal_stress();  // symmetric: rows or columns
  return py::array_t<double>({static_cast<py::ssize_t>(all.size()), py::ssize_t{3}, py::ssize_t{3}},
                             reinterpret_cast<const double*>(all.data()));
}

std::string form(const H& b)
{
  const auto* body = dynamic_cast<const FiniteElementBody*>(&b.get());
  return body ? std::string(body->form()) : std::string();
}

Mat3 rotation(const H& b)
{
  if (const auto* body = dynamic_cast<const CorotatedBody*>(&b.get())) return body->rotation();
  const RigidBody& body = b.rigid();
  const std::vector<double> q = body.q();
  return Eigen::Map<const Mat3>(q.data());
}

py::list templates(const S& s)
{
  py::list all;
  for (const auto& known : s->model.templates.templates()) {
    py::dict d;
    int bodies = 0;
    for (const auto& body : s->model.bodies())
      if (const auto* fe = dynamic_cast<const FiniteElementBody*>(body.get()))
        bodies += &fe->body_template() == known.get();
    d["nodes"] = known->solid().node_count();
    d["elements"] = known->solid().mesh().elements.size();
    d["bodies"] = bodies;
    d["factorizations"] = known->factorizations();
    d["columns"] = known->columns();
    d["bytes"] = known->bytes();
    all.append(d);
  }
  return all;
}

}  // namespace

void define_deformable(py::module_& m, py::class_<H>& c)
{
  m.def("finite_element_forms", &finite_element_forms);
  c.def_property_readonly("form", &form)
      .def_property_readonly("deforms", [](const H& b) { return b.get().deforms(); })
      .def_property_readonly("mass_center", &mass_center)
      .def_property_readonly("center_velocity", &center_velocity)
      .def_property_readonly("rotation", &rotation)
      .def_property_readonly("critical_step", [](const H& b) { return b.get().critical_step(); })
      .def_property_readonly("reference_mesh", [](const H& b) { return b.finite_element().reference_mesh(); })
      .def_property_readonly("bytes", [](const H& b) { return b.finite_element().bytes(); })
      .def_property(
          "damping",
          [](const H& b) {
            const Damping d = b.get().damping();
            return std::pair(d.stiffness, d.mass);
          },
          [](const H& b, const std::pair<double, double>& d) {
            deformable(b).set_damping({d.first, d.second});
          })
      .def_property(
          "self_contact", [](const H& b) { return b.get().self_contact; },
          [](const H& b, bool value) { b.finite_element().self_contact = value; })
      .def_property(
          "start_energy",
          [](const H& b) {
            const Body& body = b.get();
            return body.start_energy_now(body.kinetic_energy() + body.internal_energy());
          },
          [](const H& b, double energy) { b.get().set_start_energy(energy); })
      .def("stress", &stress)
      .def("nodal_stress", &nodal_stress)
      .def("callback_force_size", [](const H& b) { return b.get().callback_force_size(); })
      .def("set_material", [](const H& b, int volume, const BulkMaterial& material) {
        b.simulation->model.set_material(b.finite_element(), volume, material);
      });
}

void define_deformable(py::class_<Simulation, S>& c)
{
  c.def("add_finite_element",
        [](const S& s, const Mesh& mesh, const BulkMaterial& material, const std::string& form,
           const std::string& label) {
          return H{s, s->model.add_finite_element(mesh, material, finite_element_form(form), label).id};
        })
      .def("add_finite_element_around",
           [](const S& s, const Shape& convexes, const Mesh& mesh, const BulkMaterial& material,
              const std::string& form, const std::string& label) {
             return H{
                 s,
                 s->model.add_finite_element(convexes, mesh, material, finite_element_form(form), label).id};
           })
      .def("add_pseudo_rigid",
           [](const S& s, const Shape& parts, const BulkMaterial& material, const std::string& label) {
             return H{s, s->model.add_pseudo_rigid(parts, material, label).id};
           })
      .def("templates", &templates)
      .def_property(
          "compliance_memory", [](const S& s) { return s->model.templates.budget(); },
          [](const S& s, std::size_t bytes) { s->model.templates.set_budget(bytes); });
}

}  // namespace corbel::python
