#include "contact/assemble/gram.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void measure_rows(Span<const int> first, Span<int> length) {
  parallel_for(first.size, [=] ES_DEVICE(Index i) { length[i] = int(i) - first[i] + 1; });
}

/// Row i of G gathers over the degrees of freedom of its contact and over their contacts.
void accumulate(const RowsView& rows, const OrderView& order, Span<const double> inverse_mass,
                Span<const int> row_start, Span<double> g) {
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const int contact = order.order[i], first = order.first_column[i];
    double* const row = g.data + row_start[i] - first;
    for (Index j = first; j <= i; ++j) row[j] = 0;
    for (int e = rows.row_start[contact]; e < rows.row_start[contact + 1]; ++e) {
      const int k = rows.dof[e];
      const double factor = rows.value[e] * inverse_mass[k];
      for (int f = rows.column_start[k]; f < rows.column_start[k + 1]; ++f) {
        const int j = order.rank[rows.column_contact[f]];
        if (j <= i) row[j] += factor * rows.column_value[f];
      }
    }
  });
}

}  // namespace

GramView GramAssembly::assemble(const RowsView& rows, const OrderView& order,
                                Span<const double> inverse_mass) {
  row_start_.resize(order.order.size);
  measure_rows(order.first_column, row_start_.span());
  values_.resize(exclusive_scan(row_start_.span(), row_start_.span()));
  accumulate(rows, order, inverse_mass, row_start_.span(), values_.span());
  return {order, row_start_.span(), values_.span(), rows.twists};
}

ES_END
