#include "bench/baselines/lapack_band.h"

#include <lapacke.h>

#include <algorithm>
#include <vector>

#include "bench/bench_numbers.h"
#include "kernels/dense/blas.h"

namespace eulersolid::lapack {

namespace {

/// Lets the library use several threads while it lives; everybody else wants one.
class LibraryThreads {
 public:
  explicit LibraryThreads(int count) {
    use_one_blas_thread();  // now, and not first when somebody else asks
    openblas_set_num_threads(count);
  }
  ~LibraryThreads() { openblas_set_num_threads(1); }
  LibraryThreads(const LibraryThreads&) = delete;
  LibraryThreads& operator=(const LibraryThreads&) = delete;
};

}  // namespace

Index factor(const Band& A, int threads) {
  if (A.order == 0) return -1;
  const LibraryThreads library(threads);
  const lapack_int info =
      LAPACKE_dpbtrf_work(LAPACK_COL_MAJOR, 'L', lapack_int(A.order), lapack_int(A.bandwidth),
                          A.values.data, lapack_int(A.bandwidth + 1));
  return info > 0 ? info - 1 : -1;
}

void solve(const Band& factor, Span<double> B, Index columns, int threads) {
  if (factor.order == 0 || columns == 0) return;
  const LibraryThreads library(threads);
  LAPACKE_dpbtrs_work(LAPACK_COL_MAJOR, 'L', lapack_int(factor.order), lapack_int(factor.bandwidth),
                      lapack_int(columns), factor.values.data, lapack_int(factor.bandwidth + 1),
                      B.data, lapack_int(factor.order));
}

double dgemm_rate(int threads) {
  const LibraryThreads library(threads);
  constexpr int n = 1024;
  const std::vector<double> A(std::size_t(n) * n, 1.0), B(A);
  std::vector<double> C(A);
  double best = 1e300;
  for (int run = 0; run < 6; ++run) {
    best = std::min(best, seconds_of([&] {
                      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, A.data(),
                                  n, B.data(), n, 0, C.data(), n);
                    }));
  }
  return 2.0 * n * n * n / best;
}

std::string core_name() { return openblas_get_corename(); }

}  // namespace eulersolid::lapack
