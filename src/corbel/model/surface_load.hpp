// SPDX-License-Identifier: MIT
// A load on a surface of a body (manual §3.2 LOAD), given as force per area.
//
//   f_a = ∫ N_a p d dA      at the nodes a of each face, N_a its own shape functions
//
// 'SPATIAL' is a dead load: areas and directions are those of the referential face. 'CONVECTED' follows the
// body: area and direction are those of the face in q_e, so a pressure stays normal. There a vector d becomes
// F d / |F d|, and the tangent that starts as the steepest descent is carried along in the face. On faces of
// meshes these are the consistent forces of finite elements; corners of convexes are taken as nodes. On a body
// that moves as an affine map the nodes carry what the face does: N_a are partitions of unity that reproduce
// its points.
#pragma once

#include "corbel/model/body_surface.hpp"
#include "corbel/model/load.hpp"

namespace corbel {

class SurfaceLoad {
 public:
  /// A vector direction has length 1. Throws InputError (faces_of).
  SurfaceLoad(Body& body, LoadKind kind, int surface_id, const SurfaceDirection& direction, Amplitude value);

  /// Adds the forces of time t to the body, the one it was made for.
  void apply(Body& to, double t) const;

  BodyId body;
  LoadKind kind;
  int surface_id;
  SurfaceDirection direction;
  Amplitude value;  ///< [Pa]

 private:
  struct Face {
    std::size_t first;  ///< node
    const FaceKind* kind;
    MaterialPoint middle;
  };
  void find_tangents(const std::vector<Vec3>& X);
  /// Forces of a unit load at the nodes, whose positions are x. follows: the body that a vector turns with, or null.
  std::vector<Vec3> unit_forces(const std::vector<Vec3>& x, const Body* follows) const;
  Vec3 traction_direction(const Face& face, const Body* follows) const;

  std::vector<Face> faces_;
  std::vector<MaterialPoint> nodes_;  ///< face by face
  std::vector<Eigen::Vector2d> tangents_;  ///< per point: tangent1 = a ∂X/∂ξ + b ∂X/∂η; empty when not needed
  std::vector<Vec3> dead_;                 ///< per node: force of a unit load; empty for one that follows
};

}  // namespace corbel
