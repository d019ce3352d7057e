// SPDX-License-Identifier: MIT
#include "corbel/contact/thin_points.hpp"

#include "corbel/bodies/nodal_kinematics.hpp"
#include "corbel/contact/point_reduction.hpp"
#include "corbel/core/index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace corbel {
namespace {

constexpr double same_interface = 0.9;   ///< least cosine between the normals of its points
constexpr std::size_t few_points = 6;    ///< two for each node of a triangle
constexpr std::size_t most_nodes = 300;  ///< of an interface in one piece: work grows with their cube
constexpr double at_node = 1e-6;         ///< least shape function of a node in touch

/// |cos| of the angle between a normal and that of a face, both in q_e.
double facing(std::span<const Vec3> x, std::span<const int> face, const Vec3& n)
{
  const Vec3 a = x[index(face[1])] - x[index(face[0])], b = x[index(face[2])] - x[index(face[0])];
  const Vec3 normal = a.cross(b);
  return std::abs(normal.dot(n)) / std::max(normal.norm(), std::numeric_limits<double>::min());
}

/// Those of the nodes of a face, and their sum.
std::pair<NodeWeights, double> part_on(std::span<const int> face, const std::vector<int>& nodes,
                                       const NodeWeights& all)
{
  NodeWeights w;
  double sum = 0;
  for (const int v : face)
    for (std::size_t a = 0; a < index(all.count); ++a)
      if (all.node[a] == nodes[index(v)] && all.N[a] > 0) {
        w.node[index(w.count)] = all.node[a];
        w.N[index(w.count++)] = all.N[a];
        sum += all.N[a];
      }
  return {w, sum};
}

/// The nodes of the boundary face that a point lies on, at or a little below it, and their shape functions there. n: normal of the
/// contact, which tells the faces around an edge apart.
NodeWeights on_surface(const Body& body, const NodalKinematics& nodal, const MaterialPoint& X, int object,
                       const Vec3& n)
{
  const NodeWeights all = nodal.weights(X);
  const ContactSurface& surface = body.surface;
  if (index(object) >= surface.convexes.size() || surface.node_of[index(object)].empty()) return all;
  const Convex& convex = surface.convexes[index(object)];
  std::vector<Vec3> x(convex.vertices.size());
  body.place(object, convex.vertices, x);
  NodeWeights best;
  double most = 0, best_sum = 0;
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    if (!convex.face_boundary[f]) continue;
    const auto [w, sum] = part_on(convex.face(f), surface.node_of[index(object)], all);
    if (const double score = sum * facing(x, convex.face(f), n); score > most) {
      most = score;
      best = w;
      best_sum = sum;
    }
  }
  if (best_sum < 0.5) return all;  // deep inside, or a face with more nodes than corners
  for (std::size_t a = 0; a < index(best.count); ++a)
    best.N[a] /= best_sum;
  return best;
}

/// φ of some contacts between the same two bodies.
class Interface {
 public:
  Interface(std::span<const Contact> contacts, std::vector<std::size_t> points, const Model& model)
      : contacts_(contacts), points_(std::move(points))
  {
    std::vector<std::pair<Eigen::Index, double>> entries;  // of all points, ends in `end`
    std::vector<std::size_t> end;
    for (const std::size_t i : points_) {
      const Contact& c = contacts_[i];
      const Vec3 n = c.frame.col(2);
      add(model.bodies()[c.slave], {c.on_slave, c.slave_object, n}, 0, entries);
      add(model.bodies()[c.master], {c.on_master, c.master_object, n}, 1, entries);
      end.push_back(entries.size());
    }
    Phi_.setZero(static_cast<Eigen::Index>(rows_.size()), static_cast<Eigen::Index>(points_.size()));
    w_.resize(static_cast<Eigen::Index>(points_.size()));
    for (std::size_t k = 0, e = 0; k < points_.size(); ++k) {
      for (; e < end[k]; ++e)
        Phi_(entries[e].first, static_cast<Eigen::Index>(k)) += entries[e].second;
      w_[static_cast<Eigen::Index>(k)] = contacts_[points_[k]].area;
    }
  }

  std::size_t nodes() const { return rows_.size(); }
  bool has_too_many() const { return points_.size() > std::max(few_points, nodes()); }

  /// (1): positions among the points, and A′.
  std::optional<std::pair<std::vector<std::size_t>, Eigen::VectorXd>> fewer() const
  {
    std::vector<std::size_t> old;
    for (std::size_t k = 0; k < points_.size(); ++k)
      if (!at(k).is_new && at(k).area > 0) old.push_back(k);
    if (const auto areas = weights_of(Phi_, old, w_)) return std::pair(old, *areas);
    const std::vector<std::size_t> some = independent_points(Phi_, w_, order());
    if (const auto areas = weights_of(Phi_, some, w_)) return std::pair(some, *areas);
    return std::nullopt;
  }
  /// A point without area at a node that no other presses on: the end of an edge.
  bool stands_alone(std::size_t k) const
  {
    if (at(k).area > 0) return false;
    const Eigen::VectorXd t = Phi_ * w_;
    const auto column = Phi_.col(static_cast<Eigen::Index>(k));
    for (Eigen::Index r = 0; r < t.size(); ++r)
      if (column[r] > at_node && !(t[r] > at_node * w_.sum() / static_cast<double>(nodes()))) return true;
    return false;
  }
  std::size_t contact(std::size_t k) const { return points_[k]; }
  std::size_t size() const { return points_.size(); }

 private:
  const Contact& at(std::size_t k) const { return contacts_[points_[k]]; }
  struct Side {
    const MaterialPoint& X;
    int object;
    const Vec3& n;
  };
  void add(const Body& body, const Side& at, int side, std::vector<std::pair<Eigen::Index, double>>& entries)
  {
    const auto* nodal = dynamic_cast<const NodalKinematics*>(&body.kinematics());
    if (!nodal || !body.responds()) return;
    const NodeWeights w = on_surface(body, *nodal, at.X, at.object, at.n);
    for (std::size_t a = 0; a < index(w.count); ++a) {
      if (w.N[a] < at_node) continue;
      const auto [entry, is_new] =
          rows_.try_emplace({side, w.node[a]}, static_cast<Eigen::Index>(rows_.size()));
      entries.emplace_back(entry->second, w.N[a]);
    }
  }
  /// Old ones first, then from the outside to the middle: what keeps a body from tipping is kept.
  std::vector<std::size_t> order() const
  {
    Vec3 middle = Vec3::Zero();
    for (std::size_t k = 0; k < points_.size(); ++k)
      middle += at(k).point / static_cast<double>(points_.size());
    std::vector<std::size_t> all;
    std::vector<double> distance;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      distance.push_back((at(k).point - middle).norm());
      if (at(k).area > 0) all.push_back(k);
    }
    std::ranges::sort(all, [&](std::size_t a, std::size_t b) {
      if (at(a).is_new != at(b).is_new) return at(b).is_new;
      return distance[a] != distance[b] ? distance[a] > distance[b] : a < b;
    });
    return all;
  }

  std::span<const Contact> contacts_;
  std::vector<std::size_t> points_;                   ///< among the contacts
  std::map<std::pair<int, int>, Eigen::Index> rows_;  ///< by side and node
  Eigen::MatrixXd Phi_;                               ///< nodes × points
  Eigen::VectorXd w_;                                 ///< areas
};

/// Points of one normal and one material.
std::vector<std::vector<std::size_t>> interfaces(std::span<const Contact> contacts, const Model& model)
{
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& c = contacts[i];
    const SurfaceMaterial& material = model.surface_materials[c.material];
    if (material.cohesion > 0 || material.model == ContactModel::spring_dashpot) continue;
    const auto like = std::ranges::find_if(all, [&](const std::vector<std::size_t>& points) {
      const Contact& first = contacts[points.front()];
      return first.material == c.material && first.slave == c.slave &&
             first.frame.col(2).dot(c.frame.col(2)) > same_interface;
    });
    if (like == all.end())
      all.push_back({i});
    else
      like->push_back(i);
  }
  return all;
}

void thin_interface(std::span<Contact> contacts, const std::vector<std::size_t>& points, const Model& model,
                    std::span<char> dropped)
{
  if (points.size() <= few_points) return;
  const Interface interface(contacts, points, model);
  if (interface.nodes() > most_nodes) {  // in halves, as their objects are numbered
    const auto middle = points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2);
    thin_interface(contacts, {points.begin(), middle}, model, dropped);
    thin_interface(contacts, {middle, points.end()}, model, dropped);
    return;
  }
  if (interface.nodes() == 0 || !interface.has_too_many()) return;
  const auto fewer = interface.fewer();
  if (!fewer) return;
  for (std::size_t k = 0; k < interface.size(); ++k)
    dropped[interface.contact(k)] = !interface.stands_alone(k);
  const auto& [kept, areas] = *fewer;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    dropped[interface.contact(kept[k])] = 0;
    contacts[interface.contact(kept[k])].area = areas[static_cast<Eigen::Index>(k)];
  }
}

bool has_elements(const Body& body) { return body.kind == BodyKind::finite_element; }

}  // namespace

void thin_points(ContactSet& contacts, const Model& model)
{
  std::vector<char> dropped;  // empty: no pair has to be looked at
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    while (end < contacts.size() && same_bodies(contacts[begin], contacts[end]))
      ++end;
    const std::span pair = std::span(contacts).subspan(begin, end - begin);
    if (pair.size() <= few_points) continue;
    if (!has_elements(model.bodies()[pair[0].slave]) && !has_elements(model.bodies()[pair[0].master]))
      continue;
    // Where no point is new the set is that of the last step.
    if (std::ranges::none_of(pair, [](const Contact& c) { return c.is_new; })) continue;
    dropped.resize(contacts.size(), 0);
    for (const auto& points : interfaces(pair, model))
      thin_interface(pair, points, model, std::span(dropped).subspan(begin, end - begin));
  }
  if (dropped.empty()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (dropped[i]) continue;
    if (kept != i) contacts[kept] = std::move(contacts[i]);
    ++kept;
  }
  contacts.resize(kept);
}

}  // namespace corbel
