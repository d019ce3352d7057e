// SPDX-License-Identifier: MIT
// The parts tests of quasi-static analysis are made of: meshes of mapped bricks and of mapped discs,
// supports, and what is measured.
#pragma once

#include "physics/scene_helpers.hpp"

#include <algorithm>
#include <functional>

namespace corbel::testing {

/// Surface identifiers of mapped meshes.
enum Side { bottom = 1, left = 2, back = 3, right = 4, front = 5, top = 6 };  // z−, x−, y+, x+, y−, z+

using Map = std::function<Vec3(double, double, double)>;
using Where = std::function<bool(const Vec3&)>;

/// i × j × k hexahedra of the unit cube, their nodes moved by a map that keeps orientation.
inline Mesh brick(int i, int j, int k, const Map& map)
{
  std::vector<double> corners;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
      corners.insert(corners.end(), {x, y, z});
  Mesh mesh =
      make_hex_mesh(corners, i, j, k, 0, std::vector<int>{bottom, left, back, right, front, top}, {}, {}, {});
  for (Vec3& X : mesh.nodes)
    X = map(X.x(), X.y(), X.z());
  return mesh;
}

inline Mesh straight_brick(const Vec3& low, const Vec3& size, int i, int j, int k)
{
  return brick(i, j, k,
               [&](double x, double y, double z) -> Vec3 { return low + Vec3(x, y, z).cwiseProduct(size); });
}

/// A sector of a disc, extruded: wedges around the axis ρ = 0, hexahedra beyond. The map takes ρ, φ and ζ,
/// each from 0 to 1. Surfaces: bottom and top at ζ = 0 and 1, right at ρ = 1, front and back at φ = 0 and 1.
inline Mesh sector(int rings, int sectors, int layers, const Map& map)
{
  const int per_layer = 1 + rings * (sectors + 1);
  const auto node = [&](int r, int s, int l) {
    return l * per_layer + (r == 0 ? 0 : 1 + (r - 1) * (sectors + 1) + s);
  };
  std::vector<double> nodes;
  for (int l = 0; l <= layers; ++l)
    for (int n = 0; n < per_layer; ++n) {
      const int r = n == 0 ? 0 : 1 + (n - 1) / (sectors + 1), s = n == 0 ? 0 : (n - 1) % (sectors + 1);
      const Vec3 X = map(double(r) / rings, double(s) / sectors, double(l) / layers);
      nodes.insert(nodes.end(), {X.x(), X.y(), X.z()});
    }
  std::vector<int> elements, faces = {0};
  const auto add = [](std::vector<int>& to, std::initializer_list<int> list, int id) {
    to.push_back(static_cast<int>(list.size()));
    to.insert(to.end(), list);
    to.push_back(id);
  };
  for (int l = 0; l < layers; ++l)
    for (int r = 0; r < rings; ++r)
      for (int s = 0; s < sectors; ++s) {
        const auto at = [&](int dr, int ds, int dl) { return node(r + dr, s + ds, l + dl); };
        if (r == 0)
          add(elements, {at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 0, 1), at(1, 0, 1), at(1, 1, 1)}, 0);
        else
          add(elements,
              {at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0), at(0, 0, 1), at(1, 0, 1), at(1, 1, 1),
               at(0, 1, 1)},
              0);
        for (const auto& [end, dl, id] : {std::tuple(l == 0, 0, bottom), {l == layers - 1, 1, top}}) {
          if (end && r == 0) add(faces, {at(0, 0, dl), at(1, 0, dl), at(1, 1, dl)}, id);
          if (end && r > 0) add(faces, {at(0, 0, dl), at(1, 0, dl), at(1, 1, dl), at(0, 1, dl)}, id);
        }
        if (r == rings - 1) add(faces, {at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)}, right);
        for (const auto& [end, ds, id] : {std::tuple(s == 0, 0, front), {s == sectors - 1, 1, back}})
          if (end) add(faces, {at(0, ds, 0), at(1, ds, 0), at(1, ds, 1), at(0, ds, 1)}, id);
      }
  return make_mesh(nodes, elements, faces);
}

struct Elastic {
  double young, poisson, density = 1000;
};

/// One deformable body in a quasi-static simulation.
class StaticCase {
 public:
  StaticCase(const Mesh& mesh, const Elastic& e, std::string_view form, double h = 1)
      : simulation(h), body(simulation.model.add_finite_element(
                           mesh, {.label = "", .young = e.young, .poisson = e.poisson, .density = e.density},
                           finite_element_form(form), ""))
  {
    simulation.analysis = Analysis::quasi_static;
  }

  /// Holds all nodes at such places in some directions: "x", "yz", …
  int fix(const Where& where, std::string_view directions)
  {
    int count = 0;
    for (std::size_t i = 0; i < body.node_count(); ++i) {
      const Vec3 X = body.reference_node(i);
      if (!where(X)) continue;
      ++count;
      if (directions == "xyz") {
        simulation.model.add_fixed_point(body, X);
        continue;
      }
      for (const char d : directions)
        simulation.model.add_fixed_direction(body, X, Vec3::Unit(d - 'x'));
    }
    return count;
  }
  void push(const Vec3& X, const Vec3& force)
  {
    simulation.model.add_force(body, LoadKind::spatial, X, force.normalized(), force.norm());
  }
  /// Positive pulls outwards.
  void pull(Side side, double pressure)
  {
    simulation.model.add_surface_load(body, LoadKind::spatial, side, SurfaceAxis::normal, pressure);
  }
  RunReport solve(int steps = 1) { return run_steps(simulation, steps, {}, solver(1e-12, 10000)); }

  std::size_t node(const Vec3& X) const
  {
    std::size_t best = 0;
    for (std::size_t i = 0; i < body.node_count(); ++i)
      if ((body.reference_node(i) - X).norm() < (body.reference_node(best) - X).norm()) best = i;
    return best;
  }
  /// Of the nearest node.
  Vec3 displacement(const Vec3& X) const
  {
    const std::size_t i = node(X);
    const std::vector<double> q = body.q();
    return Eigen::Map<const Vec3>(q.data() + 3 * i) - body.reference_node(i);
  }
  Mat3 stress(const Vec3& X) const { return body.nodal_stress()[node(X)]; }

  Simulation simulation;
  FiniteElementBody& body;
};

inline Where plane(int axis, double value, double tolerance = 1e-9)
{
  return [=](const Vec3& X) { return std::abs(X[axis] - value) < tolerance; };
}
inline Where both(Where a, Where b)
{
  return [a = std::move(a), b = std::move(b)](const Vec3& X) { return a(X) && b(X); };
}

/// Where values v₁, v₂, v₃ of meshes h, h/2, h/4 tend to, and how fast.
struct Limit {
  double value, order;
};
inline Limit extrapolate(double v1, double v2, double v3)
{
  const double ratio = (v2 - v1) / (v3 - v2);
  return {v3 + (v3 - v2) / (ratio - 1), std::log2(ratio)};
}

}  // namespace corbel::testing
