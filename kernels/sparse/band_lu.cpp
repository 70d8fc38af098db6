#include "kernels/sparse/band_lu.h"

#include <lapacke.h>

#include "kernels/dense/blas.h"

namespace eulersolid {

BandLu::BandLu(int order, int lower, int upper)
    : order_(order),
      lower_(lower),
      upper_(upper),
      rows_(2 * lower + upper + 1),
      values_(std::size_t(rows_) * std::size_t(order), 0),
      exchanges_(std::size_t(order)) {}

bool BandLu::factor() {
  use_one_blas_thread();
  return LAPACKE_dgbtrf_work(LAPACK_COL_MAJOR, order_, order_, lower_, upper_, values_.data(),
                             rows_, exchanges_.data()) == 0;
}

void BandLu::solve(std::span<double> X) const {
  if (order_ == 0) return;
  use_one_blas_thread();
  LAPACKE_dgbtrs_work(LAPACK_COL_MAJOR, 'N', order_, lower_, upper_, int(X.size()) / order_,
                      values_.data(), rows_, exchanges_.data(), X.data(), order_);
}

}  // namespace eulersolid
