// SPDX-License-Identifier: MIT
// Assembly of internal forces and of their tangent.
#include "corbel/core/error.hpp"
#include "corbel/fem/solid.hpp"

#include <atomic>

namespace corbel {
namespace {

/// The worst state that any thread has met.
class WorstState {
 public:
  void add(StrainState state)
  {
    const int given = static_cast<int>(state);
    for (int known = worst_; known < given && !worst_.compare_exchange_weak(known, given);) {
    }
  }
  StrainState result() const { return static_cast<StrainState>(worst_.load()); }

 private:
  std::atomic<int> worst_ = 0;
};

}  // namespace

StrainState Solid::internal_force(const Eigen::VectorXd& q, Eigen::VectorXd& f) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "internal_force: q has 3 numbers a node");
  f.setZero(q.size());
  WorstState worst;
  groups_.for_each([&](std::size_t e) { worst.add(kernels_[e]->add_force(solid_element(e), q, f)); });
  return worst.result();
}

StrainState Solid::force_and_tangent(const Eigen::VectorXd& q, Eigen::VectorXd& f,
                                     Eigen::SparseMatrix<double>& K, Tangent kind) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "tangent: q has 3 numbers a node");
  demand(pattern_.fits(K), "tangent: the matrix is not of tangent_pattern()");
  f.setZero(q.size());
  std::fill_n(K.valuePtr(), K.nonZeros(), 0.0);
  WorstState worst;
  groups_.for_each([&](std::size_t e) {
    worst.add(
        kernels_[e]->add_tangent(solid_element(e), q, kind, f, pattern_, pattern_.blocks(e), K.valuePtr()));
  });
  return worst.result();
}

void Solid::tangent(const Eigen::VectorXd& q, Eigen::SparseMatrix<double>& K) const
{
  Eigen::VectorXd f;
  force_and_tangent(q, f, K);
}

double Solid::energy(const Eigen::VectorXd& q) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "energy: q has 3 numbers a node");
  std::vector<double> parts(mesh_.elements.size());
  parallel_for(parts.size(), 64, [&](std::size_t e) { parts[e] = kernels_[e]->energy(solid_element(e), q); });
  double sum = 0;
  for (const double part : parts)
    sum += part;
  return sum;
}

}  // namespace corbel
