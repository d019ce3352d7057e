// SPDX-License-Identifier: MIT
// The problem of the last step as a file for other solvers, and for other days.
#include "corbel/core/version.hpp"
#include "corbel/fclib/contacts_only.hpp"
#include "corbel/step/simulation.hpp"

#include <algorithm>

namespace corbel {

void Simulation::dump_problem(const std::string& path, FclibForm form) const
{
  const LocalDynamics& last = memory_.dynamics;
  const bool complete = last.problem.W.size() == last.problem.size() && last.R.size() == last.problem.size();
  const ContactsOnly contacts = complete ? contacts_only(last.problem, last.R) : ContactsOnly{};
  if (contacts.kept.empty())
    throw InputError("there is no step with contacts to dump. Run the simulation first.");
  FclibInfo info;
  info.title = fmt::format("Corbel {}", output.deck.empty() ? "simulation" : output.deck);
  info.description =
      fmt::format("Step {} of Corbel {}, up to t = {:.9g} s, h = {:g} s. Reactions are impulses [N s]. {}",
                  steps_, version, time_, memory_.h, contacts.story());
  info.math_info = fmt::format("{} contacts", contacts.kept.size());
  // After Poisson impacts R is the sum of several solves, each of another problem than this one.
  const bool impacts = std::any_of(last.poisson.begin(), last.poisson.end(), [](double e) { return e > 0; });
  write_fclib(path, contacts.problem, info, impacts ? Impulses{} : contacts.R, form);
}

}  // namespace corbel
