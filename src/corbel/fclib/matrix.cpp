// SPDX-License-Identifier: MIT
#include "corbel/fclib/matrix.hpp"

namespace corbel {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

struct Entries {
  int nz = 0;
  std::vector<int> p, i;
  std::vector<double> x;
};

void check_size(const ProblemFile& file, const std::string& name, Eigen::Index expected)
{
  const int found = file.integer(name);
  if (found != expected) file.refuse(name, std::to_string(found), std::to_string(expected));
}

/// Entries used, of arrays that may be longer.
std::size_t check_length(const ProblemFile& file, const std::string& group, const Entries& e, int used)
{
  const auto count = static_cast<std::size_t>(used);
  const auto check = [&](const char* name, std::size_t there) {
    if (there < count) file.refuse(group + name, fmt::format("{} numbers", there), fmt::format("{}", count));
  };
  check("/i", e.i.size());
  check("/x", e.x.size());
  if (e.nz >= 0) check("/p", e.p.size());
  return count;
}

int check_index(const ProblemFile& file, const std::string& name, std::size_t position, int index,
                Eigen::Index size)
{
  if (index < 0 || index >= size)
    file.refuse(name, fmt::format("index {} at position {}", index, position),
                fmt::format("0 to {}", size - 1));
  return index;
}

Triplets from_triplets(const ProblemFile& file, const std::string& group, const Entries& e, Eigen::Index rows,
                       Eigen::Index columns)
{
  Triplets triplets(check_length(file, group, e, e.nz));
  for (std::size_t k = 0; k < triplets.size(); ++k)
    triplets[k] = {check_index(file, group + "/i", k, e.i[k], rows),
                   check_index(file, group + "/p", k, e.p[k], columns), e.x[k]};
  return triplets;
}

/// p: begin of each outer vector (a column or a row) and the end of the last.
void check_begins(const ProblemFile& file, const std::string& name, const std::vector<int>& p,
                  Eigen::Index outer)
{
  if (p.size() != static_cast<std::size_t>(outer) + 1)
    file.refuse(name, fmt::format("{} numbers", p.size()), fmt::format("{}", outer + 1));
  if (p.front() != 0) file.refuse(name, fmt::format("first entry {}", p.front()), "0");
  for (std::size_t k = 1; k < p.size(); ++k)
    if (p[k] < p[k - 1])
      file.refuse(name, fmt::format("{} after {}", p[k], p[k - 1]), "non-decreasing entries");
}

Triplets from_compressed(const ProblemFile& file, const std::string& group, const Entries& e,
                         Eigen::Index rows, Eigen::Index columns)
{
  const bool by_rows = e.nz == compressed_rows;
  const Eigen::Index outer = by_rows ? rows : columns;
  const Eigen::Index inner = by_rows ? columns : rows;
  check_begins(file, group + "/p", e.p, outer);
  Triplets triplets(check_length(file, group, e, e.p.back()));
  for (int o = 0; o < outer; ++o)
    for (auto k = static_cast<std::size_t>(e.p[static_cast<std::size_t>(o)]);
         k < static_cast<std::size_t>(e.p[static_cast<std::size_t>(o) + 1]); ++k) {
      const int index = check_index(file, group + "/i", k, e.i[k], inner);
      triplets[k] = by_rows ? Eigen::Triplet(o, index, e.x[k]) : Eigen::Triplet(index, o, e.x[k]);
    }
  return triplets;
}

}  // namespace

SparseMatrix read_matrix(const ProblemFile& file, const std::string& group, Eigen::Index rows,
                         Eigen::Index columns)
{
  check_size(file, group + "/m", rows);
  check_size(file, group + "/n", columns);
  Entries e;
  e.nz = file.integer(group + "/nz");
  if (e.nz < compressed_rows)
    file.refuse(group + "/nz", std::to_string(e.nz), "a number of triplets, -1 or -2");
  e.p = file.integers(group + "/p");
  e.i = file.integers(group + "/i");
  e.x = file.numbers(group + "/x");
  const Triplets triplets = e.nz >= 0 ? from_triplets(file, group, e, rows, columns)
                                      : from_compressed(file, group, e, rows, columns);
  SparseMatrix A(rows, columns);
  A.setFromTriplets(triplets.begin(), triplets.end());
  for (Eigen::Index k = 0; k < A.nonZeros(); ++k)
    if (!std::isfinite(A.valuePtr()[k])) file.refuse(group + "/x", "a sum that overflows", "finite numbers");
  return A;
}

}  // namespace corbel
