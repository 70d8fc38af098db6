#include "kernels/dense/quasi_definite.h"

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/dense/constants.h"

ES_BEGIN

namespace {

/// Is a squared pivot of L lost against its scale?
bool pivots_are_lost(ConstMatrixView L, Span<const double> scale) {
  return max_reduce(L.rows, [=] ES_DEVICE(Index i) { return scale[i] / (L(i, i) * L(i, i)); }) *
             lost_difference >
         1;
}

void negate(Span<double> x) {
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) { x[i] = -x[i]; });
}

}  // namespace

void QuasiDefinite::resize(Index order_a, Index order_d) {
  a_ = order_a, d_ = order_d;
  A_.resize(a_ * a_), B_.resize(a_ * d_), D_.resize(d_ * d_), scale_.resize(a_ + d_);
}

bool QuasiDefinite::factor() {
  if (potrf(A()) >= 0 || pivots_are_lost(A(), scale().part(0, a_))) return false;
  trsm(Op::none, A(), B());  // V = L_A^{-1} B
  if (a_ > 0) syrk(1, B(), 1, D());
  return potrf(D()) < 0 && !pivots_are_lost(D(), scale().part(a_, d_));
}

/// With V = L_A^{-1} B and S = D + V^T V: y = L_A^{-1} f, z = S^{-1} (V^T y - g),
/// x = L_A^{-T} (y - V z) solves A x + B z = f, B^T x - D z = g.
void QuasiDefinite::solve(Span<double> x) {
  const MatrixView f = MatrixView::of(x.part(0, a_)), g = MatrixView::of(x.part(a_, d_));
  trsm(Op::none, A(), f);
  if (a_ > 0)
    gemm(1, Op::transposed, B(), Op::none, f, -1, g);
  else
    negate(x);
  trsm(Op::none, D(), g);
  trsm(Op::transposed, D(), g);
  if (d_ > 0) gemm(-1, Op::none, B(), Op::none, g, 1, f);
  trsm(Op::transposed, A(), f);
}

ES_END
