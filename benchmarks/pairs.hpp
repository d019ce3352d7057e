// SPDX-License-Identifier: MIT
// Random pairs of placed shapes, each set of one kind of contact.
#pragma once

#include "corbel/geometry/convex_edges.hpp"
#include "corbel/geometry/ellipsoid.hpp"
#include "corbel/geometry/pair_geometry.hpp"

#include <memory>
#include <random>
#include <vector>

namespace corbel::benchmarks {

/// A convex in its position; the lists of faces are shared, as in the detector.
struct PlacedShape {
  std::shared_ptr<const Convex> convex;
  std::vector<Vec3> x;
  std::vector<Plane> planes;
  std::shared_ptr<const ConvexEdges> edges;

  PlacedConvex view() const { return {*convex, x, planes, edges.get()}; }
};

template<class A, class B>
struct Pair {
  A a;
  B b;
};
using ConvexPair = Pair<PlacedShape, PlacedShape>;
using ConvexSpherePair = Pair<PlacedShape, Sphere>;
using ConvexEllipsoidPair = Pair<PlacedShape, PlacedEllipsoid>;
using EllipsoidPair = Pair<PlacedEllipsoid, PlacedEllipsoid>;
using SpherePair = Pair<Sphere, Sphere>;

/// Shapes of sizes about one; the same numbers in every run.
class PairMaker {
 public:
  explicit PairMaker(unsigned seed) : engine_(seed) {}

  // b on top of a by one of its features, `depth` deep (negative: apart). The pair is then turned anyhow.
  ConvexPair hexes_face_on_face(double depth);
  ConvexPair hexes_edge_on_face(double depth);
  ConvexPair hexes_vertex_on_face(double depth);
  ConvexPair hexes_edge_on_edge(double depth);

  // b turned anyhow, its centre up to `reach` from that of a along each axis.
  ConvexPair hexes_anyhow(double reach);
  ConvexPair tets_anyhow(double reach);
  ConvexPair hulls_anyhow(int points, double reach);

  SpherePair spheres(double depth);
  ConvexSpherePair hex_and_sphere(double depth);

  // Spheres as above, stretched by factors of 1 to 3 along axes of the whole pair, so about as deep.
  EllipsoidPair ellipsoids(double depth);
  ConvexEllipsoidPair hex_and_ellipsoid(double depth);

 private:
  using Vertices = std::vector<Vec3>;

  double uniform(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(engine_); }
  Vec3 vector(double lo, double hi) { return {uniform(lo, hi), uniform(lo, hi), uniform(lo, hi)}; }
  Mat3 rotation();
  Mat3 stretch();
  Vertices hex(const Mat3& R);  ///< corners of a box with edges in [0.7, 1.3], turned
  ConvexPair stack(Vertices a, Vertices b, const Vec3& above, double depth);
  ConvexPair apart_by(std::shared_ptr<const Convex> convex_a, std::shared_ptr<const Convex> convex_b,
                      double reach);

  std::mt19937 engine_;
};

}  // namespace corbel::benchmarks
