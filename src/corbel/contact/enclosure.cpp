// SPDX-License-Identifier: MIT
// A vertical ray from the point goes up through the surface: each face that it leaves through counts +1, each
// that it enters through −1, so the sum is positive inside. Whether it meets a face is seen from above, by
// the edges right of the point. An edge is judged from its lower end in both of its faces, with the same
// bits, so a ray that runs through an edge or a vertex is counted once.
#include "corbel/contact/enclosure.hpp"

#include <Eigen/Geometry>

#include <algorithm>

namespace corbel {
namespace {

/// +1: goes up past p on its right; −1: down; 0: neither.
int passes(const Vec3& a, const Vec3& b, const Vec3& p)
{
  const bool above_a = a.y() > p.y(), above_b = b.y() > p.y();
  if (above_a == above_b) return 0;
  const Vec3 &lo = above_a ? b : a, &hi = above_a ? a : b;
  const double left = (hi.x() - lo.x()) * (p.y() - lo.y()) - (hi.y() - lo.y()) * (p.x() - lo.x());
  if (!(left > 0)) return 0;
  return above_b ? 1 : -1;
}

/// How often the face, seen from above, runs around p: ±1 or 0.
int turns(std::span<const Vec3> face, const Vec3& p)
{
  int sum = passes(face.back(), face.front(), p);
  for (std::size_t i = 1; i < face.size(); ++i)
    sum += passes(face[i - 1], face[i], p);
  return sum;
}

double height_above(std::span<const Vec3> face, const Vec3& p)
{
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 2; i < face.size(); ++i)
    normal += (face[i - 1] - face[0]).cross(face[i] - face[0]);
  return normal.dot(face[0] -
                    p);  // × |normal z|, with the sign of the height for a face with an upward normal
}

}  // namespace

Enclosure::Enclosure(const Body& body)
{
  std::vector<Vec3> x;
  for (std::size_t i = 0; i < body.surface.convexes.size(); ++i) {
    const Convex& convex = body.surface.convexes[i];
    x.resize(convex.vertices.size());
    body.place(static_cast<int>(i), convex.vertices, x);
    for (std::size_t f = 0; f < convex.face_count(); ++f) {
      if (!convex.face_boundary[f]) continue;
      const std::size_t begin = x_.size();
      for (const int v : convex.face(f))
        x_.push_back(x[static_cast<std::size_t>(v)]);
      faces_.push_back({begin, x_.size()});
    }
  }
  for (const Vec3& point : x_)
    box_.extend(point);
}

bool Enclosure::contains(const Vec3& p) const
{
  if (!box_.overlaps({p, p})) return false;
  int sum = 0;
  for (const auto& [begin, end] : faces_) {
    const std::span face(x_.data() + begin, end - begin);
    if (const int count = turns(face, p); count != 0 && count * height_above(face, p) > 0) sum += count;
  }
  return sum > 0;
}

bool has_inner_faces(const Body& body)
{
  return std::ranges::any_of(body.surface.convexes, [](const Convex& convex) {
    return std::ranges::find(convex.face_boundary, 0) != convex.face_boundary.end();
  });
}

Vec3 inner_point(const Body& body, std::size_t object)
{
  const ContactSurface& surface = body.surface;
  const int number = static_cast<int>(object);
  if (object < surface.convexes.size()) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& X : surface.convexes[object].vertices)
      sum += X;
    return body.mid_position({sum / static_cast<double>(surface.convexes[object].vertices.size()), number});
  }
  object -= surface.convexes.size();
  if (object < surface.spheres.size()) return body.mid_position({surface.spheres[object].center, number});
  return body.mid_position({surface.ellipsoids.at(object - surface.spheres.size()).center, number});
}

}  // namespace corbel
