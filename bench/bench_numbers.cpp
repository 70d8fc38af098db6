#include "bench/bench_numbers.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>

namespace eulersolid {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  assert(a.size() == b.size());
  double most = 0, scale = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(b[i]));
  }
  return scale > 0 ? most / scale : most;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace eulersolid
