// SPDX-License-Identifier: MIT
#include "corbel/linalg/lane_kernels.hpp"

#include "corbel/core/instruction_set.hpp"

namespace corbel {

extern const LaneKernels lane_kernels_plain, lane_kernels_avx2, lane_kernels_avx512;

const LaneKernels& lane_kernels()
{
  switch (instruction_set()) {
  case InstructionSet::avx512:
    return lane_kernels_avx512;
  case InstructionSet::avx2:
    return lane_kernels_avx2;
  case InstructionSet::plain:
    break;
  }
  return lane_kernels_plain;
}

}  // namespace corbel
