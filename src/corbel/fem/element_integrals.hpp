// SPDX-License-Identifier: MIT
// Energy, forces and tangent of one element with K nodes, from its points (integration_points.hpp) and the
// displacements u of its nodes. Plain arrays, one component after the other: the loops over nodes vectorise.
#pragma once

#include "corbel/fem/strain_limits.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>

namespace corbel {

/// The derivative of the internal force, or its part that is never negative: without the stiffness that
/// compression takes away. Newton's method for equilibrium then always goes downhill.
enum class Tangent { exact, positive };

template<int K>
inline constexpr int stiffness_points = K == 4   ? 4
                                        : K == 6 ? 6
                                                 : 8;  ///< of quadrature.hpp

template<int K>
using NodeVectors = std::array<std::array<double, K>, 3>;  ///< [component][node]

template<int K>
using ElementMatrix =
    std::array<std::array<double, 3 * K>, 3 * K>;  ///< [3 node + component] twice, symmetric

/// H = Σ u_a ⊗ dN_a/dX
template<int K>
Mat3 displacement_gradient(const double* point, const NodeVectors<K>& u)
{
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
template<int K, class Law>
double element_energy(const Law& law, const double* points, int packs, const NodeVectors<K>& u)
{
  double sum = 0;
  for (int q = 0; q < packs * stiffness_points<K>; ++q, points += 3 * K + 1)
    sum += points[3 * K] * law.strain_energy(green_strain(displacement_gradient<K>(points, u)));
  return sum;
}

/// f_a = ∫ P dN_a/dX dV; the worst state of its points.
template<int K, class Law>
StrainState element_force(const Law& law, const double* points, int packs, const NodeVectors<K>& u,
                          NodeVectors<K>& f)
{
  f = {};
  StrainState worst = StrainState::sound;
  for (int q = 0; q < packs * stiffness_points<K>; ++q, points += 3 * K + 1) {
    const Mat3 H = displacement_gradient<K>(points, u);
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
template<int K>
class TangentIntegral {
 public:
  TangentIntegral(const SaintVenantKirchhoff& law, const double* points, const NodeVectors<K>& u)
      : law_(law), points_(points)
  {
    for (int q = 0; q < stiffness_points<K>; ++q)
      evaluate(q, u);
  }

  /// Adds internal forces f_a = ∫ P g_a dV = ∫ F S g_a dV.
  void add_force(NodeVectors<K>& f) const;
  void drop_compression();
  void matrix(ElementMatrix<K>& k) const;
  StrainState worst() const { return worst_; }  ///< of the points

 private:
  static constexpr int Q = stiffness_points<K>;
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  struct Point {
    Mat3 F, S;                        // S times w det J
    std::array<double, 3 * K> h, wh;  // h_a, and times w det J: [component K + node]
    std::array<double, 6> b;          // μ w det J F Fᵀ: 00 11 22 01 02 12
  };

  const double* gradients(int q) const { return points_ + q * (3 * K + 1); }
  void evaluate(int q, const NodeVectors<K>& u);
  void product(std::array<std::array<double, 3 * K>, 3 * K>& T) const;
  void same_direction(int b, std::array<std::array<double, K>, 6>& sum) const;

  SaintVenantKirchhoff law_;
  const double* points_;
  std::array<Point, Q> at_;
  StrainState worst_ = StrainState::sound;
};

template<int K>
void TangentIntegral<K>::evaluate(int q, const NodeVectors<K>& u)
{
  Point& p = at_[index(q)];
  const double* g = gradients(q);
  const double w = g[3 * K];
  const Mat3 H = displacement_gradient<K>(g, u);
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
template<int K>
void TangentIntegral<K>::drop_compression()
{
  for (Point& p : at_) {
    Eigen::SelfAdjointEigenSolver<Mat3> principal;
    principal.computeDirect(p.S);
    const Mat3& V = principal.eigenvectors();
    p.S = V * principal.eigenvalues().cwiseMax(0).asDiagonal() * V.transpose();
  }
}

template<int K>
void TangentIntegral<K>::add_force(NodeVectors<K>& f) const
{
  for (int q = 0; q < Q; ++q) {
    const double* g = gradients(q);
    const Mat3 P = at_[index(q)].F * at_[index(q)].S;
    for (int i = 0; i < 3; ++i)
      for (int a = 0; a < K; ++a)
        f[index(i)][index(a)] += P(i, 0) * g[a] + P(i, 1) * g[K + a] + P(i, 2) * g[2 * K + a];
  }
}

/// T, symmetric: the lower half is summed, the other one copied.
template<int K>
void TangentIntegral<K>::product(std::array<std::array<double, 3 * K>, 3 * K>& T) const
{
  for (std::size_t c = 0; c < 3 * K; ++c) {
    std::array<double, 3 * K> sum = {};
    for (const Point& p : at_) {
      const double hc = p.h[c];
      for (std::size_t r = 0; r <= c; ++r)
        sum[r] += p.wh[r] * hc;
    }
    for (std::size_t r = 0; r <= c; ++r)
      T[c][r] = T[r][c] = sum[r];
  }
}

/// The last two terms of K_ab for all a ≤ b: symmetric 3×3 matrices as 00 11 22 01 02 12.
template<int K>
void TangentIntegral<K>::same_direction(int b, std::array<std::array<double, K>, 6>& sum) const
{
  sum = {};
  for (int q = 0; q < Q; ++q) {
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

template<int K>
void TangentIntegral<K>::matrix(ElementMatrix<K>& k) const
{
  constexpr std::size_t packed[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  std::array<std::array<double, 3 * K>, 3 * K> T;
  product(T);
  std::array<std::array<double, K>, 6> same;
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
template<int K>
StrainState element_tangent(const SaintVenantKirchhoff& law, const double* points, int packs,
                            const NodeVectors<K>& u, Tangent kind, NodeVectors<K>& f, ElementMatrix<K>& k)
{
  f = {};
  StrainState worst = StrainState::sound;
  for (int pack = 0; pack < packs; ++pack, points += stiffness_points<K> * (3 * K + 1)) {
    TangentIntegral<K> integral(law, points, u);
    integral.add_force(f);
    worst = std::max(worst, integral.worst());
    if (kind == Tangent::positive) integral.drop_compression();
    if (pack == 0) {
      integral.matrix(k);
      continue;
    }
    ElementMatrix<K> more;
    integral.matrix(more);
    for (std::size_t r = 0; r < 3 * K; ++r)
      for (std::size_t c = 0; c < 3 * K; ++c)
        k[r][c] += more[r][c];
  }
  return worst;
}

}  // namespace corbel
