// SPDX-License-Identifier: MIT
// The simulation: model building and the run.
#include "conversions.hpp"

#include "corbel/core/check.hpp"
#include "corbel/core/names.hpp"
#include "corbel/run/progress.hpp"

namespace corbel::python {
namespace {

using S = std::shared_ptr<Simulation>;
using H = BodyHandle;

BodyKind body_kind(const std::string& name)
{
  if (name == "RIGID") return BodyKind::rigid;
  if (name == "OBSTACLE") return BodyKind::obstacle;
  throw_input_error("kind", "'" + name + "'", "'RIGID' or 'OBSTACLE'");
}

/// True when Ctrl-C was pressed: the run then ends in good order instead of by an exception.
bool python_interrupted()
{
  const py::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() == 0) return false;
  if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0)
    throw py::error_already_set();  // another handler's business
  PyErr_Clear();
  return true;
}

std::function<bool()> bool_hook(const py::object& function)
{
  if (function.is_none()) return {};
  return [function] {
    const py::gil_scoped_acquire gil;
    return py::bool_(function()).cast<bool>();
  };
}

RunReport run(Simulation& simulation, const SolverHandle& solver, double duration, const py::object& callback,
              double interval, const py::object& after_step, const py::object& not_converged,
              const std::string& progress)
{
  RunHooks hooks;
  hooks.callback = bool_hook(callback);
  hooks.callback_interval = interval;
  hooks.after_step = bool_hook(after_step);
  hooks.interrupted = python_interrupted;
  if (const auto stop = bool_hook(not_converged))
    hooks.not_converged = [stop](const SolverReport&) { return stop(); };
  std::optional<Progress> line;
  if (progress != "none") {
    line.emplace(stdout);
    hooks.progress = [&](const RunStatus& status) { line->show(status); };
  }
  const py::gil_scoped_release release;
  return simulation.run(solver, duration, hooks);
}

constexpr auto outcomes = names<RunOutcome>({{RunOutcome::finished, "finished"},
                                             {RunOutcome::stopped, "stopped"},
                                             {RunOutcome::interrupted, "interrupted"}});

void define_report(py::module_& m)
{
  py::class_<StrainRecord>(m, "StrainRecord")
      .def_readonly("body", &StrainRecord::body)
      .def_readonly("label", &StrainRecord::label)
      .def_readonly("time", &StrainRecord::time)
      .def_property_readonly("element", [](const StrainRecord& r) { return r.finding.element; })
      .def_property_readonly("inverted",
                             [](const StrainRecord& r) { return r.finding.state == StrainState::inverted; })
      .def_property_readonly("value", [](const StrainRecord& r) { return r.finding.value; })
      .def_property_readonly("text", [](const StrainRecord& r) { return text(r.finding); });
  py::class_<RunReport>(m, "RunReport")
      .def_property_readonly("outcome", [](const RunReport& r) { return outcomes.name(r.outcome); })
      .def_property_readonly("time", [](const RunReport& r) { return r.last.time; })
      .def_property_readonly("steps", [](const RunReport& r) { return r.last.steps; })
      .def_property_readonly("wall_seconds", [](const RunReport& r) { return r.last.wall_seconds; })
      .def_property_readonly("seconds", [](const RunReport& r) { return stage_dict(r.seconds); })
      .def_readonly("iterations", &RunReport::iterations)
      .def_readonly("max_iterations", &RunReport::max_iterations)
      .def_readonly("passes", &RunReport::passes)
      .def_readonly("unconverged_steps", &RunReport::unconverged_steps)
      .def_readonly("uncertified_steps", &RunReport::uncertified_steps)
      .def_readonly("inverted_steps", &RunReport::inverted_steps)
      .def_readonly("worst_imbalance", &RunReport::worst_imbalance)
      .def_readonly("worst_misfit", &RunReport::worst_misfit)
      .def_readonly("static_failure", &RunReport::static_failure)
      .def_readonly("unheld", &RunReport::unheld)
      .def_property_readonly("methods",
                             [](const RunReport& r) {
                               std::map<std::string, std::int64_t> steps;
                               for (const auto& [method, cost] : r.methods)
                                 if (cost.steps > 0) steps[method] = cost.steps;
                               return steps;
                             })
      .def_property_readonly("method_costs",
                             [](const RunReport& r) {
                               py::dict all;
                               for (const auto& [method, cost] : r.methods)
                                 all[py::str(method)] = py::dict(py::arg("steps") = cost.steps,
                                                                 py::arg("iterations") = cost.iterations,
                                                                 py::arg("seconds") = cost.seconds);
                               return all;
                             })
      .def_readonly("tolerances", &RunReport::tolerances)
      .def_readonly("worst_residual", &RunReport::worst_residual)
      .def_readonly("worst_residual_absolute", &RunReport::worst_residual_absolute)
      .def_readonly("max_penetration", &RunReport::max_penetration)
      .def_readonly("strains", &RunReport::strains)
      .def("outline", [](const RunReport& r) { return outline(r); });
}

std::vector<std::string> material_labels(const Simulation& s)
{
  std::vector<std::string> labels;
  for (int i = 0; i < s.model.surface_materials.size(); ++i)
    labels.push_back(s.model.surface_materials[i].label);
  return labels;
}

void define_model_building(py::class_<Simulation, S>& c)
{
  c.def("add_body",
        [](const S& s, const std::string& kind, const Shape& parts, const BulkMaterial& material,
           const std::string& label) {
          return H{s, s->model.add_body(body_kind(kind), parts, material, label).id};
        })
      .def("remove_body",
           [](const S& s, const H& b) {
             b.change();  // before anything is forgotten of it
             s->remove_body(body_of(s, b));
           })
      .def_property_readonly("bodies",
                             [](const S& s) {
                               std::vector<H> all;
                               for (const auto& body : s->model.bodies())
                                 all.push_back({s, body->id});
                               return all;
                             })
      .def("force",
           [](const S& s, const H& b, const std::string& kind, const Vec3& X, const Vec3& d,
              const Amplitude& value) { s->model.add_force(body_of(s, b), load_kind(kind), X, d, value); })
      .def("torque",
           [](const S& s, const H& b, const std::string& kind, const Vec3& d, const Amplitude& value) {
             s->model.add_torque(body_of(s, b), load_kind(kind), d, value);
           })
      .def("callback_force",
           [](const S& s, const H& b, const py::function& function) {
             s->model.add_callback_force(
                 body_of(s, b),
                 [call = shared_function(function)](const auto& q, const auto& u, double t, double h) {
                   const py::gil_scoped_acquire gil;
                   const auto size = [](const auto& a) { return static_cast<py::ssize_t>(a.size()); };
                   const py::object result = (*call)(py::array_t<double>(size(q), q.data()),
                                                     py::array_t<double>(size(u), u.data()), t, h);
                   return result.cast<std::vector<double>>();
                 });
           })
      .def("exclude_contact",
           [](const S& s, const H& a, const H& b) { s->model.exclude_contact(body_of(s, a), body_of(s, b)); })
      .def("exclude_objects",
           [](const S& s, const H& a, const Vec3& X, const H& b, const Vec3& Y) {
             s->model.exclude_objects(body_of(s, a), X, body_of(s, b), Y);
           })
      .def("exclude_surfaces", [](const S& s, int a, int b) { s->model.exclude_surfaces(a, b); });
}

}  // namespace

void define_step(py::module_& m)
{
  define_report(m);
  py::class_<Simulation, S> c(m, "Simulation");
  c.def(py::init([](double step) { return std::make_shared<Simulation>(step); }))
      .def_property("step", &Simulation::h, &Simulation::set_h)
      .def_property_readonly("time", &Simulation::time)
      .def_property_readonly("steps", &Simulation::steps)
      .def_readwrite("threads", &Simulation::threads)
      .def_property(
          "epsilon", [](const S& s) { return s->model.epsilon(); },
          [](const S& s, double value) { s->model.contact.epsilon = check_not_negative("epsilon", value); })
      .def_property(
          "sparsify_threshold", [](const S& s) { return s->model.contact.sparsify_threshold; },
          [](const S& s, double value) {
            if (!(value >= 0 && value <= 1)) throw_input_error("threshold", value, "a number in [0, 1]");
            s->model.contact.sparsify_threshold = value;
          })
      .def_property(
          "contact_points", [](const S& s) { return to_string(s->model.contact.points); },
          [](const S& s, const std::string& name) { s->model.contact.points = contact_points(name); })
      .def_property(
          "output_file", [](const S& s) { return s->output.file; },
          [](const S& s, const std::string& v) { s->output.file = v; })
      .def_property(
          "output_interval", [](const S& s) { return s->output.interval; },
          [](const S& s, double v) { s->output.interval = check_not_negative("interval", v); })
      .def_property(
          "compress", [](const S& s) { return s->output.compress; },
          [](const S& s, bool v) { s->output.compress = v; })
      .def_property(
          "deck", [](const S& s) { return s->output.deck; },
          [](const S& s, const std::string& v) { s->output.deck = v; })
      .def_property(
          "solver_text", [](const S& s) { return s->output.solver; },
          [](const S& s, const std::string& v) { s->output.solver = v; })
      .def_property("gravity", nullptr,
                    [](const S& s, const std::array<Amplitude, 3>& g) { s->model.gravity = g; })
      .def("constraints",
           [](const S& s) { return views(s->constraints(), s->step_of_reactions(), material_labels(*s)); })
      .def("run", &run)
      .def("resume",
           [](Simulation& s, bool drop_damaged) {
             s.resume(drop_damaged ? DamagedFrames::drop : DamagedFrames::refuse);
           })
      .def("call_back_after_next_step", &Simulation::call_back_after_next_step)
      .def("close", &Simulation::close)
      .def_property_readonly("is_writing", &Simulation::is_writing)
      .def_property_readonly("is_running", &Simulation::is_running)
      .def("dump_problem",
           [](const S& s, const std::string& path, bool compact) {
             s->dump_problem(path, compact ? FclibForm::compact : FclibForm::local);
           })
      .def("show", [](const S& s, const ResultReader& reader, std::size_t frame) { s->show(reader, frame); })
      .def("body_descriptions",
           [](const S& s) {
             py::list all;
             for (const BodyDescription& b : s->describe_bodies())
               all.append(body_dict(b));
             return all;
           })
      .def("removed_energies",
           [](const S& s) {
             py::dict all;
             for (const auto& [id, energy] : s->removed_energies())
               all[py::int_(id)] = energy_dict(energy);
             return all;
           })
      .def("stage_seconds", [](const S& s) { return stage_dict(s->frame().seconds); })
      .def("solver_record", [](const S& s) { return solver_dict(s->frame().solver); });
  define_model_building(c);
  define_deformable(c);
  define_settings(m, c);
  define_surface_loads(c);
  define_joints(c);
  define_motions(c);
}

}  // namespace corbel::python
