#include "bench/peers/starts.h"

#include <algorithm>

namespace eulersolid {

namespace {

constexpr std::int8_t at_lower = -1, is_free = 0;

/// Mean of the entries above zero; 1 where there are none.
double mean_of_positive(const std::vector<double>& values) {
  double sum = 0;
  int count = 0;
  for (const double value : values) {
    if (value > 0) sum += value, ++count;
  }
  return count > 0 ? sum / count : 1;
}

}  // namespace

std::vector<bool> active_set(const QpData& qp, const std::vector<double>& x) {
  const std::vector<double> lambda = multiplier(qp, x);
  std::vector<bool> active;
  for (int i = 0; i < qp.H.order(); ++i) {
    active.push_back(qp.H.diagonal(i) * x[std::size_t(i)] <= lambda[std::size_t(i)]);
  }
  return active;
}

Start cold_start(const QpData& qp) {
  const std::size_t n = std::size_t(qp.H.order());
  Start start{"cold", {}, std::vector<double>(n, 0.0), std::vector<double>(n, 1.0)};
  for (const double c : qp.c) start.state.push_back(c <= 0 ? at_lower : is_free);
  return start;
}

Start warm_start(const QpData& qp, const std::vector<double>& solution, int flips) {
  Start start{"warm", {}, solution, multiplier(qp, solution)};
  const std::vector<bool> active = active_set(qp, solution);
  for (std::size_t i = 0; i < active.size(); ++i) {
    start.state.push_back(active[i] ? at_lower : is_free);
    (active[i] ? start.x : start.multiplier)[i] = 0;
  }
  const double typical_x = mean_of_positive(start.x);
  const double typical_multiplier = mean_of_positive(start.multiplier);
  for (std::size_t i = 0; i < std::min(active.size(), std::size_t(flips)); ++i) {
    start.state[i] = active[i] ? is_free : at_lower;
    start.x[i] = active[i] ? typical_x : 0;
    start.multiplier[i] = active[i] ? 0 : typical_multiplier;
  }
  return start;
}

}  // namespace eulersolid
