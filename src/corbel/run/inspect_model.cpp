// SPDX-License-Identifier: MIT
#include "corbel/run/inspect_model.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/contact/detect.hpp"
#include "corbel/contact/enclosure.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/run/run_limits.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace corbel {
namespace {

constexpr std::size_t most_lines = 10;
constexpr double most_ratio = 1e6;     ///< of the sizes of bodies
constexpr double least_size = 1e-6;    ///< of the model [m]
constexpr double most_size = 1e6;      ///< of the model [m]
constexpr double most_epsilon = 0.01;  ///< of the smallest object

bool is_overlap(const Contact& contact, const Model& model)
{
  const Aabb slave =
      object_box(model.bodies()[contact.slave].surface, static_cast<std::size_t>(contact.slave_object));
  const Aabb master =
      object_box(model.bodies()[contact.master].surface, static_cast<std::size_t>(contact.master_object));
  const double thickness = std::min(slave.size().minCoeff(), master.size().minCoeff());
  const double epsilon = model.pair_epsilon(size_of(slave), size_of(master));
  return -contact.gap > std::max(overlap_tolerance * thickness, 2 * epsilon);
}

void find_overlaps(Model& model, ModelInspection& found)
{
  parallel_for(model.bodies().size(), 256,
               [&](std::size_t i) { model.bodies()[i]->half_step(StepRule::static_pass(0)); });  // q_e = q
  std::map<std::pair<BodyId, BodyId>, double> depths;
  for (const Contact& contact : ContactDetector().find_all(model)) {
    if (!is_overlap(contact, model)) continue;
    double& depth = depths[{contact.key.body1, contact.key.body2}];
    depth = std::max(depth, -contact.gap);
  }
  for (const auto& [pair, depth] : depths)
    found.overlaps.push_back({number_of(pair.first), number_of(pair.second), depth});
  std::ranges::sort(found.overlaps, [](const auto& a, const auto& b) {
    return std::tuple(-a.depth, a.body1, a.body2) < std::tuple(-b.depth, b.body1, b.body2);
  });
  for (const auto& [id1, id2, depth] : found.overlaps)
    found.findings.push_back(fmt::format("{} and {} overlap by {:.3g} m",
                                         name_of(model.bodies()[BodyId{id1}]),
                                         name_of(model.bodies()[BodyId{id2}]), depth));
}

/// Surface identifiers of an object.
std::vector<int> surfaces_of(const ContactSurface& surface, std::size_t object)
{
  if (object < surface.convexes.size()) return surface.convexes[object].face_surface;
  object -= surface.convexes.size();
  if (object < surface.spheres.size()) return {surface.spheres[object].surface_id};
  return {surface.ellipsoids.at(object - surface.spheres.size()).surface_id};
}

/// The object of a may touch some boundary face of b.
bool may_touch(const ContactFilter& filter, const Body& a, std::size_t object, const Body& b)
{
  const std::vector<int> surfaces = surfaces_of(a.surface, object);
  const auto may_meet = [&](const Convex& convex, std::size_t f) {
    return convex.face_boundary[f] && std::ranges::any_of(surfaces, [&](int surface) {
             return filter.surfaces_may_touch(surface, convex.face_surface[f]);
           });
  };
  for (std::size_t i = 0; i < b.surface.convexes.size(); ++i) {
    if (!filter.may_touch(a, static_cast<int>(object), b, static_cast<int>(i))) continue;
    for (std::size_t f = 0; f < b.surface.convexes[i].face_count(); ++f)
      if (may_meet(b.surface.convexes[i], f)) return true;
  }
  return false;
}

/// Thickness of the thickest object of `inner` that lies within; 0: none does.
double enclosed_thickness(const Model& model, const Enclosure& enclosure, const Body& outer,
                          const Body& inner)
{
  double most = 0;
  for (std::size_t i = 0; i < inner.surface.object_count(); ++i) {
    if (!enclosure.contains(inner_point(inner, i))) continue;
    if (!may_touch(model.contact_filter(), inner, i, outer)) continue;
    most = std::max(most, object_box(inner.surface, i).size().minCoeff());
  }
  return most;
}

/// Bodies within meshes, away from the elements that have contacts. After find_overlaps, which says in which
/// pairs it found contacts.
void find_enclosed(const Model& model, ModelInspection& found)
{
  std::set<std::pair<int, int>> known;
  for (const auto& overlap : found.overlaps)
    known.insert({overlap.body1, overlap.body2});
  std::vector<Aabb> boxes;
  std::vector<std::int32_t> groups;
  for (const auto& body : model.bodies()) {
    boxes.push_back(current_box(*body));
    groups.push_back(body->index);
  }
  BroadPhase broad_phase;
  std::map<const Body*, Enclosure> enclosures;
  for (const auto& [i, j] : broad_phase.update(boxes, groups))
    for (const auto& [o, k] : {std::pair(i, j), std::pair(j, i)}) {
      const Body& outer = *model.bodies()[static_cast<std::size_t>(o)];
      const Body& inner = *model.bodies()[static_cast<std::size_t>(k)];
      const std::pair<int, int> ids = std::minmax(outer.id, inner.id);
      if (known.contains(ids) || !has_inner_faces(outer)) continue;
      if (!(outer.responds() || inner.responds())) continue;
      const Enclosure& enclosure = enclosures.try_emplace(&outer, outer).first->second;
      const double depth = enclosed_thickness(model, enclosure, outer, inner);
      if (depth == 0) continue;
      known.insert(ids);
      found.overlaps.push_back({ids.first, ids.second, depth});
      found.findings.push_back(fmt::format("{} lies inside {}", name_of(inner), name_of(outer)));
    }
}

void find_outside(const Model& model, const Aabb& extents, ModelInspection& found)
{
  for (const BodyId body : bodies_outside(model, extents)) {
    found.outside.push_back(number_of(body));
    found.findings.push_back(name_of(model.bodies()[body]) + " lies outside the extents");
  }
}

void find_inverted(const Model& model, ModelInspection& found)
{
  for (const auto& body : model.bodies()) {
    const int count = body->surface.renumbered;
    if (count == 0) continue;
    found.inverted.push_back(body->id);
    found.findings.push_back(fmt::format("{} element{} of {} had inverted node numbering and {} renumbered",
                                         count, count == 1 ? "" : "s", name_of(*body),
                                         count == 1 ? "was" : "were"));
  }
}

void compare_bodies(const Model& model, ModelInspection& found)
{
  std::vector<std::pair<double, const Body*>> sizes;
  Aabb all;
  for (const auto& body : model.bodies()) {
    sizes.emplace_back(size_of(surface_box(body->surface)), body.get());
    all.extend(current_box(*body));
  }
  const auto by_size = [](const auto& entry) { return entry.first; };
  const auto [smallest, small] = *std::ranges::min_element(sizes, {}, by_size);
  const auto [largest, large] = *std::ranges::max_element(sizes, {}, by_size);
  if (largest > most_ratio * smallest)
    found.scale.push_back(
        fmt::format("{} has a size of {:.3g} m, but {} of {:.3g} m; are both in the same units?",
                    name_of(*small), smallest, name_of(*large), largest));
  if (const double size = size_of(all); size < least_size || size > most_size)
    found.scale.push_back(
        fmt::format("the whole model has a size of {:.3g} m; are the units correct?", size));
}

/// A derived tolerance always fits (Model::pair_epsilon), one that the user set need not.
void compare_epsilon(const Model& model, ModelInspection& found)
{
  double smallest = std::numeric_limits<double>::infinity();
  const Body* owner = nullptr;
  for (const auto& body : model.bodies())
    for (std::size_t i = 0; i < body->surface.object_count(); ++i)
      if (const double size = size_of(object_box(body->surface, i)); size < smallest) {
        smallest = size;
        owner = body.get();
      }
  if (const double epsilon = model.pair_epsilon(smallest, smallest); epsilon > most_epsilon * smallest)
    found.scale.push_back(
        fmt::format("the geometric epsilon of {:.3g} m is more than {:g} % of the size of the smallest "
                    "object, {:.3g} m, in {}",
                    epsilon, 100 * most_epsilon, smallest, name_of(*owner)));
}

/// A material or an exclusion of a surface that is not there has no effect: seldom meant.
void find_unknown_surfaces(const Model& model, ModelInspection& found)
{
  const std::set<int> known = surface_ids(model);
  const auto compare = [&](const std::string& what, std::set<int> wanted) {
    std::erase_if(wanted, [&](int id) { return known.contains(id); });
    if (!wanted.empty())
      found.surfaces.push_back(fmt::format("{}: no body has a surface {}; those of the bodies are {}", what,
                                           fmt::join(wanted, ", "), fmt::join(known, ", ")));
  };
  for (int i = 0; i < model.surface_materials.size(); ++i) {
    const SurfaceMaterial& material = model.surface_materials[i];
    std::set<int> ids;
    for (const std::optional<int>& id : {material.surface1, material.surface2})
      if (id) ids.insert(*id);
    compare(fmt::format("surface material '{}'", material.label), ids);
  }
  for (const auto& [one, two] : model.contact_filter().excluded_surfaces())
    compare(fmt::format("contact of surfaces {} and {} was excluded", one, two), {one, two});
}

}  // namespace

std::vector<std::string> ModelInspection::lines() const
{
  if (findings.size() <= most_lines) return findings;
  const auto shown = static_cast<std::ptrdiff_t>(most_lines - 1);
  std::vector<std::string> some(findings.begin(), findings.begin() + shown);
  some.push_back(fmt::format("... and {} more", findings.size() - some.size()));
  return some;
}

ModelInspection inspect_model(Model& model, const std::optional<Aabb>& extents)
{
  if (model.is_locked())
    throw InputError("the model cannot be inspected in a force callback, which is called during a step");
  ModelInspection found;
  if (model.bodies().empty()) return found;
  find_overlaps(model, found);
  find_enclosed(model, found);
  if (extents) find_outside(model, *extents, found);
  find_inverted(model, found);
  compare_bodies(model, found);
  compare_epsilon(model, found);
  find_unknown_surfaces(model, found);
  for (const auto& remarks : {found.scale, found.surfaces})
    found.findings.insert(found.findings.end(), remarks.begin(), remarks.end());
  return found;
}

}  // namespace corbel
