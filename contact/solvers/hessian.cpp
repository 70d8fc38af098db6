#include "contact/solvers/hessian.h"

#include "kernels/parallel_for.h"

ES_BEGIN

namespace {

void gather_diagonal(ConstBandView H, Span<double> diagonal) {
  parallel_for_light(H.order, [=] ES_DEVICE(Index i) { diagonal[i] = H.at(i, i); });
}

void scale_diagonal(BandView G, double factor) {
  parallel_for_light(G.order, [=] ES_DEVICE(Index i) { G.at(i, i) *= factor; });
}

void finish_residual(Span<double> y, Span<const double> x, Span<const double> c,
                     Span<const double> diagonal, double delta) {
  parallel_for_light(y.size,
                     [=] ES_DEVICE(Index i) { y[i] = y[i] + delta * diagonal[i] * x[i] - c[i]; });
}

}  // namespace

void Hessian::set(const BandedMatrix& H) {
  H_ = &H;
  regularization_ = 0;
  diagonal_.resize(H.order());
  gather_diagonal(H.view(), diagonal_.span());
}

void Hessian::residual(Span<const double> x, Span<const double> c, Span<double> y) const {
  symbgmm(*H_, x, y);
  finish_residual(y, x, c, diagonal_.span(), regularization_);
}

void Hessian::submatrix(Span<const int> kept, Span<const int> below, BandedMatrix& G) const {
  principal_submatrix(*H_, kept, below, G);
  if (regularization_ > 0) scale_diagonal(G.view(), 1 + regularization_);
}

ES_END
