#include "grid/node_list.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

void invert_list(Span<const int> list, Span<int> position_in_list) {
  parallel_for_light(position_in_list.size, [=] ES_DEVICE(Index i) { position_in_list[i] = -1; });
  parallel_for_light(list.size, [=] ES_DEVICE(Index i) { position_in_list[list[i]] = int(i); });
}

void select_listed(Span<const int> list, Span<const std::uint8_t> flags,
                   DeviceVector<int>& positions, DeviceVector<int>& kept) {
  select(flags, positions);
  kept.resize(positions.size());
  const Span<const int> from = positions.span();
  const Span<int> to = kept.span();
  parallel_for_light(to.size, [=] ES_DEVICE(Index i) { to[i] = list[from[i]]; });
}

void copy_listed(Span<const int> list, Span<const Vec3> from, Span<Vec3> to) {
  parallel_for(list.size, [=] ES_DEVICE(Index i) { to[list[i]] = from[list[i]]; });
}

ES_END
