// SPDX-License-Identifier: MIT
// What a run gave when it was recorded, and what differs now.
//
// A change that is not meant to change results must leave every bit as it is. A recording (data/<scene>.txt) holds, at several
// moments of a run, a hash of all stored numbers, and for the message and for the comparison within a tolerance a few numbers:
// largest magnitudes and projections of positions, velocities, energies and impulses.
//
// Hashes of scenes without a sparse factorization hold on any x86-64 processor. Where CHOLMOD takes part, OpenBLAS selects its
// kernels by processor; CTest sets OPENBLAS_CORETYPE (tests/list.cmake) to kernels that every processor has, and such a hash
// is compared only where the variable is as it was recorded; the numbers are compared in any case.
//
// Who changes bits on purpose records anew, and says in the commit why they change:
//   CORBEL_RECORD=1 ctest --test-dir build/release -R '^recorded/'
#pragma once

#include "corbel/output/frame.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace corbel::testing {

/// Numbers of one dimension, all bodies and constraints together.
struct Summary {
  std::string name;
  std::size_t count = 0;
  double largest = 0;                      ///< magnitude
  std::array<double, 2> projections = {};  ///< Σ w_i x_i / √count with fixed w_i in [−1, 1]
};

/// A run at one time.
struct Moment {
  double time = 0;        ///< [s]
  std::size_t count = 0;  ///< of all numbers
  std::uint64_t hash = 0;
  std::vector<Summary> summaries;
};

struct Recording {
  std::string blas;  ///< OPENBLAS_CORETYPE; empty where no sparse factorization takes part
  std::vector<Moment> moments;
};

/// FNV-1a over the bytes.
std::uint64_t hash_of(const std::vector<double>& numbers);

/// all: every number that is stored of the frame.
Moment moment_of(const Frame& frame, const std::vector<double>& all);

enum class Comparison { bits, numbers };
/// One line for each moment that differs; empty: none does. Numbers differ by more than 1e-10 of the largest of their kind.
std::vector<std::string> differences(const Recording& recorded, const Recording& found, Comparison by);

void write(const std::string& file, const Recording& recording);
Recording read(const std::string& file);  ///< throws std::runtime_error

}  // namespace corbel::testing
