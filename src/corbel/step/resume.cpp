// SPDX-License-Identifier: MIT
// Going on from a frame of a result file.
#include "corbel/step/describe_model.hpp"
#include "corbel/step/simulation.hpp"

#include <algorithm>
#include <set>

namespace corbel {
namespace {

/// Bodies of the deck that were removed before the frame was written. Ids the file never saw belong to
/// another deck.
void remove_absent_bodies(Simulation& simulation, const Frame& frame, int described)
{
  std::set<int> in_frame;
  for (const BodyRecord& record : frame.bodies)
    in_frame.insert(record.id);
  const auto& bodies = simulation.model.bodies();
  for (std::size_t i = bodies.size(); i-- > 0;) {
    if (in_frame.contains(bodies[i]->id)) continue;
    if (bodies[i]->id > described)
      throw InputError(fmt::format(
          "this model has body {}, which the result file does not know; was it written by another deck?",
          bodies[i]->id));
    simulation.remove_body(*bodies[i]);
  }
}

void remove_absent_joints(Model& model)
{
  std::vector<int> broken;
  for (const auto& joint : model.joints())
    if (joint->absent) broken.push_back(joint->id);
  for (const int id : broken)
    model.remove_joint(id);
}

}  // namespace

void Simulation::restore(const Frame& f)
{
  h_ = f.h;
  memory_.h = f.h;
  model.initialize_joints(time_);
  restore_bodies(model, f);
  restore_joints(model, f);
  memory_.contacts = restore_contacts(model, f);
  memory_.dynamics = {};
  memory_.bonds = restore_bonds(memory_.contacts, f);
  time_ = f.time;
  steps_ = f.step;
  next_output_ = f.next_output;
  next_callback_ = f.next_callback;
  sums_ = f.solver;
  seconds_ = f.seconds;
}

void Simulation::resume()
{
  std::size_t frames = 0;
  {
    const ResultReader reader(output.file);  // closed before the file is opened for writing
    frames = reader.frame_count();
    const Frame last = reader.read(frames - 1);
    described_bodies_ = 0;
    for (const BodyDescription& body : reader.bodies())
      described_bodies_ = std::max(described_bodies_, body.id);
    remove_absent_bodies(*this, last, described_bodies_);
    restore(last);
    remove_absent_joints(model);
  }
  writer_.emplace(ResultWriter::append(output.file, frames, WriterOptions{.compress = output.compress}));
  written_time_ = time_;
  resumed_ = true;
  inspected_ = true;  // when it began
  seconds_ = {};
  sums_ = {};
}

}  // namespace corbel
