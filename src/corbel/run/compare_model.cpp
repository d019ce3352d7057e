// SPDX-License-Identifier: MIT
#include "corbel/run/compare_model.hpp"

#include "corbel/output/method_costs.hpp"
#include "corbel/run/compare_bodies.hpp"
#include "corbel/run/describe_model.hpp"

#include <algorithm>
#include <map>

namespace corbel {
namespace {

constexpr std::size_t shown_differences = 20;

using Differences = std::vector<ModelDifference>;

/// Descriptions by id, in the order of the file.
template<class Description>
std::map<int, std::vector<const Description*>> by_id(const std::vector<Description>& all)
{
  std::map<int, std::vector<const Description*>> sorted;
  for (const Description& d : all)
    sorted[d.id].push_back(&d);
  return sorted;
}

void add(Differences& all, const Differences& more) { all.insert(all.end(), more.begin(), more.end()); }

/// None when it is equal to one of several, else the differences from the last.
template<class Stored, class Compare>
Differences compare_with_any(const std::vector<Stored>& stored, const Compare& compare)
{
  Differences last;
  for (const Stored& s : stored) {
    last = compare(s);
    if (last.empty()) break;
  }
  return last;
}

using StoredBodies = std::map<int, std::vector<const BodyDescription*>>;

Differences compare_joint(const JointDescription& stored, const JointDescription& own,
                          const StoredBodies& bodies)
{
  const auto master = bodies.find(own.master);
  return compare(stored, own, master == bodies.end() ? 0 : size_of(*master->second.back()));
}

bool is_of_run(const std::string& property)
{
  return property == step_property || property == output_property || property == solver_property ||
         property.starts_with(method_property);
}

Difference of_settings(const std::string& property)
{
  if (is_of_run(property)) return Difference::run;
  return property == analysis_property ? Difference::physical : Difference::detail;
}

bool has_name(const Properties& all, const std::string& name)
{
  return std::ranges::any_of(all, [&](const Property& p) { return p.name == name; });
}

/// Older files name the analysis in the description of the run only and were computed by the mid-point rule; those of
/// format 4 have no settings.
std::vector<Properties> settings_of(const ResultReader& file)
{
  const Property analysis = {analysis_property, file.run().analysis, {}};
  const Property rule = {rule_property, std::string(to_string(RuleKind::midpoint)), {}};
  std::vector<Properties> all;
  for (const SettingsDescription& settings : file.settings()) {
    all.push_back(settings.properties);
    for (const Property& property : {analysis, rule})
      if (!has_name(settings.properties, property.name)) all.back().push_back(property);
  }
  if (all.empty()) all.push_back({analysis, rule});
  return all;
}

/// Without what only one side can know: files of earlier versions do not tell of the run, the solver of the
/// next run may not be given yet, and who shows results writes none.
Properties comparable(Properties some, const Properties& others)
{
  std::erase_if(some, [&](const Property& p) { return is_of_run(p.name) && !has_name(others, p.name); });
  return some;
}

Differences compare_settings(const Properties& stored, const Properties& own)
{
  Differences differences;
  compare(comparable(stored, own), comparable(own, stored), "", of_settings, differences);
  return differences;
}

Properties own_settings(const Model& model, Analysis analysis, const RunSettings& run,
                        const ResultReader& file)
{
  Properties own = describe_settings(model, analysis);
  if (file.settings().empty())
    std::erase_if(own,
                  [](const Property& p) { return p.name != analysis_property && p.name != rule_property; });
  for (Property& p : describe_run_settings(run))
    own.push_back(std::move(p));
  return own;
}

ModelDifference unknown(const std::string& name)
{
  return {Difference::misfit, name + " is not in the results"};
}
ModelDifference missing(const std::string& name)
{
  return {Difference::misfit, name + " is in the results, not in this model"};
}

/// Ids of the frame's bodies and joints.
std::set<int> bodies_in(const Frame& frame)
{
  std::set<int> ids;
  for (const BodyRecord& record : frame.bodies)
    ids.insert(record.id);
  return ids;
}
std::set<int> joints_in(const Frame& frame)
{
  std::set<int> ids;
  for (const ConstraintRecord& record : frame.constraints)
    if (record.joint > 0) ids.insert(record.joint);
  return ids;
}

/// Bodies and joints of the frame that the model does not have.
Differences missing_of(const Frame& frame, const Model& model, const ResultReader& file)
{
  Differences differences;
  const std::vector<int> own = model.all_body_ids();
  const auto bodies = by_id(file.bodies());
  for (const int id : bodies_in(frame)) {
    if (std::binary_search(own.begin(), own.end(), id)) continue;
    const auto found = bodies.find(id);
    differences.push_back(
        missing(found == bodies.end() ? fmt::format("body {}", id) : name_of(*found->second.back())));
  }
  std::set<int> own_joints;
  for (const auto& joint : model.joints())
    own_joints.insert(joint->id);
  const auto joints = by_id(file.joints());
  for (const int id : joints_in(frame)) {
    if (own_joints.contains(id)) continue;
    const auto found = joints.find(id);
    differences.push_back(
        missing(found == joints.end() ? fmt::format("joint {}", id) : name_of(*found->second.back())));
  }
  return differences;
}

}  // namespace

Differences ModelComparison::with_all(const Model& model, Analysis analysis, const RunSettings& run,
                                      const ResultReader& file)
{
  Differences differences;
  std::set<int> compared, compared_joints;
  const auto bodies = by_id(file.bodies());
  for (const auto& body : model.bodies()) {
    if (bodies_.contains(body->id)) continue;
    compared.insert(body->id);
    const auto found = bodies.find(body->id);
    if (found != bodies.end())
      add(differences, compare_with_any(found->second, [own = describe_body(*body)](const auto* stored) {
            return compare(*stored, own);
          }));
    else if (first_)
      differences.push_back(unknown(name_of(*body)));
  }
  const auto joints = by_id(file.joints());
  for (const auto& joint : model.joints()) {
    if (file.format() < 5 || joints_.contains(joint->id)) continue;
    compared_joints.insert(joint->id);
    const JointDescription own = describe_joint_data(*joint);
    const auto found = joints.find(joint->id);
    if (found != joints.end())
      add(differences, compare_with_any(found->second, [&](const auto* stored) {
            return compare_joint(*stored, own, bodies);
          }));
    else if (first_)
      differences.push_back(unknown(name_of(own)));
  }
  if (first_) add(differences, missing_of(file.read(0), model, file));
  add(differences, compare_with_any(settings_of(file),
                                    [own = own_settings(model, analysis, run, file)](
                                        const Properties& stored) { return compare_settings(stored, own); }));
  if (has(differences, Difference::physical)) return differences;  // and again the next time
  first_ = false;
  bodies_.merge(compared);
  joints_.merge(compared_joints);
  std::erase_if(differences, [this](const ModelDifference& d) { return !told_.insert(d.text).second; });
  return differences;
}

Differences ModelComparison::with_last(const Model& model, Analysis analysis, const RunSettings& run,
                                       const ResultReader& file, const Frame& last)
{
  Differences differences;
  const auto bodies = by_id(file.bodies());
  const std::set<int> present = bodies_in(last);
  for (const auto& body : model.bodies()) {
    const auto found = bodies.find(body->id);
    if (found == bodies.end())
      differences.push_back(unknown(name_of(*body)));
    else if (present.contains(body->id))  // others will be removed
      add(differences, compare(*found->second.back(), describe_body(*body)));
  }
  const auto joints = by_id(file.joints());
  const std::set<int> present_joints = joints_in(last);
  for (const auto& joint : model.joints()) {
    if (file.format() < 5) break;
    const JointDescription own = describe_joint_data(*joint);
    const auto found = joints.find(joint->id);
    if (found == joints.end())
      differences.push_back(unknown(name_of(own)));
    else if (present_joints.contains(joint->id))
      add(differences, compare_joint(*found->second.back(), own, bodies));
  }
  add(differences, missing_of(last, model, file));
  add(differences, compare_settings(settings_of(file).back(), own_settings(model, analysis, run, file)));
  return differences;
}

bool has(const Differences& differences, Difference worst_allowed)
{
  return std::any_of(differences.begin(), differences.end(),
                     [&](const ModelDifference& d) { return d.kind > worst_allowed; });
}

std::string text_of(Differences differences, const std::string& path)
{
  if (differences.empty()) return "";
  std::stable_sort(differences.begin(), differences.end(),
                   [](const ModelDifference& a, const ModelDifference& b) { return a.kind > b.kind; });
  std::string text = fmt::format("the results in '{}' {}:", path,
                                 has(differences, Difference::run) ? "are of another model than this one"
                                                                   : "were computed with other settings");
  for (std::size_t i = 0; i < std::min(differences.size(), shown_differences); ++i)
    text += "\n  " + differences[i].text;
  if (differences.size() > shown_differences)
    text += fmt::format("\n  and {} more", differences.size() - shown_differences);
  return text;
}

}  // namespace corbel
