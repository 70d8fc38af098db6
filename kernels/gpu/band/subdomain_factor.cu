#include "kernels/band/subdomain_factor.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "kernels/gpu/band/subdomain_elimination.h"
#include "kernels/gpu/band/subdomain_sweep.h"
#include "kernels/gpu/launch.h"

ES_BEGIN

namespace {

/// A list of plain values on the device, which is sent where it is not there yet: solves with one
/// factor ask for the same list again and again.
template <class T>
class SentList {
  static_assert(std::has_unique_object_representations_v<T>, "lists are compared by their bytes");

 public:
  const T* send(const std::vector<T>& list) {
    const std::size_t bytes = list.size() * sizeof(T);
    if (list.size() == sent_.size() && std::memcmp(list.data(), sent_.data(), bytes) == 0)
      return device_.span().data;
    sent_.clear();  // should sending fail
    device_.assign(list), sent_ = list;
    return device_.span().data;
  }

 private:
  std::vector<T> sent_;
  DeviceVector<T> device_;
};

/// Memory of the kernels, kept from call to call.
struct Workspace {
  SentList<DeviceSubdomain> subdomains;
  SentList<TileTask> tasks;
  SentList<DeviceSweep> sweeps;
  SentList<SweepLane> lanes;
  DeviceVector<int> flags;  ///< first the ticket, then whether a block has given up
};
Workspace& workspace() {
  static thread_local Workspace one;
  return one;
}

/// Column by column, the subdomains by turns; the diagonal tile of a column takes its left
/// neighbour along.
std::vector<TileTask> list_tasks(const std::vector<SubdomainRows>& work) {
  std::vector<TileTask> tasks;
  int columns = 0;
  for (const SubdomainRows& rows : work) columns = std::max(columns, rows.end);
  for (int J = 0; J < columns; ++J) {
    for (std::size_t c = 0; c < work.size(); ++c) {
      const TileProfile& profile = work[c].subdomain->matrix.profile();
      if (J >= work[c].end) continue;
      if (J >= work[c].begin) tasks.push_back({int(c), J, J});
      const int last = std::min(profile.reach[std::size_t(J)], work[c].end - 1);
      for (int I = std::max(J + 2, work[c].begin); I <= last; ++I) {
        if (profile.first[std::size_t(I)] <= J) tasks.push_back({int(c), I, J});
      }
    }
  }
  return tasks;
}

/// Places of the flags of all blocks: the ticket, whether one has given up, and how many these are.
namespace flag {
constexpr Index ticket = 0, given_up = 1, count = 2;
}

/// @param failed  place for the column that fails
/// @param done    place for a flag per tile
DeviceSubdomain on_device(const SubdomainRows& rows, int* given_up, int* failed, int* done) {
  SubdomainFactor& subdomain = *rows.subdomain;
  const BandView view = subdomain.matrix.view();
  const BandedMatrix& matrix = subdomain.matrix;
  return {view.values,
          subdomain.inverses.span().data,
          view.first_stored,
          view.row_base,
          done,
          failed,
          view.order,
          subdomain.eliminated,
          rows.begin,
          watch(eliminate_name, given_up, matrix.order(), matrix.bandwidth())};
}

}  // namespace

std::vector<Index> eliminate(const std::vector<SubdomainRows>& work) {
  const std::vector<TileTask> tasks = list_tasks(work);
  if (tasks.empty()) return std::vector<Index>(work.size(), -1);
  Workspace& space = workspace();
  Index flags = flag::count + Index(work.size());
  for (const SubdomainRows& rows : work) flags += rows.subdomain->matrix.profile().tiles();
  space.flags.resize_zero(flags);
  int* const shared = space.flags.span().data;
  int* const failed = shared + flag::count;
  int* done = failed + work.size();
  std::vector<DeviceSubdomain> subdomains;
  for (std::size_t c = 0; c < work.size(); ++c) {
    SubdomainFactor& subdomain = *work[c].subdomain;
    if (work[c].begin == 0) subdomain.inverses.resize(subdomain.eliminated * tile_area);
    subdomains.push_back(on_device(work[c], shared + flag::given_up, failed + c, done));
    done += subdomain.matrix.profile().tiles();
  }
  static const int most = blocks_at_once(eliminate_kernel, block_threads);
  launch(eliminate_name, eliminate_kernel,
         dim3(unsigned(std::min<Index>(most, Index(tasks.size())))), dim3(block_threads),
         space.subdomains.send(subdomains), space.tasks.send(tasks), int(tasks.size()),
         shared + flag::ticket);
  std::vector<int> found(work.size());
  memory::copy_out(found.data(), failed, found.size() * sizeof(int));
  std::vector<Index> result;
  for (const int column : found) result.push_back(column == 0 ? -1 : 0x7fffffff - Index(column));
  return result;
}

namespace {

/// Where the lanes of a list of sweeps begin and end.
struct SweepList {
  std::vector<DeviceSweep> sweeps;
  std::vector<const BandedMatrix*> matrices;  ///< of the sweeps
  std::vector<SweepLane> lanes;
  Index flags = flag::count;  ///< and one per lane and row of tiles
  int steps = 0;
};

/// Rows of tiles that a backward substitution changes: from this one on.
int lowest_row(const Sweep& sweep) {
  int lowest = sweep.begin;
  for (int I = sweep.begin; I < sweep.end; ++I)
    lowest = std::min(lowest, sweep.subdomain->matrix.profile().first[std::size_t(I)]);
  return lowest;
}

/// Cut into lanes of `together` panels. The pointers to starts are places in `starts` yet.
SweepList list_lanes(const std::vector<Sweep>& sweeps, bool backward, int together) {
  SweepList list;
  for (const Sweep& sweep : sweeps) {
    if (sweep.begin >= sweep.end || sweep.X.count == 0) continue;
    const BandedMatrix& L = sweep.subdomain->matrix;
    const ConstBandView view = L.view();
    const int lowest = backward ? lowest_row(sweep) : sweep.begin;
    for (int p = 0; p < sweep.X.count; p += together) {
      const int count = int(std::min<Index>(together, sweep.X.count - p));
      int start = sweep.X.start == nullptr ? 0 : int(sweep.X.rows);
      for (int q = p; q < p + count && sweep.X.start != nullptr; ++q)
        start = std::min(start, sweep.X.start[q]);
      list.lanes.push_back({int(list.sweeps.size()), p, count, start, list.flags});
      list.flags += L.profile().rows();
    }
    list.sweeps.push_back({view.values,
                           sweep.subdomain->inverses.span().data,
                           view.first_stored,
                           view.row_base,
                           L.reach().data,
                           sweep.subdomain->eliminated,
                           sweep.begin,
                           sweep.end,
                           lowest,
                           sweep.X.data,
                           sweep.X.rows,
                           {}});
    list.matrices.push_back(&L);
    list.steps = std::max(list.steps, sweep.end - lowest);
  }
  return list;
}

template <bool backward, int together, int width>
void run(SweepList& list) {
  Workspace& space = workspace();
  space.flags.resize_zero(list.flags);
  int* const shared = space.flags.span().data;
  for (std::size_t s = 0; s < list.sweeps.size(); ++s) {
    list.sweeps[s].watch = watch(sweep_name, shared + flag::given_up, list.matrices[s]->order(),
                                 list.matrices[s]->bandwidth());
  }
  constexpr auto kernel = sweep_kernel<backward, together, width>;
  static const int most = blocks_at_once(kernel, block_threads);
  const Index count = Index(list.lanes.size()) * list.steps;
  launch(sweep_name, kernel, dim3(unsigned(std::min<Index>(most, count))), dim3(block_threads),
         space.sweeps.send(list.sweeps), space.lanes.send(list.lanes), int(list.lanes.size()),
         int(count), shared);
}

template <bool backward>
void sweep(const std::vector<Sweep>& sweeps) {
  if (sweeps.empty()) return;
  const bool wide = sweeps.front().X.count >= max_together;
  SweepList list = list_lanes(sweeps, backward, wide ? max_together : 1);
  if (list.lanes.empty()) return;
  if (sweeps.front().X.width == 1)
    run<backward, 1, 1>(list);
  else if (wide)
    run<backward, max_together, columns_per_panel>(list);
  else
    run<backward, 1, columns_per_panel>(list);
}

}  // namespace

void sweep_forward(const std::vector<Sweep>& sweeps) { sweep<false>(sweeps); }
void sweep_backward(const std::vector<Sweep>& sweeps) { sweep<true>(sweeps); }

ES_END
