#pragma once

#include <vector>

#include "kernels/band/banded.h"
#include "tests/kernels/band/dense_band.h"

namespace eulersolid {

/// The same matrix in tiles, in the memory of this backend.
inline void store(const DenseBand& dense, BandedMatrix& H) {
  H.reshape(dense.first_column);
  const TileProfile& profile = H.profile();
  std::vector<double> values(std::size_t(H.values().size), 0.0);
  for (int i = 0; i < dense.order; ++i) {
    const std::size_t I = std::size_t(i / band_tile);
    const Index base = (profile.start[I] - profile.first[I]) * band_tile * band_tile;
    for (int j = dense.first_column[std::size_t(i)]; j <= i; ++j)
      values[std::size_t(base + i % band_tile + Index(band_tile) * j)] = dense.at(i, j);
  }
  if (!values.empty())
    memory::copy_in(H.values().data, values.data(), values.size() * sizeof(double));
}

}  // namespace eulersolid
