// SPDX-License-Identifier: MIT
#include "corbel/run/compare_bodies.hpp"

#include "corbel/output/removed_energies.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>

namespace corbel {
namespace {

/// Coordinates that differ by less than this part of the body's size come from another compiler or library,
/// not from another script.
constexpr double same_place = 1e-9;
/// The same of masses, moments of inertia and constants.
constexpr double same_number = 1e-9;
constexpr std::size_t shown_numbers = 6;

bool is_same(double a, double b)
{
  if (std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || a == b) return true;  // also NaN
  return std::abs(a - b) <= same_number * std::max(std::abs(a), std::abs(b));
}

/// Components of a vector, against the largest of them: 6e-17 beside 1 is round-off.
bool is_same(std::span<const double> a, std::span<const double> b, double size)
{
  double most = size;
  for (const std::span<const double> numbers : {a, b})
    for (const double x : numbers)
      if (std::isfinite(x)) most = std::max(most, std::abs(x));
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](double x, double y) {
    return is_same(x, y) || std::abs(x - y) <= same_number * most;
  });
}

/// A series is its times, then its values (Amplitude::described).
bool is_same(const Property& a, const Property& b, double size)
{
  if (a.text != b.text || a.numbers.size() != b.numbers.size()) return false;
  const std::span x(a.numbers), y(b.numbers);
  const std::size_t half = x.size() / 2;
  if (a.text == "time series")
    return is_same(x.first(half), y.first(half), 0) && is_same(x.subspan(half), y.subspan(half), 0);
  return is_same(x, y, a.name.ends_with("point") || a.name.starts_with("point") ? size : 0);
}

std::string shown(const Property& p)
{
  if (p.numbers.empty()) return p.text;
  if (p.numbers.size() > shown_numbers)
    return fmt::format("{}{}{} numbers", p.text, p.text.empty() ? "" : " of ", p.numbers.size());
  const std::string numbers = fmt::format("{:.10g}", fmt::join(p.numbers, ", "));
  const std::string list = p.numbers.size() > 1 ? "(" + numbers + ")" : numbers;
  return p.text.empty() ? list : p.text + " " + list;
}

std::string shape_of(const BodyDescription& b)
{
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const char* one, const char* many) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
  };
  add(b.vertices.size() / 3, "vertex", "vertices");
  add(b.spheres.size() / 4, "sphere", "spheres");
  add(b.ellipsoids.size() / 12, "ellipsoid", "ellipsoids");
  add(b.nodes.size() / 3, "node", "nodes");
  return fmt::format("{}", fmt::join(parts, ", "));
}

double largest(const std::vector<double>& a)
{
  double most = 0;
  for (const double x : a)
    most = std::max(most, std::abs(x));
  return most;
}

/// Largest difference of coordinates [m]; infinite when there are other numbers of them.
double distance(const std::vector<double>& a, const std::vector<double>& b)
{
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

void compare_shapes(const BodyDescription& stored, const BodyDescription& own,
                    std::vector<ModelDifference>& differences)
{
  const auto add = [&](const std::string& what) {
    differences.push_back({Difference::misfit, fmt::format("{}: {}", name_of(own), what)});
  };
  const double away =
      std::max({distance(stored.vertices, own.vertices), distance(stored.spheres, own.spheres),
                distance(stored.ellipsoids, own.ellipsoids), distance(stored.nodes, own.nodes)});
  if (!std::isfinite(away))
    return add(fmt::format("another shape: {} in the results, {} here", shape_of(stored), shape_of(own)));
  if (away > same_place * size_of(own))
    return add(fmt::format("another shape: coordinates differ by up to {:.3g} m", away));
  if (stored.faces != own.faces || stored.elements != own.elements)
    return add("another shape: the same points, connected or numbered in another way");
  if (stored.sphere_surfaces != own.sphere_surfaces || stored.ellipsoid_surfaces != own.ellipsoid_surfaces)
    differences.push_back({Difference::detail, fmt::format("{}: other surface identifiers", name_of(own))});
}

bool is_same_tensor(const std::array<double, 9>& a, const std::array<double, 9>& b)
{
  double most = 0, away = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    most = std::max(most, std::abs(a[i]));
    away = std::max(away, std::abs(a[i] - b[i]));
  }
  return away <= same_number * most;
}

void compare_masses(const BodyDescription& stored, const BodyDescription& own,
                    std::vector<ModelDifference>& differences)
{
  const auto add = [&](const std::string& what) {
    differences.push_back({Difference::physical, fmt::format("{}: {}", name_of(own), what)});
  };
  if (!is_same(stored.mass, own.mass)) {
    if (is_same(stored.volume, own.volume))
      add(fmt::format("density {:.6g} kg/m³ in the results, {:.6g} kg/m³ here", stored.mass / stored.volume,
                      own.mass / own.volume));
    else
      add(fmt::format("mass {:.6g} kg in the results, {:.6g} kg here", stored.mass, own.mass));
  } else if (!is_same_tensor(stored.tensor, own.tensor)) {
    add("other moments of inertia");
  }
  const auto list = [](const std::array<double, 3>& x) {
    return fmt::format("({:.10g})", fmt::join(x, ", "));
  };
  double away = 0;
  for (std::size_t i = 0; i < 3; ++i)
    away = std::max(away, std::abs(stored.center[i] - own.center[i]));
  if (away > same_place * size_of(own))
    add(fmt::format("mass centre {} in the results, {} here", list(stored.center), list(own.center)));
}

Difference of_body(const std::string& property)
{
  const bool changeable = property == "scheme" || property == "rotation" || property == "self-contact" ||
                          property.ends_with("damping");
  return changeable ? Difference::detail : Difference::physical;
}

Difference of_joint(const std::string& property)
{
  const bool place = property.ends_with("point") || property == "direction" || property == "base";
  return place ? Difference::physical : Difference::detail;
}

/// A point given in space belongs to the body as it was when the joint was added: a script that continues a
/// run makes the joint before the body is there, and the file knows better.
Properties given_at_start(const JointDescription& joint, double added)
{
  Properties all = joint.properties;
  if (added > 0) std::erase_if(all, [](const Property& p) { return p.name == "point it turns about"; });
  return all;
}

}  // namespace

double size_of(const BodyDescription& body)
{
  return std::max(
      {largest(body.vertices), largest(body.spheres), largest(body.ellipsoids), largest(body.nodes)});
}

std::string name_of(const BodyDescription& body)
{
  return body.label.empty() ? fmt::format("body {}", body.id)
                            : fmt::format("body {} '{}'", body.id, body.label);
}

std::string name_of(const JointDescription& joint)
{
  const std::string second = joint.slave > 0 ? fmt::format(" and body {}", joint.slave) : "";
  return fmt::format("joint {} ({} of body {}{})", joint.id, joint.kind, joint.master, second);
}

void compare(const Properties& stored, const Properties& own, const std::string& of, DifferenceOf kind,
             std::vector<ModelDifference>& differences, double size)
{
  const std::string before = of.empty() ? "" : of + ": ";
  std::map<std::string, const Property*> others;
  for (const Property& p : stored)
    others[p.name] = &p;
  for (const Property& p : own) {
    const auto found = others.find(p.name);
    if (found == others.end()) {
      differences.push_back(
          {kind(p.name), fmt::format("{}{}: not in the results, {} here", before, p.name, shown(p))});
      continue;
    }
    const bool long_lists = p.numbers.size() > shown_numbers;
    if (!is_same(p, *found->second, size))
      differences.push_back(
          {kind(p.name), fmt::format("{}{}: {} in the results, {}{} here", before, p.name,
                                     shown(*found->second), long_lists ? "another " : "", shown(p))});
    others.erase(found);
  }
  for (const auto& [name, p] : others)
    differences.push_back(
        {kind(name), fmt::format("{}{}: {} in the results, not here", before, name, shown(*p))});
}

std::vector<ModelDifference> compare(const BodyDescription& stored, const BodyDescription& own)
{
  std::vector<ModelDifference> differences;
  if (stored.kind != own.kind) {
    differences.push_back({Difference::misfit, fmt::format("{}: of kind {} in the results, {} here",
                                                           name_of(own), stored.kind, own.kind)});
    return differences;
  }
  compare_shapes(stored, own, differences);
  if (!differences.empty()) return differences;  // another shape has another mass
  if (!stored.parts.empty() && stored.parts != own.parts)
    differences.push_back({Difference::misfit, fmt::format("{}: a state of other parts", name_of(own))});
  Properties properties = stored.properties;
  std::erase_if(properties, [](const Property& p) { return p.name == energies_at_removal; });
  if (!properties.empty()) compare(properties, own.properties, name_of(own), of_body, differences);
  const bool has_density = std::any_of(differences.begin(), differences.end(), [](const ModelDifference& d) {
    return d.text.find(": density") != std::string::npos;
  });
  if (!has_density) compare_masses(stored, own, differences);
  if (stored.label != own.label)
    differences.push_back({Difference::detail, fmt::format("body {}: labelled '{}' in the results, '{}' here",
                                                           own.id, stored.label, own.label)});
  return differences;
}

std::vector<ModelDifference> compare(const JointDescription& stored, const JointDescription& own, double size)
{
  std::vector<ModelDifference> differences;
  if (stored.kind != own.kind || stored.master != own.master || stored.slave != own.slave)
    differences.push_back(
        {Difference::misfit, fmt::format("{} is {} in the results", name_of(own), name_of(stored))});
  else
    compare(given_at_start(stored, stored.added), given_at_start(own, stored.added), name_of(own), of_joint,
            differences, size);
  return differences;
}

}  // namespace corbel
