// SPDX-License-Identifier: MIT
// All contact objects of a model in the configuration q_e of their bodies, in contiguous memory.
#pragma once

#include "corbel/contact/broad_phase.hpp"
#include "corbel/contact/surface_fans.hpp"
#include "corbel/geometry/convex_edges.hpp"
#include "corbel/geometry/pair_geometry.hpp"
#include "corbel/model/model.hpp"

#include <deque>
#include <vector>

namespace corbel {

enum class ObjectKind { convex, sphere, ellipsoid };

class PlacedObjects {
 public:
  /// Moves what has moved; rebuilds the layout when bodies were added or removed. Boxes are inflated by
  /// epsilon.
  void update(const Model& model, double epsilon);
  /// Face planes of the objects that occur in the pairs, and of bodies that deform the spreads at their
  /// vertices; others keep old ones. Most elements of a mesh are far from everything.
  void update_planes(std::span<const BoxPair> pairs);

  std::size_t size() const { return objects_.size(); }
  std::span<const Aabb> boxes() const { return boxes_; }
  std::span<const std::int32_t> body_indices() const { return body_; }  ///< per object: index of its body
  /// Per object: objects of the same group never touch. A group is a body; in self-contact each object is
  /// one.
  std::span<const std::int32_t> groups() const { return group_; }

  ObjectKind kind(std::size_t i) const { return objects_[i].kind; }
  std::size_t body_number(std::size_t i) const { return static_cast<std::size_t>(body_[i]); }
  int object(std::size_t i) const { return objects_[i].object; }       ///< number within its body
  double object_size(std::size_t i) const { return object_size_[i]; }  ///< referential [m]
  PlacedConvex convex(std::size_t i) const;
  const Sphere& sphere(std::size_t i) const { return spheres_[objects_[i].first]; }
  /// An ellipsoid, or a sphere seen as one.
  PlacedEllipsoid ellipsoid(std::size_t i) const
  {
    return kind(i) == ObjectKind::sphere ? placed(sphere(i)) : ellipsoids_[objects_[i].first];
  }

 private:
  struct Object {
    const ContactSurface* surface;  ///< of its body
    int object;
    ObjectKind kind;
    std::size_t first;                   ///< into X_ and x_ (convex), spheres_ or ellipsoids_
    std::size_t first_plane = 0;         ///< into planes_
    const Convex* convex = nullptr;      ///< faces, shared by all objects with the same ones
    const ConvexEdges* edges = nullptr;  ///< of the convex
  };

  void lay_out(const Model& model);
  void place(const Body& body, std::size_t first, double epsilon);
  void mark(std::size_t i);
  bool deforms_with_neighbours(std::size_t i) const;
  void update_spread(std::size_t i);
  Aabb place_convex(const Body& body, const Object& object);
  Aabb place_sphere(const Body& body, const Object& object);
  Aabb place_ellipsoid(const Body& body, const Object& object);

  int revision_ = -1;
  std::vector<Object> objects_;
  std::vector<std::size_t> body_begin_;  ///< per body: its first object
  static constexpr std::int64_t never = -1;
  std::vector<std::int64_t> placed_at_;  ///< per body: its mid_revision when it was placed
  double epsilon_ = 0;                   ///< its boxes were inflated by
  std::vector<std::int32_t> body_;
  std::int32_t own_group_ = 0;  ///< groups from here on have one object each
  std::vector<std::int32_t> group_;
  std::vector<double> object_size_;
  std::vector<Aabb> boxes_;
  std::vector<Vec3> X_;  ///< referential vertices
  std::vector<Vec3> x_;  ///< in q_e
  std::vector<Plane> planes_;
  enum class Use : char { none, neighbour, pair };
  std::vector<Use> use_;           ///< per object, of the last update_planes
  std::vector<SurfaceFans> fans_;  ///< per body; empty of those that do not deform
  std::vector<float> spread_;      ///< as x_; of bodies that deform
  std::vector<Sphere> spheres_;
  std::vector<PlacedEllipsoid> ellipsoids_;
  std::deque<ConvexEdges> edges_;  ///< of all different lists of faces
};

}  // namespace corbel
