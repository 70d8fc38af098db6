#pragma once

#include <string>

#include "kernels/core/span.h"

/// LAPACK's banded Cholesky factorisation, which the benchmarks compare with. It runs on the host,
/// whatever the backend.
namespace eulersolid::lapack {

/// A symmetric band matrix in LAPACK's lower storage: A(i, j), j <= i <= j + bandwidth, is element
/// i - j + (bandwidth + 1) j of `values`, which has order (bandwidth + 1) of them.
struct Band {
  Span<double> values;
  Index order = 0;
  int bandwidth = 0;
};

/// dpbtrf, in place, on so many threads of the library. Returns -1, or the first column whose
/// leading minor is not positive definite.
Index factor(const Band& A, int threads);

/// dpbtrs: B = A^{-1} B for `columns` vectors, one after the other, with the factor of A.
void solve(const Band& factor, Span<double> B, Index columns, int threads);

/// Best rate of a few products of square matrices of order 1024 (dgemm) [flop/s].
double dgemm_rate(int threads);

/// The processor for which OpenBLAS has chosen its kernels: "SkylakeX", "Haswell", ...
std::string core_name();

}  // namespace eulersolid::lapack
