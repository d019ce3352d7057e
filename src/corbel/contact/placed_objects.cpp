// SPDX-License-Identifier: MIT
#include "corbel/contact/placed_objects.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/threads.hpp"

#include <map>
#include <tuple>

namespace corbel {
namespace {

/// A pile of equal blocks has thousands of convexes but few different lists of faces; shared, those stay in
/// the cache.
struct LessFaces {
  static auto key(const Convex& c)
  {
    return std::tuple(c.vertices.size(),
                      std::tie(c.face_begin, c.face_vertex, c.face_surface, c.face_boundary));
  }
  bool operator()(const Convex* a, const Convex* b) const { return key(*a) < key(*b); }
};
using SharedFaces = std::map<const Convex*, const ConvexEdges*, LessFaces>;

}  // namespace

void PlacedObjects::update(const Model& model, double epsilon)
{
  if (model.revision() != revision_) {
    lay_out(model);
    revision_ = model.revision();
  }
  parallel_for(model.bodies().size(), 64,
               [&](std::size_t b) { place(*model.bodies()[b], body_begin_[b], epsilon); });
}

void PlacedObjects::lay_out(const Model& model)
{
  objects_.clear();
  body_begin_.clear();
  body_.clear();
  object_size_.clear();
  spheres_.clear();
  X_.clear();
  edges_.clear();
  SharedFaces faces;
  std::size_t planes = 0;
  for (const auto& body : model.bodies()) {
    body_begin_.push_back(objects_.size());
    const ContactSurface& surface = body->surface;
    for (const Convex& convex : surface.convexes) {
      const auto [shared, is_new] = faces.try_emplace(&convex, nullptr);
      if (is_new) shared->second = &edges_.emplace_back(find_edges(convex));
      objects_.push_back({body.get(), static_cast<int>(objects_.size() - body_begin_.back()), shared->first,
                          shared->second, X_.size(), planes});
      X_.insert(X_.end(), convex.vertices.begin(), convex.vertices.end());
      planes += convex.face_count();
    }
    for (const Sphere& sphere : surface.spheres) {
      objects_.push_back({body.get(), static_cast<int>(objects_.size() - body_begin_.back()), nullptr,
                          nullptr, spheres_.size(), 0});
      spheres_.push_back(sphere);
    }
    body_.resize(objects_.size(), body->index);
    for (std::size_t i = 0; i < surface.object_count(); ++i)
      object_size_.push_back(size_of(object_box(surface, i)));
  }
  group_.resize(objects_.size());
  boxes_.resize(objects_.size());
  x_.resize(X_.size());
  planes_.resize(planes);
}

void PlacedObjects::place(const Body& body, std::size_t first, double epsilon)
{
  for (std::size_t i = first; i < first + body.surface.object_count(); ++i) {
    const Object& object = objects_[i];
    Aabb box;
    if (object.convex) {
      const std::size_t n = object.convex->vertices.size();
      const std::span<Vec3> x(x_.data() + object.first, n);
      body.place({X_.data() + object.first, n}, x);
      for (const Vec3& point : x)
        box.extend(point);
    } else {
      const Sphere& referential =
          body.surface.spheres[static_cast<std::size_t>(object.object) - body.surface.convexes.size()];
      Sphere& sphere = spheres_[object.first];
      body.place({&referential.center, 1}, {&sphere.center, 1});
      box = {sphere.center, sphere.center};
      box.inflate(sphere.radius);
    }
    box.inflate(epsilon);
    boxes_[i] = box;
    group_[i] = body.self_contact ? -1 - static_cast<std::int32_t>(i) : body.index;
  }
}

void PlacedObjects::update_planes(std::span<const BoxPair> pairs)
{
  in_pairs_.assign(objects_.size(), 0);
  for (const auto& [first, second] : pairs)
    in_pairs_[static_cast<std::size_t>(first)] = in_pairs_[static_cast<std::size_t>(second)] = 1;
  parallel_for(objects_.size(), 256, [&](std::size_t i) {
    const Object& object = objects_[i];
    if (!in_pairs_[i] || !object.convex) return;
    compute_planes(*object.convex, {x_.data() + object.first, object.convex->vertices.size()},
                   {planes_.data() + object.first_plane, object.convex->face_count()});
  });
}

PlacedConvex PlacedObjects::convex(std::size_t i) const
{
  const Object& object = objects_[i];
  return {*object.convex,
          {x_.data() + object.first, object.convex->vertices.size()},
          {planes_.data() + object.first_plane, object.convex->face_count()},
          object.edges};
}

}  // namespace corbel
