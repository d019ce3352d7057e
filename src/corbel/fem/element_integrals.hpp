// SPDX-License-Identifier: MIT
// Energy, forces and tangent of one element with K nodes, from its points (integration_points.hpp) and the
// displacements u of its nodes. Plain arrays, one component after the other: the loops over nodes vectorise.
#pragma once

#include "corbel/core/index.hpp"
#include "corbel/fem/element_counts.hpp"
#include "corbel/fem/element_kernels.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace corbel {

/// H = Σ u_a ⊗ dN_a/dX
template<class Counts>
Mat3 displacement_gradient(Counts counts, const double* point, const NodeVectors<Counts>& u)
{
  const int K = counts.nodes;
  Mat3 H;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      const auto& ui = u[static_cast<std::size_t>(i)];
      const double* g = point + j * K;
      double sum = 0;
      for (int a = 0; a < K; ++a)
        sum += ui[static_cast<std::size_t>(a)] * g[a];
      H(i, j) = sum;
    }
  return H;
}

/// ∫ Ψ dV
template<class Counts, class Law>
double element_energy(Counts counts, const Law& law, const double* points, int packs,
                      const NodeVectors<Counts>& u)
{
  const int K = counts.nodes;
  double sum = 0;
  for (int q = 0; q < packs * counts.points; ++q, points += 3 * K + 1)
    sum += points[3 * K] * law.strain_energy(green_strain(displacement_gradient(counts, points, u)));
  return sum;
}

/// f_a = ∫ P dN_a/dX dV; the worst state of its points.
template<class Counts, class Law>
StrainState element_force(Counts counts, const Law& law, const double* points, int packs,
                          const NodeVectors<Counts>& u, NodeVectors<Counts>& f)
{
  const int K = counts.nodes;
  f = {};
  StrainState worst = StrainState::sound;
  for (int q = 0; q < packs * counts.points; ++q, points += 3 * K + 1) {
    const Mat3 H = displacement_gradient(counts, points, u);
    const Mat3 E = green_strain(H);
    worst = std::max(worst, stretch_state(H, E));
    const Mat3 S = points[3 * K] * law.second_piola(E);
    const Mat3 P = S + H * S;  // F S
    for (int i = 0; i < 3; ++i) {
      auto& fi = f[static_cast<std::size_t>(i)];
      const double p0 = P(i, 0), p1 = P(i, 1), p2 = P(i, 2);
      for (int a = 0; a < K; ++a)
        fi[static_cast<std::size_t>(a)] += p0 * points[a] + p1 * points[K + a] + p2 * points[2 * K + a];
    }
  }
  return worst;
}

/// Saint Venant–Kirchhoff, with g_a = dN_a/dX and h_a = F g_a:
///   K_ab = ∫ λ h_a ⊗ h_b + μ h_b ⊗ h_a + μ (g_a·g_b) F Fᵀ + (g_a·S g_b) I dV
/// λ and μ are constant over the element, so that T_ab = ∫ h_a ⊗ h_b dV serves both of the first two terms.
template<class Counts>
class TangentIntegral {
 public:
  TangentIntegral(Counts counts, const SaintVenantKirchhoff& law, const double* points,
                  const NodeVectors<Counts>& u)
      : counts_(counts), law_(law), points_(points)
  {
    for (int q = 0; q < counts_.points; ++q)
      evaluate(q, u);
  }

  /// Adds internal forces f_a = ∫ P g_a dV = ∫ F S g_a dV.
  void add_force(NodeVectors<Counts>& f) const;
  void drop_compression();
  void matrix(ElementMatrix<Counts>& k) const;
  StrainState worst() const { return worst_; }  ///< of the points

 private:
  static constexpr std::size_t most_nodes = Counts::most_nodes, most_points = Counts::most_points;

  struct Point {
    Mat3 F, S;                                 // S times w det J
    std::array<double, 3 * most_nodes> h, wh;  // h_a, and times w det J: [component K + node]
    std::array<double, 6> b;                   // μ w det J F Fᵀ: 00 11 22 01 02 12
  };
  /// [component K + node] twice
  using Product = std::array<std::array<double, 3 * most_nodes>, 3 * most_nodes>;
  using SameDirection = std::array<std::array<double, most_nodes>, 6>;

  const double* gradients(int q) const { return points_ + q * (3 * counts_.nodes + 1); }
  void evaluate(int q, const NodeVectors<Counts>& u);
  void product(Product& T) const;
  void same_direction(int b, SameDirection& sum) const;

  [[no_unique_address]] Counts counts_;
  SaintVenantKirchhoff law_;
  const double* points_;
  std::array<Point, most_points> at_;
  StrainState worst_ = StrainState::sound;
};

template<class Counts>
void TangentIntegral<Counts>::evaluate(int q, const NodeVectors<Counts>& u)
{
  const int K = counts_.nodes;
  Point& p = at_[index(q)];
  const double* g = gradients(q);
  const double w = g[3 * K];
  const Mat3 H = displacement_gradient(counts_, g, u);
  const Mat3 E = green_strain(H);
  worst_ = std::max(worst_, stretch_state(H, E));
  p.F = H + Mat3::Identity();
  p.S = w * law_.second_piola(E);
  for (int i = 0; i < 3; ++i)
    for (int a = 0; a < K; ++a) {
      const double h = p.F(i, 0) * g[a] + p.F(i, 1) * g[K + a] + p.F(i, 2) * g[2 * K + a];
      p.h[index(i * K + a)] = h;
      p.wh[index(i * K + a)] = w * h;
    }
  const Mat3 B = law_.mu * w * (p.F * p.F.transpose());
  p.b = {B(0, 0), B(1, 1), B(2, 2), B(0, 1), B(0, 2), B(1, 2)};
}

/// Leaves out the compressive principal parts of S, which make the tangent indefinite.
template<class Counts>
void TangentIntegral<Counts>::drop_compression()
{
  for (int q = 0; q < counts_.points; ++q) {
    Point& p = at_[index(q)];
    Eigen::SelfAdjointEigenSolver<Mat3> principal;
    principal.computeDirect(p.S);
    const Mat3& V = principal.eigenvectors();
    p.S = V * principal.eigenvalues().cwiseMax(0).asDiagonal() * V.transpose();
  }
}

template<class Counts>
void TangentIntegral<Counts>::add_force(NodeVectors<Counts>& f) const
{
  const int K = counts_.nodes;
  for (int q = 0; q < counts_.points; ++q) {
    const double* g = gradients(q);
    const Mat3 P = at_[index(q)].F * at_[index(q)].S;
    for (int i = 0; i < 3; ++i)
      for (int a = 0; a < K; ++a)
        f[index(i)][index(a)] += P(i, 0) * g[a] + P(i, 1) * g[K + a] + P(i, 2) * g[2 * K + a];
  }
}

/// T, symmetric: the lower half is summed, the other one copied.
template<class Counts>
void TangentIntegral<Counts>::product(Product& T) const
{
  const std::size_t size = index(3 * counts_.nodes);
  for (std::size_t c = 0; c < size; ++c) {
    std::array<double, 3 * most_nodes> sum = {};
    for (int q = 0; q < counts_.points; ++q) {
      const Point& p = at_[index(q)];
      const double hc = p.h[c];
      for (std::size_t r = 0; r <= c; ++r)
        sum[r] += p.wh[r] * hc;
    }
    for (std::size_t r = 0; r <= c; ++r)
      T[c][r] = T[r][c] = sum[r];
  }
}

/// The last two terms of K_ab for all a ≤ b: symmetric 3×3 matrices as 00 11 22 01 02 12.
template<class Counts>
void TangentIntegral<Counts>::same_direction(int b, SameDirection& sum) const
{
  const int K = counts_.nodes;
  sum = {};
  for (int q = 0; q < counts_.points; ++q) {
    const Point& p = at_[index(q)];
    const double* g = gradients(q);
    const double g0 = g[b], g1 = g[K + b], g2 = g[2 * K + b];
    const Vec3 s = p.S * Vec3(g0, g1, g2);
    const double s0 = s[0], s1 = s[1], s2 = s[2];
    for (int a = 0; a <= b; ++a) {
      const double metric = g[a] * g0 + g[K + a] * g1 + g[2 * K + a] * g2;
      const double geometric = g[a] * s0 + g[K + a] * s1 + g[2 * K + a] * s2;
      sum[0][index(a)] += metric * p.b[0] + geometric;
      sum[1][index(a)] += metric * p.b[1] + geometric;
      sum[2][index(a)] += metric * p.b[2] + geometric;
      sum[3][index(a)] += metric * p.b[3];
      sum[4][index(a)] += metric * p.b[4];
      sum[5][index(a)] += metric * p.b[5];
    }
  }
}

template<class Counts>
void TangentIntegral<Counts>::matrix(ElementMatrix<Counts>& k) const
{
  constexpr std::size_t packed[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  const std::size_t K = index(counts_.nodes);
  Product T;
  product(T);
  SameDirection same;
  for (std::size_t b = 0; b < K; ++b) {
    same_direction(static_cast<int>(b), same);
    for (std::size_t a = 0; a <= b; ++a)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
          const double value = law_.lambda * T[i * K + a][j * K + b] + law_.mu * T[j * K + a][i * K + b] +
                               same[packed[i][j]][a];
          k[3 * a + i][3 * b + j] = k[3 * b + j][3 * a + i] = value;
        }
  }
}

/// K_ab = ∂f_a/∂u_b and f, together: they share all that is done at the points. The worst state of these.
template<class Counts>
StrainState element_tangent(Counts counts, const SaintVenantKirchhoff& law, const double* points, int packs,
                            const NodeVectors<Counts>& u, Tangent kind, NodeVectors<Counts>& f,
                            ElementMatrix<Counts>& k)
{
  f = {};
  StrainState worst = StrainState::sound;
  for (int pack = 0; pack < packs; ++pack, points += counts.points * (3 * counts.nodes + 1)) {
    TangentIntegral<Counts> integral(counts, law, points, u);
    integral.add_force(f);
    worst = std::max(worst, integral.worst());
    if (kind == Tangent::positive) integral.drop_compression();
    if (pack == 0) {
      integral.matrix(k);
      continue;
    }
    ElementMatrix<Counts> more;
    integral.matrix(more);
    const auto size = static_cast<std::size_t>(3 * counts.nodes);
    for (std::size_t r = 0; r < size; ++r)
      for (std::size_t c = 0; c < size; ++c)
        k[r][c] += more[r][c];
  }
  return worst;
}

}  // namespace corbel
