#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/cpu/constants.h"
#include "kernels/cpu/parallel_for.h"

ES_BEGIN

namespace detail {

/// combine(...combine(start, f(0))..., f(n - 1)), block by block.
template <class T, class Value, class Combine>
T reduce(Index n, T start, Value f, Combine combine) {
  count_work(Work::loop), count_work(Work::read_back);
  const Index blocks = (n + reduce_block - 1) / reduce_block;
  std::vector<T> partial(static_cast<std::size_t>(blocks), start);
  T* out = partial.data();
  const auto one_block = [=](Index b) {
    const Index last = std::min(n, (b + 1) * reduce_block);
    for (Index i = b * reduce_block; i < last; ++i) out[b] = combine(out[b], f(i));
  };
  static constinit LoopPace pace;
  const int team = LoopPace::team(n, 4 * reduce_block + 1);  // waking costs more than a few blocks
  {
    const LoopPace::Timing timing(pace, n, team);
    if (team == 1) {  // a region of one thread still costs more than a few blocks
      for (Index b = 0; b < blocks; ++b) one_block(b);
    } else {
#pragma omp parallel for schedule(dynamic) num_threads(team)
      for (Index b = 0; b < blocks; ++b) one_block(b);
    }
  }
  T total = start;
  for (const T& value : partial) total = combine(total, value);
  return total;
}

}  // namespace detail

template <class T, class Value>
T sum(Index n, Value f) {
  return detail::reduce(n, T{}, f, [](const T& a, const T& b) { return a + b; });
}

template <class Value>
double max_reduce(Index n, Value f, double none = -std::numeric_limits<double>::infinity()) {
  if (n == 0) return none;
  return detail::reduce(n, -std::numeric_limits<double>::infinity(), f, [](double a, double b) {
    const double value = b == b ? b : std::numeric_limits<double>::infinity();
    return std::fmax(a, value);
  });
}

ES_END
