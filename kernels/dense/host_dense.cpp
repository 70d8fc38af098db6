#include "kernels/dense/host_dense.h"

#include <lapacke.h>

#include <algorithm>

namespace eulersolid {

HostMatrix cholesky_of_rank(HostMatrix A, double tolerance) {
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

}  // namespace eulersolid
