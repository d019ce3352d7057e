// SPDX-License-Identifier: MIT
#include "corbel/mesh/icosahedron.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace corbel {

const std::array<Vec3, 12>& icosahedron_vertices()
{
  static const std::array<Vec3, 12> vertices = [] {
    constexpr double g = std::numbers::phi;
    std::array<Vec3, 12> v{Vec3(-1, g, 0), Vec3(1, g, 0), Vec3(-1, -g, 0), Vec3(1, -g, 0),
                           Vec3(0, -1, g), Vec3(0, 1, g), Vec3(0, -1, -g), Vec3(0, 1, -g),
                           Vec3(g, 0, -1), Vec3(g, 0, 1), Vec3(-g, 0, -1), Vec3(-g, 0, 1)};
    for (Vec3& x : v)
      x.normalize();
    return v;
  }();
  return vertices;
}

/// Triples of vertices that are all neighbours.
std::vector<std::array<int, 3>> icosahedron_faces()
{
  const auto& v = icosahedron_vertices();
  const auto at = [&](int a) -> const Vec3& { return v[static_cast<std::size_t>(a)]; };
  const auto near = [&](int a, int b) { return (at(a) - at(b)).norm() < 1.2; };  // edges 1.05, then 1.70
  std::vector<std::array<int, 3>> faces;
  for (int a = 0; a < 12; ++a)
    for (int b = a + 1; b < 12; ++b)
      for (int c = b + 1; c < 12; ++c) {
        if (!near(a, b) || !near(b, c) || !near(c, a)) continue;
        const bool outward = at(a).dot(at(b).cross(at(c))) > 0;
        faces.push_back(outward ? std::array{a, b, c} : std::array{a, c, b});
      }
  return faces;
}

double largest_sagitta(int n)
{
  const auto [a, b, c] = icosahedron_faces()[0];
  const auto& v = icosahedron_vertices();
  const Vec3& x_a = v[static_cast<std::size_t>(a)];
  const Vec3& x_b = v[static_cast<std::size_t>(b)];
  const Vec3& x_c = v[static_cast<std::size_t>(c)];
  const auto at = [&](int i, int j) -> Vec3 { return (i * x_a + j * x_b + (n - i - j) * x_c).normalized(); };
  double least = 1;
  const auto visit = [&](const Vec3& x, const Vec3& y, const Vec3& z) {
    least = std::min(least, std::abs((y - x).cross(z - x).normalized().dot(x)));
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n; ++j) {
      visit(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i + j + 1 < n) visit(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return 1 - least;
}

}  // namespace corbel
