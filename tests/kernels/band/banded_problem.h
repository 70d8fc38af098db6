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

/// The elements of a matrix of this backend, copied to the host to be read there.
class HostElements {
 public:
  explicit HostElements(const BandedMatrix& H) : order_(H.order()) {
    const TileProfile& profile = H.profile();
    values_.resize(std::size_t(H.values().size));
    if (!values_.empty())
      memory::copy_out(values_.data(), H.values().data, values_.size() * sizeof(double));
    for (std::size_t I = 0; I < profile.first.size(); ++I) {
      base_.push_back((profile.start[I] - profile.first[I]) * band_tile * band_tile);
      stored_.push_back(profile.first[I] * band_tile);
    }
  }
  ConstBandView view() const { return {values_.data(), base_.data(), stored_.data(), order_}; }

 private:
  std::vector<double> values_;
  std::vector<Index> base_;
  std::vector<int> stored_;
  Index order_;
};

}  // namespace eulersolid
