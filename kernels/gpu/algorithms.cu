#include "kernels/core/algorithms.h"

#include <thrust/iterator/counting_iterator.h>

#include <cub/cub.cuh>

#include "kernels/gpu/check.h"

ES_BEGIN

namespace {

/// Run a CUB algorithm: first asked for its workspace, then called with it.
template <class Call>
void with_workspace(const char* doing, Call call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), doing);
  DeviceVector<unsigned char> workspace(Index(bytes) + 1);
  check(call(workspace.span().data, bytes), doing);
}

}  // namespace

Index exclusive_scan(Span<const int> in, Span<int> out) {
  if (in.size == 0) return 0;
  int last_in = 0, last_out = 0;
  memory::copy_out(&last_in, in.data + in.size - 1, sizeof(int));
  with_workspace("scanning", [&](void* workspace, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(workspace, bytes, in.data, out.data, int(in.size));
  });
  memory::copy_out(&last_out, out.data + out.size - 1, sizeof(int));
  return Index(last_in) + last_out;
}

void select(Span<const std::uint8_t> flags, DeviceVector<int>& list) {
  list.resize(flags.size);
  if (flags.size == 0) return;
  DeviceVector<int> count(1);
  const thrust::counting_iterator<int> every(0);
  with_workspace("compacting", [&](void* workspace, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(workspace, bytes, every, flags.data, list.span().data,
                                      count.span().data, int(flags.size));
  });
  list.resize(count.to_host()[0]);
}

void sort_by_key(Span<std::uint64_t> keys, Span<int> values) {
  if (keys.size == 0) return;
  DeviceVector<std::uint64_t> sorted_keys(keys.size);
  DeviceVector<int> sorted_values(values.size);
  with_workspace("sorting", [&](void* workspace, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(workspace, bytes, keys.data, sorted_keys.span().data,
                                           values.data, sorted_values.span().data, int(keys.size));
  });
  memory::copy(keys.data, sorted_keys.span().data, std::size_t(keys.size) * sizeof(keys[0]));
  memory::copy(values.data, sorted_values.span().data, std::size_t(values.size) * sizeof(int));
}

ES_END
