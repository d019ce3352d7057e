// SPDX-License-Identifier: MIT
#include "corbel/contact/placed_objects.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/threads.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace corbel {
namespace {

/// A pile of equal blocks has thousands of convexes but few different lists of faces; shared, those stay in
/// the cache.
struct LessFaces {
  static auto key(const Convex& c)
  {
    return std::tuple(c.vertices.size(), std::tie(c.face_begin, c.face_vertex, c.face_surface,
                                                  c.face_boundary, c.vertex_spread));
  }
  bool operator()(const Convex* a, const Convex* b) const { return key(*a) < key(*b); }
};
using SharedFaces = std::map<const Convex*, const ConvexEdges*, LessFaces>;

/// The impulse of a contact acts on both sides at one point of space. In affine motion that is one material
/// point, and the impulse would do nothing (W = 0).
bool touches_itself(const Body& body) { return body.self_contact && body.kind != BodyKind::pseudo_rigid; }

}  // namespace

void PlacedObjects::update(const Model& model, double epsilon)
{
  if (model.revision() != revision_) {
    lay_out(model);
    revision_ = model.revision();
  }
  if (epsilon != epsilon_) placed_at_.assign(model.bodies().size(), never);
  epsilon_ = epsilon;
  parallel_for(model.bodies().size(), 64, [&](std::size_t b) {
    const Body& body = *model.bodies()[b];
    if (placed_at_[b] != body.mid_revision) place(body, body_begin_[b], epsilon);
    placed_at_[b] = body.mid_revision;
    for (std::size_t i = body_begin_[b]; i < body_begin_[b] + body.surface.object_count(); ++i)
      group_[i] = touches_itself(body) ? own_group_ + static_cast<std::int32_t>(i) : body.index;
  });
}

void PlacedObjects::lay_out(const Model& model)
{
  objects_.clear();
  body_begin_.clear();
  fans_.clear();
  body_.clear();
  object_size_.clear();
  spheres_.clear();
  ellipsoids_.clear();
  X_.clear();
  edges_.clear();
  SharedFaces faces;
  std::size_t planes = 0;
  for (const auto& body : model.bodies()) {
    body_begin_.push_back(objects_.size());
    const ContactSurface& surface = body->surface;
    fans_.push_back(body->deforms() ? SurfaceFans(surface) : SurfaceFans());
    const auto number = [&] { return static_cast<int>(objects_.size() - body_begin_.back()); };
    for (const Convex& convex : surface.convexes) {
      const auto [shared, is_new] = faces.try_emplace(&convex, nullptr);
      if (is_new) shared->second = &edges_.emplace_back(find_edges(convex));
      objects_.push_back(
          {&surface, number(), ObjectKind::convex, X_.size(), planes, shared->first, shared->second});
      X_.insert(X_.end(), convex.vertices.begin(), convex.vertices.end());
      planes += convex.face_count();
    }
    for (const Sphere& sphere : surface.spheres) {
      objects_.push_back({&surface, number(), ObjectKind::sphere, spheres_.size()});
      spheres_.push_back(sphere);
    }
    for (const Ellipsoid& ellipsoid : surface.ellipsoids) {
      objects_.push_back({&surface, number(), ObjectKind::ellipsoid, ellipsoids_.size()});
      ellipsoids_.push_back(placed(ellipsoid));
    }
    body_.resize(objects_.size(), body->index);
    for (std::size_t i = 0; i < surface.object_count(); ++i)
      object_size_.push_back(size_of(object_box(surface, i)));
  }
  group_.resize(objects_.size());
  placed_at_.assign(model.bodies().size(), never);
  own_group_ = static_cast<std::int32_t>(model.bodies().size());
  boxes_.resize(objects_.size());
  x_.resize(X_.size());
  planes_.resize(planes);
  spread_.resize(std::ranges::all_of(fans_, &SurfaceFans::empty) ? 0 : X_.size());
}

void PlacedObjects::place(const Body& body, std::size_t first, double epsilon)
{
  for (std::size_t i = first; i < first + body.surface.object_count(); ++i) {
    const Object& object = objects_[i];
    boxes_[i] = object.kind == ObjectKind::convex   ? place_convex(body, object)
                : object.kind == ObjectKind::sphere ? place_sphere(body, object)
                                                    : place_ellipsoid(body, object);
    boxes_[i].inflate(epsilon);
  }
}

Aabb PlacedObjects::place_convex(const Body& body, const Object& object)
{
  const std::size_t n = object.convex->vertices.size();
  const std::span<Vec3> x(x_.data() + object.first, n);
  body.place(object.object, {X_.data() + object.first, n}, x);
  Aabb box;
  for (const Vec3& point : x)
    box.extend(point);
  return box;
}

Aabb PlacedObjects::place_sphere(const Body& body, const Object& object)
{
  const std::size_t number = static_cast<std::size_t>(object.object) - body.surface.convexes.size();
  Sphere& sphere = spheres_[object.first];
  body.place(object.object, {&body.surface.spheres[number].center, 1}, {&sphere.center, 1});
  Aabb box{sphere.center, sphere.center};
  box.inflate(sphere.radius);
  return box;
}

/// The centre and the ends of the three semi-axes are carried, so the ellipsoid turns and deforms with its
/// body.
Aabb PlacedObjects::place_ellipsoid(const Body& body, const Object& object)
{
  const std::size_t number =
      static_cast<std::size_t>(object.object) - body.surface.convexes.size() - body.surface.spheres.size();
  const PlacedEllipsoid referential = placed(body.surface.ellipsoids[number]);
  const Vec3& c = referential.center;
  const Mat3& A = referential.A;
  const std::array<Vec3, 4> X = {c, c + A.col(0), c + A.col(1), c + A.col(2)};
  std::array<Vec3, 4> x;
  body.place(object.object, X, x);
  PlacedEllipsoid& ellipsoid = ellipsoids_[object.first];
  ellipsoid.center = x[0];
  ellipsoid.A << x[1] - x[0], x[2] - x[0], x[3] - x[0];
  return bounds(ellipsoid);
}

/// The spread at a vertex takes normals of the neighbours, too.
void PlacedObjects::mark(std::size_t i)
{
  if (use_[i] == Use::pair) return;
  use_[i] = Use::pair;
  const Object& object = objects_[i];
  const auto b = static_cast<std::size_t>(body_[i]);
  if (fans_[b].empty() || !object.convex) return;
  for (const int neighbour : object.surface->neighbours[static_cast<std::size_t>(object.object)]) {
    Use& use = use_[body_begin_[b] + static_cast<std::size_t>(neighbour)];
    if (use == Use::none) use = Use::neighbour;
  }
}

void PlacedObjects::update_planes(std::span<const BoxPair> pairs)
{
  use_.assign(objects_.size(), Use::none);
  for (const auto& [first, second] : pairs) {
    mark(static_cast<std::size_t>(first));
    mark(static_cast<std::size_t>(second));
  }
  parallel_for(objects_.size(), 256, [&](std::size_t i) {
    const Object& object = objects_[i];
    if (use_[i] == Use::none || !object.convex) return;
    compute_planes(*object.convex, {x_.data() + object.first, object.convex->vertices.size()},
                   {planes_.data() + object.first_plane, object.convex->face_count()});
  });
  if (spread_.empty()) return;
  parallel_for(objects_.size(), 256, [&](std::size_t i) {
    if (use_[i] == Use::pair && deforms_with_neighbours(i)) update_spread(i);
  });
}

/// Its vertex spreads are those of the current configuration, not of the reference.
bool PlacedObjects::deforms_with_neighbours(std::size_t i) const
{
  return objects_[i].convex && !objects_[i].convex->vertex_spread.empty() &&
         !fans_[static_cast<std::size_t>(body_[i])].empty();
}

void PlacedObjects::update_spread(std::size_t i)
{
  const Object& object = objects_[i];
  const auto b = static_cast<std::size_t>(body_[i]);
  const auto normal = [&](int convex, int face) -> const Vec3& {
    const Object& other = objects_[body_begin_[b] + static_cast<std::size_t>(convex)];
    return planes_[other.first_plane + static_cast<std::size_t>(face)].n;
  };
  std::vector<Vec3> scratch;
  const std::vector<int>& nodes = object.surface->node_of[static_cast<std::size_t>(object.object)];
  for (std::size_t v = 0; v < nodes.size(); ++v)
    spread_[object.first + v] = spread_at(fans_[b], nodes[v], normal, scratch);
}

PlacedConvex PlacedObjects::convex(std::size_t i) const
{
  const Object& object = objects_[i];
  const std::size_t n = object.convex->vertices.size();
  PlacedConvex placed = {*object.convex,
                         {x_.data() + object.first, n},
                         {planes_.data() + object.first_plane, object.convex->face_count()},
                         object.edges};
  if (deforms_with_neighbours(i)) placed.spread = {spread_.data() + object.first, n};
  return placed;
}

}  // namespace corbel
