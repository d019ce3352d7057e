// SPDX-License-Identifier: MIT
#include "corbel/contact/shape_overlap.hpp"

#include "corbel/contact/detect.hpp"
#include "corbel/contact/enclosure.hpp"
#include "corbel/core/check.hpp"

#include <set>

namespace corbel {
namespace {

/// Numbers of objects of a body.
using Objects = std::set<std::size_t>;

/// An object of `body` other than those lies within.
bool encloses(const Enclosure& enclosure, const Body& body, const Objects& others)
{
  for (std::size_t i = 0; i < body.surface.object_count(); ++i)
    if (!others.contains(i) && enclosure.contains(inner_point(body, i))) return true;
  return false;
}

}  // namespace

/// The obstacles become one body that touches each of many obstacles, which do not touch each other.
std::vector<bool> overlapping_shapes(const Shape& obstacles, const std::vector<Shape>& shapes, double gap,
                                     double epsilon)
{
  if (!(std::isfinite(gap) && gap <= 0)) throw_input_error("gap", gap, "a finite number <= 0");
  if (obstacles.empty()) throw_input_error("obstacles", "an empty list", "at least one shape");
  Model model;
  model.contact.epsilon = check_not_negative("epsilon", epsilon);
  const Body& against = model.add_body(BodyKind::rigid, obstacles, {}, "");
  for (const Shape& shape : shapes)
    model.add_body(BodyKind::obstacle, shape, {}, "");
  for (auto& body : model.bodies())
    body->half_step(StepRule::static_pass(0));

  std::vector<bool> overlaps(shapes.size(), false);
  std::vector<Objects> touching(shapes.size()), touched(shapes.size());  // of the shape, of the obstacles
  for (const Contact& contact : ContactDetector().find_all(model)) {
    const bool first = contact.slave == against.body_id();
    const auto i = static_cast<std::size_t>(model.bodies()[first ? contact.master : contact.slave].index - 1);
    if (contact.gap <= gap) overlaps[i] = true;
    touching[i].insert(static_cast<std::size_t>(first ? contact.master_object : contact.slave_object));
    touched[i].insert(static_cast<std::size_t>(first ? contact.slave_object : contact.master_object));
  }
  const bool may_enclose = has_inner_faces(against);
  const Enclosure around(against);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Body& shape = *model.bodies()[i + 1];
    if (!overlaps[i] && may_enclose) overlaps[i] = encloses(around, shape, touching[i]);
    if (!overlaps[i] && has_inner_faces(shape)) overlaps[i] = encloses(Enclosure(shape), against, touched[i]);
  }
  return overlaps;
}

}  // namespace corbel
