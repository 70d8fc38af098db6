#include "grid/node_list.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

void invert_list(Span<const int> list, Span<int> position_in_list) {
  parallel_for_light(position_in_list.size, [=] ES_DEVICE(Index i) { position_in_list[i] = -1; });
  parallel_for_light(list.size, [=] ES_DEVICE(Index i) {
    if (list[i] >= 0) position_in_list[list[i]] = int(i);
  });
}

namespace {

void take(Span<const int> list, Span<const int> positions, DeviceVector<int>& kept) {
  kept.resize(positions.size);
  const Span<int> to = kept.span();
  parallel_for_light(to.size, [=] ES_DEVICE(Index i) { to[i] = list[positions[i]]; });
}

}  // namespace

void select_listed(Span<const int> list, Span<const std::uint8_t> flags,
                   DeviceVector<int>& positions, DeviceVector<int>& kept) {
  select(flags, positions);
  take(list, positions.span(), kept);
}

void fill_zero(Span<double> scalar, Span<Vec3> vector) {
  parallel_for_light(scalar.size, [=] ES_DEVICE(Index n) { scalar[n] = 0, vector[n] = {}; });
}

double sum_listed(Span<const int> list, Span<const double> values) {
  return sum<double>(list.size, [=] ES_DEVICE(Index i) -> double { return values[list[i]]; });
}

void scale_listed(Span<const int> list, double factor, Span<double> values) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) { values[list[i]] *= factor; });
}

void raise_listed(Span<const int> list, double least, Span<double> values) {
  parallel_for(list.size,
               [=] ES_DEVICE(Index i) { values[list[i]] = larger(values[list[i]], least); });
}

void copy_listed(Span<const int> list, Span<const Vec3> from, Span<Vec3> to) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) { to[list[i]] = from[list[i]]; });
}

ES_END
