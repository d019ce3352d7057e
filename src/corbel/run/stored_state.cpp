// SPDX-License-Identifier: MIT
#include "corbel/run/stored_state.hpp"

#include "corbel/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace corbel {
namespace {

const char* role(StateVector of) { return of == StateVector::q ? "configuration" : "velocity"; }

std::size_t numbers_in(const BodyRecord& record)
{
  return static_cast<std::size_t>(record.q_size) + static_cast<std::size_t>(record.u_size);
}

/// q and u of the body from its parts.
void give(Body& body, std::span<const double> parts)
{
  const BodySizes sizes = body.sizes();
  std::vector<double> q(static_cast<std::size_t>(sizes.q)), u(static_cast<std::size_t>(sizes.u));
  for (const NamedPart& part : body.state_parts()) {
    const auto n = static_cast<std::size_t>(part.size);
    std::ranges::copy(parts.first(n), (part.of == StateVector::q ? q : u).begin() + part.begin);
    parts = parts.subspan(n);
  }
  body.restore(q, u);
}

}  // namespace

std::vector<StatePart> stored_parts(const Body& body)
{
  std::vector<StatePart> parts;
  for (const NamedPart& part : body.state_parts())
    parts.push_back({std::string(part.name), role(part.of), static_cast<std::int32_t>(part.size)});
  return parts;
}

BodyRecord store(const Body& body, const State& state, const EnergyRecord& energy, Frame& frame)
{
  const BodySizes sizes = body.sizes();
  for (const NamedPart& part : body.state_parts()) {
    const FlatVector& in = part.of == StateVector::q ? state.q : state.u;
    const auto numbers = in[static_cast<std::size_t>(body.index)].subspan(
        static_cast<std::size_t>(part.begin), static_cast<std::size_t>(part.size));
    frame.state.insert(frame.state.end(), numbers.begin(), numbers.end());
  }
  return {body.id, static_cast<std::int32_t>(body.kind), static_cast<std::int32_t>(sizes.q),
          static_cast<std::int32_t>(sizes.u), energy};
}

void check_fit(const BodyRecord& record, const Body& body)
{
  const BodySizes sizes = body.sizes();
  if (static_cast<std::int32_t>(body.kind) != record.kind ||
      static_cast<std::int32_t>(sizes.q) != record.q_size ||
      static_cast<std::int32_t>(sizes.u) != record.u_size)
    throw InputError(
        fmt::format("{} is of another kind or size in the results than in this model", name_of(body)));
}

void restore_bodies(Bodies& bodies, const Frame& frame)
{
  std::span<const double> left = frame.state;
  for (const BodyRecord& record : frame.bodies) {
    const auto parts = left.first(numbers_in(record));
    left = left.subspan(parts.size());
    Body* body = bodies.find(BodyId{record.id});
    if (!body) continue;
    check_fit(record, *body);
    give(*body, parts);
    body->work = {record.energy.external, record.energy.contact, record.energy.friction,
                  record.energy.damping};
    body->set_start_energy(record.energy.start);
  }
}

}  // namespace corbel
