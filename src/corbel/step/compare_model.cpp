// SPDX-License-Identifier: MIT
#include "corbel/step/compare_model.hpp"

#include "corbel/step/compare_bodies.hpp"
#include "corbel/step/describe_model.hpp"

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

/// None when it is equal to one of several descriptions, else the differences from the last.
template<class Description>
Differences compare_with_any(const std::vector<const Description*>& stored, const Description& own)
{
  Differences last;
  for (const Description* s : stored) {
    last = compare(*s, own);
    if (last.empty()) break;
  }
  return last;
}

Difference of_settings(const std::string& /*property*/) { return Difference::detail; }

Differences compare_settings(const SettingsDescription& stored, const Model& model)
{
  Differences differences;
  compare(stored.properties, describe_settings(model), "", of_settings, differences);
  return differences;
}

/// Equal to any of the settings that the file knew.
Differences compare_settings(const ResultReader& file, const Model& model)
{
  Differences last;
  for (const SettingsDescription& settings : file.settings()) {
    last = compare_settings(settings, model);
    if (last.empty()) break;
  }
  return last;
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

Differences ModelComparison::with_all(const Model& model, const ResultReader& file)
{
  Differences differences;
  std::set<int> compared, compared_joints;
  const auto bodies = by_id(file.bodies());
  for (const auto& body : model.bodies()) {
    if (bodies_.contains(body->id)) continue;
    compared.insert(body->id);
    const auto found = bodies.find(body->id);
    if (found != bodies.end())
      add(differences, compare_with_any(found->second, describe_body(*body)));
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
      add(differences, compare_with_any(found->second, own));
    else if (first_)
      differences.push_back(unknown(name_of(own)));
  }
  if (first_) add(differences, missing_of(file.read(0), model, file));
  add(differences, compare_settings(file, model));
  if (has(differences, Difference::physical)) return differences;  // and again the next time
  first_ = false;
  bodies_.merge(compared);
  joints_.merge(compared_joints);
  std::erase_if(differences, [this](const ModelDifference& d) { return !told_.insert(d.text).second; });
  return differences;
}

Differences ModelComparison::with_last(const Model& model, const ResultReader& file, const Frame& last)
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
      add(differences, compare(*found->second.back(), own));
  }
  add(differences, missing_of(last, model, file));
  if (!file.settings().empty()) add(differences, compare_settings(file.settings().back(), model));
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
  std::string text = fmt::format("the results in '{}' are of another model than this one:", path);
  for (std::size_t i = 0; i < std::min(differences.size(), shown_differences); ++i)
    text += "\n  " + differences[i].text;
  if (differences.size() > shown_differences)
    text += fmt::format("\n  and {} more", differences.size() - shown_differences);
  return text;
}

}  // namespace corbel
