#include "kernels/band/packed_band.h"

#include <cassert>

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void gather_rows(ConstBandView H, Span<const int> first, Span<const Index> base,
                 Span<double> values) {
  parallel_for(H.order, [=] ES_DEVICE(Index i) {
    for (Index j = first[i]; j <= i; ++j) values[base[i] + j] = H.at(i, j);
  });
}

void scatter_rows(Span<const double> values, Span<const int> first, Span<const Index> base,
                  BandView H) {
  parallel_for(H.order, [=] ES_DEVICE(Index i) {
    for (Index j = first[i]; j <= i; ++j) H.at(i, j) = values[base[i] + j];
  });
}

}  // namespace

/// Returns how many values all rows have.
Index PackedBand::place_rows(const std::vector<int>& first_column) {
  std::vector<Index> base;
  base.reserve(first_column.size());
  Index count = 0;
  for (std::size_t i = 0; i < first_column.size(); ++i) {
    base.push_back(count - first_column[i]);
    count += Index(i) - first_column[i] + 1;
  }
  base_.assign(base);
  return count;
}

void PackedBand::pack(const BandedMatrix& H, HostBand& host) {
  host.first_column = H.host_first_column();
  values_.resize(place_rows(host.first_column));
  gather_rows(H.view(), H.first_column(), base_.span(), values_.span());
  host.values = values_.to_host();
}

void PackedBand::unpack(const HostBand& host, BandedMatrix& H) {
  H.reshape(host.first_column);
  [[maybe_unused]] const Index count = place_rows(host.first_column);
  assert(count == Index(host.values.size()));
  values_.assign(host.values);
  scatter_rows(values_.span(), H.first_column(), base_.span(), H.view());
}

ES_END
