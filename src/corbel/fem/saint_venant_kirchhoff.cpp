// SPDX-License-Identifier: MIT
#include "corbel/fem/saint_venant_kirchhoff.hpp"

#include "corbel/core/error.hpp"

#include <cmath>

namespace corbel {

SaintVenantKirchhoff SaintVenantKirchhoff::from_young_poisson(double young, double poisson)
{
  if (!(std::isfinite(young) && young > 0)) throw_input_error("young", young, "a number > 0 [Pa]");
  if (!(poisson > -1 && poisson < 0.5)) throw_input_error("poisson", poisson, "a number in (-1, 0.5)");
  return {young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 + 2 * poisson)};
}

// dP = dF S + F dS ,  dS = λ tr(dE) I + 2μ dE ,  dE = sym(Fᵀ dF). For dF = e_k ⊗ e_l with the row f of F that
// e_k picks (f = Fᵀ e_k):  tr(dE) = f_l ,  2 dE = f ⊗ e_l + e_l ⊗ f.
Eigen::Matrix<double, 9, 9> SaintVenantKirchhoff::tangent(const Mat3& F) const
{
  const Mat3 S = second_piola(green_strain(F - Mat3::Identity()));
  Eigen::Matrix<double, 9, 9> A;
  for (int l = 0; l < 3; ++l)
    for (int k = 0; k < 3; ++k) {
      const Vec3 f = F.row(k).transpose(), e = Vec3::Unit(l);
      const Mat3 dS = lambda * f[l] * Mat3::Identity() + mu * (f * e.transpose() + e * f.transpose());
      Mat3 dP = F * dS;
      dP.row(k) += S.row(l);
      A.col(3 * l + k) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(dP.data());
    }
  return A;
}

}  // namespace corbel
