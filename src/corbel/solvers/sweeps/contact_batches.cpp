// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/contact_batches.hpp"

#include "corbel/core/error.hpp"

#include <cstdlib>
#include <string>

namespace corbel {

void visit_batches_plain(ContactBatch* batches, const std::uint32_t* list, std::size_t count, double beta,
                         double* v, LaneSums* sums);
void visit_batches_avx2(ContactBatch* batches, const std::uint32_t* list, std::size_t count, double beta,
                        double* v, LaneSums* sums);
void visit_batches_avx512(ContactBatch* batches, const std::uint32_t* list, std::size_t count, double beta,
                          double* v, LaneSums* sums);
void multiply_row_plain(const double* blocks, const std::int32_t* columns, std::size_t count, const double* z,
                        double* u);
void multiply_row_avx2(const double* blocks, const std::int32_t* columns, std::size_t count, const double* z,
                       double* u);
void multiply_row_avx512(const double* blocks, const std::int32_t* columns, std::size_t count,
                         const double* z, double* u);

namespace {

std::vector<SweepKernel> kernels_here()
{
  std::vector<SweepKernel> kernels;
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    kernels.push_back({"avx512", visit_batches_avx512, multiply_row_avx512});
  if (__builtin_cpu_supports("avx2")) kernels.push_back({"avx2", visit_batches_avx2, multiply_row_avx2});
#endif
  kernels.push_back({"plain", visit_batches_plain, multiply_row_plain});
  return kernels;
}

}  // namespace

const std::vector<SweepKernel>& sweep_kernels()
{
  static const std::vector<SweepKernel> kernels = kernels_here();
  return kernels;
}

const SweepKernel& sweep_kernel()
{
  const std::vector<SweepKernel>& kernels = sweep_kernels();
  const char* wanted = std::getenv("CORBEL_KERNEL");
  if (!wanted || !*wanted) return kernels.front();
  std::string names;
  for (const SweepKernel& kernel : kernels) {
    if (kernel.name == wanted) return kernel;
    names += (names.empty() ? "'" : ", '") + std::string(kernel.name) + "'";
  }
  throw_input_error("CORBEL_KERNEL", fmt::format("'{}'", wanted), "one that this processor has: " + names,
                    "All of them give the same bits.");
}

}  // namespace corbel
