// SPDX-License-Identifier: MIT
#include "corbel/bodies/pending_system.hpp"

#include <algorithm>
#include <array>

namespace corbel {
namespace {

/// Arrays of a thread, for one batch after the other.
struct Scratch {
  LaneArray x, y, Kx, Ky;
};

Scratch& scratch_of_thread(std::size_t size)
{
  thread_local Scratch scratch;
  for (LaneArray* array : {&scratch.x, &scratch.y, &scratch.Kx, &scratch.Ky})
    array->resize(size);
  return scratch;
}

SymmetricBlocksView view(const Eigen::SparseMatrix<double>& K)
{
  return {static_cast<std::size_t>(K.cols() / 3), K.outerIndexPtr(), K.innerIndexPtr(), K.valuePtr()};
}

/// y of a term becomes K₀ y, which is in a lane of Ky.
void take_term(PendingSystem& system, std::size_t term, const LaneArray& Ky, std::size_t lane)
{
  const auto& [c, y] = system.terms[term];
  if (!y) return;
  get_lane(Ky, lane, *y);
  system.b -= c * *y;
}

void take_off_lanes(std::span<PendingSystem* const> systems, Scratch& scratch)
{
  bool second = false;
  for (std::size_t lane = 0; lane < systems.size(); ++lane) {
    const auto& terms = systems[lane]->terms;
    if (terms[0].y) set_lane(scratch.x, lane, *terms[0].y);
    if (terms[1].y) set_lane(scratch.y, lane, *terms[1].y);
    second = second || terms[1].y;
  }
  const auto K0 = std::ranges::find_if(systems, [](const PendingSystem* s) { return s->terms[0].y; });
  if (K0 == systems.end()) return;
  lane_kernels().multiply(view(*(*K0)->K0), scratch.x.data(), second ? scratch.y.data() : nullptr,
                          scratch.Kx.data(), scratch.Ky.data());
  for (std::size_t lane = 0; lane < systems.size(); ++lane) {
    take_term(*systems[lane], 0, scratch.Kx, lane);
    take_term(*systems[lane], 1, scratch.Ky, lane);
    systems[lane]->terms = {};
  }
}

/// At most eight.
void solve_lanes(const CorotatedOperator& A0, std::span<PendingSystem* const> systems)
{
  Scratch& scratch = scratch_of_thread(static_cast<std::size_t>(systems.front()->b.size()));
  take_off_lanes(systems, scratch);
  for (std::size_t lane = 0; lane < systems.size(); ++lane)
    set_lane(scratch.x, lane, systems[lane]->b);
  A0.solve_lanes(scratch.x, scratch.y);
  for (std::size_t lane = 0; lane < systems.size(); ++lane)
    get_lane(scratch.x, lane, systems[lane]->b);
}

void solve_columns(const CorotatedOperator& A0, std::span<PendingSystem* const> systems)
{
  for (PendingSystem* system : systems)
    take_off_stiffness(*system);
  if (systems.size() == 1) {
    A0.solve_in_place(systems.front()->b);
    return;
  }
  Eigen::MatrixXd B(systems.front()->b.size(), static_cast<Eigen::Index>(systems.size()));
  for (std::size_t j = 0; j < systems.size(); ++j)
    B.col(static_cast<Eigen::Index>(j)) = systems[j]->b;
  A0.solve_in_place(B);
  for (std::size_t j = 0; j < systems.size(); ++j)
    systems[j]->b = B.col(static_cast<Eigen::Index>(j));
}

/// y := K₀ y of n vectors, three rows of a node at a time: sums that do not wait for each other.
template<std::size_t n>
void multiply_in_place(const SymmetricBlocksView& K, const std::array<Eigen::VectorXd*, n>& y)
{
  std::array<Eigen::VectorXd, n> x;
  for (std::size_t k = 0; k < n; ++k)
    x[k] = *y[k];
  for (std::size_t a = 0; a < K.nodes; ++a) {
    const auto begin = K.column_begin[3 * a], rows = K.column_begin[3 * a + 1] - begin;
    double Kx[n][3] = {};
    for (int i = 0; i < rows; ++i)
      for (int c = 0; c < 3; ++c)
        for (std::size_t k = 0; k < n; ++k)
          Kx[k][c] += K.value[begin + c * rows + i] * x[k][K.row[begin + i]];
    for (std::size_t k = 0; k < n; ++k)
      y[k]->template segment<3>(static_cast<Eigen::Index>(3 * a)) = Vec3(Kx[k][0], Kx[k][1], Kx[k][2]);
  }
}

}  // namespace

void take_off_stiffness(PendingSystem& system)
{
  const auto [first, second] = system.terms;
  if (!first.y) return;
  if (second.y)
    multiply_in_place<2>(view(*system.K0), {first.y, second.y});
  else
    multiply_in_place<1>(view(*system.K0), {first.y});
  for (const auto& [c, y] : system.terms)
    if (y) system.b -= c * *y;
  system.terms = {};
}

void solve_systems(const CorotatedOperator& A0, std::span<PendingSystem* const> systems)
{
  if (!A0.is_small()) return solve_columns(A0, systems);
  for (std::size_t begin = 0; begin < systems.size(); begin += lane_count)
    solve_lanes(A0, systems.subspan(begin, std::min(lane_count, systems.size() - begin)));
}

}  // namespace corbel
