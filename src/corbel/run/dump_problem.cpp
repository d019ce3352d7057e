// SPDX-License-Identifier: MIT
// The problem of the last step as a file for other solvers, and for other days.
#include "corbel/core/version.hpp"
#include "corbel/fclib/contacts_only.hpp"
#include "corbel/run/simulation.hpp"

namespace corbel {
namespace {

/// After impacts R is the sum of several solutions, each of another problem: the last of them is (2) of
/// impact.hpp. The reactions of a quasi-static step are those of its last pass in the frames where it ended.
ContactsOnly contacts_of(const LocalDynamics& last, const Impulses& R)
{
  if (!last.last_part) return contacts_only(last.problem, R);
  return contacts_only({last.problem.W, last.last_part->B, last.last_part->laws}, last.last_part->R);
}

}  // namespace

void Simulation::dump_problem(const std::string& path, FclibForm form) const
{
  const LocalDynamics& last = memory_.dynamics;
  const Impulses& R = last.last_part ? last.last_part->R : memory_.reactions.R;
  const bool complete = last.problem.W.size() == last.problem.size() && R.size() == last.problem.size();
  if (last.problem.W.implicit())
    throw InputError("the last step was matrix-free: the blocks of W were not computed. Run a step with "
                     "locdyn = 'assembled' (in decks 'ON'), then dump.");
  const ContactsOnly contacts = complete ? contacts_of(last, R) : ContactsOnly{};
  if (contacts.kept.empty())
    throw InputError("there is no step with contacts to dump. Run the simulation first.");
  FclibInfo info;
  info.title = fmt::format("Corbel {}", output.deck.empty() ? "simulation" : output.deck);
  info.description =
      fmt::format("Step {} of Corbel {}, up to t = {:.9g} s, h = {:g} s. Reactions are impulses [N s]. {}",
                  steps_, version, time_, memory_.reactions.h,
                  (last.last_part && analysis == Analysis::dynamic
                       ? "After impacts with Poisson restitution: the problem of the forces. "
                       : "") +
                      contacts.description());
  info.math_info = fmt::format("{} contacts", contacts.kept.size());
  write_fclib(path, contacts.problem, info, contacts.R, form);
}

}  // namespace corbel
