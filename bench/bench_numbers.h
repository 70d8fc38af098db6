#pragma once

#include <vector>

namespace eulersolid {

/// The middle one, or the mean of the two in the middle; zero of none.
double median(std::vector<double> values);

/// Largest |a - b| over the largest |b|.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b);

double seconds_now();  ///< of a clock that only goes forward

}  // namespace eulersolid
