#include "kernels/core/algorithms.h"

#include <thrust/iterator/counting_iterator.h>

#include <cub/cub.cuh>

#include "kernels/core/parallel_for.h"
#include "kernels/core/work_counts.h"
#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

/// Run a CUB algorithm: first asked for its workspace, then called with it.
template <class Call>
void with_workspace(const char* doing, Call call) {
  count_work(Work::library_call);
  std::size_t bytes = 0;
  check(call(nullptr, bytes), doing);
  DeviceVector<unsigned char> workspace(Index(bytes) + 1);
  check(call(workspace.span().data, bytes), doing);
}

}  // namespace

Index exclusive_scan(Span<const int> in, Span<int> out) {
  if (in.size == 0) return 0;
  DeviceVector<Index> total(1);
  const Span<Index> sum_of_all = total.span();
  const Index last = in.size - 1;
  parallel_for(1, [=] ES_DEVICE(Index) { sum_of_all[0] = in[last]; });  // `out` may be `in`
  with_workspace("scanning", [&](void* workspace, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(workspace, bytes, in.data, out.data, int(in.size));
  });
  parallel_for(1, [=] ES_DEVICE(Index) { sum_of_all[0] += out[last]; });
  return total.to_host()[0];
}

namespace {

/// @param count  one place
void list_flagged(Span<const std::uint8_t> flags, Span<int> list, Span<int> count) {
  const thrust::counting_iterator<int> every(0);
  with_workspace("compacting", [&](void* workspace, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(workspace, bytes, every, flags.data, list.data, count.data,
                                      int(flags.size));
  });
}

}  // namespace

void select(Span<const std::uint8_t> flags, DeviceVector<int>& list) {
  list.resize(flags.size);
  if (flags.size == 0) return;
  DeviceVector<int> count(1);
  list_flagged(flags, list.span(), count.span());
  list.resize(count.to_host()[0]);
}

void select(Span<const std::uint8_t> flags, Index count, DeviceVector<int>& list) {
  list.resize(count);
  if (count == 0) return;
  DeviceVector<int> found(1);
  list_flagged(flags, list.span(), found.span());
}

void sort_by_key(Span<std::uint64_t> keys, Span<int> values) {
  sort_by_key(keys, values, keys.size);
}

void sort_by_key(Span<std::uint64_t> keys, Span<int> values, Index length) {
  if (keys.size == 0) return;
  DeviceVector<std::uint64_t> sorted_keys(keys.size);
  DeviceVector<int> sorted_values(values.size);
  const Span<std::uint64_t> to = sorted_keys.span();
  const Span<int> along = sorted_values.span();
  for (Index begin = 0; begin < keys.size; begin += length) {
    with_workspace("sorting", [&](void* workspace, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(workspace, bytes, keys.data + begin, to.data + begin,
                                             values.data + begin, along.data + begin, int(length));
    });
  }
  memory::copy(keys.data, to.data, std::size_t(keys.size) * sizeof(keys[0]));
  memory::copy(values.data, along.data, std::size_t(values.size) * sizeof(int));
}

ES_END
