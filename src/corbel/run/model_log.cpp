// SPDX-License-Identifier: MIT
#include "corbel/run/model_log.hpp"

#include "corbel/output/method_costs.hpp"
#include "corbel/output/removed_energies.hpp"
#include "corbel/run/describe_model.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// All that a script may change of a body.
Properties changeable(const Body& body)
{
  Properties all = describe_properties(body);
  const Vec3 center = body.center();
  const Mat3 tensor = body.tensor();
  all.push_back({"mass", "", {body.mass(), body.volume()}});
  all.push_back({"center", "", {center.data(), center.data() + 3}});
  all.push_back({"tensor", "", {tensor.data(), tensor.data() + 9}});
  return all;
}

}  // namespace

void ModelLog::note(const Model& model, double t)
{
  if (model.revision() != revision_) {
    revision_ = model.revision();
    std::set<int> present;
    for (const auto& body : model.bodies()) {
      present.insert(body->id);
      if (!bodies_.try_emplace(body->id).second) continue;
      new_bodies_.insert(body->id);
      events_.push_back({t, ModelEventKind::body_added, body->id});
    }
    std::erase_if(bodies_, [&](const auto& body) {
      if (present.contains(body.first)) return false;
      new_bodies_.erase(body.first);
      events_.push_back({t, ModelEventKind::body_removed, body.first});
      return true;
    });
  }
  if (model.joint_revision() != joint_revision_) {
    joint_revision_ = model.joint_revision();
    std::set<int> present;
    for (const auto& joint : model.joints()) {
      present.insert(joint->id);
      if (!joints_.insert(joint->id).second) continue;
      new_joints_.insert(joint->id);
      events_.push_back({t, ModelEventKind::joint_added, joint->id});
    }
    std::erase_if(joints_, [&](int id) {
      if (present.contains(id)) return false;
      new_joints_.erase(id);
      events_.push_back({t, ModelEventKind::joint_removed, id});
      return true;
    });
  }
}

void ModelLog::note_settings(const Model& model, Analysis analysis, const RunSettings& run, double t)
{
  Properties settings = describe_settings(model, analysis);
  for (Property& p : describe_run_settings(run))
    settings.push_back(std::move(p));
  if (settings == settings_) return;
  settings_ = settings;
  new_settings_ = {t, std::move(settings)};
}

std::string ModelLog::solver() const
{
  const auto found =
      std::ranges::find_if(settings_, [](const Property& p) { return p.name == solver_property; });
  return found == settings_.end() ? "" : found->text;
}

void ModelLog::note_properties(const Model& model)
{
  for (const auto& body : model.bodies())
    if (!new_bodies_.contains(body->id) && bodies_.at(body->id) != changeable(*body))
      new_bodies_.insert(body->id);
}

void ModelLog::note_removal(const Body& body, const EnergyRecord& energy)
{
  removed_bodies_.push_back(describe_body(body));
  removed_bodies_.back().properties.push_back(describe_energies_at_removal(energy));
}

void ModelLog::write(const Model& model, ResultWriter& writer)
{
  if (new_settings_) writer.add_settings(*new_settings_);
  if (!new_bodies_.empty())
    for (const auto& body : model.bodies()) {
      if (!new_bodies_.contains(body->id)) continue;
      writer.add_body(describe_body(*body));
      bodies_[body->id] = changeable(*body);
    }
  for (const BodyDescription& body : removed_bodies_)
    writer.add_body(body);
  if (!new_joints_.empty())
    for (const auto& joint : model.joints())
      if (new_joints_.contains(joint->id)) writer.add_joint(describe_joint_data(*joint));
  for (const ModelEvent& event : events_)
    writer.add_event(event);
  new_settings_.reset();
  new_bodies_.clear();
  new_joints_.clear();
  removed_bodies_.clear();
  events_.clear();
}

void ModelLog::write_ends_of_runs(ResultWriter& writer)
{
  std::erase_if(events_, [&](const ModelEvent& event) {
    if (event.kind != ModelEventKind::run_ended) return false;
    writer.add_event(event);
    return true;
  });
}

void ModelLog::write_methods(double t, const Properties& methods, ResultWriter& writer) const
{
  if (methods.empty()) return;
  SettingsDescription all = {t, settings_};
  all.properties.insert(all.properties.end(), methods.begin(), methods.end());
  writer.add_settings(all);
}

void ModelLog::take_over(const Model& model, const ResultReader& file)
{
  *this = {};
  revision_ = model.revision();
  joint_revision_ = model.joint_revision();
  std::map<int, const BodyDescription*> last;
  for (const BodyDescription& body : file.bodies())
    last[body.id] = &body;
  for (const auto& body : model.bodies()) {
    bodies_[body->id] = changeable(*body);
    const auto found = last.find(body->id);
    if (found == last.end() || found->second->properties != describe_properties(*body))
      new_bodies_.insert(body->id);  // another scheme, or a file of format 4
  }
  std::map<int, const JointDescription*> described;
  for (const JointDescription& joint : file.joints())
    described[joint.id] = &joint;
  for (const auto& joint : model.joints()) {
    joints_.insert(joint->id);
    const auto found = described.find(joint->id);
    if (found == described.end() || found->second->properties != describe_joint_data(*joint).properties)
      new_joints_.insert(joint->id);  // other values in time, or a file of format 4
  }
  if (!file.settings().empty()) settings_ = file.settings().back().properties;
  std::erase_if(settings_, [](const Property& p) { return p.name.starts_with(method_property); });
}

}  // namespace corbel
