// SPDX-License-Identifier: MIT
// Stiffness at the supports of a body in quasi-static analysis.
//
// K of a body that its supports hold is singular without them, and under compression has negative eigenvalues
// in rotations that only they prevent. Where n·δ = w is prescribed at a point, stiffness k there adds k Sᵀn
// nᵀS δ = k Sᵀn w, which is known, to both sides of a pass:
//
//   (s M + h² K + h² k Sᵀn nᵀS) u = h (f_ext − f_int + k Sᵀn w) + Hᵀ R      same u = δ/h, same R
//
// The operator is now that of the supported body.
#pragma once

#include "corbel/bodies/node_weights.hpp"

#include <Eigen/SparseCore>

#include <vector>

namespace corbel {

class StaticSupports {
 public:
  /// n: spatial unit vector; displacement: w [m]
  void add(const NodeWeights& at, const Vec3& n, double displacement)
  {
    supports_.push_back({at, n, displacement});
  }
  void clear() { supports_.clear(); }
  bool empty() const { return supports_.empty(); }

  /// A += k Sᵀn nᵀS with n in axes turned by `turn`. The nodes around a point are those of one element: A has
  /// the blocks.
  void stiffen(Eigen::SparseMatrix<double>& A, double k, const Mat3& turn) const;
  /// f += k Sᵀn w
  void add_force(Eigen::VectorXd& f, double k) const;

 private:
  struct Support {
    NodeWeights at;
    Vec3 n;
    double displacement;
  };
  std::vector<Support> supports_;
};

}  // namespace corbel
