#pragma once

#include "kernels/band/banded.h"
#include "kernels/band/host_band.h"

ES_BEGIN

/// Takes banded matrices from this backend's tiles to the host and back. Only what is inside the
/// profile travels; the size of the tiles, which backends do not share, stays out of it.
class PackedBand {
 public:
  void pack(const BandedMatrix& H, HostBand& host);
  void unpack(const HostBand& host, BandedMatrix& H);

 private:
  void place_rows(const HostBand& host);

  DeviceVector<Index> base_;  // per row: where its column 0 would be in values_
  DeviceVector<double> values_;
};

/// A banded matrix of this backend, once and without a workspace that stays.
BandedMatrix upload(const HostBand& host);

ES_END
