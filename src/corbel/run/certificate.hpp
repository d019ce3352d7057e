// SPDX-License-Identifier: MIT
// The certificate of a run: residuals of its equations, penetration depth, energy balance.
//
// Each frame stores the worst residuals and the deepest contact of all steps since the previous frame, and
//
//   balance = Σ numerical / Σ (kinetic + internal + |external| + |contact| + |friction| + |damping|)      (1)
//
// over the bodies, those that were removed as they were then: energy that the time integration added (> 0) or
// lost, relative to all energies. A run may be given bounds (RunLimits); the first step beyond one of them ends
// it.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/run/run_limits.hpp"
#include "corbel/solvers/residual.hpp"

#include <span>

namespace corbel {

/// (1), sums in J.
struct EnergyBalance {
  double numerical = 0, all = 0;
  double relative() const { return all > 0 ? numerical / all : 0; }
};
EnergyBalance energy_balance(std::span<const EnergyRecord> bodies);

/// Largest value of both residuals of a certified step. A solver may stop by its own criterion:
/// Gauss–Seidel does when R changes little, which can be far from the solution if sweeps converge slowly.
inline constexpr double certified_residual = 1e-2;
bool is_certified(const Residual& residual);

/// Takes the worse of both; the balance is left alone.
void add_to_certificate(const Residual& residual, double penetration, CertificateRecord& worst);

/// Throw RunError naming the step, the value and the bound.
void check_residual(const Residual& residual, double bound, std::int64_t step, double t);
void check_energy(const EnergyBalance& balance, double bound, std::int64_t step, double t);

}  // namespace corbel
