// SPDX-License-Identifier: MIT
#include "scenes/arch.hpp"

#include <cmath>
#include <numbers>

namespace corbel::scenes {

void build_arch(Simulation& simulation, const ArchOptions& options)
{
  Model& model = simulation.model;
  model.gravity[2] = -9.81;
  model.contact.points = options.points;
  model.contact.epsilon = 1e-4;
  model.contact.sparsify_threshold = 0.005;
  model.surface_materials.add(
      {.label = "stone", .surface1 = {}, .surface2 = {}, .friction = options.friction});
  const BulkMaterial stone{.label = "stone", .density = 1};

  const double half = 0.5 * options.thickness_ratio * options.radius;
  const double angle = std::numbers::pi / options.blocks;
  const std::vector<double> across = {0.05, 1.9, 0.05};
  for (int i = -1; i <= options.blocks; ++i) {
    std::vector<double> corners;
    for (const double a : {i * angle, (i + 1) * angle})
      for (const auto& [side, y] : {std::pair(-1, -0.5), {1, -0.5}, {1, 0.5}, {-1, 0.5}}) {
        const double r = options.radius + side * half;
        corners.insert(corners.end(), {r * std::cos(a), y * options.width, r * std::sin(a)});
      }
    const bool abutment = i < 0 || i == options.blocks;
    model.add_body(abutment ? BodyKind::obstacle : BodyKind::rigid,
                   {make_hex_mesh(corners, 3, 2, 1, 0, std::vector<int>(6, 0), across, {}, {})}, stone, "");
  }
}

}  // namespace corbel::scenes
