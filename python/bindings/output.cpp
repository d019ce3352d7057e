// SPDX-License-Identifier: MIT
// Result files.
#include "bindings.hpp"

#include "conversions.hpp"

#include <map>
#include <set>

namespace corbel::python {
namespace {

/// {name: text, number or array}
py::dict property_dict(const Properties& properties)
{
  py::dict d;
  for (const Property& p : properties) {
    const py::str name(p.name);
    if (p.numbers.empty())
      d[name] = p.text;
    else if (p.numbers.size() == 1)
      d[name] = p.numbers[0];
    else
      d[name] = py::array_t<double>(static_cast<py::ssize_t>(p.numbers.size()), p.numbers.data());
  }
  return d;
}

py::list part_list(const std::vector<StatePart>& parts)
{
  py::list all;
  for (const StatePart& part : parts)
    all.append(py::make_tuple(part.name, part.role, part.size));
  return all;
}

py::dict joint_dict(const JointDescription& j)
{
  py::dict d;
  d["id"] = j.id;
  d["kind"] = j.kind;
  d["bodies"] = j.slave > 0 ? py::make_tuple(j.master, j.slave) : py::make_tuple(j.master);
  d["properties"] = property_dict(j.properties);
  d["added"] = j.added;
  d["removed"] = j.removed;
  return d;
}

py::list bodies_of(const Frame& frame)
{
  py::list all;
  const double* next = frame.state.data();
  for (const BodyRecord& b : frame.bodies) {
    py::dict d;
    d["id"] = b.id;
    d["kind"] = std::string(to_string(static_cast<BodyKind>(b.kind)));
    d["q"] = py::array_t<double>(b.q_size, next);
    d["u"] = py::array_t<double>(b.u_size, next + b.q_size);
    d["energy"] = std::tuple(b.energy.kinetic, b.energy.internal, b.energy.external, b.energy.contact,
                             b.energy.friction, b.energy.damping, b.energy.numerical());
    next += b.q_size + b.u_size;
    all.append(d);
  }
  return all;
}

}  // namespace

py::dict body_dict(const BodyDescription& b)
{
  py::dict d;
  d["id"] = b.id;
  d["kind"] = b.kind;
  d["label"] = b.label;
  d["material"] = b.material;
  d["mass"] = b.mass;
  d["volume"] = b.volume;
  d["center"] = py::array_t<double>(3, b.center.data());
  // Column-wise in the file, symmetric anyway.
  d["tensor"] = py::array_t<double>({3, 3}, b.tensor.data());
  d["vertices"] = py::array_t<double>({static_cast<py::ssize_t>(b.vertices.size() / 3), py::ssize_t{3}},
                                      b.vertices.data());
  d["faces"] = b.faces;
  d["spheres"] =
      py::array_t<double>({static_cast<py::ssize_t>(b.spheres.size() / 4), py::ssize_t{4}}, b.spheres.data());
  d["sphere_surfaces"] = b.sphere_surfaces;
  d["ellipsoids"] = py::array_t<double>({static_cast<py::ssize_t>(b.ellipsoids.size() / 12), py::ssize_t{12}},
                                        b.ellipsoids.data());
  d["ellipsoid_surfaces"] = b.ellipsoid_surfaces;
  d["nodes"] =
      py::array_t<double>({static_cast<py::ssize_t>(b.nodes.size() / 3), py::ssize_t{3}}, b.nodes.data());
  d["elements"] = b.elements;
  d["parts"] = part_list(b.parts);
  d["properties"] = property_dict(b.properties);
  d["added"] = b.added;
  d["removed"] = b.removed;
  return d;
}

py::dict stage_dict(const StageSeconds& seconds)
{
  py::dict d;
  for (std::size_t s = 0; s < stage_count; ++s)
    d[py::str(std::string(stage_names[s]))] = seconds[s];
  return d;
}

py::dict record_dict(const auto& record)
{
  constexpr std::string_view prefix = "worst_";  // of columns of the file
  py::dict d;
  for_each_field(record, [&](std::string_view name, const auto& value) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
    d[py::str(name)] = value;
  });
  return d;
}

py::dict solver_dict(const SolverRecord& record) { return record_dict(record); }

py::dict certificate_dict(const CertificateRecord& record) { return record_dict(record); }

std::vector<ConstraintView> views(const std::vector<ConstraintRecord>& records, double h,
                                  const std::vector<std::string>& labels)
{
  std::vector<ConstraintView> all;
  all.reserve(records.size());
  const auto contact = [](const ConstraintRecord& r) {
    return std::array{r.master, r.slave, r.master_object, r.slave_object, r.feature};
  };
  std::set<std::array<std::int32_t, 5>> bonds;
  for (const ConstraintRecord& r : records)
    if (r.kind == ConstraintKind::bond) bonds.insert(contact(r));
  for (const ConstraintRecord& r : records) {
    if (r.kind == ConstraintKind::bond) continue;
    const bool known = r.kind == ConstraintKind::contact && r.material >= 0 &&
                       static_cast<std::size_t>(r.material) < labels.size();
    all.push_back({r, h, known ? labels[static_cast<std::size_t>(r.material)] : std::string(),
                   r.kind == ConstraintKind::contact && bonds.contains(contact(r))});
  }
  return all;
}

void define_output(py::module_& m)
{
  using R = ResultReader;
  py::class_<R>(m, "ResultReader")
      .def(py::init<const std::string&>())
      .def_static("is_valid", &R::is_valid)
      .def_property_readonly("times",
                             [](const R& r) {
                               return py::array_t<double>(static_cast<py::ssize_t>(r.times().size()),
                                                          r.times().data());
                             })
      .def_property_readonly("frame_count", &R::frame_count)
      .def_property_readonly("closed_properly", &R::closed_properly)
      .def_property_readonly("being_written", &R::being_written)
      .def_property_readonly("damage", [](const R& r) { return damage_of(r); })
      .def("close", &R::close)
      .def("describe", [](const R& r) { return describe(r); })
      .def_property_readonly("format", &R::format)
      .def("body_descriptions",
           [](const R& r) {
             std::map<std::int32_t, const BodyDescription*> last;  // of those of the same id
             for (const BodyDescription& b : r.bodies())
               last[b.id] = &b;
             py::list all;
             for (const auto& [id, b] : last)
               all.append(body_dict(*b));
             return all;
           })
      .def("joint_descriptions",
           [](const R& r) {
             std::map<std::int32_t, const JointDescription*> last;  // of those of the same id
             for (const JointDescription& j : r.joints())
               last[j.id] = &j;
             py::list all;
             for (const auto& [id, j] : last)
               all.append(joint_dict(*j));
             return all;
           })
      .def("settings",
           [](const R& r) {
             py::list all;
             for (const SettingsDescription& s : r.settings())
               all.append(py::make_tuple(s.time, property_dict(s.properties)));
             return all;
           })
      .def("run_ends",
           [](const R& r) {
             std::vector<std::pair<double, bool>> ends;
             for (const ModelEvent& event : r.events())
               if (event.kind == ModelEventKind::run_ended && event.time <= r.times().back())
                 ends.emplace_back(event.time, event.id == 1);
             return ends;
           })
      .def("read", [](const R& r, std::size_t i) {
        const Frame frame = r.read(i);
        py::dict d;
        d["time"] = frame.time;
        d["h"] = frame.h;
        d["step"] = frame.step;
        d["max_penetration"] = frame.max_penetration;
        d["bodies"] = bodies_of(frame);
        d["constraints"] = views(frame.constraints, frame.h, r.run().surface_materials);
        d["seconds"] = stage_dict(frame.seconds);
        d["solver"] = solver_dict(frame.solver);
        d["certificate"] = certificate_dict(frame.certificate);
        return d;
      });
}

}  // namespace corbel::python
