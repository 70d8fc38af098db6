#include "contact/solvers/qp/box_qp.h"

#include "kernels/core/reduce.h"

ES_BEGIN

Index clip(const BoxQp& qp, Span<double> x) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  return sum<Index>(x.size, [=] ES_DEVICE(Index i) {
    const double inside = clip(x[i], lower[i], upper[i]);
    const bool moved = inside != x[i];
    x[i] = inside;
    return Index(moved);
  });
}

ES_END
