#include "contact/assemble/columns.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// Which contact and which twist, or -1, each entry is of.
void number_entries(const RowsView& rows, Span<int> contact, Span<int> twist) {
  const RowsView from = rows;
  parallel_for(from.contacts(), [=] ES_DEVICE(Index c) {
    const int begin = from.row_start[c], end = from.row_start[c + 1];
    for (int e = begin; e < end; ++e) contact[e] = int(c);
    if (twist.size == 0) return;
    const TwistRows& twists = from.twists;
    const int first = end - 1 - (twists.start[c + 1] - twists.start[c]);
    for (int e = begin; e < end; ++e)
      twist[e] = e < first || e + 1 == end ? -1 : twists.start[c] + e - first;
  });
}

void fill_keys(Span<const int> dof, Span<std::uint64_t> keys, Span<int> order) {
  parallel_for(dof.size, [=] ES_DEVICE(Index e) {
    keys[e] = std::uint64_t(dof[e]);
    order[e] = int(e);
  });
}

void start_columns(Span<const std::uint64_t> keys, Span<int> start) {
  parallel_for(start.size,
               [=] ES_DEVICE(Index k) { start[k] = int(lower_bound(keys, std::uint64_t(k))); });
}

void fill_columns(Span<const int> order, Span<const int> contact, Span<const double> value,
                  Span<const int> twist, Span<int> column_contact, Span<double> column_value,
                  Span<int> column_twist) {
  parallel_for(order.size, [=] ES_DEVICE(Index e) {
    column_contact[e] = contact[order[e]];
    column_value[e] = value[order[e]];
    if (column_twist.size > 0) column_twist[e] = twist[order[e]];
  });
}

}  // namespace

RowsView RowColumns::transpose(const RowsView& rows, Index dofs) {
  const Index entries = rows.dof.size, turning = rows.twists.empty() ? 0 : entries;
  keys_.resize(entries), order_.resize(entries), contact_.resize(entries);
  column_contact_.resize(entries), value_.resize(entries), start_.resize(dofs + 1);
  twist_.resize(turning), column_twist_.resize(turning);
  number_entries(rows, contact_.span(), twist_.span());
  fill_keys(rows.dof, keys_.span(), order_.span());
  sort_by_key(keys_.span(), order_.span());  // stable: contacts ascend within a column
  start_columns(keys_.span(), start_.span());
  fill_columns(order_.span(), contact_.span(), rows.value, twist_.span(), column_contact_.span(),
               value_.span(), column_twist_.span());
  RowsView both = rows;
  both.column_start = start_.span();
  both.column_contact = column_contact_.span(), both.column_value = value_.span();
  both.column_twist = column_twist_.span();
  return both;
}

ES_END
