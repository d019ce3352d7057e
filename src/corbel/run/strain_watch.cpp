// SPDX-License-Identifier: MIT
#include "corbel/run/strain_watch.hpp"

#include "corbel/core/log.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/step/advance.hpp"

#include <fmt/format.h>

#include <set>

namespace corbel {
namespace {

constexpr std::size_t most_bodies = 10;  ///< warned of one by one

}  // namespace

void StrainWatch::check(const Model& model, double t, bool thorough, std::vector<StrainRecord>& found)
{
  const auto& bodies = model.bodies();
  std::vector<std::optional<StrainFinding>> findings(bodies.size());
  parallel_for(bodies.size(), bodies_per_task(bodies), [&](std::size_t i) {
    if (!bodies[i]->deforms()) return;
    const auto known = known_.find(bodies[i]->id);
    findings[i] = bodies[i]->deformation()->strain_worse_than(
        known == known_.end() ? StrainState::sound : known->second, thorough);
  });
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!findings[i]) continue;
    known_[bodies[i]->id] = findings[i]->state;
    found.push_back({bodies[i]->id, bodies[i]->label, t, *findings[i]});
    warn_of(*bodies[i], t, *findings[i]);
  }
}

void StrainWatch::warn_of(const Body& body, double t, const StrainFinding& finding)
{
  const bool is_new = !warned_.contains(body.id);
  StrainState& warned = warned_[body.id];
  if (finding.state <= warned) return;
  warned = finding.state;
  if (is_new && warned_.size() == most_bodies + 1)
    warn("more bodies are strained beyond what their equations hold for: the report of the run lists all");
  if (warned_.size() > most_bodies) return;
  const Vec3 X = body.deformation()->element_center(finding.element);
  const std::string what =
      finding.element < 0 ? name_of(body)
                          : fmt::format("element {} of {}, with its centre at ({:.6g}, {:.6g}, {:.6g}) m,",
                                        finding.element, name_of(body), X.x(), X.y(), X.z());
  warn(
      fmt::format("t = {:.6g} s: {} {}. Results of this body are not to be trusted from here on; are Young's "
                  "modulus [Pa], density and loads in the same units, and the step short enough?",
                  t, what, text(finding)));
}

std::string strain_line(const std::vector<StrainRecord>& found)
{
  std::set<int> strained, inverted;
  for (const StrainRecord& record : found) {
    strained.insert(record.body);
    if (record.finding.state == StrainState::inverted) inverted.insert(record.body);
  }
  if (strained.empty()) return "";
  return fmt::format("{} {} beyond what {} equations hold for, {} of them with inverted elements",
                     strained.size(), strained.size() == 1 ? "body was strained" : "bodies were strained",
                     strained.size() == 1 ? "its" : "their", inverted.size());
}

}  // namespace corbel
