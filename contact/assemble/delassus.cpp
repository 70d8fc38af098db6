#include "contact/assemble/delassus.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void measure_rows(Span<const int> first, Span<int> length) {
  parallel_for(first.size, [=] ES_DEVICE(Index i) { length[i] = int(i) - first[i] + 1; });
}

void double_profile(Span<const int> first, Span<int> friction_first) {
  parallel_for(first.size, [=] ES_DEVICE(Index i) {
    friction_first[2 * i] = friction_first[2 * i + 1] = 2 * first[i];
  });
}

/// Row i of G gathers over the degrees of freedom of its contact and over their contacts.
void accumulate(const RowsView& rows, const OrderView& order, Span<const double> inverse_mass,
                Span<const int> row_offset, Span<double> g) {
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const int contact = order.order[i], first = order.first_column[i];
    double* const row = g.data + row_offset[i] - first;
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

void write_contact_hessian(Span<const Contact> contacts, const OrderView& order,
                           Span<const int> row_offset, Span<const double> g, BandView H) {
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const int first = order.first_column[i];
    const Vec3 normal = contacts[order.order[i]].normal;
    for (Index j = first; j <= i; ++j) {
      H.at(i, j) = g[row_offset[i] + j - first] * dot(normal, contacts[order.order[j]].normal);
    }
  });
}

void write_friction_hessian(Span<const Contact> contacts, const OrderView& order,
                            Span<const int> row_offset, Span<const double> g, BandView H) {
  parallel_for(order.order.size, [=] ES_DEVICE(Index i) {
    const int first = order.first_column[i];
    const FrictionAxes row = friction_axes(contacts[order.order[i]]);
    for (Index j = first; j <= i; ++j) {
      const double value = g[row_offset[i] + j - first];
      const FrictionAxes column = friction_axes(contacts[order.order[j]]);
      H.at(2 * i, 2 * j) = value * dot(row.r[0], column.r[0]);
      H.at(2 * i + 1, 2 * j) = value * dot(row.r[1], column.r[0]);
      H.at(2 * i + 1, 2 * j + 1) = value * dot(row.r[1], column.r[1]);
      if (j < i) H.at(2 * i, 2 * j + 1) = value * dot(row.r[0], column.r[1]);
    }
  });
}

}  // namespace

void DelassusAssembly::assemble(const ContactsView& set, const RowsView& rows,
                                const OrderView& order, Span<const double> inverse_mass,
                                BandedMatrix& contact_hessian, BandedMatrix& friction_hessian) {
  row_offset_.resize(set.size());
  friction_first_.resize(2 * set.size());
  measure_rows(order.first_column, row_offset_.span());
  g_.resize(exclusive_scan(row_offset_.span(), row_offset_.span()));
  accumulate(rows, order, inverse_mass, row_offset_.span(), g_.span());
  double_profile(order.first_column, friction_first_.span());
  contact_hessian.reshape(order.first_column);
  friction_hessian.reshape(friction_first_.span());
  write_contact_hessian(set.contacts, order, row_offset_.span(), g_.span(), contact_hessian.view());
  write_friction_hessian(set.contacts, order, row_offset_.span(), g_.span(),
                         friction_hessian.view());
}

ES_END
