// SPDX-License-Identifier: MIT
// Which method is tried, and which after it.
#include "corbel/constraints/block_methods.hpp"

#include <array>

namespace corbel {
namespace {

using Method = BlockResult (*)(const ContactBlock&, const Vec3&, const BlockOptions&);

struct Entry {
  BlockMethod name;
  Method solve;
};

constexpr std::array order = {Entry{BlockMethod::semismooth_newton, semismooth_newton},
                              Entry{BlockMethod::projected_gradient, projected_gradient},
                              Entry{BlockMethod::de_saxce_feng, de_saxce_feng},
                              Entry{BlockMethod::projected_newton, projected_newton}};

}  // namespace

BlockResult solve_by_method(const ContactBlock& block, const Vec3& R, const BlockOptions& options)
{
  BlockResult result = {R, BlockStatus::failed};
  for (const Entry& entry : order)
    if (entry.name == options.method) result = entry.solve(block, R, options);
  if (result.status == BlockStatus::ok || !options.fallback) return result;
  for (const Entry& entry : order) {
    if (entry.name == options.method) continue;
    const BlockResult other = entry.solve(block, R, options);
    if (other.status == BlockStatus::ok) return other;
  }
  return result;
}

}  // namespace corbel
