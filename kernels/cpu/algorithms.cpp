#include "kernels/core/algorithms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
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
  const int team = LoopPace::team(n, block + 1);
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

/// Calls visit(i) for those of first ... last - 1 whose flag is not zero. Most are zero.
template <class Visit>
void for_flagged(Span<const std::uint8_t> flags, Index first, Index last, Visit visit) {
  constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
  Index i = first;
  for (; i + 8 <= last; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, flags.data + i, sizeof eight);
    std::uint64_t flagged = (((eight & low) + low) | eight) & ~low;  // the high bits of bytes
    for (; flagged != 0; flagged &= flagged - 1) visit(i + std::countr_zero(flagged) / 8);
  }
  for (; i < last; ++i)
    if (flags[i] != 0) visit(i);
}

/// One list, of what is not zero.
struct AnyFlag {
  static constexpr int lists = 1;

  unsigned of(std::uint8_t) const { return 1; }
  void count(Span<const std::uint8_t> flags, Index first, Index last, Index* total) const {
    for (Index i = first; i < last; ++i) total[0] += flags[i] != 0;
  }
};

/// A list for each bit that is known.
struct EachBit {
  static constexpr int lists = max_bits;
  unsigned known;

  unsigned of(std::uint8_t flag) const { return flag & known; }
  void count(Span<const std::uint8_t> flags, Index first, Index last, Index* total) const {
    constexpr std::uint64_t ones = 0x0101010101010101;
    Index i = first;
    for (; i + 8 <= last; i += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, flags.data + i, sizeof eight);
      eight &= known * ones;
      if (eight == 0) continue;
      for (int l = 0; l < lists; ++l) total[l] += std::popcount(eight >> l & ones);
    }
    for (; i < last; ++i)
      for (int l = 0; l < lists; ++l) total[l] += of(flags[i]) >> l & 1;
  }
};

/// Puts i into the lists that `which` has for flags[i].
/// @param position  in the first of them, where it has elements
template <class Which>
void list_flagged(Span<const std::uint8_t> flags, Which which,
                  const std::array<DeviceVector<int>*, Which::lists>& lists, Span<int> position) {
  const std::size_t blocks = static_cast<std::size_t>((flags.size + block - 1) / block);
  std::array<std::vector<Index>, Which::lists> counts, start;
  for (std::vector<Index>& of_list : counts) of_list.resize(blocks);
  for_blocks(flags.size, [&](Index b, Index first, Index last) {
    Index total[Which::lists] = {};
    which.count(flags, first, last, total);
    for (std::size_t l = 0; l < lists.size(); ++l) counts[l][std::size_t(b)] = total[l];
  });
  std::array<Span<int>, Which::lists> out;
  for (std::size_t l = 0; l < lists.size(); ++l) {
    start[l] = starts(counts[l]);
    lists[l]->resize(start[l].back());
    out[l] = lists[l]->span();
  }
  for_blocks(flags.size, [&](Index b, Index first, Index last) {
    Index next[Which::lists];
    for (std::size_t l = 0; l < lists.size(); ++l) next[l] = start[l][std::size_t(b)];
    if (position.size > 0) std::fill_n(&position[first], last - first, -1);
    for_flagged(flags, first, last, [&](Index i) {
      const unsigned in = which.of(flags[i]);
      if (position.size > 0 && in & 1) position[i] = int(next[0]);
      for (unsigned left = in; left != 0; left &= left - 1) {
        const int l = std::countr_zero(left);
        out[std::size_t(l)][next[l]++] = int(i);
      }
    });
  });
}

}  // namespace

void select(Span<const std::uint8_t> flags, DeviceVector<int>& list, Span<int> position) {
  count_work(Work::library_call), count_work(Work::read_back);
  list_flagged<AnyFlag>(flags, {}, {&list}, position);
}

void select(Span<const std::uint8_t> flags, [[maybe_unused]] Index count, DeviceVector<int>& list) {
  count_work(Work::library_call);
  list_flagged<AnyFlag>(flags, {}, {&list}, {});
  assert(list.size() == count);
}

void select_bits(Span<const std::uint8_t> flags, std::initializer_list<DeviceVector<int>*> lists) {
  assert(lists.size() <= std::size_t(max_bits));
  count_work(Work::library_call), count_work(Work::read_back);
  DeviceVector<int> none[max_bits];
  std::array<DeviceVector<int>*, max_bits> all;
  for (std::size_t l = 0; l < all.size(); ++l)
    all[l] = l < lists.size() ? lists.begin()[l] : &none[l];
  list_flagged<EachBit>(flags, {(1u << lists.size()) - 1}, all, {});
}

namespace {

struct Keyed {
  std::uint64_t key;
  int value;
};

constexpr int digit_bits = 11, digits = 1 << digit_bits;
/// Below this the counts of a digit cost more than comparisons.
constexpr std::size_t few = 512;

/// A pass of a radix sort, by the digit from bit `shift` on: from `in` to `out`.
void sort_by_digit(const std::vector<Keyed>& in, int shift, std::vector<Keyed>& out) {
  std::array<std::uint32_t, digits> place{};
  for (const Keyed& item : in) ++place[(item.key >> shift) % digits];
  std::exclusive_scan(place.begin(), place.end(), place.begin(), 0u);
  for (const Keyed& item : in) out[place[(item.key >> shift) % digits]++] = item;
}

/// Stable. Keys that are compared digit by digit need no comparison of those that are all equal:
/// most have few that are not.
void sort_stretch(Span<std::uint64_t> keys, Span<int> values) {
  std::vector<Keyed> items(static_cast<std::size_t>(keys.size)), other;
  std::uint64_t differing = 0;
  for (Index i = 0; i < keys.size; ++i) {
    items[std::size_t(i)] = {keys[i], values[i]};
    differing |= keys[i] ^ keys[0];
  }
  if (items.size() < few) {
    std::stable_sort(items.begin(), items.end(),
                     [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  } else {
    other.resize(items.size());
    for (int shift = 0; shift < 64; shift += digit_bits) {
      if ((differing >> shift) % digits == 0) continue;
      sort_by_digit(items, shift, other);
      items.swap(other);
    }
  }
  for (Index i = 0; i < keys.size; ++i) {
    keys[i] = items[std::size_t(i)].key;
    values[i] = items[std::size_t(i)].value;
  }
}

}  // namespace

void sort_by_key(Span<std::uint64_t> keys, Span<int> values) {
  sort_by_key(keys, values, keys.size);
}

void sort_by_key(Span<std::uint64_t> keys, Span<int> values, Index length) {
  count_work(Work::library_call);
  if (keys.size == 0) return;
  const Index stretches = keys.size / length;
  const int team = stretches > 1 ? LoopPace::team(keys.size) : 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(team) if (team > 1)
  for (Index s = 0; s < stretches; ++s)
    sort_stretch(keys.part(s * length, length), values.part(s * length, length));
}

ES_END
