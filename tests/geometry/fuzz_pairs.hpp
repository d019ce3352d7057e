// SPDX-License-Identifier: MIT
// Random and degenerate pairs of convexes, cheap enough for a million of them.
#pragma once

#include "bodies.hpp"

#include "corbel/geometry/convex_edges.hpp"

#include <functional>
#include <map>
#include <string>

namespace corbel::testing {

/// Of all kinds together; fewer where everything takes longer.
#if defined(NDEBUG) && !defined(CORBEL_INSTRUMENTED)
constexpr int fuzz_pairs = 1000000;
#else
constexpr int fuzz_pairs = 20000;
#endif

/// A convex of a pool with vertices placed anew for each pair.
struct FuzzShape {
  const Convex* convex = nullptr;
  std::vector<Vec3> x;
  std::vector<Plane> planes;
  const ConvexEdges* edges = nullptr;

  PlacedConvex view() const { return {*convex, x, planes, edges}; }
};

struct FuzzPair {
  FuzzShape a, b;
  double size;  ///< of the smaller one: its largest extent before turning [m]
};

class PairFuzzer {
 public:
  explicit PairFuzzer(unsigned seed);

  void anyhow(FuzzPair& pair);              ///< sharing a point, or near each other
  void faces_in_one_plane(FuzzPair& pair);  ///< face on face, touching exactly or a little deep or apart
  void on_a_grid(FuzzPair& pair);  ///< corners on a small grid: shared faces, edges, vertices, identical
  void edges_in_one_line(FuzzPair& pair);  ///< edge along edge, turned about it
  void vertex_on_vertex(FuzzPair& pair);
  void needles_and_slivers(FuzzPair& pair);  ///< aspect ratios to 1e4
  void sizes_far_apart(FuzzPair& pair);      ///< from 1e-4 to 1e4
  void one_inside_the_other(FuzzPair& pair);
  void identical(FuzzPair& pair);
  void flattened(FuzzPair& pair);  ///< one of them has no volume left, perhaps not even an area

  const Convex& any();
  void put(FuzzShape& shape, const Convex& convex, const Vec3& extents, const Motion& motion);
  const Convex& cube() const { return pool_[0]; }
  Vec3 extents(double aspect);          ///< largest 1
  Vec3 inside(const FuzzShape& shape);  ///< any point in it
  double power(double lo, double hi) { return std::pow(10, random.uniform(lo, hi)); }
  std::size_t index(std::size_t n) { return random.engine() % n; }

  Random random;

 private:
  void put_anyhow(FuzzPair& pair, const Vec3& extents_a, const Vec3& extents_b);
  void shift(FuzzShape& shape, const Vec3& by);
  /// Moves both together, so that nothing is parallel to an axis any more.
  void turn(FuzzPair& pair);

  std::vector<Convex> pool_;  ///< extents 1 along all axes: boxes, tetrahedra, hulls
  std::vector<Convex> grid_;  ///< corners on a grid of 3 × 3 × 3 points
  std::map<const Convex*, ConvexEdges> edges_;
};

}  // namespace corbel::testing
