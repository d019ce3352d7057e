// SPDX-License-Identifier: MIT
#include "fuzz_pairs.hpp"

#include <Eigen/Geometry>

namespace corbel::testing {
namespace {

/// Moved and scaled to the box ±½.
Convex normalized(Convex convex)
{
  Aabb box;
  for (const Vec3& x : convex.vertices)
    box.extend(x);
  for (Vec3& x : convex.vertices)
    x = (x - box.center()).cwiseQuotient(box.size());
  return convex;
}

void update_planes(FuzzShape& shape)
{
  shape.planes.resize(shape.convex->face_count());
  compute_planes(*shape.convex, shape.x, shape.planes);
}

Mat3 turn_onto(const Vec3& from, const Vec3& to)
{
  return Eigen::Quaterniond::FromTwoVectors(from, to).toRotationMatrix();
}

void rotate_about(FuzzShape& shape, const Vec3& point, const Mat3& R)
{
  for (Vec3& x : shape.x)
    x = point + R * (x - point);
  update_planes(shape);
}

}  // namespace

PairFuzzer::PairFuzzer(unsigned seed) : random(seed)
{
  for (int i = 0; i < 40; ++i) {
    pool_.push_back(make_box(Vec3::Constant(-0.5), Vec3::Constant(0.5)));
    pool_.push_back(normalized(random.hull(4, 1)));
    pool_.push_back(normalized(random.hull(5 + i % 5, 1)));
  }
  while (grid_.size() < 60) {
    std::vector<double> points;
    for (std::size_t i = 0; i < 3 * (4 + grid_.size() % 5); ++i)
      points.push_back(static_cast<double>(index(3)));
    try {
      grid_.push_back(convex_hull(points, 0, 0));
    } catch (const InputError&) {  // flat: another try
    }
  }
}

const Convex& PairFuzzer::any() { return pool_[index(pool_.size())]; }

void PairFuzzer::put(FuzzShape& shape, const Convex& convex, const Vec3& by_axis, const Motion& motion)
{
  shape.convex = &convex;
  const auto [edges, is_new] = edges_.try_emplace(&convex);
  if (is_new) edges->second = find_edges(convex);
  shape.edges = &edges->second;
  shape.x.clear();
  for (const Vec3& X : convex.vertices)
    shape.x.push_back(motion(X.cwiseProduct(by_axis)));
  update_planes(shape);
}

void PairFuzzer::shift(FuzzShape& shape, const Vec3& by)
{
  for (Vec3& x : shape.x)
    x += by;
  update_planes(shape);
}

void PairFuzzer::turn(FuzzPair& pair)
{
  const Motion motion = random.motion(1);
  for (FuzzShape* shape : {&pair.a, &pair.b}) {
    for (Vec3& x : shape->x)
      x = motion(x);
    update_planes(*shape);
  }
}

Vec3 PairFuzzer::inside(const FuzzShape& shape)
{
  const auto vertex = [&] { return shape.x[index(shape.x.size())]; };
  const double s = random.uniform(0, 1), t = random.uniform(0, 1);
  return s * (t * vertex() + (1 - t) * vertex()) + (1 - s) * 0.5 * (vertex() + vertex());
}

Vec3 PairFuzzer::extents(double aspect)
{
  Vec3 e(1, std::pow(aspect, -random.uniform(0, 1)), std::pow(aspect, -random.uniform(0, 1)));
  std::swap(e[0], e[static_cast<int>(index(3))]);
  return e;
}

/// Half of them share a point; the others have centres about their sizes apart.
void PairFuzzer::put_anyhow(FuzzPair& pair, const Vec3& extents_a, const Vec3& extents_b)
{
  put(pair.a, any(), extents_a, random.motion(0));
  put(pair.b, any(), extents_b, random.motion(0));
  pair.size = std::min(extents_a.maxCoeff(), extents_b.maxCoeff());
  Vec3 by = inside(pair.a) - inside(pair.b);
  if (random.uniform(0, 1) < 0.5) by += random.vector(-1, 1).cwiseProduct(extents_a + extents_b) * 0.7;
  shift(pair.b, by);
}

void PairFuzzer::anyhow(FuzzPair& pair) { put_anyhow(pair, extents(3), extents(3)); }

void PairFuzzer::faces_in_one_plane(FuzzPair& pair)
{
  put_anyhow(pair, extents(3), extents(3));
  const std::size_t f = index(pair.a.planes.size()), g = index(pair.b.planes.size());
  const Vec3 n = pair.a.planes[f].n;
  const auto corner = [&](const FuzzShape& shape, std::size_t face) {
    return shape.x[static_cast<std::size_t>(shape.convex->face(face)[0])];
  };
  const double side = random.uniform(0, 1) < 0.8 ? -1 : 1;  // face to face, or looking the same way
  rotate_about(pair.b, corner(pair.b, g), turn_onto(pair.b.planes[g].n, side * n));
  const Vec3 slide = random.vector(-0.5, 0.5);
  const double depths[] = {0, 0, 1e-9, -1e-9, 1e-3, -1e-3};
  shift(pair.b, corner(pair.a, f) - corner(pair.b, g) + slide - (n.dot(slide) + depths[index(6)]) * n);
  if (random.uniform(0, 1) < 0.5) turn(pair);
}

void PairFuzzer::on_a_grid(FuzzPair& pair)
{
  const auto box = [&](FuzzShape& shape) {
    Vec3 lo, size;
    for (int k = 0; k < 3; ++k) {
      lo[k] = static_cast<double>(index(4));
      size[k] = static_cast<double>(1 + index(3));
    }
    put(shape, cube(), size, {Mat3::Identity(), lo + 0.5 * size});
  };
  const auto shape = [&](FuzzShape& of) {
    if (random.uniform(0, 1) < 0.5) return box(of);
    const Vec3 at(static_cast<double>(index(3)), static_cast<double>(index(3)),
                  static_cast<double>(index(3)));
    put(of, grid_[index(grid_.size())], Vec3::Ones(), {Mat3::Identity(), at});
  };
  shape(pair.a);
  shape(pair.b);
  pair.size = 1;
  if (random.uniform(0, 1) < 0.5) turn(pair);
}

void PairFuzzer::edges_in_one_line(FuzzPair& pair)
{
  put_anyhow(pair, extents(3), extents(3));
  const auto edge = [&](const FuzzShape& shape) {
    const auto face = shape.convex->face(index(shape.planes.size()));
    return std::pair(shape.x[static_cast<std::size_t>(face[0])], shape.x[static_cast<std::size_t>(face[1])]);
  };
  const auto [a0, a1] = edge(pair.a);
  const auto [b0, b1] = edge(pair.b);
  const Vec3 along = (a1 - a0).normalized();
  rotate_about(pair.b, b0, exp_map(random.uniform(-3, 3) * along) * turn_onto(b1 - b0, along));
  shift(pair.b, a0 - b0 + random.uniform(-1, 1) * along);
}

void PairFuzzer::vertex_on_vertex(FuzzPair& pair)
{
  put_anyhow(pair, extents(3), extents(3));
  shift(pair.b, pair.a.x[index(pair.a.x.size())] - pair.b.x[index(pair.b.x.size())]);
}

void PairFuzzer::needles_and_slivers(FuzzPair& pair) { put_anyhow(pair, extents(1e4), extents(1e4)); }

void PairFuzzer::sizes_far_apart(FuzzPair& pair)
{
  put_anyhow(pair, power(-4, 4) * extents(3), power(-4, 4) * extents(3));
}

void PairFuzzer::one_inside_the_other(FuzzPair& pair)
{
  put_anyhow(pair, extents(3), power(-3, -1) * extents(3));
  shift(pair.b, inside(pair.a) - inside(pair.b));
  if (random.uniform(0, 1) < 0.5) std::swap(pair.a, pair.b);
}

void PairFuzzer::identical(FuzzPair& pair)
{
  put(pair.a, any(), extents(10), random.motion(1));
  pair.b = pair.a;
  pair.size = 0.1;
}

void PairFuzzer::flattened(FuzzPair& pair)
{
  Vec3 flat = extents(3);
  flat[static_cast<int>(index(3))] = 0;
  if (random.uniform(0, 1) < 0.3) flat[static_cast<int>(index(3))] = 0;
  put_anyhow(pair, extents(3), flat);
  pair.size = 1;
  if (random.uniform(0, 1) < 0.5) std::swap(pair.a, pair.b);
}

}  // namespace corbel::testing
