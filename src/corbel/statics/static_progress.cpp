// SPDX-License-Identifier: MIT
#include "corbel/statics/static_progress.hpp"

#include "corbel/statics/supports.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace corbel {
namespace {

/// A pass of Newton's method gains a factor of ten and more where it converges at all; five that leave so much of the least
/// violation seen so far will not get there.
constexpr double slow_ratio = 0.3, stuck_ratio = 0.95;

/// Part of its load that may be left along motions that nothing holds.
constexpr double neutral_imbalance = 1e-6;

double worst_residual(const SolverReport& report)
{
  return std::max(report.residual.absolute, report.residual.scaled);
}

double imbalance_of(const StaticBalance& balance, const Body& body)
{
  return balance.bodies[static_cast<std::size_t>(body.index)];
}

std::vector<std::string> free_motions(const Model& model, const LocalDynamics& dynamics, const Body& body)
{
  return supports_by_all(model.bodies(), dynamics, dynamics.last_part->R, body).free_motions();
}

}  // namespace

void StaticProgress::add(const StaticBalance& balance, bool changed)
{
  const double now = std::max({balance.imbalance / options_.tolerance, balance.joints / options_.tolerance,
                               balance.others / options_.constraint_tolerance});
  slow_ = changed || now <= slow_ratio * least_ ? 0 : slow_ + 1;
  stuck_ = changed || now <= stuck_ratio * least_ ? 0 : stuck_ + 1;
  least_ = std::min(least_, now);
}

bool certified(const StaticBalance& balance, const SolverReport& report, const StaticOptions& options)
{
  return balance.imbalance <= options.tolerance && balance.joints <= options.tolerance &&
         balance.others <= options.constraint_tolerance &&
         worst_residual(report) <= options.residual_tolerance;
}

std::string unheld_remark(const Model& model, const LocalDynamics& dynamics, const StaticBalance& balance,
                          const SolverReport& report, const StaticOptions& options)
{
  StaticBalance rest = balance;
  std::string remark;
  if (balance.imbalance > neutral_imbalance) return remark;
  rest.imbalance = 0;
  for (const auto& body : model.bodies()) {
    const double left = imbalance_of(balance, *body);
    if (!body->responds() || left <= options.tolerance) continue;
    const std::vector<std::string> free = free_motions(model, dynamics, *body);
    if (free.empty()) return {};
    if (remark.empty())
      remark = fmt::format("nothing holds {} against {}: forces of {:.1e} of its load are left there",
                           name_of(*body), fmt::join(free, ", "), left);
  }
  return certified(rest, report, options) ? remark : std::string();
}

std::string failure_remark(const Model& model, const StaticBalance& balance, const SolverReport& report,
                           const StaticOptions& options, bool stuck)
{
  std::string what;
  if (balance.imbalance > options.tolerance) {
    const auto worst = std::ranges::max_element(model.bodies(), {}, [&](const auto& body) {
      return body->responds() ? imbalance_of(balance, *body) : -1;
    });
    what = fmt::format("forces on {} are out of balance by {:.1e} of their sum", name_of(**worst),
                       balance.imbalance);
  } else if (balance.joints > options.tolerance) {
    what = fmt::format("a joint is off its position by {:.1e} of the size of its body", balance.joints);
  } else if (balance.others > options.constraint_tolerance) {
    what = fmt::format(
        "a contact, link or stop is violated by {:.1e} of the size of its body or of the largest force",
        balance.others);
  } else {
    what = fmt::format("the reactions have a residual of {:.1e}", worst_residual(report));
  }
  return what + (stuck ? fmt::format(", and the last of {} passes gained nothing", report.passes)
                       : fmt::format(" after {} passes, the most allowed", report.passes));
}

void throw_if_unsupported(const Model& model, const LocalDynamics& dynamics, const StaticBalance& balance)
{
  const Body* worst = nullptr;
  std::vector<std::string> free;
  for (const auto& body : model.bodies()) {
    const double left = imbalance_of(balance, *body);
    if (!body->responds() || left < neutral_imbalance) continue;
    if (worst && left <= imbalance_of(balance, *worst)) continue;
    std::vector<std::string> own = free_motions(model, dynamics, *body);
    if (own.empty()) continue;
    worst = body.get();
    free = std::move(own);
  }
  if (worst)
    throw RunError(fmt::format(
        "quasi-static analysis: {} is not supported and its forces are not in equilibrium; free rigid-body "
        "motions: {}. Fix points or directions to prevent them",
        name_of(*worst), fmt::join(free, ", ")));
}

}  // namespace corbel
