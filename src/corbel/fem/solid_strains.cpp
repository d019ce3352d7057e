// SPDX-License-Identifier: MIT
// The worst strain of a solid, over all its integration points.
#include "corbel/core/threads.hpp"
#include "corbel/fem/solid.hpp"

namespace corbel {

/// judge(H) at all points; the first of the worst.
template<class Judge>
StrainFinding Solid::worst_point(const Eigen::VectorXd& q, const Judge& judge) const
{
  std::vector<StrainFinding> worst(mesh_.elements.size());
  parallel_for(worst.size(), 64, [&](std::size_t e) {
    kernels_[e]->for_each_gradient(solid_element(e), q, [&](const Mat3& H) {
      if (const StrainFinding found = judge(H); found.worse_than(worst[e])) {
        worst[e] = found;
        worst[e].element = static_cast<int>(e);
      }
    });
  });
  StrainFinding all;
  for (const StrainFinding& found : worst)
    if (found.worse_than(all)) all = found;
  return all;
}

StrainFinding Solid::worst_stretch(const Eigen::VectorXd& q) const
{
  return worst_point(q, [](const Mat3& H) {
    return stretch_state(H, green_strain(H)) == StrainState::sound ? StrainFinding() : judge_stretch(H);
  });
}

StrainFinding Solid::worst_corotated_gradient(const Eigen::VectorXd& q, const Mat3& Lambda) const
{
  return worst_point(q, [&](const Mat3& H) { return judge_corotated(H, Lambda); });
}

StrainFinding Solid::worst_linear_gradient(const Eigen::VectorXd& q, const Mat3& Lambda) const
{
  return worst_point(q, [&](const Mat3& H) { return judge_linear(H, Lambda); });
}

}  // namespace corbel
