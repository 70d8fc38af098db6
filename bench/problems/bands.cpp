#include "bench/problems/bands.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

namespace {

std::size_t first_of(const HostBand& H, int row) {
  return std::size_t(H.first_column[std::size_t(row)]);
}

/// U(-1, 1) below the diagonal, row by row.
void fill_uniform(HostBand& H, RandomNumbers& random) {
  for (int i = 0; i < H.order(); ++i) {
    for (int j = int(first_of(H, i)); j < i; ++j) H.at(i, j) = random.uniform(-1, 1);
  }
}

void set_diagonal(HostBand& H, double value) {
  for (int i = 0; i < H.order(); ++i) H.at(i, i) = value;
}

/// Per row of the whole matrix: sum of the absolute values beside the diagonal.
std::vector<double> sums_beside_diagonal(const HostBand& H) {
  std::vector<double> sums(H.first_column.size(), 0.0);
  for (int i = 0; i < H.order(); ++i) {
    for (int j = int(first_of(H, i)); j < i; ++j) {
      sums[std::size_t(i)] += std::abs(H.at(i, j));
      sums[std::size_t(j)] += std::abs(H.at(i, j));
    }
  }
  return sums;
}

/// A vector that is zero but for some consecutive coordinates.
struct Stretch {
  int start = 0;
  std::vector<double> values;
  int end() const { return start + int(values.size()); }
};

double dot(const Stretch& a, const Stretch& b) {
  double sum = 0;
  for (int k = std::max(a.start, b.start); k < std::min(a.end(), b.end()); ++k)
    sum += a.values[std::size_t(k - a.start)] * b.values[std::size_t(k - b.start)];
  return sum;
}

/// Products of all pairs. @param vectors  neither start nor end moves back from one to the next
HostBand gram(const std::vector<Stretch>& vectors) {
  std::vector<int> first;
  for (int i = 0; i < int(vectors.size()); ++i) {
    int least = i;
    while (least > 0 && vectors[std::size_t(least - 1)].end() > vectors[std::size_t(i)].start)
      --least;
    first.push_back(least);
  }
  HostBand H(std::move(first));
  for (int i = 0; i < H.order(); ++i) {
    for (int j = int(first_of(H, i)); j <= i; ++j)
      H.at(i, j) = dot(vectors[std::size_t(i)], vectors[std::size_t(j)]);
  }
  return H;
}

}  // namespace

HostBand uniform_band(int order, int bandwidth, RandomNumbers& random) {
  HostBand H = HostBand::uniform(order, bandwidth);
  fill_uniform(H, random);
  set_diagonal(H, bandwidth > 0 ? 1.1 * 2 * std::sqrt(2 * double(bandwidth) / 3) : 1);
  return H;
}

HostBand dominant_band(int order, int bandwidth, RandomNumbers& random) {
  HostBand H = HostBand::uniform(order, bandwidth);
  fill_uniform(H, random);
  const std::vector<double> sums = sums_beside_diagonal(H);
  for (int i = 0; i < order; ++i) H.at(i, i) = 1.1 * std::max(sums[std::size_t(i)], 1.0);
  return H;
}

HostBand gram_band(int order, int bandwidth, double epsilon, RandomNumbers& random) {
  std::vector<Stretch> B;
  for (int i = 0; i < order; ++i) {
    const int start = std::max(0, i - bandwidth);
    B.push_back({start, random.normals(std::size_t(i - start + 1))});
  }
  HostBand H = gram(B);
  for (double& value : H.values) value /= bandwidth + 1;
  for (int i = 0; i < order; ++i) H.at(i, i) += epsilon;
  return H;
}

HostBand laplacian(int side) {
  const int n = side * side;
  HostBand H = HostBand::uniform(n, side);
  set_diagonal(H, 4);
  for (int i = 0; i < n; ++i) {
    if (i % side > 0) H.at(i, i - 1) = -1;
    if (i >= side) H.at(i, i - side) = -1;
  }
  return H;
}

}  // namespace eulersolid
