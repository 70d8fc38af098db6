#include "bench/bench_numbers.h"

#include <algorithm>
#include <cmath>

namespace eulersolid {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return INFINITY;
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double here = std::abs(a[i] - b[i]);
    if (std::isnan(here)) return INFINITY;
    most = std::max(most, here);
  }
  return most;
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double scale = 0;
  for (const double value : b) scale = std::max(scale, std::abs(value));
  return largest_difference(a, b) / (scale > 0 ? scale : 1);
}

}  // namespace eulersolid
