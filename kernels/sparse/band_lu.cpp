#include "kernels/sparse/band_lu.h"

#include <lapacke.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/dense/blas.h"

namespace eulersolid {

namespace {

/// Up to so many diagonals a call of LAPACK costs more than the work in it: it takes a lock for
/// each product, and masses of bodies are thousands of bands of one or three unknowns.
constexpr int narrow_diagonals = 32;

}  // namespace

BandLu::BandLu(int order, int lower, int upper)
    : order_(order),
      lower_(lower),
      upper_(upper),
      rows_(2 * lower + upper + 1),
      values_(std::size_t(rows_) * std::size_t(order), 0),
      exchanges_(std::size_t(order)) {}

bool BandLu::factor() {
  if (rows_ == 1) {
    std::iota(exchanges_.begin(), exchanges_.end(), 1);
    return std::find(values_.begin(), values_.end(), 0) == values_.end();
  }
  use_one_blas_thread();
  return LAPACKE_dgbtrf_work(LAPACK_COL_MAJOR, order_, order_, lower_, upper_, values_.data(),
                             rows_, exchanges_.data()) == 0;
}

/// x = A^-1 x, a column of the factors after the other.
void BandLu::substitute(double* x) const {
  const int diagonal = lower_ + upper_;
  for (int j = 0; j < order_; ++j) {
    const double* column = values_.data() + std::size_t(j) * std::size_t(rows_) + diagonal;
    std::swap(x[j], x[exchanges_[std::size_t(j)] - 1]);
    for (int i = 1; i <= std::min(lower_, order_ - 1 - j); ++i) x[j + i] -= column[i] * x[j];
  }
  for (int j = order_ - 1; j >= 0; --j) {
    const double* column = values_.data() + std::size_t(j) * std::size_t(rows_) + diagonal;
    x[j] /= column[0];
    for (int i = 1; i <= std::min(diagonal, j); ++i) x[j - i] -= column[-i] * x[j];
  }
}

void BandLu::solve(std::span<double> X) const {
  if (order_ == 0) return;
  if (rows_ <= narrow_diagonals) {
    for (std::size_t first = 0; first < X.size(); first += std::size_t(order_))
      substitute(X.data() + first);
    return;
  }
  use_one_blas_thread();
  LAPACKE_dgbtrs_work(LAPACK_COL_MAJOR, 'N', order_, lower_, upper_, int(X.size()) / order_,
                      values_.data(), rows_, exchanges_.data(), X.data(), order_);
}

}  // namespace eulersolid
