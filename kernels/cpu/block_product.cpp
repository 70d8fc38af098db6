#include "kernels/sparse/block_product.h"

#include "kernels/core/parallel_for.h"
#include "kernels/cpu/constants.h"

ES_BEGIN

void multiply(const BlockRows& A, Span<const Vec3> x, Span<Vec3> y) {
  const auto row = [=](Index i) { y[i] = row_product(A, i, x); };
  constexpr double flops_a_block = 18;
  if (team_for(flops_a_block * double(A.value.size)) == 1)
    parallel_for_light(A.order(), row);
  else
    parallel_for(A.order(), row);
}

ES_END
