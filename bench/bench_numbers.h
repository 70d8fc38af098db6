#pragma once

#include <utility>
#include <vector>

#include "kernels/core/clock.h"

namespace eulersolid {

/// The middle one, or the mean of the two in the middle; zero of none.
double median(std::vector<double> values);

/// The median of what `runs` calls return.
template <class Measure>
double median_of(int runs, Measure measure) {
  std::vector<double> values;
  for (int run = 0; run < runs; ++run) values.push_back(measure());
  return median(std::move(values));
}

/// Seconds of a call.
template <class Call>
double seconds_of(Call call) {
  double seconds = 0;
  {
    const Stopwatch watch(seconds);
    call();
  }
  return seconds;
}

/// Largest |a - b|; infinite where their sizes differ, or one is not a number.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b);
/// The same over the largest |b|.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace eulersolid
