// SPDX-License-Identifier: MIT
#include "corbel/run/certificate.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {

EnergyBalance energy_balance(std::span<const EnergyRecord> bodies)
{
  EnergyBalance sum;
  for (const EnergyRecord& e : bodies) {
    sum.numerical += e.numerical();
    sum.all += e.kinetic + e.internal + std::abs(e.external) + std::abs(e.contact) + std::abs(e.friction) +
               std::abs(e.damping);
  }
  return sum;
}

bool is_certified(const Residual& residual)
{
  return residual.absolute <= certified_residual && residual.scaled <= certified_residual;
}

void add_to_certificate(const Residual& residual, double penetration, CertificateRecord& worst)
{
  worst.residual_absolute = std::max(worst.residual_absolute, residual.absolute);
  worst.residual_scaled = std::max(worst.residual_scaled, residual.scaled);
  worst.penetration = std::max(worst.penetration, penetration);
}

void check_residual(const Residual& residual, double bound, std::int64_t step, double t)
{
  if (residual.absolute <= bound && residual.scaled <= bound) return;
  throw RunError(
      fmt::format("step {}, t = {:.6g} s: the residuals {:.3g} (absolute) and {:.3g} (scaled) exceed the "
                  "bound {:.3g} (certificate); the run was stopped",
                  step, t, residual.absolute, residual.scaled, bound));
}

void check_energy(const EnergyBalance& balance, double bound, std::int64_t step, double t)
{
  if (std::abs(balance.relative()) <= bound) return;
  throw RunError(fmt::format(
      "step {}, t = {:.6g} s: the numerical energy of the time integration is {:.3g} J, {:.3g} of all "
      "energies; this exceeds the bound {:.3g} (certificate); the run was stopped",
      step, t, balance.numerical, balance.relative(), bound));
}

}  // namespace corbel
