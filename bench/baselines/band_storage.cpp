#include "bench/baselines/band_storage.h"

#include <algorithm>

namespace eulersolid {

std::vector<double> by_columns(const HostBand& A) {
  const std::size_t ld = std::size_t(A.bandwidth() + 1);
  std::vector<double> result(ld * A.first_column.size(), 0.0);
  for (int i = 0; i < A.order(); ++i) {
    for (int j = A.first_column[std::size_t(i)]; j <= i; ++j)
      result[std::size_t(i - j) + ld * std::size_t(j)] = A.at(i, j);
  }
  return result;
}

std::vector<double> by_rows(const HostBand& A) {
  const std::size_t ld = std::size_t(A.bandwidth() + 1);
  std::vector<double> result(ld * A.first_column.size(), 0.0);
  for (std::size_t i = 0; i < A.first_column.size(); ++i) {
    const std::size_t length = A.start[i + 1] - A.start[i];
    const double* from = A.row(int(i));
    std::copy(from, from + length, result.begin() + std::ptrdiff_t(ld * (i + 1) - length));
  }
  return result;
}

}  // namespace eulersolid
