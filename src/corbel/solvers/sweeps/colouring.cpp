// SPDX-License-Identifier: MIT
// First-fit colouring of the runs.
#include "corbel/solvers/sweeps/colouring.hpp"

#include "corbel/core/index.hpp"

#include <algorithm>
#include <utility>

namespace corbel {
namespace {

/// Colours that something must not take.
class ColourSet {
 public:
  void insert(std::size_t colour)
  {
    if (colour >= taken_.size()) taken_.resize(colour + 1, false);
    taken_[colour] = true;
  }
  void insert(const ColourSet& other)
  {
    if (other.taken_.size() > taken_.size()) taken_.resize(other.taken_.size(), false);
    for (std::size_t c = 0; c < other.taken_.size(); ++c)
      if (other.taken_[c]) taken_[c] = true;
  }
  void clear() { taken_.clear(); }
  std::size_t first_free() const
  {
    return static_cast<std::size_t>(std::find(taken_.begin(), taken_.end(), false) - taken_.begin());
  }

 private:
  std::vector<bool> taken_;
};

bool same_columns(const BlockSparse& C, std::size_t i, std::size_t j)
{
  if (C.n == 0) return true;
  const auto begin = [&](std::size_t row) { return C.column.begin() + C.row_begin[row]; };
  return std::equal(begin(i), begin(i + 1), begin(j), begin(j + 1));
}

/// Rows that follow each other on the same bodies; without any body in G and C each stands alone.
bool same_run(const LocalOperator& W, std::size_t i, std::size_t j)
{
  const auto of = [&](std::size_t row) {
    const auto [first, second] = W.factor().bodies(row);
    return std::pair(std::min(first, second), std::max(first, second));
  };
  return of(i) == of(j) && same_columns(W.blocks(), i, j);
}

/// First rows of the runs, and the number of rows at the end.
std::vector<std::size_t> run_begins(const LocalOperator& W)
{
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < W.size(); ++i)
    if (i == 0 || !same_run(W, i - 1, i)) begins.push_back(i);
  begins.push_back(W.size());
  return begins;
}

/// The colour of each run.
class FirstFit {
 public:
  explicit FirstFit(const LocalOperator& W)
      : W_(W), of_body_(index(W.columns())), of_row_(W.blocks().n), colour_of_row_(W.size(), none)
  {
  }

  /// Rows [begin, end) of one run: all have the same neighbours.
  std::size_t take(std::size_t begin, std::size_t end)
  {
    forbidden_.clear();
    for (const int c : W_.factor().bodies(begin))
      if (c != LocalOperator::none) forbidden_.insert(of_body_[index(c)]);
    for (std::size_t i = begin; i < end; ++i)
      forbid_blocks(i);
    const std::size_t colour = forbidden_.first_free();
    for (const int c : W_.factor().bodies(begin))
      if (c != LocalOperator::none) of_body_[index(c)].insert(colour);
    for (std::size_t i = begin; i < end; ++i)
      mark_blocks(i, colour);
    return colour;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// Rows that row i reads, and (of_row_) rows that read it: a pattern need not be symmetric.
  void forbid_blocks(std::size_t i)
  {
    const BlockSparse& C = W_.blocks();
    if (C.n == 0) return;
    forbidden_.insert(of_row_[i]);
    for (int k = C.row_begin[i]; k < C.row_begin[i + 1]; ++k)
      if (const std::size_t c = colour_of_row_[index(C.column[index(k)])]; c != none) forbidden_.insert(c);
  }

  void mark_blocks(std::size_t i, std::size_t colour)
  {
    const BlockSparse& C = W_.blocks();
    colour_of_row_[i] = colour;
    if (C.n == 0) return;
    for (int k = C.row_begin[i]; k < C.row_begin[i + 1]; ++k)
      of_row_[index(C.column[index(k)])].insert(colour);
  }

  const LocalOperator& W_;
  std::vector<ColourSet> of_body_;
  std::vector<ColourSet> of_row_;
  std::vector<std::size_t> colour_of_row_;
  ColourSet forbidden_;
};

}  // namespace

Colouring colour(const LocalOperator& W, std::size_t piece)
{
  const std::vector<std::size_t> begins = run_begins(W);
  std::vector<std::vector<std::size_t>> runs_of;  // by colour
  FirstFit first_fit(W);
  for (std::size_t r = 0; r + 1 < begins.size(); ++r) {
    const std::size_t c = first_fit.take(begins[r], begins[r + 1]);
    if (c >= runs_of.size()) runs_of.resize(c + 1);
    runs_of[c].push_back(r);
  }
  Colouring colouring = {{}, {0}, {0}};
  colouring.order.reserve(W.size());
  for (const auto& runs : runs_of) {
    for (const std::size_t r : runs) {
      for (std::size_t i = begins[r]; i < begins[r + 1]; ++i)
        colouring.order.push_back(i);
      if (colouring.order.size() - colouring.piece_begin.back() >= piece)
        colouring.piece_begin.push_back(colouring.order.size());
    }
    if (colouring.piece_begin.back() != colouring.order.size())
      colouring.piece_begin.push_back(colouring.order.size());
    colouring.colour_begin.push_back(colouring.pieces());
  }
  return colouring;
}

}  // namespace corbel
