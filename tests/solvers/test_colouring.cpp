// SPDX-License-Identifier: MIT
// Colours: every row once, rows of one colour apart in G and in C, few colours, the given order inside runs.
#include "problems.hpp"

#include "corbel/solvers/sweeps/colouring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// A chain of bodies, `points` contacts between neighbours.
LocalOperator chain(int bodies, int points)
{
  std::vector<LocalOperator::Row> rows;
  for (int c = 0; c + 1 < bodies; ++c)
    for (int p = 0; p < points; ++p)
      rows.push_back(between(c + 1, particle(1), c, particle(1)));
  return LocalOperator(std::move(rows), bodies);
}

void expect_every_row_once(const Colouring& colouring, std::size_t rows)
{
  std::vector<std::size_t> all(rows), sorted = colouring.order;
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, all);
  EXPECT_EQ(colouring.piece_begin.front(), 0u);
  EXPECT_EQ(colouring.piece_begin.back(), rows);
  EXPECT_EQ(colouring.colour_begin.back(), colouring.pieces());
  EXPECT_TRUE(std::is_sorted(colouring.piece_begin.begin(), colouring.piece_begin.end()));
}

/// What a row touches: bodies, and itself as others see it in C.
bool meet(const LocalOperator& W, std::size_t i, std::size_t j)
{
  for (const int a : W.row(i).column)
    for (const int b : W.row(j).column)
      if (a != LocalOperator::none && a == b) return true;
  return W.blocks().n > 0 && (W.blocks().find(i, j) || W.blocks().find(j, i));
}

void expect_pieces_of_a_colour_apart(const LocalOperator& W, const Colouring& colouring)
{
  for (std::size_t c = 0; c < colouring.colours(); ++c)
    for (std::size_t p = colouring.colour_begin[c]; p < colouring.colour_begin[c + 1]; ++p)
      for (std::size_t q = p + 1; q < colouring.colour_begin[c + 1]; ++q)
        for (std::size_t a = colouring.piece_begin[p]; a < colouring.piece_begin[p + 1]; ++a)
          for (std::size_t b = colouring.piece_begin[q]; b < colouring.piece_begin[q + 1]; ++b)
            EXPECT_FALSE(meet(W, colouring.order[a], colouring.order[b]));
}

BlockSparse pattern(std::size_t n, const std::set<std::pair<std::size_t, int>>& entries)
{
  BlockSparse C;
  C.n = n;
  for (std::size_t i = 0; i < n; ++i) {
    for (const auto& [row, column] : entries)
      if (row == i) {
        C.column.push_back(column);
        C.block.push_back(Mat3::Identity());
      }
    C.row_begin.push_back(static_cast<int>(C.column.size()));
  }
  return C;
}

}  // namespace

TEST(Colouring, AChainTakesTwoColoursHoweverManyPoints)
{
  const LocalOperator W = chain(21, 5);
  const Colouring colouring = colour(W, 8);
  expect_every_row_once(colouring, 100);
  EXPECT_EQ(colouring.colours(), 2u);
  expect_pieces_of_a_colour_apart(W, colouring);
}

TEST(Colouring, PointsOfOnePairStayTogetherAndInOrder)
{
  const Colouring colouring = colour(chain(5, 3), 1);
  EXPECT_EQ(colouring.order, (std::vector<std::size_t>{0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11}));
  EXPECT_EQ(colouring.piece_begin, (std::vector<std::size_t>{0, 3, 6, 9, 12}));
  EXPECT_EQ(colouring.colour_begin, (std::vector<std::size_t>{0, 2, 4}));
}

TEST(Colouring, AStarTakesOneColourPerNeighbour)
{
  std::vector<LocalOperator::Row> rows;
  for (int c = 1; c <= 7; ++c)
    rows.push_back(between(c, particle(1), 0, particle(1)));
  EXPECT_EQ(colour(LocalOperator(std::move(rows), 8), 1).colours(), 7u);
}

TEST(Colouring, BodiesOnTheGroundAloneShareAColour)
{
  std::vector<LocalOperator::Row> rows;
  for (int c = 0; c < 50; ++c)
    rows.push_back(on_ground(c, particle(1)));
  EXPECT_EQ(colour(LocalOperator(std::move(rows), 50), 16).colours(), 1u);
}

TEST(Colouring, BlocksOfCSeparateEvenWhenOnlyOneSideIsStored)
{
  // 0–1 stored both ways, 2 reads 3 only, 5 reads 4 only.
  const BlockSparse C =
      pattern(6, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}, {2, 3}, {3, 3}, {4, 4}, {5, 4}, {5, 5}});
  const LocalOperator W(std::vector<LocalOperator::Row>(6), 0, C);
  const Colouring colouring = colour(W, 1);
  expect_every_row_once(colouring, 6);
  expect_pieces_of_a_colour_apart(W, colouring);
  EXPECT_EQ(colouring.colours(), 2u);
}

TEST(Colouring, RandomContactsOfBothKinds)
{
  std::mt19937 random(3);
  std::uniform_int_distribution<int> body(0, 29), other(0, 149);
  std::vector<LocalOperator::Row> rows;
  std::set<std::pair<std::size_t, int>> entries;
  for (std::size_t i = 0; i < 150; ++i) {
    rows.push_back(between(body(random), particle(1), body(random), particle(1)));
    if (i % 3 == 0) rows.back() = {};
    entries.insert({i, other(random)});
  }
  const LocalOperator W(std::move(rows), 30, pattern(150, entries));
  const Colouring colouring = colour(W, 4);
  expect_every_row_once(colouring, 150);
  expect_pieces_of_a_colour_apart(W, colouring);
}

TEST(Colouring, NothingToColour)
{
  const Colouring colouring = colour(LocalOperator(), 64);
  EXPECT_EQ(colouring.colours(), 0u);
  EXPECT_EQ(colouring.pieces(), 0u);
}
