#pragma once

#include <limits>

namespace eulersolid {

/// The numbers that a quantity may be: an interval whose ends may be open or missing.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false;  ///< the end itself is not allowed

  constexpr bool contains(double value) const {
    return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
  }
  constexpr bool bounded_below() const { return low > -std::numeric_limits<double>::infinity(); }
  constexpr bool bounded_above() const { return high < std::numeric_limits<double>::infinity(); }
  constexpr bool limits() const { return bounded_below() || bounded_above(); }
};

}  // namespace eulersolid
