#include "contact/assemble/ordering.h"

#include "contact/detect/sort_keys.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// How a candidate sorts: slowest axis first, and pairs before cells or not.
struct Candidate {
  Int3 axes;
  bool by_pair = false;
};

void fill_keys(const SceneView& scene, Span<const Contact> contacts, Candidate candidate,
               Span<std::uint64_t> keys, Span<int> order) {
  parallel_for(contacts.size, [=] ES_DEVICE(Index c) {
    const Int3 cell = contacts[c].low, axes = candidate.axes;
    const int pair = contacts[c].pair;
    keys[c] = candidate.by_pair
                  ? sort_key(pair, scene.bodies[scene.pairs[pair].body].window, cell, axes)
                  : cell_key(cell[axes.x], cell[axes.y], cell[axes.z]);
    order[c] = int(c);
  });
}

void invert(Span<const int> order, Span<int> rank) {
  parallel_for(order.size, [=] ES_DEVICE(Index i) { rank[order[i]] = int(i); });
}

/// Of each degree of freedom, the first position among its contacts.
void find_least_ranks(const RowsView& rows, Span<const int> rank, Span<int> least) {
  parallel_for(rows.dofs(), [=] ES_DEVICE(Index k) {
    int value = int(rank.size);
    for (int e = rows.column_start[k]; e < rows.column_start[k + 1]; ++e) {
      const int r = rank[rows.column_contact[e]];
      value = r < value ? r : value;
    }
    least[k] = value;
  });
}

void find_first_columns(const RowsView& rows, Span<const int> order, Span<const int> least,
                        Span<int> first) {
  parallel_for(order.size, [=] ES_DEVICE(Index i) {
    const int contact = order[i];
    int value = int(i);
    for (int e = rows.row_start[contact]; e < rows.row_start[contact + 1]; ++e) {
      const int candidate = least[rows.dof[e]];
      value = candidate < value ? candidate : value;
    }
    first[i] = value;
  });
}

double profile_cost(Span<const int> first) {
  return sum<double>(first.size, [=] ES_DEVICE(Index i) -> double {
    const double length = double(i - first[i] + 1);
    return length * length;
  });
}

}  // namespace

double OrderingSearch::try_order(const RowsView& rows) {
  invert(order_.span(), rank_.span());
  find_least_ranks(rows, rank_.span(), least_rank_.span());
  find_first_columns(rows, order_.span(), least_rank_.span(), first_.span());
  return profile_cost(first_.span());
}

OrderView OrderingSearch::choose(const SceneView& scene, const ContactsView& set,
                                 const RowsView& rows) {
  const Index contacts = set.size();
  for (DeviceVector<int>* v : {&order_, &rank_, &first_, &best_order_, &best_rank_, &best_first_}) {
    v->resize(contacts);
  }
  keys_.resize(contacts);
  least_rank_.resize(rows.dofs());
  constexpr Int3 permutations[6] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  double best = -1;
  for (int c = 0; c < 12; ++c) {
    fill_keys(scene, set.contacts, {permutations[c % 6], c >= 6}, keys_.span(), order_.span());
    sort_by_key(keys_.span(), order_.span());
    const double cost = try_order(rows);
    if (best >= 0 && cost >= best) continue;
    best = cost;
    best_order_.swap(order_);
    best_rank_.swap(rank_);
    best_first_.swap(first_);
  }
  return {best_order_.span(), best_rank_.span(), best_first_.span()};
}

ES_END
