#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/problems/bands.h"

/// Matrices with variable bands that only the tests need.

namespace eulersolid {

/// U(-1, 1) in a random profile, every seventh row as wide as `bandwidth`; the diagonal makes each
/// row dominant by the factor `dominance`, and 0.1 more.
inline HostBand random_band(int order, int bandwidth, double dominance, std::uint64_t seed) {
  RandomNumbers random(seed);
  std::vector<int> first;
  for (int i = 0; i < order; ++i) {
    const int width = i % 7 == 0 ? bandwidth : random.below(bandwidth + 1);
    first.push_back(std::max(0, i - width));
  }
  HostBand H(first);
  std::vector<double> sums(first.size(), 0.0);  // of the absolute values beside the diagonal
  for (int i = 0; i < order; ++i) {
    for (int j = first[std::size_t(i)]; j < i; ++j) {
      H.at(i, j) = random.uniform(-1, 1);
      sums[std::size_t(i)] += std::abs(H.at(i, j));
      sums[std::size_t(j)] += std::abs(H.at(i, j));
    }
  }
  for (int i = 0; i < order; ++i) H.at(i, i) = dominance * sums[std::size_t(i)] + 0.1;
  return H;
}

/// Gram matrix of `order` random vectors in `dimension` dimensions, singular where these are fewer;
/// diagonal times 1 + epsilon. Vector i touches `reach` consecutive coordinates from a place that
/// moves along with i.
inline HostBand low_rank_band(int order, int dimension, int reach, double epsilon,
                              std::uint64_t seed) {
  RandomNumbers random(seed);
  std::vector<int> start, first;  // per vector: its first coordinate, and the first that it meets
  std::vector<std::vector<double>> vectors;
  for (int i = 0; i < order; ++i) {
    start.push_back(order > 1 ? int(std::int64_t(i) * (dimension - reach) / (order - 1)) : 0);
    vectors.push_back(random.normals(std::size_t(reach)));
    int least = i;
    while (least > 0 && start[std::size_t(least - 1)] + reach > start.back()) --least;
    first.push_back(least);
  }
  HostBand H(first);
  for (int i = 0; i < order; ++i) {
    for (int j = first[std::size_t(i)]; j <= i; ++j) {
      const int shift = start[std::size_t(i)] - start[std::size_t(j)];
      for (int k = 0; k < reach - shift; ++k)
        H.at(i, j) += vectors[std::size_t(i)][std::size_t(k)] *
                      vectors[std::size_t(j)][std::size_t(k + shift)];
    }
    H.at(i, i) *= 1 + epsilon;
  }
  return H;
}

/// The square of the Laplacian of bands.h.
inline HostBand biharmonic(int side) {
  const HostBand A = laplacian(side);
  HostBand H = HostBand::uniform(A.order(), 2 * side);
  for (int i = 0; i < A.order(); ++i) {
    for (const int k : {i - side, i - 1, i, i + 1, i + side}) {
      if (k < 0 || k >= A.order()) continue;
      for (const int j : {k - side, k - 1, k, k + 1, k + side}) {
        if (j >= 0 && j <= i) H.at(i, j) += A.symmetric(i, k) * A.symmetric(k, j);
      }
    }
  }
  return H;
}

}  // namespace eulersolid
