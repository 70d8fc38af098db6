#pragma once

#include "kernels/core/backend.h"
#include "kernels/core/span.h"

ES_BEGIN

/// The product of a symmetric banded and a dense matrix as section 6.2 of the thesis has it, to be
/// compared with symbgmm() of banded.h. The benchmarks use it, nothing else does.
///
/// In double precision, and with the bounds corrected: the sum runs over
/// k = max(0, i - rho) .. min(n - 1, i + rho), both included (the listings lose the last
/// superdiagonal), and no thread returns before the barriers of Listing 6.5.

/// B(i, k) = B(k, i), k <= i, is element k - i + rho + (rho + 1) i of `values`: by rows, so that
/// those of one row are neighbours. What would lie before column 0 is there, but not read.
struct ThesisBand {
  Span<const double> values;
  Index order = 0;
  int rho = 0;

  /// getElement of Appendix B: zero outside the band and outside the matrix.
  ES_HD double operator()(Index i, Index k) const {
    const Index row = i < k ? k : i, column = i < k ? i : k;
    if (column < 0 || row >= order || row - column > rho) return 0;
    return values[column - row + rho + Index(rho + 1) * row];
  }
};

/// C = B A as in Listings 6.3 (cpu) and 6.4 (gpu): each element of C gathers its own sum.
/// @param A, C  `columns` vectors of B.order elements, one after the other
void symbgmm_naive(const ThesisBand& B, Span<const double> A, Span<double> C, Index columns);

/// C = B A in blocks of 16 x 16 (Eq. 6.2), as in Listing 6.5: each block of C multiplies blocks of
/// B and A that it has copied to memory of its own - shared memory on the gpu, the first cache on
/// the cpu.
void symbgmm_shared(const ThesisBand& B, Span<const double> A, Span<double> C, Index columns);

ES_END
