#include "kernels/dense/host_dense.h"

#include <lapacke.h>

#include <algorithm>

#include "kernels/dense/blas.h"

namespace eulersolid {

HostMatrix cholesky_of_rank(HostMatrix A, double tolerance) {
  use_one_blas_thread();
  const int n = A.rows;
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, A(i, i));
  std::vector<int> pivots(std::size_t(n), 0);
  int rank = 0;
  LAPACKE_dpstrf(LAPACK_COL_MAJOR, 'L', n, A.value.data(), n, pivots.data(), &rank,
                 tolerance * largest);
  HostMatrix L(n, rank);
  for (int j = 0; j < rank; ++j)
    for (int i = j; i < n; ++i) L(pivots[std::size_t(i)] - 1, j) = A(i, j);
  return L;
}

void add_transposed_product(const HostMatrix& A, const HostMatrix& B, HostMatrix& C) {
  if (A.rows == 0) return;
  use_one_blas_thread();
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, C.rows, C.columns, A.rows, 1, A.value.data(),
              A.rows, B.value.data(), B.rows, 1, C.value.data(), C.rows);
}

bool solve_in_place(HostMatrix& A, std::vector<double>& b) {
  use_one_blas_thread();
  std::vector<int> exchanges(b.size());
  return LAPACKE_dgesv_work(LAPACK_COL_MAJOR, A.rows, 1, A.value.data(), A.rows, exchanges.data(),
                            b.data(), A.rows) == 0;
}

}  // namespace eulersolid
