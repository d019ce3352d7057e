// SPDX-License-Identifier: MIT
#include "corbel/linalg/sparse_cholesky.hpp"

#include "corbel/linalg/blas_threads.hpp"

#include <cholmod.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <vector>

// By name, not by header: <omp.h> is the compiler's, and -fopenmp would switch on threads in Eigen as well.
extern "C" {
int omp_get_max_active_levels();
void omp_set_max_active_levels(int levels);
}

namespace corbel {
namespace {

/// Right-hand sides solved in one pass over the factor: enough to be bound by arithmetic instead of memory.
constexpr Eigen::Index columns_together = 64;

/// While alive, OpenMP loops of this thread stay in this thread. CHOLMOD's are short (they copy and subtract
/// columns, no sum is split): four threads on two cores more than double the time of a factorization.
class NoOpenMp {
 public:
  NoOpenMp() { omp_set_max_active_levels(0); }
  ~NoOpenMp() { omp_set_max_active_levels(levels_); }
  NoOpenMp(const NoOpenMp&) = delete;
  NoOpenMp& operator=(const NoOpenMp&) = delete;

 private:
  int levels_ = omp_get_max_active_levels();
};

/// CHOLMOD's settings, statistics and workspace, one for each thread: its calls write to them.
class Workspace {
 public:
  Workspace()
  {
    keep_blas_to_one_thread();
    cholmod_start(&common);
    common.supernodal = CHOLMOD_SUPERNODAL;
    common.quick_return_if_not_posdef = 1;
    common.print = 0;      // statuses are turned into exceptions here
    common.try_catch = 1;  // no messages
    common.useGPU = 0;
  }
  ~Workspace()
  {
    cholmod_free_dense(&X, &common);
    cholmod_free_dense(&Y, &common);
    cholmod_free_dense(&E, &common);
    cholmod_finish(&common);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  static Workspace& of_this_thread()
  {
    thread_local Workspace workspace;
    return workspace;
  }

  void check(const char* what) const
  {
    if (common.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
    demand(common.status >= CHOLMOD_OK, what);
  }

  cholmod_common common;
  cholmod_dense* X = nullptr;  // solution
  cholmod_dense* Y = nullptr;  // permuted right-hand sides
  cholmod_dense* E = nullptr;  // rows of one supernode
};

/// CHOLMOD's view of A. It does not write to it.
cholmod_sparse view(const Eigen::SparseMatrix<double>& A)
{
  cholmod_sparse a{};
  a.nrow = static_cast<std::size_t>(A.rows());
  a.ncol = static_cast<std::size_t>(A.cols());
  a.nzmax = static_cast<std::size_t>(A.nonZeros());
  a.p = const_cast<int*>(A.outerIndexPtr());
  a.i = const_cast<int*>(A.innerIndexPtr());
  a.x = const_cast<double*>(A.valuePtr());
  a.stype = 1;  // symmetric, upper triangle
  a.itype = CHOLMOD_INT;
  a.xtype = CHOLMOD_REAL;
  a.dtype = CHOLMOD_DOUBLE;
  a.sorted = 1;
  a.packed = 1;
  return a;
}

cholmod_dense view(Eigen::Ref<Eigen::MatrixXd> B)
{
  cholmod_dense b{};
  b.nrow = static_cast<std::size_t>(B.rows());
  b.ncol = static_cast<std::size_t>(B.cols());
  b.d = static_cast<std::size_t>(B.outerStride());
  b.nzmax = b.d * b.ncol;
  b.x = B.data();
  b.xtype = CHOLMOD_REAL;
  b.dtype = CHOLMOD_DOUBLE;
  return b;
}

/// A NaN passes the test of a pivot, and a matrix given as its lower triangle would be taken for a diagonal.
void check_matrix(const Eigen::SparseMatrix<double>& A)
{
  demand(A.rows() == A.cols() && A.rows() > 0, "sparse Cholesky: the matrix is not square, or empty");
  demand(A.coeffs().allFinite(), "sparse Cholesky: the matrix is not finite");
  bool below = false;
  for (int j = 0; j < A.cols(); ++j)
    for (int k = A.outerIndexPtr()[j]; k < A.outerIndexPtr()[j + 1]; ++k) {
      if (A.innerIndexPtr()[k] < j) return;  // something above the diagonal
      below = below || A.innerIndexPtr()[k] > j;
    }
  demand(!below, "sparse Cholesky: expected the upper triangle, got the lower one");
}

template<class Use>
auto with_compressed(const Eigen::SparseMatrix<double>& A, const Use& use)
{
  if (A.isCompressed()) return use(A);
  Eigen::SparseMatrix<double> copy = A;
  copy.makeCompressed();
  return use(copy);
}

}  // namespace

NotPositiveDefinite::NotPositiveDefinite(Eigen::Index column, Eigen::Index size)
    : RunError(fmt::format("the matrix is not positive definite: elimination stopped at unknown {} of {}",
                           column, size)),
      column_(column)
{
}

struct SparseCholesky::Factor {
  cholmod_factor* L = nullptr;
  std::vector<int> outer, inner;  // pattern that was analysed
  double flops = 0;
  bool valid = false;

  explicit Factor(const Eigen::SparseMatrix<double>& A)
      : outer(A.outerIndexPtr(), A.outerIndexPtr() + A.cols() + 1),
        inner(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros())
  {
    check_matrix(A);
    Workspace& work = Workspace::of_this_thread();
    cholmod_sparse a = view(A);
    {
      // METIS draws from the C library's rand() after srand() with a seed of its own: one at a time.
      static std::mutex one_at_a_time;
      const std::lock_guard lock(one_at_a_time);
      L = cholmod_analyze(&a, &work.common);
    }
    work.check("sparse Cholesky: analysis failed");
    flops = work.common.fl;
  }
  ~Factor() { cholmod_free_factor(&L, &Workspace::of_this_thread().common); }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;

  bool has_pattern_of(const Eigen::SparseMatrix<double>& A) const
  {
    return static_cast<std::size_t>(A.cols()) + 1 == outer.size() && A.rows() == A.cols() &&
           std::equal(outer.begin(), outer.end(), A.outerIndexPtr()) &&
           std::equal(inner.begin(), inner.end(), A.innerIndexPtr());
  }

  void factorize(const Eigen::SparseMatrix<double>& A)
  {
    demand(A.coeffs().allFinite(), "sparse Cholesky: the matrix is not finite");
    Workspace& work = Workspace::of_this_thread();
    cholmod_sparse a = view(A);
    valid = false;
    const NoOpenMp serial;
    cholmod_factorize(&a, L, &work.common);
    work.check("sparse Cholesky: factorization failed");
    if (L->minor < L->n)
      throw NotPositiveDefinite(static_cast<const int*>(L->Perm)[L->minor], static_cast<Eigen::Index>(L->n));
    valid = true;
  }

  void solve(Eigen::Ref<Eigen::MatrixXd> B) const
  {
    Workspace& work = Workspace::of_this_thread();
    cholmod_dense b = view(B);
    cholmod_solve2(CHOLMOD_A, L, &b, nullptr, &work.X, nullptr, &work.Y, &work.E, &work.common);
    work.check("sparse Cholesky: solution failed");
    B = Eigen::Map<const Eigen::MatrixXd>(static_cast<const double*>(work.X->x), B.rows(), B.cols());
  }
};

SparseCholesky::SparseCholesky(const Eigen::SparseMatrix<double>& A)
{
  with_compressed(A, [&](const auto& a) {
    factor_ = std::make_unique<Factor>(a);
    factor_->factorize(a);
  });
}

SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

void SparseCholesky::refactorize(const Eigen::SparseMatrix<double>& A)
{
  with_compressed(A, [&](const auto& a) {
    demand(factor_->has_pattern_of(a), "sparse Cholesky: refactorized with another pattern");
    factor_->factorize(a);
  });
}

Eigen::Index SparseCholesky::size() const { return static_cast<Eigen::Index>(factor_->L->n); }

Eigen::VectorXd SparseCholesky::solve(const Eigen::VectorXd& b) const
{
  Eigen::VectorXd x = b;
  solve_in_place(x);
  return x;
}

Eigen::MatrixXd SparseCholesky::solve(const Eigen::MatrixXd& B) const
{
  Eigen::MatrixXd X = B;
  solve_in_place(X);
  return X;
}

void SparseCholesky::solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const
{
  demand(factor_->valid, "sparse Cholesky: there is no factor");
  demand(B.rows() == size(), "sparse Cholesky: the right-hand side has another size");
  for (Eigen::Index begin = 0; begin < B.cols(); begin += columns_together)
    factor_->solve(B.middleCols(begin, std::min(columns_together, B.cols() - begin)));
}

SupernodalFactor SparseCholesky::supernodes() const
{
  demand(factor_->valid, "sparse Cholesky: there is no factor");
  const cholmod_factor& L = *factor_->L;
  demand(L.is_super != 0 && L.xsize <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
         "sparse Cholesky: no supernodes");
  const auto integers = [](const void* first, std::size_t count) {
    const int* begin = static_cast<const int*>(first);
    return std::vector<int>(begin, begin + count);
  };
  const double* values = static_cast<const double*>(L.x);
  return {integers(L.Perm, L.n),        integers(L.super, L.nsuper + 1),
          integers(L.pi, L.nsuper + 1), integers(L.px, L.nsuper + 1),
          integers(L.s, L.ssize),       std::vector<double>(values, values + L.xsize)};
}

std::size_t SparseCholesky::bytes() const
{
  const cholmod_factor& L = *factor_->L;
  const std::size_t integers =
      2 * L.n + 3 * (L.nsuper + 1) + L.ssize + factor_->outer.size() + factor_->inner.size();
  return L.xsize * sizeof(double) + integers * sizeof(int);
}

double SparseCholesky::flops() const { return factor_->flops; }

}  // namespace corbel
