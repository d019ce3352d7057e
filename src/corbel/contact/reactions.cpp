// SPDX-License-Identifier: MIT
#include "corbel/contact/reactions.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// Those of a joint, to the end of `rows`.
void append_joint(const Joint& joint, const Reactions& last, RowOutcomes& rows)
{
  for (std::size_t k = 0; k < joint.row_count(); ++k)
    rows.append(last.outcome(joint, k));
}

}  // namespace

void RowOutcomes::resize(std::size_t rows)
{
  frame.resize(rows, Mat3::Identity());
  R.resize(rows, Vec3::Zero());
  U.resize(rows, Vec3::Zero());
  V.resize(rows, Vec3::Zero());
}

void RowOutcomes::append(const RowOutcome& row)
{
  frame.push_back(row.frame);
  R.push_back(row.R);
  U.push_back(row.U);
  V.push_back(row.V);
}

void RowOutcomes::set(std::size_t i, const RowOutcome& row)
{
  frame[i] = row.frame;
  R[i] = row.R;
  U[i] = row.U;
  V[i] = row.V;
}

void Reactions::rescale(double factor)
{
  for (std::vector<Vec3>* impulses : {&R, &of_obstacles.R})
    for (Vec3& impulse : *impulses)
      impulse *= factor;
}

const Reactions::JointRows* Reactions::find(int joint) const
{
  const auto found = std::ranges::lower_bound(joints, joint, {}, &JointRows::joint);
  return found != joints.end() && found->joint == joint ? &*found : nullptr;
}

const Reactions::JointRows& Reactions::rows_of(const Joint& joint) const
{
  const JointRows* rows = find(joint.id);
  demand(rows && rows->count == joint.row_count(), "reactions: a joint that is not in the step");
  return *rows;
}

std::span<const Vec3> Reactions::impulses(const Joint& joint) const
{
  const JointRows& rows = rows_of(joint);
  return std::span((rows.of_obstacles ? of_obstacles : *this).R).subspan(rows.first, rows.count);
}

std::span<Vec3> Reactions::impulses(const Joint& joint)
{
  const JointRows& rows = rows_of(joint);
  return std::span((rows.of_obstacles ? of_obstacles : *this).R).subspan(rows.first, rows.count);
}

RowOutcome Reactions::outcome(const Joint& joint, std::size_t row) const
{
  if (const JointRows* rows = find(joint.id))
    return rows->of_obstacles ? of_obstacles[rows->first + row] : (*this)[rows->first + row];
  RowOutcome first;
  if (row == 0) first.frame = joint.first_frame();
  return first;
}

void Reactions::set_outcome(const Joint& joint, std::size_t row, const RowOutcome& outcome)
{
  const JointRows& rows = rows_of(joint);
  (rows.of_obstacles ? of_obstacles : *this).set(rows.first + row, outcome);
}

void start_joints(std::span<const Joint* const> of_bodies, std::span<const Joint* const> of_obstacles,
                  const Reactions& last, Reactions& reactions)
{
  reactions.h = last.h;
  reactions.resize(0);
  reactions.of_obstacles.resize(0);
  reactions.joints.clear();
  for (const Joint* joint : of_bodies) {
    reactions.joints.push_back({joint->id, false, reactions.size(), joint->row_count()});
    append_joint(*joint, last, reactions);
  }
  for (const Joint* joint : of_obstacles) {
    reactions.joints.push_back({joint->id, true, reactions.of_obstacles.size(), joint->row_count()});
    append_joint(*joint, last, reactions.of_obstacles);
  }
  std::ranges::inplace_merge(reactions.joints,
                             reactions.joints.begin() + static_cast<std::ptrdiff_t>(of_bodies.size()), {},
                             &Reactions::JointRows::joint);
}

void start_contacts(const Reactions& last, ContactSet& contacts, Reactions& reactions)
{
  const std::size_t first = reactions.size();
  reactions.resize(first + contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    contact.row = static_cast<int>(first + i);
    reactions.frame[first + i] = contact.frame;
    if (contact.row_before < 0) continue;
    const auto before = static_cast<std::size_t>(contact.row_before);
    reactions.R[first + i] = contact.same_local
                                 ? last.R[before]
                                 : Vec3(contact.frame.transpose() * (last.frame[before] * last.R[before]));
  }
}

}  // namespace corbel
