// SPDX-License-Identifier: MIT
// Saint Venant–Kirchhoff: linear elasticity between the Green strain and the second Piola stress
// (manual §6.2.1). For large rotations and small strains.
//
//   E = ½ (FᵀF − I)                                    Green strain
//   Ψ = ½ λ (tr E)² + μ E:E                            energy per referential volume   (6.11), (6.12)
//   S = λ tr(E) I + 2μ E ,   P = F S = ∂Ψ/∂F           second, first Piola stress      (6.15)
//
// (6.11) prints ¼ [FᵀF − I]:C:[FᵀF − I], twice this: with it (6.13) and (6.14) would not be the constants of
// a bar of Young's modulus E. The factor is ⅛.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// E = ½ (H + Hᵀ + HᵀH) of the displacement gradient H = F − I: small strains keep all their digits.
inline Mat3 green_strain(const Mat3& H) { return 0.5 * (H + H.transpose() + H.transpose() * H); }

struct SaintVenantKirchhoff {
  double lambda, mu;  ///< Lamé's constants [Pa]
  bool operator==(const SaintVenantKirchhoff&) const = default;

  /// From Young's modulus > 0 [Pa] and Poisson's ratio in (−1, ½), (6.13) and (6.14); throws InputError.
  static SaintVenantKirchhoff from_young_poisson(double young, double poisson);

  double young() const { return mu * (3 * lambda + 2 * mu) / (lambda + mu); }
  double poisson() const { return lambda / (2 * (lambda + mu)); }

  /// Ψ [J/m³]
  double energy(const Mat3& F) const { return strain_energy(green_strain(F - Mat3::Identity())); }

  /// P [Pa]
  Mat3 stress(const Mat3& F) const { return F * second_piola(green_strain(F - Mat3::Identity())); }

  /// ∂P/∂F, both as vectors of their columns, one after the other.
  Eigen::Matrix<double, 9, 9> tangent(const Mat3& F) const;

  double strain_energy(const Mat3& E) const
  {
    const double trace = E.trace();
    return 0.5 * lambda * trace * trace + mu * E.squaredNorm();
  }

  /// S [Pa]
  Mat3 second_piola(const Mat3& E) const { return lambda * E.trace() * Mat3::Identity() + 2 * mu * E; }
};

}  // namespace corbel
