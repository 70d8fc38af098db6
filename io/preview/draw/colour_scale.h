#pragma once

#include <string>
#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// What colours stand for.
struct ColourScale {
  std::string title;         ///< of the quantity
  std::string unit;          ///< in which SI prefixes may stand; "-" for a pure number
  double low = 0, high = 1;  ///< at its ends, low < high

  double share(double value) const { return (value - low) / (high - low); }
};

/// The colour, in linear light, at a share of a scale: even steps of it look evenly far apart.
/// Beyond its ends it is that of the end; of what is no number, grey.
Vec3 scale_colour(double share);

/// Multiples of 1, 2 or 5 times a power of ten, from 3 to 7 of them within [low, high].
std::vector<double> round_ticks(double low, double high);

/// What a scale's legend says.
struct LegendText {
  std::string title;                 ///< with the unit
  std::vector<double> ticks;         ///< values
  std::vector<std::string> numbers;  ///< at the ticks, in that unit
};
LegendText legend_text(const ColourScale& scale);

}  // namespace eulersolid
