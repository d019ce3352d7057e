// SPDX-License-Identifier: MIT
// Constants of bodies, joints and the model as named values: what result files store and models are compared
// by.
#include "corbel/run/describe_model.hpp"
#include "corbel/run/run_settings.hpp"

#include <algorithm>

namespace corbel {
namespace {

Property described(std::string name, double number) { return {std::move(name), "", {number}}; }
Property described(std::string name, const Vec3& a) { return {std::move(name), "", {a.x(), a.y(), a.z()}}; }
Property described(std::string name, std::string_view text)
{
  return {std::move(name), std::string(text), {}};
}

void add_law(Properties& all, const std::string& of, const SaintVenantKirchhoff& law, double density)
{
  all.push_back(described("Young's modulus" + of, law.young()));
  all.push_back(described("Poisson's ratio" + of, law.poisson()));
  all.push_back(described("density" + of, density));
}

/// Each material once, and which element has which where there are several.
void add_materials(Properties& all, const Solid& solid)
{
  std::vector<SolidMaterial> materials;
  std::vector<double> of_element;
  for (std::size_t e = 0; e < solid.mesh().elements.size(); ++e) {
    const SolidMaterial& own = solid.material(static_cast<int>(e));
    const auto known = std::find(materials.begin(), materials.end(), own);
    of_element.push_back(static_cast<double>(known - materials.begin() + 1));
    if (known == materials.end()) materials.push_back(own);
  }
  for (std::size_t i = 0; i < materials.size(); ++i)
    add_law(all, materials.size() == 1 ? "" : fmt::format(" of material {}", i + 1),
            std::get<SaintVenantKirchhoff>(materials[i].law), materials[i].density);
  if (materials.size() > 1) all.push_back({"material of each element", "", std::move(of_element)});
}

std::string surfaces_of(const SurfaceMaterial& m)
{
  const auto name = [](const std::optional<int>& id) { return id ? fmt::format("{}", *id) : "any"; };
  return fmt::format(" of surface material ({}, {})", name(m.surface1), name(m.surface2));
}

void add_surface_materials(Properties& all, const SurfaceMaterialTable& materials)
{
  for (int i = 0; i < materials.size(); ++i) {
    const SurfaceMaterial& m = materials[i];
    const std::string of = surfaces_of(m);
    all.push_back(described("label" + of, m.label));
    all.push_back(described("model" + of, to_string(m.model)));
    all.push_back(described("friction" + of, m.friction));
    all.push_back(described("restitution" + of, m.restitution));
    all.push_back(described("impact" + of, to_string(m.impact)));
    all.push_back(described("cohesion" + of, m.cohesion));
    all.push_back(described("spring" + of, m.spring));
    all.push_back(described("dashpot" + of, m.dashpot));
    all.push_back(described("hpow" + of, m.hpow));
  }
}

void add_direction(Properties& all, const std::string& name, const SurfaceDirection& direction)
{
  if (const auto* vector = std::get_if<Vec3>(&direction))
    all.push_back(described(name, *vector));
  else
    all.push_back(described(name, static_cast<double>(std::get<SurfaceAxis>(direction))));
}

void add_loads(Properties& all, const Model& model)
{
  int number = 0;
  for (const PointForce& load : model.forces) {
    const std::string name = fmt::format("force {} on {}", ++number, name_of(model.bodies()[load.body]));
    all.push_back(load.value.described(name));
    all.push_back(described(name + ": kind", to_string(load.kind)));
    all.push_back(described(name + ": point", load.point.X));
    all.push_back(described(name + ": direction", load.direction));
  }
  number = 0;
  for (const Torque& load : model.torques) {
    const std::string name = fmt::format("torque {} on {}", ++number, name_of(model.bodies()[load.body]));
    all.push_back(load.value.described(name));
    all.push_back(described(name + ": kind", to_string(load.kind)));
    all.push_back(described(name + ": direction", load.direction));
  }
  number = 0;
  for (const SurfaceLoad& load : model.surface_loads) {
    const std::string name = fmt::format("load {} on surface {} of {}", ++number, load.surface_id,
                                         name_of(model.bodies()[load.body]));
    all.push_back(load.value.described(name));
    all.push_back(described(name + ": kind", to_string(load.kind)));
    add_direction(all, name + ": direction", load.direction);
  }
  number = 0;
  for (const CallbackForce& load : model.callbacks)
    all.push_back(described(fmt::format("force function {}", ++number),
                            fmt::format("on {}", name_of(model.bodies()[load.body]))));
}

/// Pairs of ids one after another; of objects body and number in it. Nothing where nothing is excluded.
void add_exclusions(Properties& all, const ContactFilter& filter)
{
  const auto add = [&](const char* between, const auto& pairs, const auto& append) {
    Property excluded = {fmt::format("contact excluded between {}", between), "", {}};
    for (const auto& [a, b] : pairs) {
      append(excluded.numbers, a);
      append(excluded.numbers, b);
    }
    if (!pairs.empty()) all.push_back(std::move(excluded));
  };
  const auto id = [](std::vector<double>& numbers, auto a) { numbers.push_back(static_cast<double>(a)); };
  const auto object = [](std::vector<double>& numbers, const ContactFilter::Object& a) {
    numbers.insert(numbers.end(), {static_cast<double>(a.first), static_cast<double>(a.second)});
  };
  add("bodies", filter.excluded_bodies(), id);
  add("objects", filter.excluded_objects(), object);
  add("surfaces", filter.excluded_surfaces(), id);
}

}  // namespace

Properties describe_properties(const Body& body)
{
  Properties all;
  if (const auto* elements = dynamic_cast<const FiniteElementBody*>(&body)) {
    all.push_back(described("form", elements->form()));
    add_materials(all, elements->body_template().solid());
  }
  if (const auto* pseudo_rigid = dynamic_cast<const PseudoRigidBody*>(&body))
    add_law(all, "", pseudo_rigid->law, body.mass() / body.volume());
  if (const auto* rigid = dynamic_cast<const RigidBody*>(&body))
    all.push_back(described("rotation", rigid->rotation_enabled() ? "enabled" : "disabled"));
  all.push_back(described("scheme", body.scheme_name()));
  if (body.deforms()) {
    all.push_back(described("stiffness damping", body.damping().stiffness));
    all.push_back(described("mass damping", body.damping().mass));
    all.push_back(described("self-contact", body.self_contact ? "on" : "off"));
  }
  return all;
}

JointDescription describe_joint_data(const Joint& joint)
{
  JointDescription d;
  d.id = joint.id;
  d.master = number_of(joint.master.body);
  d.slave = number_of(joint.slave.body);
  d.kind = joint.name();
  d.properties.push_back(
      described(joint.moves_whole_body() ? "point it turns about" : "point", joint.master.point.X));
  // A fixed point is held where it is: not given by the script, so it is in the memory.
  if (!joint.slave.in_space() || joint.kind == ConstraintKind::rigid_link ||
      joint.kind == ConstraintKind::spring)
    d.properties.push_back(described("second point", joint.slave.point.X));
  d.properties.push_back(described("strength", joint.strength));
  const Properties data = joint.data();
  d.properties.insert(d.properties.end(), data.begin(), data.end());
  d.memory = joint.memory();
  return d;
}

Properties describe_run_settings(const RunSettings& run)
{
  Properties all = {described(step_property, run.step)};
  if (run.output_interval) all.push_back(described(output_property, *run.output_interval));
  if (!run.solver.empty()) all.push_back(described(solver_property, run.solver));
  return all;
}

Properties describe_settings(const Model& model, Analysis analysis)
{
  Properties all = {described(analysis_property, to_string(analysis)),
                    described(rule_property, to_string(model.rule))};
  constexpr std::array axes = {"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i)
    all.push_back(model.gravity[i].described(fmt::format("gravity along {}", axes[i])));
  add_surface_materials(all, model.surface_materials);
  all.push_back(described("contact points", to_string(model.contact.points)));
  all.push_back(described("contact epsilon", model.contact.epsilon));
  all.push_back(described("sparsification threshold", model.contact.sparsify_threshold));
  all.push_back(described("sparsification area", model.contact.min_area));
  all.push_back(described("sparsification distance", model.contact.min_distance.value_or(0)));
  add_exclusions(all, model.contact_filter());
  add_loads(all, model);
  return all;
}

}  // namespace corbel
