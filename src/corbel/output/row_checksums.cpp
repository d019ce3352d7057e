// SPDX-License-Identifier: MIT
// Checksums of what rows point to.
#include "corbel/output/schema.hpp"

namespace corbel {
namespace {

std::uint64_t checksum_of_all(const Properties& properties, std::uint64_t sum)
{
  for (const Property& p : properties)
    sum = checksum_of(p.numbers, checksum_of(p.text, checksum_of(p.name, sum)));
  return sum;
}

std::uint64_t shape_checksum(const BodyDescription& body, std::uint64_t seed)
{
  const std::uint64_t mesh = checksum_of(body.faces, checksum_of(body.vertices, seed));
  const std::uint64_t round = checksum_of(body.sphere_surfaces, checksum_of(body.spheres, mesh));
  const std::uint64_t smooth = checksum_of(body.ellipsoid_surfaces, checksum_of(body.ellipsoids, round));
  return checksum_of(body.elements, checksum_of(body.nodes, smooth));
}

}  // namespace

std::uint64_t data_checksum(const Frame& frame)
{
  return checksum_of(frame.constraints, checksum_of(frame.state, checksum_of(frame.bodies, 0)));
}

std::uint64_t shape_fingerprint(const BodyDescription& body) { return shape_checksum(body, 0); }

std::uint64_t shape_and_text_checksum(const BodyDescription& body)
{
  return shape_checksum(body, checksum_of(body.material, checksum_of(body.label, checksum_of(body.kind, 0))));
}

std::uint64_t data_checksum(const BodyDescription& body)
{
  std::uint64_t sum = shape_and_text_checksum(body);
  for (const StatePart& part : body.parts)
    sum = checksum_step(checksum_of(part.role, checksum_of(part.name, sum)),
                        static_cast<std::uint64_t>(part.size));
  return checksum_of_all(body.properties, sum);
}

std::uint64_t data_checksum(const JointDescription& joint)
{
  return checksum_of_all(joint.memory, checksum_of_all(joint.properties, checksum_of(joint.kind, 0)));
}

std::uint64_t data_checksum(const SettingsDescription& settings)
{
  return checksum_of_all(settings.properties, 0);
}

std::uint64_t data_checksum(const BasisDescription& basis)
{
  return checksum_of_all(basis.properties, checksum_of(basis.numbers, 0));
}

}  // namespace corbel
