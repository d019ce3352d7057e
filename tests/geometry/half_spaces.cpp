// SPDX-License-Identifier: MIT
#include "half_spaces.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

#include <cstdio>
#include <limits>
#include <stdexcept>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace corbel::testing {
namespace {

using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;

struct Triangle {
  std::array<Vec3, 3> x;
  Vec3 normal;  ///< outward
  double offset;
};

/// Triangles of the hull of some points.
std::vector<Triangle> hull(std::vector<Vec3>& points)
{
  qhT qh;
  std::FILE* nowhere = std::fopen("/dev/null", "w");
  qh_zero(&qh, nowhere);
  char command[] = "qhull Qt Pp";
  const int error = qh_new_qhull(&qh, 3, static_cast<int>(points.size()), points[0].data(), False, command,
                                 nullptr, nowhere);
  std::vector<Triangle> triangles;
  for (const facetT* facet = error ? nullptr : qh.facet_list; facet != nullptr && facet->next != nullptr;
       facet = facet->next) {
    Triangle triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto* vertex = static_cast<const vertexT*>(facet->vertices->e[k].p);
      triangle.x[k] = Vec3(vertex->point[0], vertex->point[1], vertex->point[2]);
    }
    triangle.normal = Vec3(facet->normal[0], facet->normal[1], facet->normal[2]);
    triangle.offset = -facet->offset;
    triangles.push_back(triangle);
  }
  qh_freeqhull(&qh, !qh_ALL);
  int not_freed = 0, size = 0;
  qh_memfreeshort(&qh, &not_freed, &size);
  std::fclose(nowhere);
  if (error) throw std::runtime_error("Qhull fails");
  return triangles;
}

/// One Newton step of the barrier −t r − Σ log(offset − n·x − r) in y = (x, r), halved until it stays inside.
void newton_step(const std::vector<Plane>& planes, double t, Vec4& y)
{
  Vec4 gradient(0, 0, 0, -t);
  Mat4 hessian = Mat4::Zero();
  for (const Plane& plane : planes) {
    const Vec4 n(plane.n.x(), plane.n.y(), plane.n.z(), 1);
    const double slack = plane.offset - n.dot(y);
    gradient += n / slack;
    hessian += n * n.transpose() / (slack * slack);
  }
  const Vec4 step = hessian.ldlt().solve(-gradient);
  double length = 1 / (1 + std::sqrt(std::max(0.0, -gradient.dot(step))));  // damped: always decreases
  const auto leaves = [&](const Plane& plane) {
    const Vec4 z = y + length * step;
    return !(plane.offset - plane.n.dot(z.head<3>()) - z[3] > 0);
  };
  while (std::any_of(planes.begin(), planes.end(), leaves))
    length /= 2;
  y += length * step;
}

}  // namespace

InscribedBall inscribed_ball(const std::vector<Plane>& planes, const Vec3& start, double size)
{
  std::vector<Plane> scaled;
  double r = std::numeric_limits<double>::infinity();
  for (const Plane& plane : planes) {
    scaled.push_back({plane.n, plane.distance(start) / -size});
    r = std::min(r, scaled.back().offset);
  }
  Vec4 y(0, 0, 0, r - 1);
  for (double t = 1; t < 1e8; t *= 10)
    for (int i = 0; i < 10; ++i)
      newton_step(scaled, t, y);
  return {start + size * y.head<3>(), size * y[3]};
}

Polyhedron intersection(const std::vector<Plane>& planes, const Vec3& inside)
{
  // n·x ≤ offset is y = n / (offset − n·inside) in the dual; a face m·y = e of their hull is the corner
  // inside + m / e.
  std::vector<Vec3> dual;
  for (const Plane& plane : planes)
    dual.push_back(plane.n / -plane.distance(inside));
  std::vector<Vec3> corners;
  for (const Triangle& face : hull(dual))
    corners.push_back(face.normal / face.offset);

  Polyhedron result;
  for (const Triangle& face : hull(corners)) {
    const auto& [a, b, c] = face.x;
    const double area = 0.5 * (b - a).cross(c - a).norm();
    const double volume = std::abs(a.dot(b.cross(c))) / 6;  // with the point inside
    result.area += area;
    result.surface_centroid += area / 3 * (a + b + c);
    result.volume += volume;
    result.centroid += volume / 4 * (a + b + c);
  }
  result.surface_centroid = inside + result.surface_centroid / result.area;
  result.centroid = inside + result.centroid / result.volume;
  return result;
}

}  // namespace corbel::testing
