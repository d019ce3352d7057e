// SPDX-License-Identifier: MIT
// All contact objects of a model moved to their places at t + h/2, in contiguous memory.
#pragma once

#include "corbel/contact/broad_phase.hpp"
#include "corbel/geometry/convex_edges.hpp"
#include "corbel/geometry/pair_geometry.hpp"
#include "corbel/model/model.hpp"

#include <deque>
#include <vector>

namespace corbel {

class PlacedObjects {
 public:
  /// Moves everything; rebuilds the layout when bodies were added or removed. Boxes are inflated by epsilon.
  void update(const Model& model, double epsilon);
  /// Face planes of the objects that occur in the pairs; others keep old ones. Most elements of a mesh are
  /// far from everything.
  void update_planes(std::span<const BoxPair> pairs);

  std::size_t size() const { return objects_.size(); }
  std::span<const Aabb> boxes() const { return boxes_; }
  std::span<const std::int32_t> body_indices() const { return body_; }  ///< per object: index of its body
  /// Per object: objects of the same group never touch. A group is a body; in self-contact each object is
  /// one.
  std::span<const std::int32_t> groups() const { return group_; }

  bool is_sphere(std::size_t i) const { return objects_[i].convex == nullptr; }
  Body& body(std::size_t i) const { return *objects_[i].body; }
  int object(std::size_t i) const { return objects_[i].object; }       ///< number within its body
  double object_size(std::size_t i) const { return object_size_[i]; }  ///< referential [m]
  PlacedConvex convex(std::size_t i) const;
  const Sphere& sphere(std::size_t i) const { return spheres_[objects_[i].first]; }

 private:
  struct Object {
    Body* body;
    int object;
    const Convex* convex;      ///< faces, shared by all objects with the same ones; null: a sphere
    const ConvexEdges* edges;  ///< of the convex
    std::size_t first;         ///< into X_ and x_ (convex) or spheres_
    std::size_t first_plane;   ///< into planes_
  };

  void lay_out(const Model& model);
  void place(const Body& body, std::size_t first, double epsilon);

  int revision_ = -1;
  std::vector<Object> objects_;
  std::vector<std::size_t> body_begin_;  ///< per body: its first object
  std::vector<std::int32_t> body_;
  std::vector<std::int32_t> group_;
  std::vector<double> object_size_;
  std::vector<Aabb> boxes_;
  std::vector<Vec3> X_;  ///< referential vertices
  std::vector<Vec3> x_;  ///< at t + h/2
  std::vector<Plane> planes_;
  std::vector<char> in_pairs_;  ///< per object, of the last update_planes
  std::vector<Sphere> spheres_;
  std::deque<ConvexEdges> edges_;  ///< of all different lists of faces
};

}  // namespace corbel
