#include "contact/solvers/qp/set_prediction.h"

#include <algorithm>

#include "contact/solvers/qp/constants.h"
#include "contact/solvers/qp/qp_work.h"
#include "kernels/core/reduce.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

/// d = clip(x - a D^-1 g) - x; returns g^T d, which is negative unless x is the solution.
double find_direction(const BoxQp& qp, Span<const double> diagonal, Span<const double> x,
                      Span<const double> g, double a, Span<double> d) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  return sum<double>(x.size, [=] ES_DEVICE(Index i) -> double {
    d[i] = clip(x[i] - a * g[i] / diagonal[i], lower[i], upper[i]) - x[i];
    return g[i] * d[i];
  });
}

/// d^T D d
double scaled_square(Span<const double> diagonal, Span<const double> d) {
  return sum<double>(d.size,
                     [=] ES_DEVICE(Index i) -> double { return diagonal[i] * d[i] * d[i]; });
}

/// Writes the states that x and g point to; returns how many changed.
Index write_states(const BoxQp& qp, Span<const double> diagonal, Span<const double> x,
                   Span<const double> g, Span<std::int8_t> state) {
  const Span<const double> lower = qp.lower, upper = qp.upper;
  return sum<Index>(x.size, [=] ES_DEVICE(Index i) -> Index {
    const double z = x[i] - g[i] / diagonal[i];
    const bool below = lower[i] == upper[i] || !(z > lower[i]);
    const std::int8_t next = below ? at_lower : z >= upper[i] ? at_upper : is_free;
    const bool changed = state[i] != next;
    state[i] = next;
    return Index(changed);
  });
}

}  // namespace

void SetPrediction::predict(const BandedMatrix& H, const BoxQp& qp, int steps, Span<double> x,
                            Span<std::int8_t> state) {
  const Index n = H.order();
  for (DeviceVector<double>* v : {&diagonal_, &gradient_, &direction_, &product_}) v->resize(n);
  const Span<double> g = gradient_.span(), d = direction_.span(), Hd = product_.span();
  copy_diagonal(H, diagonal_.span());
  clip(qp, x);
  symbgmm(H, x, g);
  subtract(qp.c, g);
  write_states(qp, diagonal_.span(), x, g, state);
  double a = 1;
  int unchanged = 0;
  for (int step = 0; step < steps && unchanged < steady_steps; ++step) {
    const double slope = find_direction(qp, diagonal_.span(), x, g, a, d);
    if (!(slope < 0)) break;
    symbgmm(H, d, Hd);
    const double curvature = dot(d, Hd);
    if (!(curvature > 0)) break;  // rounding: H is positive definite
    const double t = std::min(1.0, -slope / curvature);
    add_multiple(t, d, x);
    add_multiple(t, Hd, g);
    a = scaled_square(diagonal_.span(), d) / curvature;
    unchanged = write_states(qp, diagonal_.span(), x, g, state) == 0 ? unchanged + 1 : 0;
  }
}

ES_END
