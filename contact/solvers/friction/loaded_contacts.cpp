#include "contact/solvers/friction/loaded_contacts.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

void flag_loaded(const OrderView& all, Span<const double> radius, Span<std::uint8_t> flags) {
  const Span<const int> contact_at = all.order;
  parallel_for(flags.size, [=] ES_DEVICE(Index i) { flags[i] = radius[contact_at[i]] > 0; });
}

/// What is left of an order when only some of its positions are.
void compress(const OrderView& all, Span<const std::uint8_t> flags, Span<const int> place,
              Span<int> order, Span<int> rank, Span<int> first_column) {
  const OrderView from = all;
  parallel_for(rank.size, [=] ES_DEVICE(Index i) {
    const int old = from.rank[i];
    rank[i] = flags[old] ? int(lower_bound(place, old)) : -1;
    if (i >= place.size) return;
    order[i] = from.order[place[i]];
    first_column[i] = int(lower_bound(place, from.first_column[place[i]]));
  });
}

}  // namespace

void LoadedContacts::choose(const OrderView& all, Span<const double> radius) {
  const Index contacts = all.order.size;
  for (DeviceVector<int>* v : {&place_, &order_, &rank_, &first_column_}) v->resize(contacts);
  flags_.resize(contacts);
  flag_loaded(all, radius, flags_.span());
  select(flags_.span(), place_);
  order_.resize(place_.size()), first_column_.resize(place_.size());
  compress(all, flags_.span(), place_.span(), order_.span(), rank_.span(), first_column_.span());
}

bool LoadedContacts::have_all(Span<const double> radius) const {
  const Span<const int> rank = rank_.span();
  return sum<double>(radius.size, [=] ES_DEVICE(Index c) -> double {
           return radius[c] > 0 && rank[c] < 0 ? 1.0 : 0.0;
         }) == 0;
}

ES_END
