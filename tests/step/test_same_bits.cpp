// SPDX-License-Identifier: MIT
// Whole time steps of rigid, pseudo-rigid and finite-element bodies that touch: the same bits with one, two and four threads. Without
// files and the loop of a run, so that the thread sanitizer has every stage in a program that is compiled soon.
#include "../model/scenes.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"
#include "corbel/step/time_step.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr int steps = 12;

/// Columns of boxes, balls and elastic bricks on a floor, tilted, pressed into each other a little; more bodies and contacts than one
/// task takes.
void build_columns(Model& model)
{
  const BulkMaterial rubber = {.label = "rubber", .young = 2e6, .poisson = 0.3, .density = 1100};
  model.gravity = {0.5, 0.2, -9.81};
  model.surface_materials.add({.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0.4});
  add_box(model, {-1, -1, -1}, {20, 20, 0}, BodyKind::obstacle);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 6; ++j) {
      const Vec3 at(1.01 * i, 1.01 * j, -1e-5);
      add_box(model, at, at + Vec3(1, 1, 1));
      const Vec3 above = at + Vec3(0, 0, 1 - 1e-5);
      if (j % 3 == 0)
        model.add_finite_element(make_hex_mesh(box_corners(above, above + Vec3(1, 1, 1)), 2, 2, 2, 0,
                                               std::vector<int>(6, 0), {}, {}, {}),
                                 rubber, i % 4 == 0 ? FiniteElementForm::tl : FiniteElementForm::bc, "");
      else if (j % 3 == 1)
        model.add_pseudo_rigid({make_box(above, above + Vec3(1, 1, 1))}, rubber, "");
      else
        add_ball(model, above + Vec3(0.5, 0.5, 0.5), 0.5);
    }
}

struct Outcome {
  State state;
  std::size_t contacts = 0;
};

Outcome run_columns(int threads)
{
  const ThreadLimit limit(threads);
  Model model;
  build_columns(model);
  const auto solver = make_solver("gauss_seidel", {.tolerance = 1e-4, .max_iterations = 40});
  StepMemory memory;
  for (int n = 0; n < steps; ++n)
    time_step(model, model.bodies(), *solver, {1e-3 * n, StepRule::midpoint(1e-3)}, memory);
  return {model.bodies().state(), memory.contacts.size()};
}

}  // namespace

TEST(StepSameBits, OneTwoAndFourThreads)
{
  const Outcome one = run_columns(1);
  EXPECT_GT(one.contacts, 300U);
  for (const int threads : {2, 4}) {
    const Outcome several = run_columns(threads);
    EXPECT_TRUE(several.state == one.state) << threads << " threads";
    EXPECT_EQ(several.contacts, one.contacts);
  }
}
