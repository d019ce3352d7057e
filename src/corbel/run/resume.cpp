// SPDX-License-Identifier: MIT
// Frames of result files: shown, and gone on from.
#include "corbel/core/log.hpp"
#include "corbel/run/describe_model.hpp"
#include "corbel/run/simulation.hpp"
#include "corbel/run/stored_state.hpp"

#include <algorithm>

namespace corbel {
namespace {

std::vector<int> ids_of(const Frame& frame)
{
  std::vector<int> ids;
  for (const BodyRecord& record : frame.bodies)
    ids.push_back(record.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// Bodies that the file knows and that are not in the frame: they were removed before it.
void remove_absent_bodies(Simulation& simulation, const Frame& frame)
{
  const std::vector<int> present = ids_of(frame);
  Bodies& bodies = simulation.model.bodies();
  for (std::size_t i = bodies.size(); i-- > 0;)
    if (!std::binary_search(present.begin(), present.end(), bodies[i]->id))
      simulation.remove_body(*bodies[i]);
}

/// That the script of the results asked for last.
double step_of(const ResultReader& file)
{
  if (!file.settings().empty())
    for (const Property& p : file.settings().back().properties)
      if (p.name == step_property && p.numbers.size() == 1) return p.numbers[0];
  return file.run().h;
}

void remove_absent_joints(Model& model)
{
  std::vector<int> absent;
  for (const auto& joint : model.joints())
    if (joint->absent) absent.push_back(joint->id);
  for (const int id : absent)
    model.remove_joint(id);
}

}  // namespace

void Simulation::restore(const Frame& f)
{
  model.set_present(ids_of(f));
  restore_state(f);
}

void Simulation::restore_state(const Frame& f)
{
  h_ = f.h;
  model.initialize_joints(time_);
  restore_bodies(model.bodies(), f);
  memory_.reactions = restore_joints(model, f);
  memory_.contacts = restore_contacts(model, f, memory_.reactions);
  memory_.dynamics = {};
  memory_.bonds = restore_bonds(model.bodies(), memory_.contacts, f);
  time_ = f.time;
  steps_ = f.step;
  // Files of earlier versions hold 0 where no callback was set; that of a callback is passed after two steps.
  next_callback_ =
      f.next_callback == 0 && f.step > 1 ? std::numeric_limits<double>::infinity() : f.next_callback;
  recorder_.restore(f);
  shown_energies_.clear();
}

void Simulation::show(const ResultReader& file, std::size_t frame)
{
  if (running_ || is_writing())
    throw InputError("a simulation that has run cannot show results; open them with another");
  const Frame f = file.read(frame);
  const std::vector<ModelDifference> differences =
      comparison_.with_all(model, analysis, {h_given_, {}, output.solver}, file);
  if (has(differences, Difference::physical)) throw InputError(text_of(differences, file.path()));
  if (!differences.empty())
    warn(text_of(differences, file.path()) + "\nWhat is shown is what was computed then");
  const std::vector<int> own = model.all_body_ids();
  std::vector<int> others;
  for (const int id : ids_of(f))
    if (!std::binary_search(own.begin(), own.end(), id) && not_shown_.insert(id).second) others.push_back(id);
  if (!others.empty())
    warn(fmt::format(
        "the results in '{}' hold {} that this model does not have at t = {:g} s, from body {} on: made "
        "later or by a callback, and not shown",
        file.path(), others.size() == 1 ? "a body" : fmt::format("{} bodies", others.size()), f.time,
        others.front()));
  restore(f);
  restore_joint_memory(model, file.joints());
  for (const BodyRecord& record : f.bodies)
    shown_energies_[record.id] = record.energy;
  removed_ = corbel::removed_energies(file.bodies(), f);
}

/// What a run may go on with all the same; throws InputError where it may not. Nothing is changed.
std::vector<ModelDifference> Simulation::checked_differences(const ResultReader& file, const Frame& last)
{
  std::vector<int> shown;
  for (const auto& body : model.bodies())
    shown.push_back(body->id);
  model.set_present(model.all_body_ids());  // an earlier frame may have been shown
  try {
    std::vector<ModelDifference> differences =
        ModelComparison::with_last(model, analysis, {h_given_, output.interval, ""}, file, last);
    if (has(differences, Difference::detail))
      throw InputError(
          text_of(differences, file.path()) +
          "\nA run goes on with the bodies and joints that its last frame holds: make them as they were, "
          "before resume(), and new ones after it");
    check_fit(model, last, file.joints());
    model.set_present(shown);
    return differences;
  } catch (...) {
    model.set_present(shown);
    throw;
  }
}

void Simulation::take_over(const ResultReader& file, const Frame& last)
{
  model.set_present(model.all_body_ids());
  remove_absent_bodies(*this, last);
  restore_state(last);
  h_given_ = step_of(file);
  remove_absent_joints(model);
  restore_joint_memory(model, file.joints());
  removed_ = corbel::removed_energies(file.bodies(), last);
  recorder_.log.take_over(model, file);
}

/// The simulation changes when nothing can go wrong any more: the file is open for appending then.
void Simulation::resume_from_file(DamagedFrames damaged)
{
  ResultReader file(output.file);
  if (const std::string damage = damage_of(file); !damage.empty()) {
    // Where the writer was killed, the last frame may be incomplete: nobody asked for that one.
    if (damaged == DamagedFrames::refuse && file.closed_properly())
      throw FileError(fmt::format("cannot go on with '{}': {}. Going on deletes the others: keep a copy, and "
                                  "call resume(drop_damaged=True), or compute anew",
                                  file.path(), damage));
    warn(fmt::format("'{}': {}; the run goes on after them", file.path(), damage));
  }
  const std::size_t frames = file.frame_count();
  const Frame last = file.read(frames - 1);
  const std::vector<ModelDifference> differences = checked_differences(file, last);
  file.close();  // HDF5 opens no file for writing that is open for reading
  recorder_.append(output, frames);
  if (!differences.empty())
    warn(text_of(differences, file.path()) + "\nThe run goes on with what is given here" +
         (step_of(file) == h_given_ ? "" : ", but with the step of the results: set another after resume()"));
  take_over(file, last);
}

void Simulation::resume(DamagedFrames damaged)
{
  if (running_) throw InputError("this simulation is running: a callback cannot resume it");
  if (output.file.empty())
    throw InputError(
        "there is nothing to resume: this simulation was made without output; give it the result file or "
        "folder of the run to be continued");
  if (is_writing())
    throw InputError("this simulation has its result file open already: runs go on without resume()");
  recorder_.refuse(output.file);  // until all went well
  resume_from_file(damaged);
  recorder_.go_on(model, time_);
  resumed_ = true;
  inspected_ = true;  // when it began
}

}  // namespace corbel
