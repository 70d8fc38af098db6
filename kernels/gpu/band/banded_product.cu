#include "kernels/band/banded.h"
#include "kernels/gpu/band/symmetric_product.h"
#include "kernels/gpu/launch.h"

ES_BEGIN

namespace {

template <int together>
void run(const BandedMatrix& H, Span<const double> X, Span<double> Y, Index columns) {
  constexpr Index all = together * columns_per_panel;
  launch({"product_kernel", "multiplying by a banded matrix"}, product_kernel<together>,
         dim3(unsigned(H.profile().rows()), unsigned((columns + all - 1) / all)),
         dim3(block_threads), H.view(), H.reach().data, X.data, Y.data, columns);
}

}  // namespace

void symbgmm(const BandedMatrix& H, Span<const double> X, Span<double> Y, Index columns) {
  if (H.order() == 0 || columns == 0) return;
  if (columns <= 2 * columns_per_panel)
    run<1>(H, X, Y, columns);
  else
    run<max_together>(H, X, Y, columns);
}

ES_END
