#include "kernels/core/algorithms.h"

#include <array>

#include <cub/cub.cuh>

#include "kernels/core/parallel_for.h"
#include "kernels/core/work_counts.h"
#include "kernels/gpu/constants.h"
#include "kernels/gpu/launch.h"
#include "kernels/gpu/together.h"

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

/// Lists of what is flagged, by a kernel that counts and one that writes, of all pieces that go
/// together; CUB takes a call for each list. A thread looks at a stretch of flags, and a block
/// begins where those before it end.
constexpr Index stretch = 32, flags_of_block = stretch * reduce_threads;
static_assert(flags_of_block < 1 << 16, "a thread counts all lists in 16 bits each");

struct Lists {
  Span<const std::uint8_t> flags;
  unsigned known;    ///< bits that have a list; 0 where all that are not zero are one list
  Span<int> counts;  ///< of each block, by list
  int* list[max_bits];
  Span<int> position;  ///< in the first list

  Index blocks() const { return (flags.size + flags_of_block - 1) / flags_of_block; }
  ES_HD unsigned lists_of(Index i) const { return known == 0 ? flags[i] != 0 : flags[i] & known; }
  ES_HD Index end_of(Index first) const {
    return first + stretch < flags.size ? first + stretch : flags.size;
  }
};

/// A count of each list.
using Packed = unsigned long long;
ES_HD Packed packed(unsigned lists) {
  Packed counts = 0;
  for (int l = 0; l < max_bits; ++l) counts |= Packed(lists >> l & 1) << (16 * l);
  return counts;
}
ES_HD int unpacked(Packed counts, int list) { return int(counts >> (16 * list) & 0xffff); }

/// Sums of the threads of a block up to each. Ends with a barrier.
__device__ Packed sum_up_to(Packed own, Packed (*sums)[reduce_threads]) {
  const int thread = int(threadIdx.x);
  int now = 0;
  sums[now][thread] = own;
  __syncthreads();
  for (int reach = 1; reach < reduce_threads; reach *= 2, now = 1 - now) {
    const Packed before = thread >= reach ? sums[now][thread - reach] : 0;
    sums[1 - now][thread] = sums[now][thread] + before;
    __syncthreads();
  }
  return sums[now][thread];
}

__device__ Packed count_stretch(const Lists& of, Index first) {
  Packed own = 0;
  for (Index i = first; i < of.end_of(first); ++i) own += packed(of.lists_of(i));
  return own;
}

__global__ void count_kernel(const __grid_constant__ Batch<Lists> pieces) {
  __shared__ Packed sums[2][reduce_threads];
  const int piece = pieces.piece_of(blockIdx.x);
  const Lists& of = pieces.value(piece);
  const Index block = blockIdx.x - pieces.begin(piece);
  const Packed own = count_stretch(of, block * flags_of_block + threadIdx.x * stretch);
  const Packed sum = sum_up_to(own, sums);
  if (int(threadIdx.x) < reduce_threads - 1) return;
  for (int l = 0; l < max_bits; ++l) of.counts[block * max_bits + l] = unpacked(sum, l);
}

/// What the blocks before one have of each list.
__device__ void sum_before(const Lists& of, Index block, int* sums, int* before) {
  const int thread = int(threadIdx.x), list = thread % max_bits;
  int sum = 0;
  for (Index b = thread / max_bits; b < block; b += reduce_threads / max_bits)
    sum += of.counts[b * max_bits + list];
  sums[thread] = sum;
  __syncthreads();
  for (int half = reduce_threads / 2; half >= max_bits; half /= 2) {
    if (thread < half) sums[thread] += sums[thread + half];
    __syncthreads();
  }
  if (thread < max_bits) before[thread] = sums[thread];
  __syncthreads();
}

__global__ void list_kernel(const __grid_constant__ Batch<Lists> pieces) {
  __shared__ Packed sums[2][reduce_threads];
  __shared__ int sums_before[reduce_threads], before[max_bits];
  const int piece = pieces.piece_of(blockIdx.x);
  const Lists& of = pieces.value(piece);
  const Index block = blockIdx.x - pieces.begin(piece);
  const Index first = block * flags_of_block + threadIdx.x * stretch;
  sum_before(of, block, sums_before, before);
  const Packed own = count_stretch(of, first), start = sum_up_to(own, sums) - own;
  int next[max_bits];
  for (int l = 0; l < max_bits; ++l) next[l] = before[l] + unpacked(start, l);
  for (Index i = first; i < of.end_of(first); ++i) {
    const unsigned lists = of.lists_of(i);
    if (of.position.size > 0) of.position[i] = lists & 1 ? next[0] : -1;
    for (int l = 0; l < max_bits; ++l)
      if (lists >> l & 1) of.list[l][next[l]++] = int(i);
  }
}

using ListKernel = void (*)(Batch<Lists>);

struct Listing : Request {
  Lists lists;
  ListKernel kernel;

  Listing(const Lists& of, ListKernel how)
      : Request{reinterpret_cast<const void*>(how), &start}, lists(of), kernel(how) {}

  static void start(std::span<Request* const> listings) {
    for_batches<Lists>(listings, [](std::span<Request* const> some, Batch<Lists>& batch) {
      const ListKernel kernel = static_cast<const Listing&>(*some[0]).kernel;
      for (std::size_t piece = 0; piece < some.size(); ++piece) {
        const Lists& lists = static_cast<const Listing&>(*some[piece]).lists;
        batch.set(int(piece), lists.flags.size, lists.blocks(), lists);
      }
      launch({kernel == count_kernel ? "count_kernel" : "list_kernel", "compacting"}, kernel,
             dim3(batch.end[some.size() - 1]), dim3(unsigned(reduce_threads)), batch);
    });
  }
};

/// Counts what is flagged, in memory that lives as long as the listing.
class Flagged {
 public:
  Flagged(Span<const std::uint8_t> flags, unsigned known) : lists_{flags, known, {}, {}, {}} {
    counts_.resize(lists_.blocks() * max_bits);
    lists_.counts = counts_.span();
    Listing counting(lists_, count_kernel);
    start_together(counting);
  }
  /// Of each list; waits for them.
  std::array<Index, max_bits> counts() const {
    std::array<Index, max_bits> all{};
    const std::vector<int> of_blocks = counts_.to_host();
    for (std::size_t i = 0; i < of_blocks.size(); ++i) all[i % max_bits] += of_blocks[i];
    return all;
  }
  void write(std::initializer_list<DeviceVector<int>*> lists, Span<int> position = {}) {
    lists_.position = position;
    int** next = lists_.list;
    for (DeviceVector<int>* list : lists) *next++ = list->span().data;
    Listing writing(lists_, list_kernel);
    start_together(writing);
  }

 private:
  Lists lists_;
  DeviceVector<int> counts_;
};

}  // namespace

void select(Span<const std::uint8_t> flags, DeviceVector<int>& list, Span<int> position) {
  list.resize(0);
  if (flags.size == 0) return;
  Flagged flagged(flags, 0);
  list.resize(flagged.counts()[0]);
  flagged.write({&list}, position);
}

void select(Span<const std::uint8_t> flags, Index count, DeviceVector<int>& list) {
  list.resize(count);
  if (count > 0) Flagged(flags, 0).write({&list});
}

void select_bits(Span<const std::uint8_t> flags, std::initializer_list<DeviceVector<int>*> lists) {
  for (DeviceVector<int>* list : lists) list->resize(0);
  if (flags.size == 0) return;
  Flagged flagged(flags, (1u << lists.size()) - 1);
  const std::array<Index, max_bits> counts = flagged.counts();
  auto count = counts.begin();
  for (DeviceVector<int>* list : lists) list->resize(*count++);
  flagged.write(lists);
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
