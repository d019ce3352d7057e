// SPDX-License-Identifier: MIT
// Large problems swept in parts: parts share no body, and any number of threads gives the same bits.
#include "hard_problems.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/solvers/sweeps/contact_parts.hpp"
#include "corbel/solvers/sweeps/nesterov_gauss_seidel.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

using namespace corbel;
using namespace corbel::testing;

namespace {

ContactParts parts_of(const LocalProblem& problem)
{
  std::vector<std::size_t> all(problem.size());
  std::iota(all.begin(), all.end(), 0);
  return contact_parts(problem.W.factor(), all);
}

}  // namespace

TEST(ContactParts, ShareNoBodyAndLeaveFewBetweenThem)
{
  const LocalProblem problem = wall(24, 20, 0.3, 0.6, 0);
  ASSERT_GT(problem.size(), 4000u);
  const ContactParts parts = parts_of(problem);
  ASSERT_GE(parts.count, 2u);
  std::map<int, std::size_t> part_of_body;
  std::vector<std::size_t> contacts(parts.count + 1, 0);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const std::size_t part = parts.of_contact[i];
    ASSERT_LE(part, parts.count);
    ++contacts[part];
    if (part == parts.count) continue;
    for (const int body : problem.W.factor().bodies(i))
      if (body != FactorRows::none) {
        const auto [known, first] = part_of_body.try_emplace(body, part);
        EXPECT_EQ(known->second, part) << "body " << body;
      }
  }
  EXPECT_LT(10 * contacts.back(), problem.size());
  for (std::size_t p = 0; p < parts.count; ++p)
    EXPECT_GT(contacts[p] * parts.count * 2, problem.size()) << p;
}

TEST(ContactParts, SmallProblemsAreOnePart)
{
  const ContactParts parts = parts_of(wall(6, 8, 0.2, 0.6, 0));
  EXPECT_EQ(parts.count, 1u);
}

TEST(ContactParts, AnyNumberOfThreadsGivesTheSameBits)
{
  const LocalProblem problem = wall(24, 20, 0.3, 0.6, 0);
  const NesterovGaussSeidel solver({.tolerance = 1e-12, .max_iterations = 1000});
  std::vector<Impulses> found;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    found.push_back(zeros(problem));
    solver.solve(problem, found.back());
  }
  EXPECT_EQ(found[1], found[0]);
  EXPECT_EQ(found[2], found[0]);
  EXPECT_GT(std::count_if(found[0].begin(), found[0].end(), [](const Vec3& r) { return r.norm() > 0; }),
            1000);
}
