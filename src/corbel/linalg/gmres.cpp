// SPDX-License-Identifier: MIT
#include "corbel/linalg/gmres.hpp"

#include "corbel/core/interrupt.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rotation that takes (a, b) to (r, 0).
struct Givens {
  double c = 1, s = 0;

  Givens() = default;
  Givens(double a, double b)
  {
    const double r = std::hypot(a, b);
    if (r > 0) {
      c = a / r;
      s = b / r;
    }
  }
  void turn(double& a, double& b) const
  {
    const double first = c * a + s * b;
    b = c * b - s * a;
    a = first;
  }
};

/// One run of at most m products from the residual r: adds to x, returns the number of products.
int cycle(const LinearMap& A, const LinearMap& P, const VectorXd& r, double target, Index m, VectorXd& x)
{
  MatrixXd V(r.size(), m + 1), H = MatrixXd::Zero(m + 1, m);
  VectorXd g = VectorXd::Zero(m + 1);
  std::vector<Givens> rotations(static_cast<std::size_t>(m));
  g[0] = r.norm();
  V.col(0) = r / g[0];
  Index k = 0;
  while (k < m && std::abs(g[k]) > target) {
    poll_interrupt();
    VectorXd w = A(P(V.col(k)));
    for (Index i = 0; i <= k; ++i) {
      H(i, k) = V.col(i).dot(w);
      w -= H(i, k) * V.col(i);
    }
    H(k + 1, k) = w.norm();
    const bool exhausted = !(H(k + 1, k) > 0);
    if (!exhausted) V.col(k + 1) = w / H(k + 1, k);
    for (Index i = 0; i < k; ++i)
      rotations[static_cast<std::size_t>(i)].turn(H(i, k), H(i + 1, k));
    const Givens rotation(H(k, k), H(k + 1, k));
    rotation.turn(H(k, k), H(k + 1, k));
    rotation.turn(g[k], g[k + 1]);
    rotations[static_cast<std::size_t>(k)] = rotation;
    ++k;
    if (exhausted) break;
  }
  if (k == 0) return 0;
  const VectorXd y = H.topLeftCorner(k, k).triangularView<Eigen::Upper>().solve(g.head(k));
  if (y.allFinite()) x += P(V.leftCols(k) * y);
  return static_cast<int>(k);
}

}  // namespace

GmresResult gmres(const LinearMap& A, const LinearMap& P, const VectorXd& b, const GmresOptions& options)
{
  GmresResult result{VectorXd::Zero(b.size()), 1, 0};
  const double size = b.norm();
  if (!(size > 0)) return {result.x, 0, 0};
  VectorXd r = b;
  while (result.iterations < options.max_iterations && result.residual > options.tolerance) {
    const Index m = std::min(options.restart, options.max_iterations - result.iterations);
    const int done = cycle(A, P, r, options.tolerance * size, m, result.x);
    if (done == 0) break;
    result.iterations += done;
    r = b - A(result.x);
    const double now = r.norm() / size;
    if (!(now < 0.999 * result.residual)) {  // stagnates
      result.residual = std::min(result.residual, now);
      break;
    }
    result.residual = now;
  }
  return result;
}

}  // namespace corbel
