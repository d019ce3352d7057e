// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/sweeps.hpp"

#include "corbel/core/interrupt.hpp"
#include "corbel/core/threads.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// A row takes 0.1 µs, a colour of 500 rows some 50 µs of work for one thread. Coloured sweeps on one and on
/// two threads (benchmark_sweeps): 0.55 and 0.37 ms for 5639 rows of 4 colours, 2.25 and 1.17 ms for 23673,
/// 0.29 and 0.24 ms for 4000 of 2; below 1000 rows 0.070 and 0.058 ms, not worth the other order. That leaves
/// about the same residual after 2000 sweeps as the given one, except on a wall of 100 bricks, which is too
/// small to be coloured: 1e-3 against 2e-4 (benchmarks/README.md).
constexpr std::size_t piece_rows = 64;     ///< of work a thread takes at once
constexpr std::size_t least_rows = 2000;   ///< of a problem that is coloured
constexpr std::size_t least_colour = 500;  ///< rows per colour, on average

std::optional<Colouring> choose(const LocalOperator& W, SweepOrder order)
{
  if (order == SweepOrder::given || (order == SweepOrder::automatic && W.size() < least_rows)) return {};
  Colouring colouring = colour(W, piece_rows);
  if (order == SweepOrder::automatic && W.size() < least_colour * colouring.colours()) return {};
  return colouring;
}

}  // namespace

void Sweep::add(const Sweep& other)
{
  change2 += other.change2;
  impulse2 += other.impulse2;
  scaled2 += other.scaled2;
  worst = std::max(worst, other.worst);
}

double Sweep::relative_change() const
{
  return std::sqrt(change2) / (impulse2 > 0 ? std::sqrt(impulse2) : 1);
}

Sweeps::Sweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal, const BlockOptions& options,
               SweepOrder order)
    : problem_(problem), proximal_(proximal), options_(options), colouring_(choose(problem.W, order))
{
  if (colouring_) of_piece_.resize(colouring_->pieces());
}

void Sweeps::start(const Impulses& R) { y_ = problem_.W.gather(R); }

Sweep Sweeps::operator()(bool backwards, Impulses& R)
{
  poll_interrupt();
  if (colouring_) return coloured(backwards, R);
  Sweep sweep;
  const std::size_t n = problem_.size();
  for (std::size_t k = 0; k < n; ++k)
    update(backwards ? n - 1 - k : k, R, sweep);
  return sweep;
}

/// (1), (2) for constraint i.
void Sweeps::update(std::size_t i, Impulses& R, Sweep& sweep)
{
  Mat3 W = problem_.W.diagonal(i);
  if (!(W.trace() > 0)) return;
  if (!proximal_.empty()) W += proximal_[i];
  const Vec3 b = problem_.B[i] + problem_.W.row_product(i, y_, R) - W * R[i];
  const BlockResult result = solve_block(problem_.laws[i], W, b, R[i], options_);
  const Vec3 dR = result.R - R[i];
  const double dR2 = dR.squaredNorm();
  if (dR2 > 0) problem_.W.scatter(i, dR, y_);
  R[i] = result.R;
  sweep.change2 += dR2;
  sweep.scaled2 += W.trace() / 3 * dR2;
  sweep.impulse2 += result.R.squaredNorm();
  sweep.worst = std::max(sweep.worst, result.status);
}

Sweep Sweeps::piece(std::size_t p, bool backwards, Impulses& R)
{
  Sweep sweep;
  const std::size_t begin = colouring_->piece_begin[p];
  const std::size_t end = colouring_->piece_begin[p + 1];
  for (std::size_t k = begin; k < end; ++k)
    update(colouring_->order[backwards ? begin + end - 1 - k : k], R, sweep);
  return sweep;
}

/// Pieces of one colour write to different constraints and bodies, and read nothing that another one writes.
Sweep Sweeps::coloured(bool backwards, Impulses& R)
{
  const std::size_t colours = colouring_->colours();
  for (std::size_t k = 0; k < colours; ++k) {
    const std::size_t c = backwards ? colours - 1 - k : k;
    const std::size_t first = colouring_->colour_begin[c];
    parallel_for(colouring_->colour_begin[c + 1] - first, 1,
                 [&](std::size_t p) { of_piece_[first + p] = piece(first + p, backwards, R); });
  }
  Sweep sweep;
  for (const Sweep& part : of_piece_)
    sweep.add(part);
  return sweep;
}

}  // namespace corbel
