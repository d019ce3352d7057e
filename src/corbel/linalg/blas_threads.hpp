// SPDX-License-Identifier: MIT
// OpenBLAS in one thread.
#pragma once

extern "C" void openblas_set_num_threads(int count);

namespace corbel {

/// OpenBLAS' own threads split sums in a way that depends on how many there are: our results may not. The
/// engine has its parallel loops around solves, not in them. The setting is one for the process; a NumPy that
/// shares the library has one thread too.
inline void keep_blas_to_one_thread()
{
  static const bool done = (openblas_set_num_threads(1), true);
  (void)done;
}

}  // namespace corbel
