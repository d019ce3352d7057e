// SPDX-License-Identifier: MIT
// The separating direction of two ellipsoids: of largest distance, or of least penetration.
//
// Along a unit vector n the gap between { A u } and { d + B u }, |u| ≤ 1, is
//
//   s(n) = n·d − |Aᵀn| − |Bᵀn| .
//
// Its largest value over all n is the distance if that is > 0, else minus the penetration depth,
// the shortest translation that separates them. With the support points p_a = A Aᵀn/|Aᵀn| and p_b = d − B Bᵀn/|Bᵀn| the gradient is w = p_b − p_a,
// and extended to all n ≠ 0 by s(n) / |n| the function has at |n| = 1
//
//   ∇ = w − s n ,   ∇² = −K(A) − K(B) − w nᵀ − n wᵀ − s (I − 3 n nᵀ) ,
//   K(A) = A (I − ûûᵀ) Aᵀ / |u| ,   u = Aᵀn .
//
// Newton's method works on n = M (m + E y) with M Mᵀ = (AAᵀ + BBᵀ)⁻¹ and E ⟂ m: in these coordinates the sum
// of both ellipsoids is round, so discs and needles are as easy as balls.
//
// In N = 2 dimensions it is the same for an edge, seen along the edge.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace corbel {

template<int N>
class GapAscent {
 public:
  using Vec = Eigen::Matrix<double, N, 1>;
  using Mat = Eigen::Matrix<double, N, N>;
  using Axes = Eigen::Matrix<double, N, 3>;  ///< a zero matrix: a point

  GapAscent(const Vec& d, const Axes& A, const Axes& B) : d_(d), A_(A), B_(B)
  {
    Mat sum = A * A.transpose() + B * B.transpose();
    scale_ = d.norm() + std::sqrt(sum.trace());
    sum.diagonal().array() += 1e-15 * sum.trace();  // stays definite for the thinnest of discs
    round_.compute(sum);
  }

  double gap(const Vec& n) const
  {
    return n.dot(d_) - (A_.transpose() * n).norm() - (B_.transpose() * n).norm();
  }

  /// Where two balls would touch in the round coordinates; d ≠ 0.
  Vec start() const { return round_.solve(d_).normalized(); }

  /// Climbs from the unit vector n to a local maximum and returns the gap there; ends early above `enough`.
  double climb(Vec& n, double enough) const
  {
    double s = gap(n);
    for (int iteration = 0, last_steps = 0; iteration < 60 && s < enough; ++iteration) {
      const Step step = newton_step(n, s);
      if (step.gain > 1e-15 * scale_) {
        if (!advance(n, s, step)) break;
      } else if (step.uphill && ++last_steps <= 2) {
        // So near the top only steps still mean something, gains are round-off.
        n = (n + step.change).normalized();
        s = gap(n);
      } else {
        break;
      }
    }
    return s;
  }

 private:
  static constexpr int M = N - 1;
  using Tangent = Eigen::Matrix<double, N, M>;

  struct Step {
    Vec change;   // of n
    double gain;  // expected
    bool uphill;  // the function is concave here
  };

  /// Adds the part of one ellipsoid: gradient and Hessian of −|Aᵀn|.
  static void add(const Axes& A, const Vec& n, Vec& w, Mat& hessian)
  {
    const Eigen::Vector3d u = A.transpose() * n;
    const double length = u.norm();
    if (length == 0) return;
    const Vec support = A * (u / length);
    w -= support;
    hessian -= (A * A.transpose() - support * support.transpose()) / length;
  }

  /// The directions ∂n/∂y.
  Tangent tangent(const Vec& n) const
  {
    const Vec m = round_.matrixU() * n;
    Tangent E;
    if constexpr (N == 2)
      E << -m.y(), m.x();
    else {
      E.col(0) = m.unitOrthogonal() * m.norm();
      E.col(1) = m.normalized().cross(E.col(0));
    }
    return round_.matrixU().solve(E);
  }

  /// Newton's step; along directions of convex shape a quarter uphill, which leaves saddles too. At most 45°.
  Step newton_step(const Vec& n, double s) const
  {
    Vec w = d_;
    Mat hessian = Mat::Zero();
    add(A_, n, w, hessian);
    add(B_, n, w, hessian);
    hessian -= w * n.transpose() + n * w.transpose() + s * (Mat::Identity() - 3 * n * n.transpose());

    const Tangent T = tangent(n);
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, M, M>> curvature;
    curvature.computeDirect(-(T.transpose() * hessian * T));
    const Eigen::Matrix<double, M, 1> slope =
        curvature.eigenvectors().transpose() * (T.transpose() * (w - s * n));
    Eigen::Matrix<double, M, 1> y;
    double gain = 0;
    for (int i = 0; i < M; ++i) {
      const double c = curvature.eigenvalues()[i], g = slope[i];
      y[i] = c > 1e-14 * scale_ ? std::clamp(g / c, -1.0, 1.0) : std::copysign(0.25, g);
      gain += y[i] * (g - 0.5 * c * y[i]);
    }
    return {T * (curvature.eigenvectors() * y), gain, curvature.eigenvalues()[0] > 1e-14 * scale_};
  }

  /// Takes the step or a part of it that gains; false if none does.
  bool advance(Vec& n, double& s, const Step& step) const
  {
    for (double part = 1; part > 1e-12; part *= 0.5) {
      const Vec trial = (n + part * step.change).normalized();
      const double value = gap(trial);
      if (!(value > s + 1e-4 * part * step.gain)) continue;
      n = trial;
      s = value;
      return true;
    }
    return false;
  }

  Vec d_;
  Axes A_, B_;
  double scale_;           // of all values [m]
  Eigen::LLT<Mat> round_;  // M = U⁻¹ with UᵀU = AAᵀ + BBᵀ
};

}  // namespace corbel
