// SPDX-License-Identifier: MIT
// The certificate of a run: how well its equations were solved, how deep contacts went, what became of
// energy.
//
// Each frame stores the worst residuals and the deepest contact of all steps since the previous frame, and
//
//   balance = Σ numerical / Σ (kinetic + internal + |external| + |contact| + |friction| + |damping|)      (1)
//
// over the bodies: what the time integration itself added (> 0) or lost, beside all there was. A run may be
// given bounds (RunLimits); the first step beyond one of them ends it.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/solvers/residual.hpp"
#include "corbel/step/run_limits.hpp"

#include <span>

namespace corbel {

/// (1), sums in J.
struct EnergyBalance {
  double numerical = 0, all = 0;
  double relative() const { return all > 0 ? numerical / all : 0; }
};
EnergyBalance energy_balance(std::span<const EnergyRecord> bodies);

/// Largest residual, of both, of an answer that is called one. A solver may end by a criterion of its own:
/// Gauss–Seidel does when R changes little, which slow sweeps do far from the solution.
inline constexpr double certified_residual = 1e-2;
bool is_certified(const Residual& residual);

/// Takes the worse of both; the balance is left alone.
void add_to_certificate(const Residual& residual, double penetration, CertificateRecord& worst);

/// Throw RunError naming the step, the value and the bound.
void check_residual(const Residual& residual, double bound, std::int64_t step, double t);
void check_energy(const EnergyBalance& balance, double bound, std::int64_t step, double t);

}  // namespace corbel
