// SPDX-License-Identifier: MIT
#include "corbel/core/instruction_set.hpp"

#include "corbel/core/error.hpp"

#include <cstdlib>
#include <string>

namespace corbel {
namespace {

std::vector<InstructionSet> sets_here()
{
  std::vector<InstructionSet> sets;
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    sets.push_back(InstructionSet::avx512);
  if (__builtin_cpu_supports("avx2")) sets.push_back(InstructionSet::avx2);
#endif
  sets.push_back(InstructionSet::plain);
  return sets;
}

}  // namespace

std::string_view to_string(InstructionSet set)
{
  switch (set) {
  case InstructionSet::avx512:
    return "avx512";
  case InstructionSet::avx2:
    return "avx2";
  case InstructionSet::plain:
    break;
  }
  return "plain";
}

const std::vector<InstructionSet>& instruction_sets()
{
  static const std::vector<InstructionSet> sets = sets_here();
  return sets;
}

InstructionSet instruction_set()
{
  const char* wanted = std::getenv("CORBEL_KERNEL");
  if (!wanted || !*wanted) return instruction_sets().front();
  std::string names;
  for (const InstructionSet set : instruction_sets()) {
    if (to_string(set) == wanted) return set;
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", to_string(set));
  }
  throw_input_error("CORBEL_KERNEL", fmt::format("'{}'", wanted), "one that this processor has: " + names,
                    "All of them give the same bits.");
}

}  // namespace corbel
