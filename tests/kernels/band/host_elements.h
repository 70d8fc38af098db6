#pragma once

#include <vector>

#include "kernels/band/banded.h"

namespace eulersolid {

/// The elements of a matrix of this backend, copied to the host to be read there, by what banded.h
/// says about their place.
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
