// SPDX-License-Identifier: MIT
#include "corbel/contact/point_reduction.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr double dependent = 1e-8;  ///< entries of φ below this are round-off; shape functions are of size 1
constexpr double misfit = 1e-3;     ///< of |t|, and of the mean weight

/// The φ of all points in coordinates of those that are in the basis, one in each of its rows.
class Basis {
 public:
  Basis(Eigen::MatrixXd& Phi, Eigen::VectorXd& w, std::span<const std::size_t> order)
      : T_(Phi), w_(w), order_(order), of_row_(decltype(of_row_)::Constant(Phi.rows(), none))
  {
  }

  void take_up(std::size_t next)
  {
    const auto p = static_cast<Eigen::Index>(order_[next]);
    if (const auto row = free_row(p)) return pivot(*row, next);
    const auto [alpha, leaves] = most_given(p);
    for (Eigen::Index r = 0; r < T_.rows(); ++r)
      if (of_row_[r] != none) w_[of_row_[r]] = std::max(0.0, w_[of_row_[r]] + alpha * T_(r, p));
    w_[p] -= alpha;
    if (leaves) pivot(*leaves, next);
  }

  std::vector<std::size_t> points() const
  {
    std::vector<std::size_t> kept;
    for (const Eigen::Index p : of_row_)
      if (p != none && w_[p] > 0) kept.push_back(static_cast<std::size_t>(p));
    std::ranges::sort(kept);
    return kept;
  }

 private:
  static constexpr Eigen::Index none = -1;

  std::optional<Eigen::Index> free_row(Eigen::Index p) const
  {
    std::optional<Eigen::Index> best;
    for (Eigen::Index r = 0; r < T_.rows(); ++r)
      if (of_row_[r] == none && std::abs(T_(r, p)) > (best ? std::abs(T_(*best, p)) : dependent)) best = r;
    return best;
  }
  /// α of (2), and the row of the point that has no weight then; none where p gives all it has.
  std::pair<double, std::optional<Eigen::Index>> most_given(Eigen::Index p) const
  {
    double alpha = w_[p];
    std::optional<Eigen::Index> leaves;
    for (Eigen::Index r = 0; r < T_.rows(); ++r) {
      if (of_row_[r] == none || !(T_(r, p) < -dependent)) continue;
      const double limit = w_[of_row_[r]] / -T_(r, p);
      if (limit >= alpha) continue;
      alpha = limit;
      leaves = r;
    }
    return {alpha, leaves};
  }
  /// The point comes into the basis in this row; columns of points that are still to come follow.
  void pivot(Eigen::Index row, std::size_t next)
  {
    const auto p = static_cast<Eigen::Index>(order_[next]);
    const Eigen::VectorXd column = T_.col(p);
    for (std::size_t k = next; k < order_.size(); ++k) {
      auto other = T_.col(static_cast<Eigen::Index>(order_[k]));
      const double share = other[row] / column[row];
      if (share == 0) continue;
      other -= share * column;
      other[row] = share;
    }
    of_row_[row] = p;
  }

  Eigen::MatrixXd& T_;
  Eigen::VectorXd& w_;
  std::span<const std::size_t> order_;
  Eigen::Matrix<Eigen::Index, Eigen::Dynamic, 1> of_row_;  ///< point of each row
};

}  // namespace

std::vector<std::size_t> independent_points(Eigen::MatrixXd Phi, Eigen::VectorXd w,
                                            std::span<const std::size_t> order)
{
  Basis basis(Phi, w, order);
  for (std::size_t next = 0; next < order.size(); ++next)
    basis.take_up(next);
  return basis.points();
}

std::optional<Eigen::VectorXd> weights_of(const Eigen::MatrixXd& Phi, std::span<const std::size_t> points,
                                          const Eigen::VectorXd& w)
{
  if (points.empty()) return std::nullopt;
  Eigen::MatrixXd A(Phi.rows(), static_cast<Eigen::Index>(points.size()));
  for (std::size_t k = 0; k < points.size(); ++k)
    A.col(static_cast<Eigen::Index>(k)) = Phi.col(static_cast<Eigen::Index>(points[k]));
  const Eigen::VectorXd t = Phi * w;
  const Eigen::LLT<Eigen::MatrixXd> normal(A.transpose() * A);
  if (normal.info() != Eigen::Success) return std::nullopt;
  Eigen::VectorXd x = normal.solve(A.transpose() * t);
  x += normal.solve(A.transpose() * (t - A * x));
  const double mean = w.sum() / static_cast<double>(points.size());
  if (!((A * x - t).norm() <= misfit * t.norm()) || !(x.minCoeff() >= -misfit * mean)) return std::nullopt;
  x = x.cwiseMax(0.0);
  x *= w.sum() / x.sum();
  return x;
}

}  // namespace corbel
