#include "kernels/sparse/block_product.h"

#include "kernels/core/parallel_for.h"
#include "kernels/cpu/constants.h"
#include "kernels/cpu/loop_pace.h"

ES_BEGIN

void multiply(const BlockRows& A, Span<const Vec3> x, Span<Vec3> y) {
  const auto row = [=](Index i) { y[i] = row_product(A, i, x); };
  constexpr double flops_a_block = 18;
  if (iterations_of(flops_a_block * double(A.value.size)) < worth_a_team)
    parallel_for_light(A.order(), row);
  else
    parallel_for(A.order(), row);
}

ES_END
