#include "bench/problems/band_data.h"

#include <algorithm>

namespace eulersolid {

BandData::BandData(std::vector<int> first_column) : first(std::move(first_column)) {
  start.reserve(first.size() + 1);
  start.push_back(0);
  for (int i = 0; i < order(); ++i)
    start.push_back(start.back() + std::size_t(i - first[std::size_t(i)] + 1));
  values.assign(start.back(), 0.0);
}

BandData BandData::uniform(int order, int bandwidth) {
  std::vector<int> first;
  first.reserve(std::size_t(order));
  for (int i = 0; i < order; ++i) first.push_back(std::max(0, i - bandwidth));
  return BandData(std::move(first));
}

int BandData::bandwidth() const {
  int widest = 0;
  for (int i = 0; i < order(); ++i) widest = std::max(widest, i - first[std::size_t(i)]);
  return widest;
}

double BandData::factor_flops() const {
  double flops = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double length = double(start[i + 1] - start[i]);
    flops += length * length;
  }
  return flops;
}

double BandData::solve_flops() const {
  return 4 * double(values.size()) - 2 * double(first.size());
}

std::vector<double> BandData::by_columns() const {
  const std::size_t ld = std::size_t(bandwidth() + 1);
  std::vector<double> result(ld * first.size(), 0.0);
  for (int i = 0; i < order(); ++i) {
    for (int j = first[std::size_t(i)]; j <= i; ++j)
      result[std::size_t(i - j) + ld * std::size_t(j)] = at(i, j);
  }
  return result;
}

std::vector<double> BandData::by_rows() const {
  const int rho = bandwidth();
  const std::size_t ld = std::size_t(rho + 1);
  std::vector<double> result(ld * first.size(), 0.0);
  for (int i = 0; i < order(); ++i) {
    const double* from = row(i);
    std::copy(
        from, from + (i - first[std::size_t(i)] + 1),
        result.begin() + std::ptrdiff_t(ld * std::size_t(i)) + first[std::size_t(i)] - i + rho);
  }
  return result;
}

std::vector<double> BandData::dense() const {
  const std::size_t n = first.size();
  std::vector<double> result(n * n, 0.0);
  for (int i = 0; i < order(); ++i) {
    for (int j = first[std::size_t(i)]; j <= i; ++j) {
      const std::size_t r = std::size_t(i), c = std::size_t(j);
      result[r + n * c] = result[c + n * r] = at(i, j);
    }
  }
  return result;
}

}  // namespace eulersolid
