// SPDX-License-Identifier: MIT
// A million pairs of shapes, most of them unkind: whatever a construction of contacts finds is usable, it
// finds a contact where shapes clearly overlap, and none where they are clearly apart.
//
// Another construction is one more entry of `constructions`.
#include "fuzz_pairs.hpp"
#include "half_spaces.hpp"
#include "separating_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace corbel::testing {
namespace {

// ------------------------------------------------------------------ constructions

/// A contact through any number of points with one normal.
struct Found {
  struct Point {
    Vec3 x;
    double gap;
  };
  Vec3 normal;
  double area;
  std::vector<Point> points;
};

struct Construction {
  const char* name;
  double blind;    ///< contacts of less depth than this many epsilons may be overlooked
  double outside;  ///< how many epsilons a point may lie outside of a plane
  double
      depth;  ///< part of the way out that the deepest gap shows; an overlap can be thin and its way out long
  std::optional<Found> (*find)(const PlacedConvex& a, const PlacedConvex& b, double epsilon);
};

const Construction constructions[] = {
    {"overlap", 0.1, 1.01, 0,
     [](const PlacedConvex& a, const PlacedConvex& b, double epsilon) -> std::optional<Found> {
       const auto pair = touch(a, b, epsilon);
       if (!pair) return std::nullopt;
       return Found{pair->normal, pair->area, {{pair->point, pair->gap}}};
     }},
    // A corner on a corner is no contact of a patch before it is deeper than epsilon. Points may be epsilon
    // beside and epsilon above a face.
    {"patch", 1.01, 2.01, 0.4,
     [](const PlacedConvex& a, const PlacedConvex& b, double epsilon) -> std::optional<Found> {
       const auto touching = patch(a, b, epsilon);
       if (!touching) return std::nullopt;
       Found found{touching->normal, touching->area, {}};
       for (std::size_t k = 0; k < touching->count; ++k)
         found.points.push_back({touching->points[k].point, touching->points[k].gap});
       return found;
     }}};

// ------------------------------------------------------------------ what must hold

/// Reason to complain, or nothing.
std::string complaint(const Found& found)
{
  if (!all_finite(found.normal) || !std::isfinite(found.area)) return "not finite";
  if (std::abs(found.normal.norm() - 1) > 1e-9)
    return fmt::format("normal of length {}", found.normal.norm());
  if (!(found.area >= 0)) return fmt::format("area {}", found.area);
  if (found.points.empty()) return "no point";
  for (const Found::Point& point : found.points) {
    if (!all_finite(point.x)) return "point not finite";
    if (!(point.gap <= 0) || !std::isfinite(point.gap)) return fmt::format("gap {}", point.gap);
  }
  return "";
}

/// How far b must go along n to leave a.
double way_out(const Vec3& n, const PlacedConvex& a, const PlacedConvex& b)
{
  double highest = -std::numeric_limits<double>::infinity(), lowest = -highest;
  for (const Vec3& x : a.x)
    highest = std::max(highest, n.dot(x));
  for (const Vec3& x : b.x)
    lowest = std::min(lowest, n.dot(x));
  return highest - lowest;
}

double largest_distance(const Vec3& x, std::span<const Plane> planes)
{
  double largest = -std::numeric_limits<double>::infinity();
  for (const Plane& plane : planes)
    largest = std::max(largest, plane.distance(x));
  return largest;
}

/// Largest distance by which all of b lies outside of one plane of a.
double outside_of_a_face(const PlacedConvex& a, const PlacedConvex& b)
{
  double most = -std::numeric_limits<double>::infinity();
  for (const Plane& plane : a.planes) {
    double least = std::numeric_limits<double>::infinity();
    for (const Vec3& x : b.x)
      least = std::min(least, plane.distance(x));
    most = std::max(most, least);
  }
  return most;
}

/// Whether a and b with its planes moved outward have a common point: sharp corners reach many epsilons then.
bool meets_grown(const PlacedConvex& a, const PlacedConvex& b, double growth, double size)
{
  constexpr double accuracy = 1e-5;  // of the ball
  std::vector<Plane> planes(a.planes.begin(), a.planes.end());
  for (const Plane& plane : b.planes)
    planes.push_back({plane.n, plane.offset + growth});
  return inscribed_ball(planes, 0.5 * (a.x[0] + b.x[0]), size).radius > -accuracy * size;
}

struct Limits {
  bool is_compact = true;  ///< no needles and slivers: a small depth is small against all extents
  bool has_truth = true;   ///< do shapes have a volume, so that separating axes tell?
};

std::string complaint(const FuzzPair& pair, const std::optional<Found>& found, double epsilon,
                      const Construction& by, const Limits& limits)
{
  const PlacedConvex a = pair.a.view(), b = pair.b.view();
  const Separation s = separation(a, b);
  if (!found)
    return limits.has_truth && s.by_any < -by.blind * epsilon ? fmt::format("no contact, {} deep", -s.by_any)
                                                              : "";
  if (std::string trouble = complaint(*found); !trouble.empty()) return trouble;
  if (!limits.has_truth) return "";
  const double by_a_face = std::max(outside_of_a_face(a, b), outside_of_a_face(b, a));
  if (by_a_face > 1.01 * epsilon) return fmt::format("contact, {} apart by a face", by_a_face);
  const double growth = by.outside * epsilon;
  if (s.by_any > 20 * epsilon &&
      !(meets_grown(a, b, growth, pair.size) && meets_grown(b, a, growth, pair.size)))
    return fmt::format("contact, {} apart by edges", s.by_any);
  const double way = way_out(found->normal, a, b);
  const bool is_shallow = s.by_any > -1e-3 * pair.size && limits.is_compact;
  if (is_shallow && way > way_out(-found->normal, a, b))
    return fmt::format("normal the wrong way, depth {}, way out {}", -s.by_any, way);
  double deepest = 0;
  for (const Found::Point& point : found->points)
    deepest = std::max(deepest, -point.gap);
  if (deepest < by.depth * -s.by_any - 3 * epsilon)
    return fmt::format("gap {} in an overlap {} deep", -deepest, -s.by_any);
  for (const Found::Point& point : found->points) {
    const double distance =
        std::max(largest_distance(point.x, a.planes), largest_distance(point.x, b.planes));
    if (distance > -point.gap + by.outside * epsilon) return fmt::format("point {} outside", distance);
    if (-point.gap > std::max(0.0, way) + 1e-9 * pair.size)
      return fmt::format("gap {}, way out {}", point.gap, way);
  }
  return "";
}

using Generator = void (PairFuzzer::*)(FuzzPair&);

void fuzz(Generator generate, double share, const Limits& limits = {})
{
  const int count = static_cast<int>(share * fuzz_pairs);
  for (const Construction& construction : constructions) {
    PairFuzzer fuzzer(1);
    FuzzPair pair;
    int contacts = 0, complaints = 0;
    for (int trial = 0; trial < count; ++trial) {
      (fuzzer.*generate)(pair);
      const double epsilon = pair.size * std::pow(10, fuzzer.random.uniform(-9, -3));
      const auto found = construction.find(pair.a.view(), pair.b.view(), epsilon);
      contacts += found.has_value();
      const std::string trouble = complaint(pair, found, epsilon, construction, limits);
      if (trouble.empty()) continue;
      if (++complaints <= 5)
        ADD_FAILURE() << fmt::format("{}, pair {}, epsilon {:.3g}: {}", construction.name, trial, epsilon,
                                     trouble);
    }
    EXPECT_EQ(complaints, 0) << construction.name;
    EXPECT_GT(contacts, limits.has_truth ? count / 10 : 0) << construction.name;
  }
}

// ------------------------------------------------------------------ convexes

TEST(Fuzz, Anyhow) { fuzz(&PairFuzzer::anyhow, 0.15); }
TEST(Fuzz, FacesInOnePlane) { fuzz(&PairFuzzer::faces_in_one_plane, 0.15); }
TEST(Fuzz, OnAGrid) { fuzz(&PairFuzzer::on_a_grid, 0.15); }
TEST(Fuzz, EdgesInOneLine) { fuzz(&PairFuzzer::edges_in_one_line, 0.05); }
TEST(Fuzz, VertexOnVertex) { fuzz(&PairFuzzer::vertex_on_vertex, 0.05); }
TEST(Fuzz, NeedlesAndSlivers) { fuzz(&PairFuzzer::needles_and_slivers, 0.1, {.is_compact = false}); }
TEST(Fuzz, SizesFarApart) { fuzz(&PairFuzzer::sizes_far_apart, 0.1); }
TEST(Fuzz, OneInsideTheOther) { fuzz(&PairFuzzer::one_inside_the_other, 0.05); }
TEST(Fuzz, Identical) { fuzz(&PairFuzzer::identical, 0.02); }
TEST(Fuzz, Flattened) { fuzz(&PairFuzzer::flattened, 0.03, {.has_truth = false}); }

}  // namespace
}  // namespace corbel::testing
