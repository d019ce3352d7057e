// SPDX-License-Identifier: MIT
// Time series, materials and bodies.
#include "bindings.hpp"

#include "handles.hpp"

namespace corbel::python {

Body* BodyHandle::find() const { return simulation->model.bodies().find(BodyId{id}); }

std::shared_ptr<py::function> shared_function(const py::function& function)
{
  return {new py::function(function), [](py::function* last) {
            const py::gil_scoped_acquire gil;
            delete last;
          }};
}

Body& body_of(const std::shared_ptr<Simulation>& simulation, const BodyHandle& body)
{
  if (body.simulation != simulation)
    throw_input_error("body", "a body of another simulation", "a body of this simulation");
  return body.get();
}

Body& BodyHandle::get() const
{
  Body* body = find();
  if (!body)
    throw InputError(fmt::format("body {} was removed from its simulation; it can no longer be used", id));
  return *body;
}

Body& BodyHandle::change() const
{
  if (simulation->model.is_locked())
    throw InputError(fmt::format(
        "body {} cannot be changed or removed in a force callback, which is called during a step; "
        "use a callback of the run",
        id));
  return get();
}

RigidBody& BodyHandle::rigid() const
{
  auto* body = dynamic_cast<RigidBody*>(&get());
  if (!body)
    throw InputError(fmt::format("{} is of kind {}, expected a rigid body or an obstacle", name_of(get()),
                                 to_string(get().kind)));
  return *body;
}

FiniteElementBody& BodyHandle::finite_element() const
{
  auto* body = dynamic_cast<FiniteElementBody*>(&get());
  if (!body)
    throw InputError(fmt::format("{} is of kind {}, expected a finite-element body", name_of(get()),
                                 to_string(get().kind)));
  return *body;
}

py::dict energy_dict(const EnergyRecord& e)
{
  py::dict d;
  d["kinetic"] = e.kinetic;
  d["internal"] = e.internal;
  d["external"] = e.external;
  d["contact"] = e.contact;
  d["friction"] = e.friction;
  d["damping"] = e.damping;
  d["numerical"] = e.numerical();
  return d;
}

namespace {

Eigen::VectorXd array(const std::vector<double>& numbers)
{
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::span<const double> span_of(const Numbers& numbers)
{
  return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

template<class Member>
auto checked_setter(Member member)
{
  return [member](BulkMaterial& material, double value) {
    BulkMaterial changed = material;
    changed.*member = value;
    check(changed);
    material = changed;
  };
}

void define_series_and_materials(py::module_& m)
{
  py::class_<TimeSeries, std::shared_ptr<TimeSeries>>(m, "TimeSeries")
      .def(py::init<std::vector<double>, std::vector<double>>())
      .def_static(
          "from_file",
          [](const std::string& path) { return std::make_shared<TimeSeries>(TimeSeries::from_file(path)); })
      .def_property_readonly("times", [](const TimeSeries& s) { return array(s.times()); })
      .def_property_readonly("values", [](const TimeSeries& s) { return array(s.values()); })
      .def(py::pickle([](const TimeSeries& s) { return py::make_tuple(s.times(), s.values()); },
                      [](const py::tuple& t) {
                        return std::make_shared<TimeSeries>(t[0].cast<std::vector<double>>(),
                                                            t[1].cast<std::vector<double>>());
                      }))
      .def("value", &TimeSeries::value)
      .def("integral", &TimeSeries::integral)
      .def("derivative_series", &TimeSeries::derivative_series)
      .def("integral_series", &TimeSeries::integral_series);

  py::class_<Amplitude>(m, "Amplitude")
      .def(py::init<double>())
      .def(py::init([](std::shared_ptr<TimeSeries> s) {
        return Amplitude(std::shared_ptr<const TimeSeries>(std::move(s)));
      }));
  py::implicitly_convertible<py::float_, Amplitude>();
  py::implicitly_convertible<py::int_, Amplitude>();
  py::implicitly_convertible<TimeSeries, Amplitude>();

  py::class_<BulkMaterial>(m, "BulkMaterial")
      .def(py::init([](const std::string& label, double young, double poisson, double density) {
        BulkMaterial material{label, young, poisson, density};
        check(material);
        return material;
      }))
      .def(py::pickle(
          [](const BulkMaterial& b) { return py::make_tuple(b.label, b.young, b.poisson, b.density); },
          [](const py::tuple& t) {
            return BulkMaterial{t[0].cast<std::string>(), t[1].cast<double>(), t[2].cast<double>(),
                                t[3].cast<double>()};
          }))
      .def_readonly("label", &BulkMaterial::label)
      .def_property(
          "young", [](const BulkMaterial& b) { return b.young; }, checked_setter(&BulkMaterial::young))
      .def_property(
          "poisson", [](const BulkMaterial& b) { return b.poisson; }, checked_setter(&BulkMaterial::poisson))
      .def_property(
          "density", [](const BulkMaterial& b) { return b.density; }, checked_setter(&BulkMaterial::density));
}

}  // namespace

void define_model(py::module_& m)
{
  define_series_and_materials(m);
  using H = BodyHandle;
  py::class_<H> body(m, "Body");
  define_deformable(m, body);
  body.def_readonly("id", &H::id)
      .def_property_readonly("kind", [](const H& b) { return std::string(to_string(b.get().kind)); })
      .def_property_readonly("label", [](const H& b) { return b.get().label; })
      .def_property_readonly("material", [](const H& b) { return b.get().material; })
      .def_property_readonly("alive", [](const H& b) { return b.find() != nullptr; })
      .def_property_readonly("mass", [](const H& b) { return b.get().mass(); })
      .def_property_readonly("volume", [](const H& b) { return b.get().volume(); })
      .def_property_readonly("center", [](const H& b) { return b.get().center(); })
      .def_property_readonly("tensor", [](const H& b) { return b.get().tensor(); })
      .def_property(
          "scheme", [](const H& b) { return std::string(b.get().scheme_name()); },
          [](const H& b, const std::string& name) { b.change().set_scheme(name); })
      .def_property(
          "rotation_enabled", [](const H& b) { return b.rigid().rotation_enabled(); },
          [](const H& b, bool enabled) { b.rigid().set_rotation_enabled(enabled); })
      .def_property(
          "q", [](const H& b) { return array(b.get().q()); },
          [](const H& b, const Numbers& q) { b.change().set_q(span_of(q)); })
      .def_property(
          "u", [](const H& b) { return array(b.get().u()); },
          [](const H& b, const Numbers& u) { b.change().set_u(span_of(u)); })
      .def("restore",
           [](const H& b, const Numbers& q, const Numbers& u) { b.change().restore(span_of(q), span_of(u)); })
      .def("position", [](const H& b, const Vec3& X) { return b.get().position(b.get().locate("point", X)); })
      .def("velocity", [](const H& b, const Vec3& X) { return b.get().velocity(b.get().locate("point", X)); })
      .def("set_characteristics",
           [](const H& b, double mass, double volume, const Vec3& center, const Mat3& inertia) {
             b.rigid().set_characteristics({mass, volume, center, inertia});
           })
      .def("set_initial_velocity",
           [](const H& b, const Vec3& v, const Vec3& omega) { b.change().set_initial_velocity(v, omega); })
      .def("energy", [](const H& b) { return energy_dict(b.simulation->energy(b.get())); })
      .def("linear_momentum", [](const H& b) { return b.get().linear_momentum(); })
      .def("angular_momentum", [](const H& b) { return b.get().angular_momentum(); })
      .def(
          "__eq__", [](const H& a, const H& b) { return a.id == b.id && a.simulation == b.simulation; },
          py::is_operator())
      .def("__hash__", [](const H& b) { return b.id; });

  using C = ConstraintView;
  const auto vec = [](const std::array<double, 3>& n) { return Vec3(n[0], n[1], n[2]); };
  py::class_<C>(m, "Constraint")
      .def_property_readonly("kind",
                             [](const C& c) {
                               return std::string(
                                   constraint_kind_names[static_cast<std::size_t>(c.record.kind)]);
                             })
      .def_property_readonly("joint", [](const C& c) { return c.record.joint; })
      .def_property_readonly("master", [](const C& c) { return c.record.master; })
      .def_property_readonly("slave", [](const C& c) { return c.record.slave; })
      .def_property_readonly("identity",
                             [](const C& c) {
                               return std::tuple(c.record.master_object, c.record.slave_object,
                                                 c.record.feature);
                             })
      .def_property_readonly("impulse", [vec](const C& c) { return vec(c.record.impulse); })
      .def_property_readonly("reaction", [vec](const C& c) { return Vec3(vec(c.record.impulse) / c.h); })
      .def_property_readonly("U", [vec](const C& c) { return vec(c.record.U); })
      .def_property_readonly("V", [vec](const C& c) { return vec(c.record.V); })
      .def_property_readonly("point", [vec](const C& c) { return vec(c.record.point); })
      .def_property_readonly("point2", [vec](const C& c) { return vec(c.record.point2); })
      .def_property_readonly("frame",
                             [](const C& c) { return Mat3(Eigen::Map<const Mat3>(c.record.frame.data())); })
      .def_property_readonly("gap", [](const C& c) { return c.record.gap; })
      .def_property_readonly("area", [](const C& c) { return c.record.area; })
      .def_property_readonly("material", [](const C& c) { return c.material; })
      .def_property_readonly("cohesive", [](const C& c) { return c.cohesive; })
      .def_property_readonly("master_surface", [](const C& c) { return c.record.master_surface; })
      .def_property_readonly("slave_surface", [](const C& c) { return c.record.slave_surface; });
}

}  // namespace corbel::python
