// SPDX-License-Identifier: MIT
#include "corbel/fem/reduce_rule.hpp"

#include "corbel/geometry/aabb.hpp"

#include <Eigen/LU>

namespace corbel {
namespace {

/// Powers of each coordinate, scaled to the box of the points: a thin part is as well conditioned as a thick
/// one.
class Functions {
 public:
  Functions(const ElementKind& kind, const ElementRule& rule) : total_(kind.part_degree)
  {
    Aabb box;
    for (const QuadraturePoint& point : rule)
      box.extend(point.xi);
    center_ = 0.5 * (box.lo + box.hi);
    scale_ = (0.5 * (box.hi - box.lo)).cwiseMax(1e-30).cwiseInverse();
  }
  Eigen::Index count() const
  {
    Eigen::Index count = 0;
    for_each_power([&](int, int, int) { ++count; });
    return count;
  }
  void values(const Vec3& xi, Eigen::Ref<Eigen::VectorXd> out) const
  {
    const Vec3 x = scale_.cwiseProduct(xi - center_);
    const auto power = [](double a, int n) { return n == 0 ? 1 : n == 1 ? a : a * a; };
    Eigen::Index next = 0;
    for_each_power(
        [&](int i, int j, int l) { out[next++] = power(x[0], i) * power(x[1], j) * power(x[2], l); });
  }

 private:
  template<class Use>
  void for_each_power(const Use& use) const
  {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int l = 0; l < 3; ++l)
          if (i + j + l <= total_) use(i, j, l);
  }

  int total_;  ///< largest degree
  Vec3 center_, scale_;
};

/// One step: as many points of the window go as there are ways to shift weights without changing any
/// integral.
void thin_out(const Functions& functions, ElementRule& window)
{
  const auto n = static_cast<Eigen::Index>(window.size());
  Eigen::MatrixXd A(functions.count(), n);
  Eigen::VectorXd w(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    functions.values(window[static_cast<std::size_t>(i)].xi, A.col(i));
    w[i] = window[static_cast<std::size_t>(i)].weight;
  }
  Eigen::MatrixXd shifts = A.fullPivLu().kernel();
  std::vector<char> gone(window.size(), 0);
  for (Eigen::Index c = 0; c < shifts.cols(); ++c) {
    Eigen::VectorXd v = shifts.col(c);
    if (v.maxCoeff() < -v.minCoeff()) v = -v;
    Eigen::Index first = -1;  // the weight that becomes zero first
    for (Eigen::Index i = 0; i < n; ++i)
      if (!gone[static_cast<std::size_t>(i)] && v[i] > 0 && (first < 0 || w[i] * v[first] < w[first] * v[i]))
        first = i;
    if (first < 0) continue;
    w -= (w[first] / v[first]) * v;
    w[first] = 0;
    gone[static_cast<std::size_t>(first)] = 1;
    for (Eigen::Index later = c + 1; later < shifts.cols(); ++later)
      shifts.col(later) -= (shifts(first, later) / v[first]) * v;
  }
  ElementRule kept;
  for (std::size_t i = 0; i < window.size(); ++i)
    if (!gone[i] && w[static_cast<Eigen::Index>(i)] > 0)
      kept.push_back({window[i].xi, w[static_cast<Eigen::Index>(i)]});
  window = std::move(kept);
}

}  // namespace

ElementRule reduce_rule(const ElementKind& kind, const ElementRule& rule)
{
  const Functions functions(kind, rule);
  const auto most = static_cast<std::size_t>(functions.count());
  ElementRule window;
  for (std::size_t next = 0; next < rule.size();) {
    while (window.size() < 2 * most && next < rule.size())
      window.push_back(rule[next++]);
    if (window.size() > most) thin_out(functions, window);
  }
  return window;
}

}  // namespace corbel
