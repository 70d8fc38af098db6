#include "bench/engine/upload_band.h"

#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void scatter(Span<const int> first, Span<const Index> start, Span<const double> values,
             BandView out) {
  parallel_for(first.size, [=] ES_DEVICE(Index i) {
    for (Index j = first[i]; j <= i; ++j) out.at(i, j) = values[start[i] + j - first[i]];
  });
}

}  // namespace

void upload(const BandData& A, BandedMatrix& out) {
  out.reshape(A.first);
  const DeviceVector<Index> start(std::vector<Index>(A.start.begin(), A.start.end()));
  const DeviceVector<double> values(A.values);
  scatter(out.first_column(), start.span(), values.span(), out.view());
  memory::wait();  // before start and values go
}

ES_END
