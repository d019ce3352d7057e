// SPDX-License-Identifier: MIT
// Convex hull by Qhull (its C interface: the reentrant library alone, errors as a code, messages to our own
// stream).
#include "corbel/geometry/check_points.hpp"
#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/mass_properties.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace corbel {
namespace {

using Edges = std::vector<std::pair<int, int>>;
using Ring = std::vector<int>;  ///< point numbers around a face

[[noreturn]] void throw_no_hull(std::size_t count)
{
  throw_input_error("points", fmt::format("{} points that span no volume", count),
                    "at least four points that do not lie in one plane",
                    "Check for repeated or coplanar points and for points that differ only by round-off.");
}

/// What Qhull has to say goes here and is dropped: the error code tells enough.
class SilentStream {
 public:
  SilentStream() : file_(open_memstream(&text_, &size_))
  {
    demand(file_ != nullptr, "convex_hull: no memory stream");
  }
  ~SilentStream()
  {
    std::fclose(file_);
    std::free(text_);
  }
  SilentStream(const SilentStream&) = delete;
  SilentStream& operator=(const SilentStream&) = delete;
  std::FILE* get() const { return file_; }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

/// Facets whose planes differ by less than this are one polygon. Relative to the size of the hull; points far
/// from the origin carry the round-off of their coordinates.
double merge_tolerance(const std::vector<Vec3>& points, double size)
{
  double largest = 0;
  for (const Vec3& x : points)
    largest = std::max(largest, x.cwiseAbs().maxCoeff());
  return std::max(1e-9, 16 * std::numeric_limits<double>::epsilon() * largest / size);
}

/// Runs Qhull on construction and frees its memory at the end. The points must outlive it.
class QhullRun {
 public:
  QhullRun(std::vector<double>& flat, double tolerance) : flat_(flat)
  {
    qh_zero(&qh_, messages_.get());
    std::string command = fmt::format("qhull Pp C-{:e}", tolerance);
    exit_code_ = qh_new_qhull(&qh_, 3, static_cast<int>(flat.size() / 3), flat.data(), False, command.data(),
                              nullptr, messages_.get());
  }
  ~QhullRun()
  {
    qh_freeqhull(&qh_, !qh_ALL);
    int not_freed = 0;
    int not_freed_size = 0;
    qh_memfreeshort(&qh_, &not_freed, &not_freed_size);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  bool failed() const { return exit_code_ != 0; }

  /// Rings of all facets, each in either direction.
  std::vector<Ring> rings() const
  {
    std::vector<Ring> rings;
    for (const facetT* facet = qh_.facet_list; facet != nullptr && facet->next != nullptr;
         facet = facet->next)
      rings.push_back(facet->simplicial ? triangle(*facet) : join(edges(*facet)));
    return rings;
  }

 private:
  int number(const void* vertex) const
  {
    return static_cast<int>((static_cast<const vertexT*>(vertex)->point - flat_.data()) / 3);
  }
  Ring triangle(const facetT& facet) const
  {
    Ring ring;
    for (const setelemT* e = facet.vertices->e; e->p != nullptr; ++e)
      ring.push_back(number(e->p));
    return ring;
  }
  Edges edges(const facetT& facet) const
  {
    Edges edges;
    for (const setelemT* e = facet.ridges->e; e->p != nullptr; ++e) {
      const setelemT* ends = static_cast<const ridgeT*>(e->p)->vertices->e;
      edges.emplace_back(number(ends[0].p), number(ends[1].p));
    }
    return edges;
  }
  /// Chains the edges of one facet, which come in any order and direction, into a ring.
  static Ring join(Edges edges)
  {
    Ring ring{edges.back().first};
    int end = edges.back().second;
    edges.pop_back();
    while (!edges.empty()) {
      std::size_t i = 0;
      while (i < edges.size() && edges[i].first != end && edges[i].second != end)
        ++i;
      if (i == edges.size()) return {};  // not a ring: the caller refuses the hull
      ring.push_back(end);
      end = edges[i].first == end ? edges[i].second : edges[i].first;
      edges[i] = edges.back();
      edges.pop_back();
    }
    return end == ring[0] ? ring : Ring{};
  }

  std::vector<double>& flat_;
  SilentStream messages_;
  qhT qh_;
  int exit_code_;
};

/// Points moved to the middle and to size one, so that Qhull's round-off is relative to the size of the hull.
std::vector<double> normalized(const std::vector<Vec3>& points, const Vec3& middle, double size)
{
  std::vector<double> flat;
  for (const Vec3& x : points) {
    const Vec3 y = (x - middle) / size;
    flat.insert(flat.end(), {y.x(), y.y(), y.z()});
  }
  return flat;
}

/// Counter-clockwise seen from outside; `inside` is any point inside the hull.
void turn_outward(Ring& ring, const std::vector<Vec3>& points, const Vec3& inside)
{
  Vec3 normal = Vec3::Zero();
  const Vec3& x0 = points[static_cast<std::size_t>(ring[0])];
  for (std::size_t i = 1; i + 1 < ring.size(); ++i)
    normal += (points[static_cast<std::size_t>(ring[i])] - x0)
                  .cross(points[static_cast<std::size_t>(ring[i + 1])] - x0);
  if (normal.dot(x0 - inside) < 0) std::reverse(ring.begin(), ring.end());
}

/// Keeps the points that some ring uses, in their given order.
Convex collect(const std::vector<Vec3>& points, const std::vector<Ring>& rings)
{
  std::vector<int> new_number(points.size(), -1);
  for (const Ring& ring : rings)
    for (const int p : ring)
      new_number[static_cast<std::size_t>(p)] = 0;
  Convex convex;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (new_number[p] < 0) continue;
    new_number[p] = static_cast<int>(convex.vertices.size());
    convex.vertices.push_back(points[p]);
  }
  convex.face_begin.push_back(0);
  for (const Ring& ring : rings) {
    for (const int p : ring)
      convex.face_vertex.push_back(new_number[static_cast<std::size_t>(p)]);
    convex.face_begin.push_back(static_cast<int>(convex.face_vertex.size()));
  }
  return convex;
}

}  // namespace

Convex convex_hull(std::span<const double> points, int volume_id, int surface_id)
{
  const std::vector<Vec3> x = read_points("points", points);
  Aabb box;
  for (const Vec3& point : x)
    box.extend(point);
  const double size = box.size().maxCoeff();
  if (!(size > 0)) throw_no_hull(x.size());

  std::vector<double> flat = normalized(x, box.center(), size);
  const auto run = std::make_unique<QhullRun>(flat, merge_tolerance(x, size));  // a qhT is several kilobytes
  std::vector<Ring> rings = run->failed() ? std::vector<Ring>{} : run->rings();
  if (rings.size() < 4) throw_no_hull(x.size());
  for (const Ring& ring : rings)
    if (ring.size() < 3) throw_no_hull(x.size());

  const Vec3 inside = mean_of(x);
  for (Ring& ring : rings)
    turn_outward(ring, x, inside);
  Convex hull = collect(x, rings);
  hull.face_surface.assign(rings.size(), surface_id);
  hull.face_boundary.assign(rings.size(), 1);
  hull.volume_id = volume_id;
  return hull;
}

}  // namespace corbel
