// SPDX-License-Identifier: MIT
#include "corbel/linalg/sparse_lu.hpp"

#include "corbel/core/error.hpp"
#include "corbel/linalg/blas_threads.hpp"

#include <umfpack.h>

#include <array>
#include <new>

namespace corbel {
namespace {

/// Below this estimate of 1/cond the factor is of no use.
constexpr double least_condition = 1e-18;

}  // namespace

struct SparseLu::Factor {
  Eigen::SparseMatrix<double> A;  // UMFPACK refines with it
  void* symbolic = nullptr;
  void* numeric = nullptr;
  std::array<double, UMFPACK_CONTROL> control;

  explicit Factor(const Eigen::SparseMatrix<double>& a) : A(a)
  {
    A.makeCompressed();
    keep_blas_to_one_thread();
    umfpack_di_defaults(control.data());
    const int status =
        umfpack_di_symbolic(static_cast<int>(A.rows()), static_cast<int>(A.cols()), A.outerIndexPtr(),
                            A.innerIndexPtr(), A.valuePtr(), &symbolic, control.data(), nullptr);
    if (status == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
    demand(status == UMFPACK_OK, "sparse LU: analysis failed");
  }
  ~Factor()
  {
    if (numeric) umfpack_di_free_numeric(&numeric);
    umfpack_di_free_symbolic(&symbolic);
  }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;
};

SparseLu::SparseLu(const Eigen::SparseMatrix<double>& A)
{
  demand(A.rows() == A.cols() && A.rows() > 0, "sparse LU: the matrix is not square, or empty");
  factor_ = std::make_unique<Factor>(A);
}

SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

bool SparseLu::factorize(const Eigen::SparseMatrix<double>& A)
{
  Factor& f = *factor_;
  demand(A.isCompressed() && A.nonZeros() == f.A.nonZeros() && A.rows() == f.A.rows(),
         "sparse LU: factorized with another pattern");
  f.A = A;
  if (f.numeric) umfpack_di_free_numeric(&f.numeric);
  if (!f.A.coeffs().allFinite()) return false;
  std::array<double, UMFPACK_INFO> info;
  const int status = umfpack_di_numeric(f.A.outerIndexPtr(), f.A.innerIndexPtr(), f.A.valuePtr(), f.symbolic,
                                        &f.numeric, f.control.data(), info.data());
  if (status == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
  if (status == UMFPACK_OK && info[UMFPACK_RCOND] > least_condition) return true;
  if (f.numeric) umfpack_di_free_numeric(&f.numeric);
  return false;
}

Eigen::VectorXd SparseLu::solve(const Eigen::VectorXd& b) const
{
  const Factor& f = *factor_;
  demand(f.numeric != nullptr && b.size() == f.A.rows(),
         "sparse LU: there is no factor, or b has another size");
  Eigen::VectorXd x(b.size());
  const int status = umfpack_di_solve(UMFPACK_A, f.A.outerIndexPtr(), f.A.innerIndexPtr(), f.A.valuePtr(),
                                      x.data(), b.data(), f.numeric, f.control.data(), nullptr);
  if (status == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();
  demand(status >= UMFPACK_OK, "sparse LU: solution failed");
  return x;
}

}  // namespace corbel
