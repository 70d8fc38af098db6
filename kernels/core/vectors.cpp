#include "kernels/core/vectors.h"

#include <cmath>

#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

void fill(Span<double> values, double value) {
  parallel_for_light(values.size, [=] ES_DEVICE(Index i) { values[i] = value; });
}

void fill(Span<int> values, int value) {
  parallel_for_light(values.size, [=] ES_DEVICE(Index i) { values[i] = value; });
}

void gather(Span<const int> list, Span<const double> from, Span<double> to) {
  parallel_for_light(list.size, [=] ES_DEVICE(Index k) { to[k] = from[list[k]]; });
}

void scatter(Span<const int> list, Span<const double> from, Span<double> to) {
  parallel_for_light(list.size, [=] ES_DEVICE(Index k) { to[list[k]] = from[k]; });
}

void scale(Span<double> x, double factor) {
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) { x[i] *= factor; });
}

void add_multiple(double factor, Span<const double> d, Span<double> x) {
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) { x[i] += factor * d[i]; });
}

void subtract(Span<const double> c, Span<double> x) {
  parallel_for_light(x.size, [=] ES_DEVICE(Index i) { x[i] -= c[i]; });
}

double dot(Span<const double> a, Span<const double> b) {
  return sum<double>(a.size, [=] ES_DEVICE(Index i) -> double { return a[i] * b[i]; });
}

double largest(Span<const double> x) {
  return max_reduce(
      x.size, [=] ES_DEVICE(Index i) -> double { return x[i]; }, 0.0);
}

double largest_magnitude(Span<const double> x) {
  return max_reduce(
      x.size, [=] ES_DEVICE(Index i) { return std::fabs(x[i]); }, 0.0);
}

ES_END
