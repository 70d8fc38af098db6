#include "contact/solvers/qp/hessian.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void finish_residual(Span<double> y, Span<const double> x, Span<const double> c,
                     Span<const double> diagonal, double delta) {
  parallel_for_light(y.size,
                     [=] ES_DEVICE(Index i) { y[i] = y[i] + delta * diagonal[i] * x[i] - c[i]; });
}

}  // namespace

void copy_diagonal(const BandedMatrix& H, Span<double> diagonal) {
  const ConstBandView view = H.view();
  parallel_for_light(view.order, [=] ES_DEVICE(Index i) { diagonal[i] = view.at(i, i); });
}

void Hessian::set(const BandedMatrix& H) {
  H_ = &H;
  regularization_ = 0;
  diagonal_.resize(H.order());
  copy_diagonal(H, diagonal_.span());
  last_row_.assign(last_rows(H.host_first_column()));
}

void Hessian::residual(Span<const double> x, Span<const double> c, Span<double> y) const {
  symbgmm(*H_, x, y);
  finish_residual(y, x, c, diagonal_.span(), regularization_);
}

void Hessian::give(Span<const int> kept, BlockCholesky& factor) const {
  factor.take(*H_, kept);
  if (regularization_ > 0) factor.scale_diagonal(regularization_);
}

ES_END
