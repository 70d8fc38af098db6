#include "kernels/band/packed_band.h"

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

void PackedBand::place_rows(const HostBand& host) {
  std::vector<Index> base;
  base.reserve(host.first_column.size());
  for (std::size_t i = 0; i < host.first_column.size(); ++i)
    base.push_back(Index(host.start[i]) - host.first_column[i]);
  base_.assign(base);
}

void PackedBand::pack(const BandedMatrix& H, HostBand& host) {
  host = HostBand(H.host_first_column());
  place_rows(host);
  values_.resize(Index(host.values.size()));
  gather_rows(H.view(), H.first_column(), base_.span(), values_.span());
  host.values = values_.to_host();
}

void PackedBand::unpack(const HostBand& host, BandedMatrix& H) {
  H.reshape(host.first_column);
  place_rows(host);
  values_.assign(host.values);
  scatter_rows(values_.span(), H.first_column(), base_.span(), H.view());
}

BandedMatrix upload(const HostBand& host) {
  BandedMatrix H;
  PackedBand().unpack(host, H);
  return H;
}

ES_END
