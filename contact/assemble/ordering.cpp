#include "contact/assemble/ordering.h"

#include <algorithm>

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

constexpr int candidates = 12;

ES_HD Candidate candidate(Index number) {
  const int axis = int(number % 6) / 2, low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
  return {number % 2 == 0 ? Int3{axis, low, high} : Int3{axis, high, low}, number >= 6};
}

// All candidates at once, one after the other in each array.

void fill_keys(const SceneView& scene, Span<const Contact> set, Span<const int> place,
               Index contacts, Span<std::uint64_t> keys, Span<int> order) {
  parallel_for(keys.size, [=] ES_DEVICE(Index e) {
    const Index c = e % contacts;
    const Contact& contact = set[place.size > 0 ? place[c] : c];
    const Candidate sorted = candidate(e / contacts);
    const Int3 cell = contact.low, axes = sorted.axes;
    const int pair = contact.pair;
    keys[e] = sorted.by_pair
                  ? sort_key(pair, scene.bodies[scene.pairs[pair].body].node_box, cell, axes)
                  : cell_key(cell[axes.x], cell[axes.y], cell[axes.z]);
    order[e] = int(c);
  });
}

void invert(Span<const int> order, Index contacts, Span<int> rank) {
  parallel_for(order.size, [=] ES_DEVICE(Index e) {
    const Index place = e % contacts;
    rank[e - place + order[e]] = int(place);
  });
}

/// Of each degree of freedom, the first position among its contacts.
void find_min_ranks(const RowsView& rows, Index contacts, Span<const int> rank, Span<int> least) {
  parallel_for(least.size, [=] ES_DEVICE(Index e) {
    const Index k = e % rows.dofs(), first = e / rows.dofs() * contacts;
    int value = int(contacts);
    for (int at = rows.column_start[k]; at < rows.column_start[k + 1]; ++at) {
      const int r = rank[first + rows.column_contact[at]];
      value = r < value ? r : value;
    }
    least[e] = value;
  });
}

void find_first_columns(const RowsView& rows, Index contacts, Span<const int> order,
                        Span<const int> least, Span<int> first) {
  parallel_for(order.size, [=] ES_DEVICE(Index e) {
    const int contact = order[e];
    const Index number = e / contacts;
    int value = int(e % contacts);
    for (int at = rows.row_start[contact]; at < rows.row_start[contact + 1]; ++at) {
      const int earliest = least[number * rows.dofs() + rows.dof[at]];
      value = earliest < value ? earliest : value;
    }
    first[e] = value;
  });
}

/// Sums of squared lengths of rows.
struct Costs {
  double of[candidates] = {};

  ES_HD Costs operator+(const Costs& o) const {
    Costs both;
    for (int c = 0; c < candidates; ++c) both.of[c] = of[c] + o.of[c];
    return both;
  }
};

Costs profile_costs(Index contacts, Span<const int> first) {
  return sum<Costs>(contacts, [=] ES_DEVICE(Index i) -> Costs {
    Costs one;
    for (int c = 0; c < candidates; ++c) {
      const double length = double(i - first[c * contacts + i] + 1);
      one.of[c] = length * length;
    }
    return one;
  });
}

}  // namespace

OrderView OrderingSearch::choose(const SceneView& scene, const ContactsView& set,
                                 Span<const int> place, const RowsView& rows) {
  const Index contacts = rows.contacts(), all = candidates * contacts;
  for (DeviceVector<int>* v : {&order_, &rank_, &first_}) v->resize(all);
  keys_.resize(all);
  min_rank_.resize(candidates * rows.dofs());
  fill_keys(scene, set.contacts, place, contacts, keys_.span(), order_.span());
  sort_by_key(keys_.span(), order_.span(), contacts);
  invert(order_.span(), contacts, rank_.span());
  find_min_ranks(rows, contacts, rank_.span(), min_rank_.span());
  find_first_columns(rows, contacts, order_.span(), min_rank_.span(), first_.span());
  const Costs costs = profile_costs(contacts, first_.span());
  const Index best = std::min_element(costs.of, costs.of + candidates) - costs.of;
  const auto chosen = [&](const DeviceVector<int>& v) {
    return v.span().part(best * contacts, contacts);
  };
  return {chosen(order_), chosen(rank_), chosen(first_)};
}

ES_END
