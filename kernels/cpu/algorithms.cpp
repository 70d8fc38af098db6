#include "kernels/core/algorithms.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

#include "kernels/core/parallel_for.h"
#include "kernels/core/work_counts.h"

ES_BEGIN

namespace {

constexpr Index block = 4096;

/// Start of each block's output, given what each block contributes; the last entry is the total.
std::vector<Index> starts(const std::vector<Index>& counts) {
  std::vector<Index> start(counts.size() + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), start.begin() + 1);
  return start;
}

/// Call per_block(b, first, last) for every block of n elements, on all threads.
template <class PerBlock>
void for_blocks(Index n, PerBlock per_block) {
  const Index blocks = (n + block - 1) / block;
  const int team = blocks > 1 ? threads() : 1;
#pragma omp parallel for schedule(dynamic) num_threads(team) if (team > 1)
  for (Index b = 0; b < blocks; ++b) per_block(b, b * block, std::min(n, (b + 1) * block));
}

}  // namespace

Index exclusive_scan(Span<const int> in, Span<int> out) {
  count_work(Work::library_call), count_work(Work::read_back);
  std::vector<Index> counts(static_cast<std::size_t>((in.size + block - 1) / block));
  for_blocks(in.size, [&](Index b, Index first, Index last) {
    Index total = 0;
    for (Index i = first; i < last; ++i) total += in[i];
    counts[std::size_t(b)] = total;
  });
  const std::vector<Index> start = starts(counts);
  for_blocks(in.size, [&](Index b, Index first, Index last) {
    Index running = start[std::size_t(b)];
    for (Index i = first; i < last; ++i) {
      const int value = in[i];
      out[i] = int(running);
      running += value;
    }
  });
  return start.back();
}

namespace {

void list_flagged(Span<const std::uint8_t> flags, DeviceVector<int>& list) {
  std::vector<Index> counts(static_cast<std::size_t>((flags.size + block - 1) / block));
  for_blocks(flags.size, [&](Index b, Index first, Index last) {
    Index total = 0;
    for (Index i = first; i < last; ++i) total += flags[i] != 0;
    counts[std::size_t(b)] = total;
  });
  const std::vector<Index> start = starts(counts);
  list.resize(start.back());
  const Span<int> out = list.span();
  for_blocks(flags.size, [&](Index b, Index first, Index last) {
    Index next = start[std::size_t(b)];
    for (Index i = first; i < last; ++i) {
      if (flags[i] != 0) out[next++] = int(i);
    }
  });
}

}  // namespace

void select(Span<const std::uint8_t> flags, DeviceVector<int>& list) {
  count_work(Work::library_call), count_work(Work::read_back);
  list_flagged(flags, list);
}

void select(Span<const std::uint8_t> flags, [[maybe_unused]] Index count, DeviceVector<int>& list) {
  count_work(Work::library_call);
  list_flagged(flags, list);
  assert(list.size() == count);
}

void sort_by_key(Span<std::uint64_t> keys, Span<int> values) {
  sort_by_key(keys, values, keys.size);
}

void sort_by_key(Span<std::uint64_t> keys, Span<int> values, Index length) {
  count_work(Work::library_call);
  std::vector<std::pair<std::uint64_t, int>> items(static_cast<std::size_t>(length));
  for (Index begin = 0; begin < keys.size; begin += length) {
    for (Index i = 0; i < length; ++i) items[std::size_t(i)] = {keys[begin + i], values[begin + i]};
    std::stable_sort(items.begin(), items.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (Index i = 0; i < length; ++i) {
      keys[begin + i] = items[std::size_t(i)].first;
      values[begin + i] = items[std::size_t(i)].second;
    }
  }
}

ES_END
