#include "kernels/band/host_band.h"

#include <algorithm>
#include <utility>

namespace eulersolid {

HostBand::HostBand(std::vector<int> first) : first_column(std::move(first)) {
  start.reserve(first_column.size() + 1);
  start.push_back(0);
  for (int i = 0; i < order(); ++i)
    start.push_back(start.back() + std::size_t(i - first_column[std::size_t(i)] + 1));
  values.assign(start.back(), 0.0);
}

HostBand HostBand::uniform(int order, int bandwidth) {
  std::vector<int> first;
  first.reserve(std::size_t(order));
  for (int i = 0; i < order; ++i) first.push_back(std::max(0, i - bandwidth));
  return HostBand(std::move(first));
}

int HostBand::bandwidth() const {
  int widest = 0;
  for (int i = 0; i < order(); ++i) widest = std::max(widest, i - first_column[std::size_t(i)]);
  return widest;
}

std::vector<double> HostBand::dense() const {
  const std::size_t n = first_column.size();
  std::vector<double> result(n * n, 0.0);
  for (int i = 0; i < order(); ++i) {
    for (int j = first_column[std::size_t(i)]; j <= i; ++j) {
      const std::size_t r = std::size_t(i), c = std::size_t(j);
      result[r + n * c] = result[c + n * r] = at(i, j);
    }
  }
  return result;
}

std::vector<double> HostBand::times(const std::vector<double>& x) const {
  assert(x.size() == first_column.size());
  std::vector<double> y(x.size(), 0.0);
  for (int i = 0; i < order(); ++i) {
    const std::size_t k = std::size_t(i), first = std::size_t(first_column[k]);
    const double* h = row(i);
    double sum = diagonal(i) * x[k];
    for (std::size_t j = first; j < k; ++j) {
      sum += h[j - first] * x[j];
      y[j] += h[j - first] * x[k];
    }
    y[k] += sum;
  }
  return y;
}

double HostBand::factor_flops() const { return cholesky_flops(first_column); }

double HostBand::solve_flops() const { return 4 * double(values.size()) - 2 * double(order()); }

double cholesky_flops(const std::vector<int>& first_column) {
  double flops = 0;
  for (std::size_t i = 0; i < first_column.size(); ++i) {
    const double length = double(i) - first_column[i] + 1;
    flops += length * length;
  }
  return flops;
}

}  // namespace eulersolid
