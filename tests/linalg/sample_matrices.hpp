// SPDX-License-Identifier: MIT
// Sparse matrices with known properties, for the tests of solvers and eigenvalues.
#pragma once

#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace corbel::sample {

using Sparse = Eigen::SparseMatrix<double>;
using Pairs = std::vector<std::pair<int, int>>;

inline Sparse from_triplets(int n, const std::vector<Eigen::Triplet<double>>& triplets)
{
  Sparse A(n, n);
  A.setFromTriplets(triplets.begin(), triplets.end());
  return A;
}

/// Symmetric, random entries at (i, j) and (j, i); the diagonal exceeds the sum of its row: positive
/// definite.
inline Sparse dominant(int n, const Pairs& pairs, std::mt19937& random)
{
  std::uniform_real_distribution<double> entry(-1, 1), excess(0.01, 1);
  std::vector<Eigen::Triplet<double>> triplets;
  for (const auto& [i, j] : pairs) {
    const double a = entry(random);
    for (const auto& [row, column, value] : {std::tuple(i, j, a), std::tuple(j, i, a),
                                             std::tuple(i, i, std::abs(a)), std::tuple(j, j, std::abs(a))})
      triplets.emplace_back(row, column, value);
  }
  for (int i = 0; i < n; ++i)
    triplets.emplace_back(i, i, excess(random));
  return from_triplets(n, triplets);
}

inline Pairs band(int n, int width)
{
  Pairs pairs;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j <= std::min(n - 1, i + width); ++j)
      pairs.emplace_back(i, j);
  return pairs;
}

/// Everybody is tied to the first.
inline Pairs arrow(int n)
{
  Pairs pairs;
  for (int j = 1; j < n; ++j)
    pairs.emplace_back(0, j);
  return pairs;
}

inline Pairs scattered(int n, int count, std::mt19937& random)
{
  std::uniform_int_distribution<int> index(0, n - 1);
  Pairs pairs;
  for (int k = 0; k < count; ++k) {
    const int i = index(random), j = index(random);
    if (i != j) pairs.emplace_back(i, j);
  }
  return pairs;
}

/// Neighbours in an m × m × m grid, corners included: the pattern of hexahedra.
inline Pairs grid(int m)
{
  Pairs pairs;
  const auto at = [m](int i, int j, int k) { return (k * m + j) * m + i; };
  for (int p = 0; p < m * m * m; ++p)
    for (int k = p / (m * m); k <= std::min(m - 1, p / (m * m) + 1); ++k)
      for (int j = std::max(0, p / m % m - 1); j <= std::min(m - 1, p / m % m + 1); ++j)
        for (int i = std::max(0, p % m - 1); i <= std::min(m - 1, p % m + 1); ++i)
          if (at(i, j, k) > p) pairs.emplace_back(p, at(i, j, k));
  return pairs;
}

/// Springs k between n points in a row, free at both ends; `copies` such chains side by side.
inline Sparse free_chain(int n, double k, int copies = 1)
{
  std::vector<Eigen::Triplet<double>> triplets;
  for (int c = 0; c < copies; ++c)
    for (int i = 0; i + 1 < n; ++i) {
      const int a = i * copies + c, b = a + copies;
      triplets.emplace_back(a, a, k);
      triplets.emplace_back(b, b, k);
      triplets.emplace_back(a, b, -k);
      triplets.emplace_back(b, a, -k);
    }
  return from_triplets(n * copies, triplets);
}

inline Eigen::MatrixXd random_dense(Eigen::Index rows, Eigen::Index columns, unsigned seed)
{
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd X(rows, columns);
  for (double& x : X.reshaped())
    x = normal(random);
  return X;
}

}  // namespace corbel::sample
