#include "kernels/sparse/block_product.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

void multiply(const BlockRows& A, Span<const Vec3> x, Span<Vec3> y) {
  parallel_for(A.order(), [=](Index i) { y[i] = row_product(A, i, x); });
}

ES_END
